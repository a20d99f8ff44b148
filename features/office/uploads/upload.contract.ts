// Uploads of pictures and vehicle documents, and the links they are reached by (D-GEN-10).
import { recordId, requiredText } from '@wattdesk/base/fields'
import { isUploaded, link } from '@wattdesk/base/file-link'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

export const MAX_BYTES = 10 * 1024 * 1024
export const unsupportedFile = 'Unsupported file type'
/** The form's message for a document that is no PDF. */
export const onlyPdf = 'Only PDF files are allowed!'
export const tooManyPixels = 'Picture should be 8,000 pixels or less on each side'
export const fileTooLarge = 'File should be 10 MB or less'
/** The folder whose files are PDF and not public. */
export const VEHICLE_DOCUMENTS = 'vehicle-documents'
/** The success message of an upload into a folder. */
export const uploaded = (directory: string | undefined): string =>
  directory === VEHICLE_DOCUMENTS ? 'Document uploaded successfully' : 'Image uploaded successfully'
/** The file types that a folder takes. */
export const typesOf = (directory: string | undefined): readonly string[] =>
  directory === VEHICLE_DOCUMENTS ? ['application/pdf'] : ['image/jpeg', 'image/png']

/** A picture that comes with the portal: of a brand, or of a provider preset. */
const isShipped = (link: string): boolean => /^\/(brands|providers)\/[a-z0-9-]+\.svg$/.test(link)
/** The link of an upload, or of a picture that comes with the portal. */
export const optionalIcon = (label: string) => link(label, t => isUploaded(t) || isShipped(t)).transform(t => t || null)

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
  callers: 'people and keys',
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
