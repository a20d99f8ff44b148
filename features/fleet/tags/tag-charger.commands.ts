// Tying a tag to chargers and taking them off again: with any, it is valid at those alone (D-OCPP-3). Each act is a change of
// the tag, with its chargers before and after in its entry.
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { everywhere, type Scope } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import type { TagCharger } from './tag.contract.ts'
import { TAG_MISSING } from './tag.fields.ts'
import { attach } from './tag.store.ts'
import * as store from './tag-charger.store.ts'
import * as tags from './tag-record.store.ts'

const CHARGER_MISSING = 'Charger not found'

/** Runs a change of a tag's chargers, of which the caller sees those where they have a role. */
const changeChargers = (
  services: Services,
  { who, by, scope }: Caller,
  id: number,
  change: (trx: Trx, of: { tag: tags.TagRow; chargers: Scope }) => Promise<unknown>,
): Promise<TagCharger[]> =>
  act(services, async trx => {
    await tags.lock(trx, id)
    const tag = found(await tags.get(trx, scope, id), TAG_MISSING)
    const chargers = await everywhere(trx, who, 'team role')
    const read = () => store.chargers(trx, chargers, id)
    const ids = (of: readonly TagCharger[]) => ({ chargers: of.map(c => c.chargepoint_id) })
    const before = await read()
    await change(trx, { tag, chargers })
    const after = await read()
    const entry = { action: 'update', feature: 'Tag', recordId: id, teamId: tag.teamId } as const
    await audit.write(trx, by, { ...entry, before: ids(before), after: ids(after) })
    return after
  })

/** Ties a tag to chargers of the caller's scope, all or none of them. */
export const attachChargers = (services: Services, caller: Caller, id: number, ids: readonly string[]) =>
  changeChargers(services, caller, id, async (trx, { tag, chargers }) => {
    const known = await store.chargersToTie(trx, chargers, tag, ids)
    const missing = ids.find(c => !known.has(c))
    if (missing !== undefined) fail(422, CHARGER_MISSING, { chargerIds: `${CHARGER_MISSING}: ${missing}` })
    await attach(trx, id, [...known.values()])
  })

/** Takes a charger off a tag; `chargerId` is its id, or its key (D-GEN-4). */
export const detachCharger = (services: Services, caller: Caller, id: number, chargerId: string) =>
  changeChargers(services, caller, id, async (trx, { chargers }) => {
    const all = await store.chargers(trx, chargers, id)
    const named = all.find(c => c.chargepoint_id === chargerId) ?? all.find(c => String(c.chargepoint_pk) === chargerId)
    await store.detach(trx, id, found(named, CHARGER_MISSING).chargepoint_pk)
  })
