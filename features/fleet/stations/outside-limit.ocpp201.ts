// NotifyChargingLimit and ClearedChargingLimit: somebody else limits a station, and does so no more (K12, K13).
import { storable } from '@wattdesk/base/text'
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { Services } from '#office/installation/services.ts'
import { scheduleOf } from './outside-limit.rules.ts'
import { endOutsideLimits, keepOutsideLimit } from './outside-limit.store.ts'
import { clockCorrection, type Station } from './station.memory.ts'

type Notify = 'NotifyChargingLimit'
type Cleared = 'ClearedChargingLimit'
export const outsideLimits201 = ({ db, now }: Services) => ({
  async NotifyChargingLimit(s: Station, p: Request201<Notify>): Promise<Response201<Notify>> {
    const toldAt = now()
    const aheadSec = clockCorrection(s)
    await keepOutsideLimit(db, {
      pk: s.charger.pk,
      evseId: p.evseId ?? 0,
      source: storable(p.chargingLimit.chargingLimitSource),
      isGridCritical: p.chargingLimit.isGridCritical ?? null,
      schedules: (p.chargingSchedule ?? []).map(told => scheduleOf(told, { toldAt: toldAt.getTime(), aheadSec })),
      toldAt,
    })
    return {}
  },
  async ClearedChargingLimit(s: Station, p: Request201<Cleared>): Promise<Response201<Cleared>> {
    await endOutsideLimits(db, s.charger.pk, storable(p.chargingLimitSource), p.evseId)
    return {}
  },
})
