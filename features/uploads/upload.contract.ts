// Uploads of pictures and vehicle documents, and the links they are reached by (D-GEN-10).
import { recordId, requiredText } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

export const MAX_BYTES = 10 * 1024 * 1024
export const unsupportedFile = 'Unsupported file type'
export const fileTooLarge = 'File should be 10 MB or less'
/** The folder whose files are PDF and not public. */
export const VEHICLE_DOCUMENTS = 'vehicle-documents'
/** What a folder takes. */
export const typesOf = (directory: string | undefined): readonly string[] =>
  directory === VEHICLE_DOCUMENTS ? ['application/pdf'] : ['image/jpeg', 'image/png']

/** A path on this host, or a web address; never one that a browser would run. */
export const isLink = (text: string): boolean => {
  if (/^\/[^/\\]/.test(text)) return true
  if (!/^https?:\/\//i.test(text)) return false
  return URL.canParse(text)
}
export const uploadUnfinished = 'Please wait until the upload has finished'
const link = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(500, `${label} should be 500 characters or less`)
    .refine(t => !t.startsWith('blob:'), { error: uploadUnfinished, abort: true })
    .refine(t => t === '' || isLink(t), `${label} must be a link`)
    .nullish()
/** The link of a file in a body; '' and null: none. */
export const optionalLink = (label: string) => link(label).transform(t => t || null)
/** The same in a change, where one that is not named stays. */
export const changedLink = (label: string) => link(label).transform(t => (t === undefined ? undefined : t || null))

/** Base64 of the file, with or without the head of a data URL. */
export const Upload = z.object({
  image: requiredText('Image', 15 * 1024 * 1024),
  directory: z
    .string({ error: 'Directory must be text' })
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Directory may hold small letters, digits and hyphens')
    .max(40, 'Directory should be 40 characters or less')
    .optional(),
})

export type Upload = z.output<typeof Upload>

export const uploadImage = endpoint({
  method: 'POST',
  path: '/cms/v1/util/image-upload',
  aliases: ['/util/image-upload'],
  can: 'signed in',
  summary: 'Upload a picture, or a PDF for the vehicle documents; answers its link',
  /** The team it is uploaded for; without it the company of the caller. */
  query: z.object({ teamId: recordId().optional() }),
  body: Upload,
  // 10 MB of a file are 13.4 MB of base64.
  longestBody: { bytes: 15 * 1024 * 1024, refusal: fileTooLarge },
  data: z.string(),
})

/** Public pictures by a name nobody guesses; vehicle documents with the token and view on Vehicle. */
export const getFile = endpoint({
  method: 'GET',
  path: '/files/{name}',
  can: 'anyone',
  summary: 'An uploaded file',
  params: z.object({ name: z.string().max(100) }),
  data: z.string(),
})
