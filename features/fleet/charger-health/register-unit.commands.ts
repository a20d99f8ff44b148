// A person's agreement that a charger's registers without a unit are kWh; the agreement may be taken back (D-TXN-11).
// It holds for sessions that begin afterwards: a running session keeps its scale.
import { found } from '@wattdesk/wire/route'
import { lock } from '#fleet/chargers/charger-detail.store.ts'
import { kwhRegistersSince, setKwhRegistersSince } from '#fleet/chargers/register-unit.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'

export const MISSING = 'Charge point not found'

/** Reads the charger's registers without a unit as kWh from now on, or as Wh again. */
export const setRegisterUnit = (
  services: Services,
  { by, scope }: Caller,
  id: string,
  isKwh: boolean,
): Promise<{ registersInKwhSince: string | null }> =>
  act(services, async (trx, then) => {
    const { pk, teamId } = found(await lock(trx, scope, id), MISSING)
    const before = await kwhRegistersSince(trx, pk)
    const after = isKwh ? (before ?? services.now()) : null
    await setKwhRegistersSince(trx, pk, after)
    await audit.write(trx, by, {
      action: 'update',
      feature: 'ChargerPoint',
      recordId: pk,
      teamId,
      isMoney: true,
      before: { registersInKwhSince: before },
      after: { registersInKwhSince: after },
    })
    // The node that holds the charger reads its record again.
    then(() => services.bus.changed({ what: 'charger', chargepointPk: pk }))
    return { registersInKwhSince: after?.toISOString() ?? null }
  })
