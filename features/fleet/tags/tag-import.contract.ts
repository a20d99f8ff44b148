// Many tags from a CSV file (S-TAG-IMPORT): previewed first, then made; each row of the file with its outcome.
import { recordId } from '@wattdesk/base/fields'
import { headerOf } from '@wattdesk/base/record'
import { zoneNamed } from '@wattdesk/base/time'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { tagFields } from './tag.fields.ts'

export const MOST_ROWS = 10_000
const MOST_BYTES = 4 * 1024 * 1024
const FILE_TOO_LARGE = 'The file is larger than 4 MB. Please split it.'

const { tag, parenttag, expirydate, max_active_trans_count, balance_amount, note, tokenType, chargingPriority, evses } =
  tagFields
/** The fields that a file has; only the first must be there. */
export const importFields = {
  tag,
  parenttag,
  expirydate,
  max_active_trans_count,
  balance_amount,
  note,
  tokenType,
  chargingPriority,
  evses,
}
export type ImportField = keyof typeof importFields
export const IMPORT_FIELDS = Object.keys(importFields) as ImportField[]
/** The columns of the file, as the export of the list heads them. */
export const IMPORT_COLUMNS = IMPORT_FIELDS.map(name => headerOf(importFields[name]))

/** The outcome of a row in words. Rows that are neither `ready` nor `made` are left out, and say why. */
export const OUTCOME_WORDS = {
  ready: 'Will be created',
  made: 'Created',
  error: 'Error',
  twice: 'Twice in the file',
  exists: 'Exists already',
}
type ImportOutcome = keyof typeof OUTCOME_WORDS
const ImportRow = z
  .object({
    /** The line of the file on which the row begins; the header stands on line 1. */
    line: z.number().int(),
    /** The cells as they stand in the file. */
    ...(Object.fromEntries(IMPORT_FIELDS.map(name => [name, z.string()])) as Record<ImportField, z.ZodString>),
    outcome: z.enum(Object.keys(OUTCOME_WORDS) as ImportOutcome[]),
    /** Why the row is left out; '' for a row that is not. */
    text: z.string(),
  })
  .meta({ id: 'TagImportRow' })
export type ImportRow = z.infer<typeof ImportRow>

const Imported = z
  .object({
    rows: z.array(ImportRow),
    /** Prepaid cards among the rows that are ready or made, and the sum of their balances, in rupees. */
    cards: z.number().int(),
    balance: z.number(),
  })
  .meta({ id: 'TagImport' })
export type TagImport = z.infer<typeof Imported>

const Params = z.object({ teamId: recordId() })
const File = z.object({
  /** The text of the file. */
  csv: z.string({ error: 'Please choose a CSV file' }).max(MOST_BYTES, FILE_TOO_LARGE),
  /** The time zone of dates in the file, where its header names none; missing or empty: the business time zone. */
  zone: z
    .string({ error: 'Zone must be text' })
    .trim()
    .max(60, 'Zone should be 60 characters or less')
    .refine(z => z === '' || zoneNamed(z) !== undefined, { error: i => `There is no time zone ${i.input}` })
    .transform(z => (z === '' ? undefined : zoneNamed(z)))
    .optional(),
})
export type ImportBody = z.output<typeof File>
const longestBody = { bytes: MOST_BYTES, refusal: FILE_TOO_LARGE }

export const previewTagImport = endpoint({
  method: 'POST',
  reads: true,
  path: '/cms/v1/team/{teamId}/tags/import/preview',
  can: 'Tag.create',
  summary: 'What an import of RFID tags would do with each row of a CSV file; makes nothing',
  params: Params,
  body: File,
  longestBody,
  data: Imported,
})

export const importTags = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/tags/import',
  can: 'Tag.create',
  summary:
    'Make the RFID tags of a CSV file: all rows that can be made, in one act; the others are told with their reason',
  params: Params,
  body: File,
  longestBody,
  data: Imported,
})
