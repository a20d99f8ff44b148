// The second factors of the signed-in person: set up, named, removed, with recovery codes (MFA-01). Each change is mailed to the
// person.
import { dayOf } from '@wattdesk/base/time'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import * as browsers from '#people/browsers/browser.store.ts'
import { type Account, accountById } from '#people/entry/account.store.ts'
import type { Caller } from '#people/entry/entry.commands.ts'
import { lock } from '#people/users/user.store.ts'
import type { Who } from '#platform/access/scope.ts'
import { act, UNIQUE_VIOLATION, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Visitor } from '#platform/http/caller.ts'
import * as factors from './factor.store.ts'
import { entryOf, mailFactorNews, OVER } from './factor-check.commands.ts'
import { madeFactor, newApp, newCodes, newPasskey } from './factor-set-up.commands.ts'
import { needOf } from './need.store.ts'
import type { Factor, NewAppBody, NewPasskeyBody, SecondFactors } from './second-factor.contract.ts'
import { FACTOR_KINDS } from './second-factor.words.ts'
import * as steps from './step.store.ts'

type Asking = { who: Who; by: audit.By }
const MISSING = 'Second factor not found'
const GONE = 'User not found'
const SAME_NAME = 'Another second factor has this name'
const WORDS: Words = {
  second_factor_name: { text: SAME_NAME, field: 'name' },
  [UNIQUE_VIOLATION]: { text: 'This passkey is known already', field: 'passkey' },
}

const factorOf = (f: factors.FactorRow): Factor => ({
  factor_id: f.factorId,
  kind: f.kind,
  name: f.name,
  made_at: f.madeAt.toISOString(),
  used_at: f.usedAt?.toISOString() ?? null,
  host: f.rpId,
})

/** The factors of a person as replies show them. */
export async function listOf(db: Db | Trx, userId: number): Promise<SecondFactors> {
  const [held, codes, need] = await Promise.all([
    factors.factorsOf(db, userId),
    factors.codesOf(db, userId),
    needOf(db, userId),
  ])
  return {
    factors: held.map(factorOf),
    recovery_codes_left: codes.left,
    recovery_codes_made: codes.made,
    recovery_codes_at: codes.madeAt?.toISOString() ?? null,
    needed: need ? { by: need.by, from: need.from.toISOString() } : null,
  }
}

const accountOf = async ({ db, now, timeZone }: Services, { userId }: Who): Promise<Account> =>
  found(await accountById(db, userId, dayOf(now(), timeZone)), GONE)

type Begun = Extract<steps.Purpose, 'new app' | 'new passkey'>
async function beginFactor(services: Services, { who, by }: Asking, purpose: Begun) {
  const { db } = services
  const now = services.now()
  const user = await accountOf(services, who)
  const { ticket } = await steps.begin(db, { purpose, user, now })
  const step = found(await steps.waiting(db, ticket, now), OVER)
  // Nothing has changed yet.
  by.written++
  return { ticket, step, user }
}
export async function beginApp(services: Services, asking: Asking) {
  const { ticket, step, user } = await beginFactor(services, asking, 'new app')
  return { ticket, ...(await newApp(services, step, user)) }
}
export async function beginPasskey(services: Services, asking: Asking, origin: string | undefined) {
  const { ticket, step, user } = await beginFactor(services, asking, 'new passkey')
  return { ticket, options: await newPasskey(services, step, user, origin) }
}

/** Adds the factor of a step that this person has begun. */
export async function endFactor(
  services: Services,
  { who, by }: Asking,
  purpose: Begun,
  body: NewAppBody | NewPasskeyBody,
  visitor: Visitor,
): Promise<{ data: Factor; recovery_codes: string[] }> {
  const { db } = services
  const step = await steps.waiting(db, body.ticket, services.now())
  if (step?.purpose !== purpose || step.userId !== who.userId) fail(409, 'The set-up has expired. Please begin again.')
  const add = await madeFactor(services, step, await accountOf(services, who), body, visitor)
  return act(
    services,
    async trx => {
      const { factorId, codes } = await add(trx, by)
      return { data: factorOf(await ownFactor(trx, who, factorId)), recovery_codes: codes }
    },
    WORDS,
  )
}

const ownFactor = async (trx: Trx, who: Who, factorId: number): Promise<factors.FactorRow> =>
  found(
    (await factors.factorsOf(trx, who.userId)).find(f => f.factorId === factorId),
    MISSING,
  )
const personOf = (who: Who) => ({ id: who.userId, companyId: who.companyId })

export const renameFactor = (
  services: Services,
  { who, by }: Asking,
  factorId: number,
  name: string,
): Promise<Factor> =>
  act(
    services,
    async trx => {
      await lock(trx, who.userId)
      const before = await ownFactor(trx, who, factorId)
      if (before.name === name) audit.noChange(trx, by)
      else {
        await factors.rename(trx, factorId, name)
        const entry = { ...entryOf(personOf(who)), action: 'rename-factor' }
        await audit.write(trx, by, { ...entry, before: { factor: before.name }, after: { factor: name } })
      }
      return factorOf({ ...before, name })
    },
    WORDS,
  )

/** Removes a factor. Whoever needs one keeps the last; otherwise recovery codes and remembered browsers go with it. */
export async function removeFactor(
  services: Services,
  { who, by }: Asking,
  factorId: number,
  caller: Caller,
): Promise<void> {
  const account = await accountOf(services, who)
  await act(services, async trx => {
    await lock(trx, who.userId)
    const factor = await ownFactor(trx, who, factorId)
    const isLast = (await factors.factorsOf(trx, who.userId)).length === 1
    const need = isLast ? await needOf(trx, who.userId) : undefined
    if (need) fail(409, `You need a second factor, by ${need.by}. Add another one before you remove this one.`)
    if (isLast) {
      await factors.removeAll(trx, who.userId)
      await browsers.distrust(trx, who.userId)
    } else await factors.remove(trx, factorId)
    const { kind, name } = factor
    const entry = { ...entryOf(account), action: 'remove-factor' }
    await audit.write(trx, by, { ...entry, before: { factor: name, kind: FACTOR_KINDS[kind] } })
    await mailFactorNews(services, trx, account, { what: 'removed', kind, name }, caller)
  })
}

export async function makeRecoveryCodes(services: Services, { who, by }: Asking, caller: Caller): Promise<string[]> {
  const account = await accountOf(services, who)
  return act(services, async trx => {
    await lock(trx, who.userId)
    if ((await factors.factorsOf(trx, who.userId)).length === 0)
      fail(409, 'Recovery codes stand in for a second factor. Set one up first.')
    const codes = await newCodes(services, trx, who.userId)
    await audit.write(trx, by, { ...entryOf(account), action: 'new-recovery-codes' })
    await mailFactorNews(services, trx, account, { what: 'new codes' }, caller)
    return codes
  })
}
