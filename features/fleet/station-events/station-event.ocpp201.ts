// NotifyEvent: what a station tells of its variables (N07), stored before it is answered.
import { storable } from '@wattdesk/base/text'
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import { isSecret } from '@wattdesk/ocpp/redact'
import { statusTime } from '#fleet/stations/clock.rules.ts'
import { clockCorrection, type Station, timeOf } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch } from '#platform/db/batch.ts'
import { isOver, ownSeverity } from './station-event.rules.ts'
import { type NewEvent, saveEvents } from './station-event.store.ts'

const textOf = (text: string | undefined): string | null => (text === undefined ? null : storable(text))

export function stationEvents(services: Services) {
  const { db } = services
  const waiting = new Batch<NewEvent[], undefined>(
    async items => {
      await saveEvents(db, items.flat())
      return items.map(() => undefined)
    },
    { max: 50 },
  )

  async function notifyEvent(s: Station, p: Request201<'NotifyEvent'>): Promise<Response201<'NotifyEvent'>> {
    const receivedAt = services.now()
    await waiting.add(
      p.eventData.map((e): NewEvent => {
        const toldAt = timeOf(e.timestamp)
        return {
          pk: s.charger.pk,
          eventId: e.eventId,
          at: statusTime(toldAt, receivedAt, clockCorrection(s)),
          toldAt,
          receivedAt,
          trigger: e.trigger,
          notification: e.eventNotificationType,
          severity: ownSeverity(e),
          cause: e.cause ?? null,
          component: storable(e.component.name),
          componentInstance: storable(e.component.instance ?? ''),
          evseId: e.component.evse?.id ?? 0,
          connectorId: e.component.evse?.connectorId ?? 0,
          variable: storable(e.variable.name),
          variableInstance: storable(e.variable.instance ?? ''),
          actualValue: isSecret(e.variable.name) ? null : storable(e.actualValue),
          techCode: textOf(e.techCode),
          techInfo: textOf(e.techInfo),
          stationTransactionId: textOf(e.transactionId),
          monitorId: e.variableMonitoringId ?? null,
          isOver: isOver(e),
        }
      }),
    )
    return {}
  }

  return { handlers: { NotifyEvent: notifyEvent }, idle: () => waiting.idle() }
}
