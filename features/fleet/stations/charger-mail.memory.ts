// Mails on events at chargers (D-CHARGER-6). No charger waits for its mails: an event is noted once its own record is
// committed, many chargers share one transaction, and while the database is away the notes wait.

import { homeOf } from '#office/brand/brand.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { postAll } from '#office/mail/mail.store.ts'
import { Again } from '#platform/db/again.ts'
import { Batch } from '#platform/db/batch.ts'
import { tally } from '#platform/tally.ts'
import { eventLetter } from './charger-mail.rules.ts'
import { type ChargerHappening, takeDueMails } from './charger-mail.store.ts'
import type { ChargerEvent } from './charger-mail.words.ts'
import type { Station } from './station.memory.ts'

type Note = ChargerHappening & { at: Date; details: readonly string[] }
type Told = { connectorId?: number /** When the event happened, if not now. */; at?: Date; details?: string[] }
/** Notes an event at a charger, for recipients who want a mail of it. */
export type NoteEvent = (s: Station, event: ChargerEvent, told?: Told) => void

/** The most events that wait to be posted while the database is away; of further ones no mail goes out. */
const MOST_WAITING = 20_000

const keyOf = (n: Note): string => `${n.pk} ${n.connectorId} ${n.event}`

export function chargerMails(services: Services): { note: NoteEvent; close: () => Promise<void> } {
  const { log } = services
  const dropped = tally(log, 'Mails of chargers are not posted: too many wait for the database')
  const posted = new Batch<Note, void>(async notes => {
    await post(services, notes)
    return []
  })
  const kept = new Again<string, Note>(
    n => posted.add(n),
    (n, error) => log.error({ err: error, chargepointPk: n.pk, event: n.event }, 'A mail could not be posted'),
  )
  return {
    note: (s, event, { connectorId = 0, at, details = [] } = {}) => {
      const { pk, mailEvents } = s.charger
      if (!mailEvents.includes(event)) return
      const heardAt = services.now()
      const note = { pk, connectorId, event, heardAt, at: at ?? heardAt, details }
      if (kept.waiting.size < MOST_WAITING || kept.waiting.has(keyOf(note))) void kept.add(keyOf(note), note)
      else dropped.add(undefined)
    },
    close: async () => {
      await posted.idle()
      await kept.close()
      dropped.close()
    },
  }
}

/** Sends the mails that are due: all of them in one transaction with the times of their last mails. */
function post(services: Services, notes: readonly Note[]): Promise<void> {
  const first = new Map<string, Note>()
  for (const n of notes) if (!first.has(keyOf(n))) first.set(keyOf(n), n)
  const list = [...first.values()]
  return services.db.transaction().execute(async trx => {
    const letters = (await takeDueMails(trx, list)).flatMap(({ n, recipients, domain, ...names }) => {
      const note = list[n]
      if (!note) return []
      const letter = eventLetter(
        { ...note, ...names, chargepointPk: note.pk },
        { home: homeOf(services.publicUrl, domain), timeZone: services.timeZone },
      )
      return recipients.map(to => ({ to, ...letter }))
    })
    await postAll(trx, services.jobs, letters)
  })
}
