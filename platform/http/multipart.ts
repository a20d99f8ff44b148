// Files as browsers and programs send them by themselves, multipart/form-data, for the routes of one scope: each
// becomes the base64 text of the same call in JSON, so that all later code handles a single form.
import multipart from '@fastify/multipart'
import { fail } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'

/** A call carries one file and a few short texts. */
const LIMITS = { files: 1, fields: 10, fieldSize: 1000, fieldNameSize: 100, headerPairs: 50 }
const UNREADABLE = 'The form could not be read'
/** The parser's words for a form that breaks off or is none. */
const BROKEN = /^Error: (Unexpected end of (form|multipart data)|Part terminated early|Malformed |Multipart: )/

type Options = {
  /** The most bytes of a file, and the field and words of the refusal. */
  fileSize: number
  tooLarge: string
}

/** Takes multipart bodies on the routes that are registered on `scope` from now on. */
export async function takeMultipart(scope: FastifyInstance, { fileSize, tooLarge }: Options): Promise<void> {
  await scope.register(multipart, { limits: { ...LIMITS, fileSize }, throwFileSizeLimit: false })
  scope.addHook('preValidation', async request => {
    if (!request.isMultipart()) return
    const body: Record<string, string> = {}
    try {
      for await (const part of request.parts()) {
        if (part.type === 'field') {
          body[part.fieldname] = String(part.value)
          continue
        }
        const bytes = await part.toBuffer()
        if (part.file.truncated) fail(422, tooLarge, { [part.fieldname]: tooLarge })
        body[part.fieldname] = bytes.toString('base64')
      }
    } catch (error) {
      const { statusCode, code } = error as { statusCode?: number; code?: string }
      if (statusCode === 422) throw error
      // More files or fields than a call carries, a boundary that never comes: the sender's fault, in one sentence.
      const isSenders = statusCode !== undefined || /^(ERR_STREAM|FST_)/.test(code ?? '') || BROKEN.test(String(error))
      if (isSenders) fail(422, UNREADABLE)
      throw error
    }
    request.body = body
  })
}
