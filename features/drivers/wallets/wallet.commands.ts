// Sets the free balance of a wallet or prepaid card by hand, with the names of its driver (D-WAL-1). If two people
// change a balance at once, or a session holds the balance meanwhile, the later change is refused, because the balance
// that was shown has changed.
import { randomUUID } from 'node:crypto'
import { paiseFromRupees, rupeesFromPaise } from '@wattdesk/base/money'
import { fail, found } from '@wattdesk/wire/route'
import * as drivers from '#drivers/drivers/driver.store.ts'
import * as tags from '#fleet/tags/tag-record.store.ts'
import { balancesHeld } from '#money/ledger/account.store.ts'
import { type AccountName, giverAccount } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import { roleOn } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Trx } from '#platform/db/db.ts'
import { namesRecord, type WalletState } from './wallet.contract.ts'
import { changeLines } from './wallet.rules.ts'
import * as store from './wallet.store.ts'
import { CHANGED, MOST_RUPEES, NEITHER, OUTSIDE } from './wallet.words.ts'
import type { WalletBody } from './wallet-body.contract.ts'

const MISSING = 'Wallet not found'
const MOST_PAISE = paiseFromRupees(MOST_RUPEES)

const namesOf = (d: drivers.DriverRow | undefined) => ({
  id: d?.id ?? null,
  firstName: d?.firstName ?? null,
  lastName: d?.lastName ?? null,
  email: d?.email ?? null,
  phone: d?.phone ?? null,
  gstin: d?.gstin ?? null,
  legalName: d?.legalName ?? null,
  businessAddress: d?.businessAddress ?? null,
})
const stateOf = (p: store.Purse, d: drivers.DriverRow | undefined, paise: bigint): WalletState => ({
  ocppTagId: p.ocppTagPk,
  id_tag: p.idTag,
  balanceAmount: rupeesFromPaise(paise),
  ...namesOf(d),
})

const giverOf = ({ who }: Pick<Caller, 'who'>, { path, teamId }: store.Purse): AccountName =>
  giverAccount(who, roleOn(who, path)?.teamId ?? teamId)

async function setNames(
  trx: Trx,
  by: audit.By,
  before: drivers.DriverRow,
  body: WalletBody,
): Promise<drivers.DriverRow> {
  const { firstName, lastName } = { ...before, ...body }
  const email = body.email === undefined ? before.email : body.email
  const phone = body.phone === undefined ? before.phone : body.phone
  if (email === null && phone === null) fail(422, NEITHER, { email: NEITHER })
  const names = {
    firstName: firstName ?? before.firstName,
    lastName: lastName ?? before.lastName,
    email,
    phone,
    ...drivers.businessOf(body),
  }
  await drivers.update(trx, before.id, names)
  const { id: _, ...shown } = namesOf(before)
  // It goes with the business.
  const kept = { ...shown, recipientType: before.recipientType }
  await audit.write(trx, by, {
    action: 'update',
    feature: 'Customers',
    recordId: before.id,
    teamId: before.teamId,
    before: kept,
    after: { ...kept, ...names },
  })
  return { ...before, ...names }
}

/**
 * Answers the balance and the names as they are then. 404 outside the scope and for a tag without a balance, 409 where
 * names or balance are others by now, 422 where a changed balance lies outside 0 to 1000.
 */
export const updateWallet = (
  services: Services,
  caller: Caller,
  ocppTagId: number,
  body: WalletBody,
): Promise<WalletState> =>
  act(services, async trx => {
    const read = async () => found(await store.purseOf(trx, caller.scope, ocppTagId), MISSING)
    const shown = await read()
    // A card is held before its account, as its deletion holds it: money comes to no card that is being deleted.
    if (shown.kind === 'prepaid') await tags.lock(trx, ocppTagId)
    const purse = shown.kind === 'prepaid' ? await read() : shown
    const isWallet = purse.kind === 'app' && purse.driverId !== null
    if (!isWallet && purse.kind !== 'prepaid') fail(404, MISSING)
    let driver: drivers.DriverRow | undefined
    if (isWallet && purse.driverId !== null) {
      await drivers.lock(trx, purse.driverId)
      const before = found(await drivers.get(trx, caller.scope, purse.driverId), MISSING)
      const names = () => ({ ...namesOf(before), balanceAmount: rupeesFromPaise(BigInt(before.balancePaise)) })
      await demandUnchanged(trx, caller, namesRecord, purse.driverId, names)
      driver = await setNames(trx, caller.by, before, body)
    }
    const account: AccountName = driver ? { kind: 'wallet', ref: driver.id } : { kind: 'card', ref: purse.ocppTagPk }
    const { companyId, teamId } = purse
    const [balance = 0n] = await balancesHeld(trx, [{ ...account, companyId, teamId }])
    if (body.balanceAmount !== undefined && paiseFromRupees(body.balanceAmount) !== balance)
      fail(409, CHANGED, { amount: CHANGED })
    const wanted = paiseFromRupees(body.amount)
    const entry = {
      ...(driver ? { feature: 'Customers', recordId: driver.id } : { feature: 'Tag', recordId: purse.ocppTagPk }),
      teamId,
    }
    if (wanted === balance) {
      // Leaves no entry.
      if (!driver) await audit.write(trx, caller.by, { ...entry, action: 'update', before: {}, after: {} })
      return stateOf(purse, driver, balance)
    }
    if (wanted > MOST_PAISE) fail(422, OUTSIDE, { amount: OUTSIDE })
    const own = giverOf(caller, purse)
    const given = wanted < balance ? await store.givenByHand(trx, account) : []
    await postAll(trx, [
      {
        key: `by-hand:${randomUUID()}`,
        kind: 'credit',
        at: services.now(),
        companyId,
        teamId,
        userId: caller.who.userId,
        note: body.note,
        lines: changeLines(account, wanted - balance, own, given),
      },
    ])
    await audit.write(trx, caller.by, {
      ...entry,
      action: 'wallet',
      isMoney: true,
      before: { balance: rupeesFromPaise(balance) },
      after: { balance: rupeesFromPaise(wanted), note: body.note, idTag: purse.idTag },
    })
    return stateOf(purse, driver, wanted)
  })
