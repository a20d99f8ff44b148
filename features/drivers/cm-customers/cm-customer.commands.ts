// Gives RFID tags and UPI ids to a customer by their texts, and takes them away (D-CM-2). A tag or UPI id of another
// customer is refused: 409. The customer is locked meanwhile, so that two changes follow each other.
import { fail, found } from '@wattdesk/wire/route'
import { removeDriverTag } from '#drivers/drivers/driver.commands.ts'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { create } from '#fleet/tags/tag.store.ts'
import * as tags from '#fleet/tags/tag-driver.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Scope } from '#platform/access/scope.ts'
import { act, type Caller, UNIQUE_VIOLATION } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import type { PersonalTag, UpiEntry } from './cm-customer.contract.ts'
import * as store from './cm-customer.store.ts'

export const MISSING = 'Customer not found'

async function held(trx: Trx, { scope }: Pick<Caller, 'scope'>, id: number): Promise<drivers.DriverRow> {
  await drivers.lock(trx, id)
  return found(await drivers.get(trx, scope, id), MISSING)
}
const tell = (
  trx: Trx,
  by: audit.By,
  d: drivers.DriverRow,
  action: string,
  values: Pick<audit.NewEntry, 'before' | 'after'>,
) => audit.write(trx, by, { action, feature: 'Customers', recordId: d.id, teamId: d.teamId, ...values })

/** A change that changes nothing leaves no entry. */
const UNCHANGED = { before: {}, after: {} }

const isWithin = (scope: Scope, t: tags.HeldTag): boolean =>
  scope.kind === 'all' || (scope.kind === 'company' ? scope.companyId === t.companyId : scope.teams.includes(t.teamId))

/** All that the customer has by now, and whether what was given was not had before. */
type Given<T> = { all: T[]; isNew: boolean }

/** Gives a tag; an unknown tag is created in the customer's team with a limit of one session at a time. */
export const addTag = (services: Services, caller: Caller, id: number, text: string): Promise<Given<PersonalTag>> =>
  act(
    services,
    async trx => {
      const driver = await held(trx, caller, id)
      const known = await store.tagPkOf(trx, text)
      const entry = { feature: 'Tag', recordId: known ?? 0, teamId: driver.teamId }
      if (known === undefined) {
        const made = { teamId: driver.teamId, idTag: text, driverId: id, maxActiveTransactions: 1 }
        entry.recordId = await create(trx, made)
        const after = { tag: text, max_active_trans_count: 1, driver: driver.fullName }
        await audit.write(trx, caller.by, { ...entry, action: 'create', after })
      } else {
        const [tag] = await tags.holdTags(trx, [known])
        const isCard = tag?.kind === 'rfid' || tag?.kind === 'prepaid'
        const isNear = tag && (isWithin(caller.scope, tag) || driver.path.includes(tag.teamId))
        if (!tag || !isCard || !isNear || tag.companyId !== driver.companyId)
          fail(409, `RFID Tag ${text} is in use elsewhere`)
        if (tag.driverId !== null && tag.driverId !== id) fail(409, `RFID Tag ${tag.tag} belongs to another customer`)
        if (tag.driverId === id) {
          await tell(trx, caller.by, driver, 'update', UNCHANGED)
          return { all: await store.tagsOf(trx, id), isNew: false }
        }
        await tags.setDriver(trx, [known], id)
        const values = { before: { driver: null }, after: { driver: driver.fullName } }
        await audit.write(trx, caller.by, { ...entry, teamId: tag.teamId, action: 'update', ...values })
      }
      await tell(trx, caller.by, driver, 'add-tags', { after: { tags: [text] } })
      return { all: await store.tagsOf(trx, id), isNew: true }
    },
    { [UNIQUE_VIOLATION]: { text: `RFID Tag ${text} has just been made by somebody else. Please try again.` } },
  )

/** Takes a tag away, which then is nobody's; 404 for one that the customer does not have. */
export async function removeTag(services: Services, caller: Caller, id: number, tagPk: number): Promise<PersonalTag[]> {
  await removeDriverTag(services, caller, id, tagPk)
  return store.tagsOf(services.db, id)
}

export const addUpiId = (services: Services, caller: Caller, id: number, upiId: string): Promise<Given<UpiEntry>> =>
  act(services, async trx => {
    const driver = await held(trx, caller, id)
    const { ownerId, isNew } = await store.add(trx, upiId, id)
    if (ownerId !== id) fail(409, `UPI ID ${upiId} belongs to another customer`)
    if (isNew) await tell(trx, caller.by, driver, 'add-upi-id', { after: { upiId } })
    else await tell(trx, caller.by, driver, 'update', UNCHANGED)
    return { all: await store.upiIdsOfDriver(trx, id), isNew }
  })

export const removeUpiId = (services: Services, caller: Caller, id: number, upiId: string): Promise<UpiEntry[]> =>
  act(services, async trx => {
    const driver = await held(trx, caller, id)
    if (!(await store.remove(trx, upiId, id))) fail(404, 'UPI ID not found')
    await tell(trx, caller.by, driver, 'remove-upi-id', { before: { upiId } })
    return store.upiIdsOfDriver(trx, id)
  })
