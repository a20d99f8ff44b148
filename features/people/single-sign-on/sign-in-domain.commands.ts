// The mail domains of a company: added, proven by a DNS record or by the platform, removed.
import { notAuthorized } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { callerNow, type Who } from '#platform/access/scope.ts'
import { act, type Caller, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { newProof, whyUnproven } from './domain-proof.commands.ts'
import { demandCompany, entryOf, isStaff, OF_PLATFORM } from './sign-in-company.commands.ts'
import type { SignInSetting } from './sign-in-setting.contract.ts'
import * as calls from './sign-in-setting.contract.ts'
import * as store from './sign-in-setting.store.ts'
import { shown } from './sign-in-shown.commands.ts'

const NO_DOMAIN = 'Domain not found'
const MOST_DOMAINS = 50
const WORDS: Words = {
  sign_in_domain_proven: { text: 'Another company has proven this domain', field: 'domain' },
  sign_in_domain_company_id_domain_key: { text: 'The company has this domain already', field: 'domain' },
}

type DomainDeed = (trx: Trx, row: store.Domain, who: Who) => Promise<{ action: string; after?: Record<string, string> }>
const withDomain = (
  services: Services,
  asked: Caller,
  at: { id: number; domainId: number },
  run: DomainDeed,
): Promise<SignInSetting> =>
  act(
    services,
    async trx => {
      const { who, by, scope } = await callerNow(trx, asked, 'Company.update')
      await store.lock(trx, at.id)
      await demandCompany(trx, scope, at.id)
      const row = found(await store.holdDomain(trx, at.id, at.domainId), NO_DOMAIN)
      const { action, after = {} } = await run(trx, row, who)
      await audit.write(trx, by, { ...entryOf(at.id), action, after: { domain: row.domain, ...after } })
      return shown(services, trx, who, at.id)
    },
    WORDS,
  )

export const addDomain = (services: Services, asked: Caller, id: number, domain: string): Promise<SignInSetting> =>
  act(
    services,
    async trx => {
      const { who, by, scope } = await callerNow(trx, asked, calls.addSignInDomain.can)
      await store.lock(trx, id)
      const { isPlatform } = await demandCompany(trx, scope, id)
      if (isPlatform) fail(409, OF_PLATFORM)
      if ((await store.domainsOf(trx, id)).length >= MOST_DOMAINS)
        fail(409, `A company has at most ${MOST_DOMAINS} domains`)
      await store.addDomain(trx, { companyId: id, domain, proof: newProof(), madeAt: services.now() })
      await audit.write(trx, by, { ...entryOf(id), action: 'add-domain', after: { domain } })
      return shown(services, trx, who, id)
    },
    WORDS,
  )

/** Looks for the record, before anything is locked, and notes what was found. */
export async function checkDomain(
  services: Services,
  asked: Caller,
  at: { id: number; domainId: number },
): Promise<SignInSetting> {
  await demandCompany(services.db, asked.scope, at.id)
  const row = found(
    (await store.domainsOf(services.db, at.id)).find(d => d.signInDomainId === at.domainId),
    NO_DOMAIN,
  )
  const why = await whyUnproven(services, row)
  return withDomain(services, asked, at, async (trx, now, who) => {
    const checkedAt = services.now()
    const isNew = why === undefined && now.provenAt === null
    const proof = isNew ? { provenAt: checkedAt, provenHow: 'DNS record' as const, provenBy: who.username } : {}
    await store.noteDomain(trx, at.domainId, { checkedAt, checkFound: why ?? null, ...proof })
    return isNew
      ? { action: 'prove-domain', after: { how: 'DNS record' } }
      : { action: 'check-domain', after: { found: why ?? 'the record' } }
  })
}

export const approveDomain = (
  services: Services,
  asked: Caller,
  at: { id: number; domainId: number },
): Promise<SignInSetting> =>
  withDomain(services, asked, at, async (trx, row, who) => {
    if (!(await isStaff(trx, who))) fail(403, notAuthorized)
    if (row.provenAt !== null) fail(409, 'The domain is proven already')
    const proof = { provenAt: services.now(), provenHow: 'platform' as const, provenBy: who.username }
    await store.noteDomain(trx, at.domainId, { checkFound: null, ...proof })
    return { action: 'prove-domain', after: { how: 'platform' } }
  })

export const removeDomain = (
  services: Services,
  asked: Caller,
  at: { id: number; domainId: number },
): Promise<SignInSetting> =>
  withDomain(services, asked, at, async (trx, row) => {
    const left = (await store.domainsOf(trx, at.id)).filter(
      d => d.provenAt !== null && d.signInDomainId !== at.domainId,
    )
    const { forbidsPasswords } = await store.policyOf(trx, at.id)
    if (forbidsPasswords && row.provenAt !== null && left.length === 0)
      fail(409, 'Without a proven domain nobody comes in: allow passwords first')
    await store.removeDomain(trx, at.domainId)
    return { action: 'remove-domain' }
  })
