// Notes in the history of connections which handshakes of known chargers were refused. Nobody waits for the writing:
// refusals of some seconds are written together, once for each charger and reason. Refusals that cannot be written now
// are counted with the next.
import type { Services } from '#office/installation/services.ts'
import { addRefusals, type Refused } from './charger-connection.store.ts'

const WRITE_EVERY_MS = 2000
/** The most chargers and reasons that wait to be written; further refusals are not noted. */
const MOST_WAITING = 5000
const LONGEST = 200

export type Refusals = {
  note: (pk: number, reason: string, address: string) => void
  /** Writes all that waits, and ends. */
  close: () => Promise<void>
}

export function refusals({ db, log, now }: Pick<Services, 'db' | 'log' | 'now'>): Refusals {
  const waiting = new Map<string, Refused>()
  const keyOf = ({ pk, reason }: Pick<Refused, 'pk' | 'reason'>) => `${pk}\n${reason}`

  async function write(): Promise<void> {
    const taken = [...waiting.values()]
    waiting.clear()
    if (taken.length === 0) return
    try {
      await addRefusals(db, taken)
    } catch (error) {
      log.warn({ err: error, rows: taken.length }, 'Refused handshakes could not be noted')
      for (const r of taken) {
        const newer = waiting.get(keyOf(r))
        if (newer) Object.assign(newer, { firstAt: r.firstAt, count: newer.count + r.count })
        else if (waiting.size < MOST_WAITING) waiting.set(keyOf(r), r)
      }
    }
  }
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(write)
  }, WRITE_EVERY_MS).unref()

  return {
    note: (pk, reason, address) => {
      const at = now()
      const known = waiting.get(keyOf({ pk, reason }))
      if (known) Object.assign(known, { at, count: known.count + 1, address: address.slice(0, LONGEST) })
      else if (waiting.size < MOST_WAITING)
        waiting.set(keyOf({ pk, reason }), {
          pk,
          reason,
          address: address.slice(0, LONGEST),
          firstAt: at,
          at,
          count: 1,
        })
    },
    close: () => {
      clearInterval(timer)
      writing = writing.then(write)
      return writing
    },
  }
}
