// The uploaded files of a record, derived from its fields (packages/base/src/record.ts).
import type { RecordFields } from '@wattdesk/base/record'

type Links = Readonly<Record<string, string | null | undefined>>
type FileLink = { label: string; link: string | null | undefined; before: string | null | undefined }

/** The links in a body by the names of their fields, each with its label and what the stored record has there. */
export const fileLinks = (fields: RecordFields, body: object, before?: object): Record<string, FileLink> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { setting }]) => setting.kind === 'file')
      .map(([name, { setting }]) => [
        name,
        { label: setting.label, link: (body as Links)[name], before: (before as Links | undefined)?.[name] },
      ]),
  )
