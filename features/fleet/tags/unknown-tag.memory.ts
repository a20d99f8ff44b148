// Notes tags that a charger asked about and that are no tags here. No charger waits for the note. Notes that come while
// others are being written are written together afterwards, those of one charger and one text as one row.
import type { Services } from '#office/installation/services.ts'
import { addRefused, type Refused } from './unknown-tag.store.ts'

/** The most texts that wait to be written; further refusals are not noted. */
const MOST_WAITING = 2000

export type UnknownTags = {
  note: (chargepointPk: number, idTag: string) => void
  /** Resolves when all is written. */
  idle: () => Promise<void>
}

export function unknownTags({ db, log, now }: Pick<Services, 'db' | 'log' | 'now'>): UnknownTags {
  const waiting = new Map<string, Refused>()
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const taken = [...waiting.values()]
      waiting.clear()
      try {
        await addRefused(db, taken)
      } catch (error) {
        // A missing refusal on this list hurts nobody; the next one is noted again.
        log.warn({ err: error, tags: taken.length }, 'Unknown tags could not be noted')
      }
    }
    writing = undefined
  }

  return {
    note: (chargepointPk, idTag) => {
      const key = `${chargepointPk} ${idTag.toLowerCase()}`
      const known = waiting.get(key)
      if (!known && waiting.size >= MOST_WAITING) return
      waiting.set(key, { chargepointPk, idTag, at: now(), count: (known?.count ?? 0) + 1 })
      writing ??= Promise.resolve().then(writeAll)
    },
    idle: async () => {
      await writing
    },
  }
}
