// The messages of charging: authorisation, the start of a session, its readings, its stop. Everything that money
// depends on is committed before the answer (D-OCPP-5); a repeated message gets the same answer (D-OCPP-6).
import type { Confirmation, Request } from '@wattdesk/ocpp/messages'
import { isClosedAt } from '#fleet/stations/availability.rules.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import { authorise, closed } from '#fleet/tags/tag.rules.ts'
import { standings, type TagAnswer, type TagQuestion } from '#fleet/tags/tag.store.ts'
import { type UnknownTags, unknownTags } from '#fleet/tags/unknown-tag.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import { type Running, runningOn } from './session.store.ts'
import { LiveSessions } from './session-live.memory.ts'
import { sessionMeters } from './session-meter.ocpp.ts'
import { type StartOptions, sessionStarts } from './session-start.ocpp.ts'
import { sessionStops } from './session-stop.ocpp.ts'
import { spentSessions } from './spent-session.memory.ts'

/** The work that the messages of both protocols share: tags are judged, sessions begun, metered and ended. */
export type SessionCommands = {
  asked: Batch<TagQuestion, TagAnswer | undefined>
  unknown: UnknownTags
  starts: ReturnType<typeof sessionStarts>
  meters: ReturnType<typeof sessionMeters>
  stops: ReturnType<typeof sessionStops>
  live: LiveSessions
}

export function sessionHandlers(services: Services, options: StartOptions = {}) {
  const { isSimulated = false } = options
  const { db, leastBalancePaise: leastPaise } = services
  const live = new LiveSessions(services)
  const asked = new Batch<TagQuestion, TagAnswer | undefined>(
    questions => standings(db, questions, { leastPaise }),
    SIDE_BY_SIDE,
  )
  const running = new Batch<number, Running[]>(pks => runningOn(db, pks))
  const unknown = unknownTags(services)
  const starts = sessionStarts(services, live, { ...options, unknown: unknown.note })
  const spent = spentSessions(services)
  const meters = sessionMeters(services, live, isSimulated ? undefined : spent.spent)
  const stops = sessionStops(services, live, asked, options.note)

  async function authorize(s: Station, p: Request<'Authorize'>): Promise<Confirmation<'Authorize'>> {
    const tag = await asked.add({ idTag: p.idTag, chargepointPk: s.charger.pk, connectorId: null })
    if (!tag) unknown.note(s.charger.pk, p.idTag)
    const at = services.now()
    return { idTagInfo: closed(authorise(tag, at), isClosedAt(s.charger, at)) }
  }

  const commands: SessionCommands = { asked, unknown, starts, meters, stops, live }
  return {
    commands,
    handlers: {
      Authorize: authorize,
      StartTransaction: async (
        s: Station,
        p: Request<'StartTransaction'>,
      ): Promise<Confirmation<'StartTransaction'>> => {
        const { transactionId, idTagInfo } = await starts.start(s, p)
        return { transactionId, idTagInfo }
      },
      MeterValues: meters.meter,
      StopTransaction: async (s: Station, p: Request<'StopTransaction'>): Promise<Confirmation<'StopTransaction'>> =>
        (await stops.stop(s, p)).answer,
    },
    /** After a (re)connection: which sessions run on which connector, as the database knows. */
    adopt: async (s: Station): Promise<void> => {
      const list = await running.add(s.charger.pk)
      s.active = list.length > 0 ? new Map(list.map(r => [r.connectorId, r.transactionId])) : undefined
    },
    /** The charger has gone: its sessions need no memory until it is back. */
    release: (s: Station): void => {
      for (const id of s.active?.values() ?? []) live.forget(id)
    },
    /** A connector's state changed: the session on it goes by that, too. */
    statusChanged: (s: Station, connectorId: number, status: string, at: Date): void => {
      const id = s.active?.get(connectorId)
      if (id !== undefined) live.statusChanged(id, status, at)
    },
    /** Resolves when everything has been stored. */
    idle: async (): Promise<void> => {
      await Promise.all([starts.idle(), meters.idle(), stops.idle(), unknown.idle()])
    },
  }
}
