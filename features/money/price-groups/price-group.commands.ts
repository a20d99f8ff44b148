// Making, changing and deleting price groups (D-PG-1, D-PG-2). Other prices are a new version from now on: sessions that
// run keep the version they began with (M-2.2), unless the clock of their charger turns out to be wrong (`anchorStarts`).
import { created, deleted, updated } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { teamScope } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Trx } from '#platform/db/db.ts'
import { checkCoverage, type PriceSnapshot } from './price.rules.ts'
import { MISSING, ONE_FIXED_PRICE } from './price.words.ts'
import { sameVersion, storedSlots } from './price-detail.rules.ts'
import { type PriceGroup, priceGroupRecord } from './price-group.contract.ts'
import { create, hide } from './price-group.store.ts'
import type { PriceGroupBody } from './price-group-body.contract.ts'
import * as records from './price-group-record.store.ts'
import { weekText } from './price-text.rules.ts'
import { addVersion, versionAt } from './price-version.store.ts'

const ENTRY = { feature: 'PriceGroup', isMoney: true } as const
export const MESSAGES = {
  created: created('Price group'),
  updated: updated('Price group'),
  deleted: deleted('Price group'),
}
/**
 * The price group as the audit log records it, with its prices in words; the figures themselves stay in the versions.
 */
const kept = ({ name, description, priceGroupType, priceDetails }: PriceGroup) => ({
  name,
  description,
  priceGroupType,
  prices: weekText(priceGroupType, priceDetails).map(
    ({ days, slots }) => `${days}: ${slots.map(s => `${s.time} ${s.price}`).join('; ')}`,
  ),
})

/** The slots of a body as they are stored; 422 where they leave a gap, overlap, or are too many for a fixed price. */
export function demandSlots({
  priceGroupType: type,
  priceDetails,
}: Pick<PriceGroupBody, 'priceGroupType' | 'priceDetails'>) {
  const refuse = (text: string) => fail(422, text, { priceDetails: text })
  if (type === 'fixed' && priceDetails.length > 1) refuse(ONE_FIXED_PRICE)
  const details = storedSlots(type, priceDetails)
  const covers = checkCoverage(type, details)
  if (!covers.ok) refuse(covers.error)
  return details
}

/** A price group of a team, with the payment terms of the team. */
export const createPriceGroup = (
  services: Services,
  { who, by }: Pick<Caller, 'who' | 'by'>,
  teamId: number,
  body: PriceGroupBody,
): Promise<PriceGroup> =>
  act(services, async trx => {
    const { scope } = await teamScope(trx, who, teamId, 'PriceGroup.create')
    const details = demandSlots(body)
    const now = services.now()
    const { name, description, priceGroupType: type } = body
    const id = await create(trx, { teamId, name, description, type, details, validFrom: now, createdAt: now })
    const made = records.priceGroupOf(found(await records.get(trx, scope, id, now), MISSING))
    await audit.write(trx, by, { ...ENTRY, action: 'create', recordId: id, teamId, after: kept(made) })
    return made
  })

/**
 * The group before a change: locked, within the scope, and unchanged since the caller read it; and the moment of the
 * change.
 */
async function held(trx: Trx, services: Services, { scope, ifMatch }: Caller, id: number) {
  const now = await records.lock(trx, id, services.now)
  const before = records.priceGroupOf(found(await records.get(trx, scope, id, now), MISSING))
  await demandUnchanged(trx, { ifMatch }, priceGroupRecord, id, () => before)
  return { before, now }
}

/** Changes name and description, and adds a version from now on where the prices differ. */
export const changePriceGroup = (
  services: Services,
  caller: Caller,
  id: number,
  body: PriceGroupBody,
): Promise<PriceGroup> =>
  act(services, async trx => {
    const { before, now } = await held(trx, services, caller, id)
    const details = demandSlots(body)
    const terms = await records.teamTerms(trx, before.teamId)
    const content: PriceSnapshot = { priceGroupId: id, type: body.priceGroupType, ...terms, details }
    const last = found(await versionAt(trx, id, now), MISSING)
    if (!sameVersion(last.content, content)) await addVersion(trx, { priceGroupId: id, validFrom: now, content })
    await records.update(trx, id, { name: body.name, description: body.description, updatedAt: now })
    const after = records.priceGroupOf(found(await records.get(trx, caller.scope, id, now), MISSING))
    const entry = { ...ENTRY, action: 'update', recordId: id, teamId: before.teamId } as const
    await audit.write(trx, caller.by, { ...entry, before: kept(before), after: kept(after) })
    return after
  })

const usedBy = (n: number): string =>
  `Price group is used by ${n} ${n === 1 ? 'connector' : 'connectors'}. Give ${n === 1 ? 'it' : 'them'} another price group first.`

/** Hides a group that no connector uses (D-GEN-8); sessions billed by it keep its versions. */
export const removePriceGroup = (services: Services, caller: Caller, id: number): Promise<void> =>
  act(services, async trx => {
    const { before, now } = await held(trx, services, caller, id)
    const connectors = await records.connectorsOf(trx, id)
    if (connectors > 0) fail(409, usedBy(connectors))
    await hide(trx, id, now)
    const entry = { ...ENTRY, action: 'delete', recordId: id, teamId: before.teamId } as const
    await audit.write(trx, caller.by, { ...entry, before: kept(before) })
  })
