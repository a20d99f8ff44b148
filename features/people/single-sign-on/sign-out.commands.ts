// A sign-out ends both sessions (SSO-02): here and at the provider, whichever side begins.
import { browserName } from '@wattdesk/base/browser-name'
import { decodeJwt, errors } from 'jose'
import type { Services } from '#office/installation/services.ts'
import * as browsers from '#people/browsers/browser.store.ts'
import { accessChanged } from '#platform/access/access.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { addressesOf, clientOf } from './client.commands.ts'
import * as identities from './identity.store.ts'
import { addressToLeave, type LogoutToken, readLogoutToken, TOKEN_MINUTES } from './provider.commands.ts'
import { faultText, ProviderFault } from './provider-fault.commands.ts'
import * as settings from './sign-in-setting.store.ts'
import { idTokenUse } from './single-sign-on.commands.ts'

/** Where a browser that has signed out here goes to sign out at its provider; undefined: nowhere. */
export async function addressAfterSignOut(services: Services, browserId: number): Promise<string | undefined> {
  const { db, seal, log } = services
  try {
    const session = await identities.sessionOf(db, browserId)
    const provider = session && (await settings.providerOf(db, session.companyId))
    const idToken = session && seal.open(session.idToken, idTokenUse(browserId))
    if (provider?.issuer !== session?.issuer || !provider || idToken === undefined) return undefined
    const { afterSignOut: backTo } = await addressesOf(services, db, provider.companyId)
    return await addressToLeave(services, clientOf(services, provider), { idToken, backTo })
  } catch (error) {
    // Nobody is kept from leaving by a provider that is away.
    log.warn({ why: faultText(error) }, 'A provider of single sign-on cannot be told of a sign-out')
    return undefined
  }
}

const textsOf = (v: unknown): string[] => [v].flat().filter(t => typeof t === 'string')
const NOT_OURS = 'The token is of no provider that is known here'
/** Ends the browsers that a provider says have signed out there. @throws where the token does not count */
export async function takeLogoutToken(services: Services, token: string, ip: string): Promise<void> {
  const said = decodeJwt(token)
  const providers = await settings.providersOf(services.db, String(said.iss), textsOf(said.aud).slice(0, 20))
  const [first] = providers
  if (!first) throw new ProviderFault(NOT_OURS)
  const { issuer, clientId } = first
  const read = await readLogoutToken(services, clientOf(services, first), token)
  const companyIds = providers.filter(p => p.clientId === clientId).map(p => p.companyId)
  await endAll(services, { issuer, companyIds, token: read, ip })
}

type Ending = { issuer: string; companyIds: readonly number[]; token: LogoutToken; ip: string }
async function endAll(services: Services, { issuer, companyIds, token: t, ip }: Ending): Promise<void> {
  const now = services.now()
  await act(services, async (trx, then) => {
    if (!(await identities.takeLogout(trx, { issuer, jti: t.jti, at: now })))
      throw new ProviderFault('The token was used before')
    const by = { ...audit.byProduct('Single sign-on'), ip }
    const ended = await identities.browsersOf(trx, { companyIds, issuer, sub: t.sub, sid: t.sid })
    for (const { browserId, userId, companyId, agent } of ended) {
      await browsers.end(trx, { userId, only: browserId, how: 'provider', now })
      const after = { browsers: browserName(agent) }
      const entry = { action: 'end-browser', feature: 'Session', recordId: userId, teamId: companyId, after }
      await audit.write(trx, by, entry)
    }
    if (ended.length === 0) audit.noChange(trx, by)
    then(() =>
      accessChanged(
        services,
        ended.map(b => b.userId),
      ),
    )
  })
}

/** Forgets the logout tokens that would not be taken any more. */
export const forgetOldLogouts = ({ db, now }: Services): Promise<unknown> =>
  identities.forgetLogouts(db, new Date(now().getTime() - 2 * TOKEN_MINUTES * 60_000))

/** Whether the error is the token's, and not the product's own. */
export const isOfToken = (error: unknown): boolean =>
  error instanceof ProviderFault || error instanceof errors.JOSEError
