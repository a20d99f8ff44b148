// Which root certificates a charge point is known to have, by its answers about one type and about all.
import { expect, test } from 'vitest'
import { type CertificatesTold, toldCertificatesOf } from './certificate.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 8, minute))
const hash = (serialNumber: string, certificateType?: string) => ({
  hashAlgorithm: 'SHA256' as const,
  issuerNameHash: 'aa',
  issuerKeyHash: 'bb',
  serialNumber,
  ...(certificateType !== undefined && { certificateType }),
})
const ROOT = 'CentralSystemRootCertificate'
const MAKER = 'ManufacturerRootCertificate'
const ofRoot = (minute: number, ...serials: string[]): CertificatesTold => ({
  certificateType: ROOT,
  hashes: serials.length > 0 ? serials.map(s => hash(s)) : null,
  toldAt: at(minute),
})
const ofAll = (minute: number): CertificatesTold => ({
  certificateType: null,
  hashes: [hash('10', ROOT), hash('11', MAKER), hash('12', 'V2GRootCertificate')],
  toldAt: at(minute),
})

test.each<[string, CertificatesTold[], string[]]>([
  ['nothing was told', [], []],
  ['one type', [ofRoot(1, '1', '2')], ['1', '2']],
  ['none of one type', [ofRoot(1)], []],
  ['all, without what the portal has no type for', [ofAll(1)], ['10', '11']],
  ['all after one type', [ofRoot(1, '1'), ofAll(2)], ['10', '11']],
  ['one type after all', [ofAll(1), ofRoot(2, '1')], ['1', '11']],
  ['none of one type after all', [ofAll(1), ofRoot(2)], ['11']],
])('%s', (_, told, serials) => {
  expect(toldCertificatesOf(told).map(c => c.serialNumber)).toEqual(serials)
})
