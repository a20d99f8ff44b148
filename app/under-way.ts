// How many calls a node serves at a time. Each may wait for a connection to the database with its body in memory, so a call
// beyond the limit is refused at once, before its body is read.
import { EVENTS_PATH } from '@wattdesk/base/live-event'
import { HttpFailure } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'

const MOST_CALLS = 5000
const AGAIN_S = 5
const BUSY = 'The server has too much to do at the moment. Please try again.'
/** Live streams stand for hours and have limits of their own; who watches the node must always hear from it. */
const UNCOUNTED = new RegExp(`^(/health/|/metrics|${EVENTS_PATH.replace('{teamId}', '[^/]+')})`)

export function limitUnderWay(app: FastifyInstance, most = MOST_CALLS): void {
  let underWay = 0
  app.addHook('onRequest', async ({ url }, { raw }) => {
    if (UNCOUNTED.test(url)) return
    if (underWay >= most) throw new HttpFailure(503, BUSY, undefined, { headers: { 'retry-after': String(AGAIN_S) } })
    underWay++
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      underWay--
    }
    raw.once('finish', over)
    raw.once('close', over)
  })
}
