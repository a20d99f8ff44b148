// A new factor: an app by its first code, or a passkey by what the browser has made (MFA-01). With the first one come ten recovery
// codes. The same for a person who is signed in, and at a sign-in that needs a factor.
import { browserName } from '@wattdesk/base/browser-name'
import { fail } from '@wattdesk/wire/route'
import { brandOf } from '#office/brand/brand.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import type { Caller } from '#people/entry/entry.commands.ts'
import { lock } from '#people/users/user.store.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { qrPng } from '#platform/files/qr-image.ts'
import { appUri, newAppSecret, newRecoveryCodes, stepOfCode } from './code.crypto.ts'
import * as factors from './factor.store.ts'
import {
  countCode,
  entryOf,
  handleOf,
  mailFactorNews,
  OVER,
  type Person,
  recoveryHash,
  sealUse,
  siteHere,
  takenChallenge,
  WRONG_PASSKEY,
  wrong,
} from './factor-check.commands.ts'
import { creationOptions, readMade } from './passkey.crypto.ts'
import { freeName } from './second-factor.rules.ts'
import { FACTOR_KINDS, type FactorKind, MOST_FACTORS, RECOVERY_CODES } from './second-factor.words.ts'
import type { NewApp } from './second-step.contract.ts'
import * as steps from './step.store.ts'

const NO_PASSKEYS_HERE = 'No passkey can be made at this address. Open the portal at its own address, by https.'
const FULL = `A person has at most ${MOST_FACTORS} second factors`
const KNOWN = 'This passkey is known already'

/** A new secret for an app, in place of one that the step was given before. */
export async function newApp(services: Services, step: steps.StepRow, person: Person): Promise<NewApp> {
  const { db, seal, publicUrl } = services
  const secret = newAppSecret()
  const { brand } = await homeOfCompany(db, publicUrl, person.companyId)
  const uri = appUri(secret, { issuer: brand.name, username: person.username })
  await steps.waitFor(db, step, { sealedSecret: seal.close(secret, sealUse(person.id)) })
  return { secret, uri, qr: `data:image/png;base64,${(await qrPng(uri)).toString('base64')}` }
}

/** What the browser needs to make a passkey. */
export async function newPasskey(
  services: Services,
  step: steps.StepRow,
  person: Person,
  origin: string | undefined,
): Promise<Record<string, unknown>> {
  const { db } = services
  const site = (await siteHere(services, db, origin)) ?? fail(409, NO_PASSKEYS_HERE)
  const known = (await factors.factorsOf(db, person.id)).filter(factors.isPasskey).filter(p => p.rpId === site.rpId)
  const owner = {
    handle: handleOf(services, person.id),
    username: person.username,
    name: person.firstName || person.username,
  }
  const options = await creationOptions(site, owner, { brand: brandOf(new URL(site.origin).host).name, known })
  await steps.waitFor(db, step, { challenge: String(options.challenge), ...site })
  return options
}

type Made = { code?: string | undefined; passkey?: Record<string, unknown> | undefined; name?: string | undefined }
type Added = { factorId: number; codes: string[] }
/**
 * Looks at the first code of an app, or at a new passkey.
 * @returns adds the factor, and uses the step up
 */
export async function madeFactor(
  services: Services,
  step: steps.StepRow,
  person: Person,
  made: Made,
  caller: Caller,
): Promise<(trx: Trx, by: audit.By) => Promise<Added>> {
  const parts = made.passkey
    ? await readPasskey(services, step, made.passkey)
    : await readApp(services, step, person, made.code ?? '', caller)
  return async (trx, by) => {
    const now = services.now()
    if (!(await steps.use(trx, step, parts.kind === 'app', now))) fail(401, OVER)
    await lock(trx, person.id)
    const held = await factors.factorsOf(trx, person.id)
    if (held.length >= MOST_FACTORS) fail(409, FULL)
    const taken = held.map(f => f.name)
    const usual = parts.kind === 'app' ? FACTOR_KINDS.app : `${FACTOR_KINDS.passkey} of ${browserName(caller.agent)}`
    const name = made.name ?? freeName(usual.slice(0, 50), taken)
    const own = { userId: person.id, name, madeAt: now }
    const factorId = await factors.add(
      trx,
      parts.kind === 'app'
        ? { ...own, kind: 'app', sealedSecret: parts.sealedSecret, lastStep: parts.lastStep }
        : { ...own, kind: 'passkey', ...parts.passkey },
    )
    if (parts.kind === 'app') await parts.takeBack(trx)
    const codes = held.length === 0 ? await newCodes(services, trx, person.id) : []
    await audit.write(trx, by, {
      ...entryOf(person),
      action: 'add-factor',
      after: { factor: name, kind: FACTOR_KINDS[parts.kind] },
    })
    await mailFactorNews(services, trx, person, { what: 'added', kind: parts.kind satisfies FactorKind, name }, caller)
    return { factorId, codes }
  }
}

/** Ten recovery codes in place of those before. */
export async function newCodes(services: Services, trx: Trx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes(RECOVERY_CODES)
  const hashes = codes.map(code => recoveryHash(services, userId, code))
  await factors.replaceCodes(trx, userId, hashes, services.now())
  return codes
}

async function readApp(services: Services, step: steps.StepRow, person: Person, typed: string, caller: Caller) {
  const { sealedSecret } = step
  if (!sealedSecret) fail(401, OVER)
  const counted = await countCode(services, step, person, caller, 'first')
  const secret = services.seal.open(sealedSecret, sealUse(person.id)) ?? fail(401, OVER)
  const lastStep = stepOfCode(secret, typed.replace(' ', ''), services.now()) ?? (await counted.refuse())
  return { kind: 'app', sealedSecret, lastStep, takeBack: counted.takeBack } as const
}

async function readPasskey(services: Services, step: steps.StepRow, answer: Record<string, unknown>) {
  const { db } = services
  const expected = await takenChallenge(db, step)
  const made = (await readMade(answer, expected)) ?? wrong('passkey', WRONG_PASSKEY)
  if (await factors.passkeyOf(db, made.credentialId)) wrong('passkey', KNOWN)
  return { kind: 'passkey', passkey: { ...made, rpId: expected.rpId } } as const
}
