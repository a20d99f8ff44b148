// Answers in the language of the caller, for calls that drivers make: the message and the texts per field of every answer,
// refusals too, before the answer is written.
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Said = { message?: unknown; errors?: unknown }
/** `languageOf`: of the one who asks; `tellIn`: says a text in it. Holds for the routes of `app`, a scope of its own. */
export function answerInLanguage<L extends string>(
  app: FastifyInstance,
  languageOf: (request: FastifyRequest) => L,
  tellIn: (language: L) => (text: string) => string,
): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const language = languageOf(request)
    reply.header('content-language', language).header('vary', varied(reply.getHeader('vary')))
    const { message, errors } = (payload ?? {}) as Said
    const tell = tellIn(language)
    return {
      ...(payload as object),
      ...(typeof message === 'string' && { message: tell(message) }),
      ...(typeof errors === 'object' && errors !== null && { errors: toldErrors(errors, tell) }),
    }
  })
}
const toldErrors = (errors: object, tell: (text: string) => string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [field, typeof text === 'string' ? tell(text) : text]),
  )
const VARIES = 'Accept-Language'
const varied = (before: unknown): string => (typeof before === 'string' && before ? `${before}, ${VARIES}` : VARIES)
