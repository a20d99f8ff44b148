// A firmware file as it is written, and what its form checks by (CAMP-01): uploaded before, or by address.
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId } from '@wattdesk/base/fields'
import { bodySchema } from '@wattdesk/base/record-schemas'
import type { z } from 'zod'
import { firmwareFields } from './firmware.fields.ts'

type Typed = {
  source?: unknown
  location?: unknown
  contentId?: unknown
  sha256?: unknown
  signature?: unknown
  certificate?: unknown
}
/** What is missing, by field. */
function missingOf(f: Typed): Record<string, string> {
  const missing: Record<string, string> = {}
  if (f.source === 'Address') {
    if (!f.location) missing.location = 'Address is required'
    if (!f.sha256) missing.sha256 = 'SHA-256 is required: it proves which file stands at the address'
  }
  if (f.source === 'Upload' && !f.contentId) missing.contentId = 'Please choose the file'
  if (f.signature && !f.certificate) missing.certificate = 'A signature needs the certificate it is checked by'
  if (f.certificate && !f.signature) missing.signature = 'A certificate needs the signature of the file'
  return missing
}

export const FirmwareBody = bodySchema(firmwareFields)
  .extend({
    /** The upload that came before. */
    contentId: recordId().nullable().default(null),
  })
  .superRefine(
    (body, context) => {
      for (const [field, message] of Object.entries(missingOf(body as Typed)))
        context.addIssue({ code: 'custom', path: [field], message, input: body })
    },
    { when: besideOthers },
  )
export const otherSum = (sha256: string): string => `The uploaded file has another SHA-256: ${sha256}`
/** The same for a form that knows the sum of its upload, so that a wrong one is said with all other errors. */
export const bodyOfUpload = (sumOf: () => string | undefined) =>
  FirmwareBody.superRefine(
    (body, context) => {
      const { source, sha256 } = body as Typed
      const sum = sumOf()
      const isOther =
        typeof sha256 === 'string' && /^[0-9a-f]{64}$/i.test(sha256.trim()) && sha256.trim().toLowerCase() !== sum
      if (source === 'Upload' && sum && isOther)
        context.addIssue({ code: 'custom', path: ['sha256'], message: otherSum(sum), input: body })
    },
    { when: besideOthers },
  )
export type FirmwareBody = z.output<typeof FirmwareBody>
export type FirmwareValues = z.input<typeof FirmwareBody>
