// The fields of a firmware file (CAMP-01).
import { choice, instant, key, lines, number, text } from '@wattdesk/base/record'
import {
  MOST_ADDRESS,
  MOST_BYTES,
  MOST_CERTIFICATE,
  MOST_MODEL,
  MOST_NOTES,
  MOST_SIGNATURE,
  MOST_VERSION,
  SOURCES,
} from './firmware.words.ts'

const isSum = (sum: string): boolean => /^[0-9a-f]{64}$/i.test(sum.trim())
const isBase64 = (signature: string): boolean => /^[A-Za-z\d+/=\s]+$/.test(signature)
const isHttp = (address: string): boolean => /^https?:\/\/[^\s/]+\/\S+$/i.test(address)

export const firmwareFields = {
  firmware_id: key('Firmware ID').sorted().filtered(),
  version: text('Version', MOST_VERSION).findable().listed({ identity: true, minWidth: 120 }),
  vendor: text('Vendor', MOST_MODEL).findable().listed({ minWidth: 120 }),
  model: text('Model', MOST_MODEL).findable().listed({ minWidth: 120 }),
  source: choice('Source', SOURCES).sorted().filtered().listed({ minWidth: 100, flex: 0.6 }),
  location: text('Address', MOST_ADDRESS)
    .check(isHttp, 'Should be an address that begins with https:// or http:// and names a file')
    .optional()
    .listed({ minWidth: 200, hidden: true }),
  file_name: text('File', 200).joined().optional().findable().listed({ minWidth: 160 }),
  bytes: number('Size', { max: MOST_BYTES })
    .joined()
    .optional()
    .sorted()
    .filtered()
    .listed({ minWidth: 90, flex: 0.6 }),
  sha256: text('SHA-256', 64)
    .check(isSum, 'A SHA-256 has 64 digits from 0 to 9 and a to f')
    .optional()
    .filtered()
    .searched()
    .listed({ minWidth: 200, hidden: true }),
  signature: text('Signature', MOST_SIGNATURE).check(isBase64, 'Must be a signature in Base64').optional(),
  certificate: lines('Signing certificate', MOST_CERTIFICATE).optional(),
  notes: lines('Release notes', MOST_NOTES).optional().searched(),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 140, hidden: true }),
  createdAt: instant('Added').readOnly().sorted().filtered().listed({ minWidth: 140 }),
  teamId: key('Team'),
}
