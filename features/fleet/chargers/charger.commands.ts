// Changes to the record of a charger: deleting it, and taking in a charger that connected without being known.
import { fail, found } from '@wattdesk/wire/route'
import * as store from '#fleet/stations/charger.store.ts'
import { withinSince } from '#fleet/stations/charger-since.store.ts'
import type { Services } from '#office/installation/services.ts'
import { everywhere, type Scope, type Who } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Charger, chargerRecord } from './charger.contract.ts'
import { chargerOf, connectorOf } from './charger.reply.ts'
import * as detail from './charger-detail.store.ts'
import * as form from './charger-form.store.ts'
import { register } from './charger-write.store.ts'
import type { Connector } from './connector.contract.ts'

export const MISSING = 'Charge point not found'

/** Connectors as shown; energy and amount where the caller may view transactions. */
export const connectorsOf = async (on: Db | Trx, pk: number, who: Who, now: Date): Promise<Connector[]> =>
  (await detail.connectors(on, pk, await everywhere(on, who, 'Transaction.view'), now)).map(connectorOf)

/**
 * Returns a charger as the reply shows it to the caller. `reader`: the scope that decides which part of its past is
 * shown.
 */
export async function chargerReply(
  on: Db | Trx,
  scope: Scope,
  who: Who,
  id: string,
  now: Date,
  reader: Scope = scope,
): Promise<Charger> {
  const row = found(await detail.get(on, scope, id, now), MISSING)
  const { chargepointPk: pk } = row
  const connectors = await connectorsOf(on, pk, who, now)
  const odd = await detail.oddValues(on, pk)
  const instructions = await form.instructions(on, pk)
  const incidents = await form.incidents(on, pk, await withinSince(on, reader, pk))
  return chargerOf(row, { connectors, odd, instructions, incidents })
}

/** Hides a charger that has no running session, and closes its socket (D-GEN-8). */
export const removeCharger = (services: Services, caller: Caller, id: string): Promise<detail.FoundCharger> =>
  act(services, async (trx, then) => {
    const { scope, who, by } = caller
    const charger = found(await detail.lock(trx, scope, id), MISSING)
    const { pk } = charger
    await demandUnchanged(trx, caller, chargerRecord, pk, () =>
      chargerReply(trx, scope, who, String(pk), services.now()),
    )
    if (!(await detail.hide(trx, pk, services.now()))) fail(409, 'Charge Point has an active transaction')
    await audit.write(trx, by, {
      action: 'delete',
      feature: 'ChargerPoint',
      recordId: pk,
      teamId: charger.teamId,
      before: { chargepoint_id: charger.id, chargepoint_name: charger.name, teamId: charger.teamId },
    })
    then(() => services.bus.changed({ what: 'charger', chargepointPk: pk }))
    return charger
  })

/**
 * Lets in a charger that came unasked (WATTDESK_OCPP_REGISTER, D-OCPP-1). Undefined when its identity differs from a
 * known one only in case, width or spaces.
 */
export async function registerCharger(
  services: Pick<Services, 'db' | 'bus' | 'log'>,
  identity: string,
  { teamId, status }: NonNullable<Services['ocppRegister']>,
): Promise<store.StoredCharger | undefined> {
  await act(services, async trx => {
    const pk = await register(trx, identity, teamId, status)
    if (pk === undefined) return
    await audit.write(trx, audit.byProduct('Registration of chargers'), {
      action: 'create',
      feature: 'ChargerPoint',
      recordId: pk,
      teamId,
      after: { chargepoint_id: identity, registrationStatus: status, teamId },
    })
  })
  return (await store.byIdentities(services.db, [identity]))[0]
}
