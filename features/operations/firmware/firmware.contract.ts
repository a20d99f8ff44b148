// Firmware files: their list and records, and the upload of their bytes (CAMP-01).
import { recordId } from '@wattdesk/base/fields'
import { type ShownRecord, writtenNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { recordEndpoints } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { firmwareFields } from './firmware.fields.ts'
import { MOST_BYTES, TOO_LARGE } from './firmware.words.ts'
import { FirmwareBody } from './firmware-body.contract.ts'

const int = () => z.number().int()

export const Firmware = replySchema(firmwareFields, 'Firmware').extend({
  contentId: int().nullable(),
  /** Given as the location of an operation, this URL is replaced by an address for one charge point alone. */
  operationUrl: z.string(),
  /** Campaigns that are or were more than a draft. */
  campaigns: int(),
})
export type Firmware = ShownRecord<typeof firmwareFields> & {
  contentId: number | null
  operationUrl: string
  campaigns: number
}
const written = only(...writtenNames(firmwareFields), 'contentId')
export const firmwareRecord: RecordKind<Firmware> = {
  features: ['Campaign'],
  prefix: 'firmware-',
  part: written,
}
const files = recordEndpoints({
  kind: firmwareRecord,
  fields: firmwareFields,
  key: 'firmware_id',
  reply: Firmware,
  body: FirmwareBody,
})

export const listFirmware = files.list('/cms/v1/team/{teamId}/firmware', {
  summary: 'The firmware files of a team and the teams below it, newest first',
})
export const getFirmware = files.read('/cms/v1/firmware/{firmwareId}', { summary: 'One firmware file' })
export const createFirmware = files.create('/cms/v1/team/{teamId}/firmware', {
  summary: 'A new firmware file of a team, uploaded before or by address',
})
export const updateFirmware = files.change('/cms/v1/firmware/{firmwareId}', {
  summary: 'Change a firmware file; once a campaign has begun with it, its notes alone',
})
export const deleteFirmware = files.remove('/cms/v1/firmware/{firmwareId}', {
  summary: 'Delete a firmware file; 409 while a campaign uses it',
})

export const FirmwareUpload = z
  .object({ contentId: int(), fileName: z.string(), bytes: int(), sha256: z.string() })
  .meta({ id: 'FirmwareUpload' })
export type FirmwareUpload = z.infer<typeof FirmwareUpload>

/** The body is the file itself, as application/octet-stream; `name` is its name. */
export const uploadFirmware = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/firmware-uploads',
  can: 'Campaign.create',
  longestBody: { bytes: MOST_BYTES, refusal: TOO_LARGE },
  patienceMs: 2 * 3_600_000,
  summary: 'Upload the bytes of a firmware file; a record names the upload within a day, or it is removed',
  params: z.object({ teamId: recordId() }),
  query: z.object({ name: z.string().trim().min(1).max(200) }),
  data: FirmwareUpload,
  status: 201,
})
