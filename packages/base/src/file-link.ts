// The links of uploaded files in bodies and forms (D-GEN-10).
import { z } from 'zod'

export const uploadUnfinished = 'Please wait until the upload has finished'
export const notUploaded = (label: string): string => `${label} must be an uploaded file`

const LINK = /^\/files\/([\w-]{32}\.(?:jpg|png|pdf))$/
/** The name of the uploaded file that a link leads to; undefined for every other text. */
export const fileOf = (link: string): string | undefined => LINK.exec(link)?.[1]

/**
 * The fields that name an uploaded file, by their shape; commands that save such a field call `demandOwnFiles` first.
 */
export const fileFields = z.registry()
/** The link of a file that `isRight` accepts; '', null and undefined: none. */
export const link = (label: string, isRight: (link: string) => boolean) => {
  const text = z
    .string({ error: `${label} must be text` })
    .trim()
    .max(500, `${label} should be 500 characters or less`)
    .refine(t => !t.startsWith('blob:'), { error: uploadUnfinished, abort: true })
    .refine(t => t === '' || isRight(t), notUploaded(label))
  fileFields.add(text)
  return text.nullish()
}
export const isUploaded = (text: string): boolean => fileOf(text) !== undefined
/** The link of an uploaded file in a body; '' and null: none. */
export const optionalLink = (label: string) => link(label, isUploaded).transform(t => t || null)
