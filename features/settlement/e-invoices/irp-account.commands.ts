// Credentials of the invoice registration portal by GST number (TAX-09), set by a finance admin on the company's own team, and on
// the platform's for the platform. They are tried by a real login before they are kept, sealed, and never shown again.
import { portalClient } from '@wattdesk/irp/client'
import { TOO_LONG } from '@wattdesk/irp/codes'
import type { PortalCredentials } from '@wattdesk/irp/portal'
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { callerNow, type Scope } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import * as calls from './e-invoice.contract.ts'
import { wake } from './e-invoice.store.ts'
import { IrpAccountBody } from './e-invoice-body.contract.ts'
import * as store from './irp-account.store.ts'
import { credentialsIn, NO_PORTAL, USES } from './portal-of.commands.ts'

const NEEDED = { clientSecret: 'Client secret is required', password: 'Password is required' } as const
const NOT_HERE = 'The credentials of the portal are set on the company’s own team'
const MISSING = 'There are no credentials of this GST number'

/** The company of a scope, by its own team; undefined on another team. */
const ownCompany = (scope: Scope): number | undefined =>
  scope.kind === 'company' ? scope.companyId : scope.kind === 'all' ? scope.teamId : undefined
const demandOwn = (scope: Scope): number => ownCompany(scope) ?? fail(403, NOT_HERE)

export async function irpAccounts(
  { db, seal, mode, irp }: Pick<Services, 'db' | 'seal' | 'mode' | 'irp'>,
  scope: Scope,
  on: Db | Trx = db,
): Promise<calls.IrpAccounts> {
  const companyId = ownCompany(scope)
  const shown = {
    without: mode === 'test' ? ('stand-in' as const) : ('nothing' as const),
    hasPortal: irp !== undefined,
  }
  if (companyId === undefined) return { ...shown, accounts: [], missing: [], isOwn: false }
  const all = await store.accountsOf(on, companyId)
  return {
    ...shown,
    isOwn: true,
    missing: await store.numbersWithout(on, companyId),
    accounts: all.map(a => ({
      gstin: a.gstin,
      clientId: a.clientId,
      userName: a.userName,
      changedAt: a.changedAt.toISOString(),
      refusedAt: a.refusedAt?.toISOString() ?? null,
      refusal: a.refusal,
      isReadable: credentialsIn(seal, a) !== undefined,
    })),
  }
}

/** Those in the request; a secret that is left out is the stored one. */
function typedCredentials(
  { seal }: Services,
  before: store.Account | undefined,
  body: IrpAccountBody,
): PortalCredentials {
  const stored = before && credentialsIn(seal, before)
  const secretOf = (name: 'clientSecret' | 'password') =>
    body[name] ?? stored?.[name] ?? fail(422, NEEDED[name], { [name]: NEEDED[name] })
  const { gstin, clientId, userName } = body
  return { gstin, clientId, userName, clientSecret: secretOf('clientSecret'), password: secretOf('password') }
}

async function demandTaken({ irp, now }: Services, credentials: PortalCredentials): Promise<void> {
  if (!irp) return fail(409, NO_PORTAL)
  const said = await portalClient({ ...irp, credentials, now }).login()
  if (said.is === 'ok') return
  if (said.is === 'locked') {
    const text =
      said.code === TOO_LONG
        ? `${said.text} for the portal`
        : `The portal does not take these credentials: ${said.text} (${said.code})`
    fail(422, text, { password: text })
  }
  fail(
    503,
    `The portal cannot be asked whether it takes the credentials. ${said.is === 'unknown' ? said.why : ''}`.trim(),
  )
}

const valuesOf = (a: store.Account | undefined, gstin: string) => ({
  gstin,
  clientId: a?.clientId ?? null,
  userName: a?.userName ?? null,
  clientSecret: a ? 'set' : null,
  password: a ? 'set' : null,
})
const write = (
  trx: Trx,
  by: audit.By,
  companyId: number,
  gstin: string,
  values: Pick<audit.NewEntry, 'before' | 'after'>,
) =>
  audit.write(trx, by, {
    action: 'update',
    feature: 'Finance',
    recordId: `portal-account-${gstin}`,
    teamId: companyId,
    isMoney: true,
    shape: IrpAccountBody,
    ...values,
  })

/** @throws HttpFailure 403 on another team; 422 where the portal refuses them; 503 where it does not answer: nothing is kept */
export async function setIrpAccount(
  services: Services,
  asked: Caller,
  body: IrpAccountBody,
): Promise<calls.IrpAccounts> {
  const companyId = demandOwn(asked.scope)
  const known = (await store.accountsOf(services.db, companyId)).find(a => a.gstin === body.gstin)
  const credentials = typedCredentials(services, known, body)
  await demandTaken(services, credentials)
  return act(services, async trx => {
    const { by, scope } = await callerNow(trx, asked, calls.putIrpAccount.can)
    await store.lock(trx, companyId)
    const before = (await store.accountsOf(trx, companyId)).find(a => a.gstin === body.gstin)
    const { gstin, clientId, userName } = credentials
    const after: store.Account = {
      companyId,
      gstin,
      clientId,
      userName,
      clientSecret: services.seal.close(credentials.clientSecret, USES.clientSecret(companyId, gstin)),
      password: services.seal.close(credentials.password, USES.password(companyId, gstin)),
      changedAt: services.now(),
      refusedAt: null,
      refusal: null,
    }
    await store.save(trx, after)
    await wake(trx, gstin, services.now())
    // Secrets are masked where they are shown, so any word would do; the entry only records that one was typed.
    const typed = {
      ...(body.clientSecret && { clientSecret: 'another' }),
      ...(body.password && { password: 'another' }),
    }
    await write(trx, by, companyId, gstin, {
      before: valuesOf(before, gstin),
      after: { ...valuesOf(after, gstin), ...(before && typed) },
    })
    return irpAccounts(services, scope, trx)
  })
}

export const removeIrpAccount = (services: Services, asked: Caller, gstin: string): Promise<calls.IrpAccounts> => {
  const companyId = demandOwn(asked.scope)
  return act(services, async trx => {
    const { by, scope } = await callerNow(trx, asked, calls.deleteIrpAccount.can)
    await store.lock(trx, companyId)
    const before = (await store.accountsOf(trx, companyId)).find(a => a.gstin === gstin) ?? fail(404, MISSING)
    await store.remove(trx, companyId, gstin)
    await write(trx, by, companyId, gstin, { before: valuesOf(before, gstin), after: valuesOf(undefined, gstin) })
    return irpAccounts(services, scope, trx)
  })
}
