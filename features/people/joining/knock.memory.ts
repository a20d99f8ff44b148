// Notes who was turned away at the gate. Nobody waits for it: knocks of some seconds are written together, of one id once,
// and those of a moment in which the database is away are counted with the next.
import type { Services } from '#office/installation/services.ts'
import { addKnocks, type Knock } from './knock.store.ts'

const WRITE_EVERY_MS = 2000
/** The most ids that may wait to be written; further ones are dropped. */
const MOST_WAITING = 2000
const LONGEST = 200

type KnockFacts = Omit<Knock, 'at' | 'count'>
export type Knocks = { note: (k: KnockFacts) => void; close: () => Promise<void> }

export function knocks({ db, log, now }: Pick<Services, 'db' | 'log' | 'now'>): Knocks {
  const waiting = new Map<string, Knock>()
  const cut = (text: string | null) => text?.slice(0, LONGEST) ?? null

  async function write(): Promise<void> {
    const taken = [...waiting.values()]
    waiting.clear()
    if (taken.length === 0) return
    try {
      await addKnocks(db, taken)
    } catch (error) {
      log.warn({ err: error, ids: taken.length }, 'Chargers that were turned away could not be noted')
      for (const k of taken) {
        const newer = waiting.get(k.chargepointId)
        if (newer) newer.count += k.count
        else if (waiting.size < MOST_WAITING) waiting.set(k.chargepointId, k)
      }
    }
  }
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(write)
  }, WRITE_EVERY_MS).unref()

  return {
    note: k => {
      const known = waiting.get(k.chargepointId)
      if (!known && waiting.size >= MOST_WAITING) return
      const { address, protocols, userAgent, ...rest } = k
      waiting.set(k.chargepointId, {
        ...rest,
        address: address.slice(0, LONGEST),
        protocols: cut(protocols),
        userAgent: cut(userAgent),
        at: now(),
        count: (known?.count ?? 0) + 1,
      })
    },
    close: () => {
      clearInterval(timer)
      writing = writing.then(write)
      return writing
    },
  }
}
