// Single sign-on of the demo: a provider on this machine beside the product, and the demo's first company set up with it, so that its
// people come in at once. Nothing of it is loaded by an installation without the demo.
import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '#office/installation/services.ts'
import * as roles from '#people/roles/role.store.ts'
import { addressesOf, sealedFor } from '#people/single-sign-on/client.commands.ts'
import * as identities from '#people/single-sign-on/identity.store.ts'
import * as settings from '#people/single-sign-on/sign-in-setting.store.ts'
import type { Trx } from '#platform/db/db.ts'
import { keepSetting, setting } from '#platform/db/setting.ts'
import type { LocalAccount } from './sign-in-provider.ts'

const DOMAIN = 'amberline.example'
const CLIENT_ID = 'wattdesk-demo'
/** Where the issuer is kept that the demo was set up with: the port may be another one the next time. */
const KEPT = 'demo-sign-in'

type Known = { subject: string; firstName: string; lastName: string; group?: string }
/** People of the first company who have accounts, by their usernames, and two who get one at their first sign-in. */
const PEOPLE: readonly Known[] = [
  { subject: 'admin', firstName: 'Admin', lastName: 'User' },
  { subject: 'operator', firstName: 'Operator', lastName: 'User' },
  { subject: 'finance', firstName: 'Finance', lastName: 'User' },
  { subject: 'viewer', firstName: 'Viewer', lastName: 'User' },
  { subject: 'asha.rao', firstName: 'Asha', lastName: 'Rao', group: 'operations' },
  { subject: 'ravi.nair', firstName: 'Ravi', lastName: 'Nair' },
]
const accounts: readonly LocalAccount[] = PEOPLE.map(({ group, ...p }) => ({
  ...p,
  email: `${p.subject}@${DOMAIN}`,
  groups: group ? [group] : [],
}))

type Demo = { companyId: number; issuer: string; clientSecret: string }
/** Sets the company up, once: what people change of it later stays. */
async function setUp(services: Services, trx: Trx, { companyId, issuer, clientSecret }: Demo): Promise<void> {
  const now = services.now()
  const southId = (
    await trx.selectFrom('team').select('id').where('name', '=', 'Amberline South').executeTakeFirstOrThrow()
  ).id
  const [viewer = 0, operator = 0] = [
    await roles.idOf(trx, companyId, 'Viewer'),
    await roles.idOf(trx, companyId, 'Operator'),
  ]
  await settings.saveProvider(trx, {
    companyId,
    issuer,
    clientId: CLIENT_ID,
    clientSecret: services.seal.close(clientSecret, sealedFor(companyId)),
    groupsClaim: 'groups',
    trustsMail: false,
    makesUsers: true,
    defaultTeamId: southId,
    defaultRoleId: viewer,
    isActive: true,
    testedAt: now,
    changedAt: now,
  })
  await settings.saveRules(trx, companyId, [{ group: 'operations', teamId: southId, roleId: operator }])
  const id = await settings.addDomain(trx, { companyId, domain: DOMAIN, proof: 'demo', madeAt: now })
  await settings.noteDomain(trx, id, { provenAt: now, provenHow: 'platform', provenBy: 'root' })
  // Known from before, so that they keep the password of the demo at their first single sign-on.
  for (const { subject } of PEOPLE) {
    const user = await identities.holdUserByMail(trx, companyId, `${subject}@${DOMAIN}`)
    if (user) await identities.add(trx, { issuer, subject, userId: user.id, companyId, madeAt: now, usedAt: now })
  }
}

/** Starts the provider, and leads the demo's first company to it. Returns what ends it. */
export async function startDemoSignIn(
  services: Services,
  log: FastifyBaseLogger,
  port: number,
): Promise<() => Promise<void>> {
  const { db, seal } = services
  const company = await db.selectFrom('team').select('id').where('domain', '=', 'amberline').executeTakeFirst()
  if (!company) return async () => undefined
  const companyId = company.id
  const clientSecret = seal.derive('client of the demo’s provider of single sign-on')
  const { startLocalProvider } = await import('./sign-in-provider.ts')
  const addresses = await addressesOf(services, db, companyId)
  const client = {
    clientId: CLIENT_ID,
    clientSecret,
    redirectAddress: addresses.callback,
    signedOutAddress: addresses.afterSignOut,
    backChannelAddress: addresses.backChannel,
  }
  const begin = (at: number) => startLocalProvider({ port: at, client, accounts: () => accounts })
  // The port beside the product's own, unless another program has it.
  const provider = await begin(port + 1).catch(() => begin(0))
  const { issuer } = provider
  services.localIssuer = issuer
  await db.transaction().execute(async trx => {
    await settings.lock(trx, companyId)
    const before = (await setting(trx, KEPT)) as string | undefined
    if (before === undefined) {
      if (!(await settings.providerOf(trx, companyId))) await setUp(services, trx, { companyId, issuer, clientSecret })
    } else await settings.changeIssuer(trx, companyId, { from: before, to: issuer })
    await keepSetting(trx, KEPT, issuer)
  })
  log.info({ issuer }, 'The demo’s provider of single sign-on')
  return () => provider.close()
}
