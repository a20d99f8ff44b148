// Forms that a browser sends by itself, without script: as a payment provider sends the browser on.
import type { FastifyInstance } from 'fastify'

const LONGEST_FORM = 64 * 1024

/** Has the routes of this scope take forms, and nothing else; of a field that comes twice the last counts. */
export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LONGEST_FORM },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )
}
