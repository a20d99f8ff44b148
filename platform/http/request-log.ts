// The lines of the log about a call: each names the call, and the user once that is known.
import { randomBytes } from 'node:crypto'
import { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'

/** The options of Fastify that make the lines. */
export function requestLog() {
  // No two nodes, nor two runs of a node, name different calls alike.
  const run = randomBytes(4).toString('hex')
  let count = 0
  return {
    genReqId: () => `${run}-${(++count).toString(36)}`,
    // A line for every call would be the loudest part of the log; refusals and failures have theirs.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  }
}

const named = new WeakSet<FastifyRequest>()
/** From now on the lines of the call name its user, where one is known. */
export function nameUser(request: FastifyRequest): void {
  const userId = request.by?.userId
  if (!userId || named.has(request)) return
  named.add(request)
  request.log = request.log.child({ userId })
}

export function nameUsers(app: FastifyInstance): void {
  app.addHook('preValidation', async request => nameUser(request))
}
