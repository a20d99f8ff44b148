// A charger's reports about itself: boot (charger-boot.ocpp.ts), status (charger-status.ocpp.ts), heartbeat, security
// events. The messages of OCPP 1.6.
import { OcppError } from '@wattdesk/ocpp/error-code'
import type { Confirmation, Request } from '@wattdesk/ocpp/messages'
import type { Services } from '#office/installation/services.ts'
import { bootCalls, type OnConfigSet, type TemplatesOf } from './boot-calls.ocpp.ts'
import { boots as bootsOf } from './charger-boot.ocpp.ts'
import type { NoteEvent } from './charger-mail.memory.ts'
import { addSecurityEvent } from './charger-notice.store.ts'
import { type StatusOptions, statuses as statusesOf } from './charger-status.ocpp.ts'
import { statusTime } from './clock.rules.ts'
import { liveChanges } from './live-change.memory.ts'
import { clockCorrection, type Station, textOf, timeOf } from './station.memory.ts'

export type ChargerHandlerOptions = {
  /** Called with events that people may want a mail of. */
  note?: NoteEvent
  onStatus?: StatusOptions['onStatus']
  /** Called when a boot was accepted, or an accepted charger is back. */
  onAccepted?: (s: Station) => void
  onSet?: OnConfigSet
  templatesOf?: TemplatesOf
}

export function chargerHandlers(services: Services, options: ChargerHandlerOptions = {}) {
  const { onStatus, onAccepted, onSet, templatesOf, note } = options
  const { db } = services
  const changes = liveChanges(services)
  const calls = bootCalls(services, { onSet, templatesOf })
  const boots = bootsOf(services, { changes, calls, note, onAccepted, templatesOf })
  const statuses = statusesOf(services, { changes, note, onStatus })

  function heartbeat(s: Station): Confirmation<'Heartbeat'> {
    const now = services.now()
    s.lastHeartbeatAt = now.getTime()
    return { currentTime: textOf(now) }
  }

  async function securityEvent(s: Station, p: Request<'SecurityEventNotification'>) {
    const [toldAt, receivedAt] = [timeOf(p.timestamp), services.now()]
    const at = statusTime(toldAt, receivedAt, clockCorrection(s))
    await addSecurityEvent(db, {
      pk: s.charger.pk,
      identity: s.charger.id,
      source: 'charger',
      type: p.type,
      techInfo: p.techInfo ?? null,
      at,
      toldAt: toldAt.getTime() === at.getTime() ? null : toldAt,
      receivedAt,
    })
    return {}
  }

  return {
    handlers: {
      BootNotification: boots.boot,
      Heartbeat: heartbeat,
      StatusNotification: statuses.status,
      /** No vendor's data are known yet (O-57). */
      DataTransfer: (): Confirmation<'DataTransfer'> => ({ status: 'UnknownVendorId' }),
      SecurityEventNotification: securityEvent,
    },
    changedByHand: calls.changedByHand,
    saveChange: changes.save,
    /**
     * Called when a charger is back on a new socket: without another boot, it is told here of the changes in between.
     */
    onReturn: (s: Station) => {
      if (s.charger.registration !== 'Accepted' || !s.charger.bootAccepted) return
      calls.tellAvailability(s)
      onAccepted?.(s)
    },
    /** Resolves when everything has been stored. */
    idle: () => Promise.all([boots.idle(), statuses.idle(), changes.idle()]),
  }
}

/** Refuses messages before an accepted boot; acceptance outlives connections and restarts (O-10, O-11, O-30, O-31). */
export function demandAccepted(station: Station, action: string): void {
  const { bootAccepted, registration } = station.charger
  if (action === 'BootNotification' || (bootAccepted && registration === 'Accepted')) return
  if (registration !== 'Pending' || !mayReport(station, action))
    throw new OcppError('SecurityError', 'BootNotification has not been accepted')
}

/** A pending station of 2.0.1 may report its device model, and what a trigger has asked for, but no session (B02). */
function mayReport({ session }: Station, action: string): boolean {
  if (session.family !== 'ocpp2') return false
  if (action === 'NotifyReport') return true
  return action !== 'TransactionEvent' && action !== 'MeterValues' && session.triggered.delete(action)
}
