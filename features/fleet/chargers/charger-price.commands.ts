// Another price group for connectors of a charger, without the rest of its form (D-CHARGER-9, D-BULK-2).
import { fail, found } from '@wattdesk/wire/route'
import { setPriceGroup } from '#fleet/stations/connector.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { AfterCommit, Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Values } from '#platform/audit/values.ts'
import type { Trx } from '#platform/db/db.ts'
import { chargerReply, MISSING } from './charger.commands.ts'
import { chargerRecord } from './charger.contract.ts'
import * as demands from './charger-demands.commands.ts'
import * as detail from './charger-detail.store.ts'
import * as record from './charger-record.store.ts'

/**
 * Gives connectors of a charger another price group, all of them or the one with a number, as the form of the charger does
 * for each: dated, and with the same entry. Answers whether anything changed.
 */
export async function priceCharger(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  { who, by, scope }: Caller,
  id: string,
  { priceGroupId, connectorId }: { priceGroupId: number; connectorId: number | null },
): Promise<boolean> {
  const now = services.now()
  const { pk, teamId, companyId } = found(await detail.lock(trx, scope, id), MISSING)
  const connectors = await record.connectorsIn(trx, pk)
  const meant = connectors.filter(c => connectorId === null || c.connectorId === connectorId)
  if (meant.length === 0)
    fail(
      422,
      connectorId === null ? 'The charge point has no connectors' : `The charge point has no connector ${connectorId}`,
    )
  await demands.demandPriceGroups(trx, companyId, [priceGroupId])
  if (meant.every(c => c.priceGroupId === priceGroupId)) return false
  const read = () => chargerReply(trx, { kind: 'teams', teamId, teams: [teamId] }, who, String(pk), now)
  const before = await read()
  await setPriceGroup(
    trx,
    pk,
    priceGroupId,
    now,
    meant.map(c => c.connectorId),
  )
  const after = await read()
  await audit.write(trx, by, {
    action: 'update',
    feature: 'ChargerPoint',
    recordId: pk,
    teamId,
    before: chargerRecord.part(before) as Values,
    after: chargerRecord.part(after) as Values,
    isMoney: true,
  })
  then(() => services.bus.changed({ what: 'charger', chargepointPk: pk }))
  return true
}
