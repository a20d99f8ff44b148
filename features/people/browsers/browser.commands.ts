// Ends browsers of a person: their tokens count no more, and their open pages sign out at once (MFA-03).
import { browserName } from '@wattdesk/base/browser-name'
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { accessChanged } from '#platform/access/access.ts'
import type { Who } from '#platform/access/scope.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { countryOf } from '#platform/http/address-country.ts'
import type { Browser } from './browser.contract.ts'
import * as store from './browser.store.ts'

declare module '#office/installation/services.ts' {
  interface Followed {
    /** A browser has signed out, after the commit; answers where it goes to sign out there too. */
    signsOut: (browserId: number) => Promise<string | undefined>
  }
}

type Asking = { who: Who; by: audit.By }
const MISSING = 'Browser not found'
const NOT_TRUSTED = 'This browser is not remembered'
const NOT_NAMED = 'This session is of no known browser. Sign in again.'

const stateOf = (b: store.ShownBrowser): Browser['state'] =>
  b.endedBy === 'password' ? 'new password' : (b.endedBy ?? (b.isSignedIn ? 'signed in' : 'expired'))
export const browserOf = (b: store.ShownBrowser, own: number | undefined): Browser => ({
  browser_id: b.browserId,
  name: browserName(b.agent),
  is_this: b.browserId === own,
  state: stateOf(b),
  signed_in_at: b.signedInAt.toISOString(),
  signed_in_from: b.signedInFrom,
  signed_in_country: countryOf(b.signedInFrom) ?? null,
  used_at: b.usedAt.toISOString(),
  used_from: b.usedFrom,
  used_country: countryOf(b.usedFrom) ?? null,
  ended_at: b.endedAt?.toISOString() ?? null,
  trusted_until: b.isTrusted ? (b.trustedUntil?.toISOString() ?? null) : null,
})

type Ended = Pick<Parameters<typeof store.end>[1], 'only' | 'but' | 'how'>
async function endThem(services: Services, { who, by }: Asking, which: Ended): Promise<number> {
  return act(services, async (trx, then) => {
    const names = await store.end(trx, { userId: who.userId, now: services.now(), ...which })
    if (names.length === 0) audit.noChange(trx, by)
    else {
      await audit.write(trx, by, {
        action: which.how === 'signed out' ? 'sign-out' : 'end-browser',
        feature: 'Session',
        recordId: who.userId,
        teamId: who.companyId,
        after: { browsers: [...new Set(names.map(browserName))].join(', ') },
      })
      then(() => accessChanged(services, [who.userId]))
    }
    return names.length
  })
}

/** @throws HttpFailure 404 for a browser of somebody else, or one that has ended */
export async function endBrowser(services: Services, asking: Asking, browserId: number): Promise<void> {
  if ((await endThem(services, asking, { only: browserId, how: 'ended' })) === 0) fail(404, MISSING)
}
/** Takes back the trust in a browser: it is asked for the second factor again (MFA-01). */
export const distrustBrowser = (services: Services, { who, by }: Asking, browserId: number): Promise<void> =>
  act(services, async trx => {
    const [agent] = await store.distrust(trx, who.userId, browserId)
    if (agent === undefined) fail(404, NOT_TRUSTED)
    const entry = { action: 'distrust-browser', feature: 'Session', recordId: who.userId, teamId: who.companyId }
    await audit.write(trx, by, { ...entry, after: { browsers: browserName(agent) } })
  })
export const endOthers = (services: Services, asking: Asking): Promise<number> =>
  endThem(services, asking, {
    but: asking.who.browserId ?? fail(409, NOT_NAMED),
    how: 'ended',
  })
/** Signs out of the browser that asks. Answers where it goes to sign out there too. */
export async function signOut(services: Services, asking: Asking): Promise<string | undefined> {
  const { browserId } = asking.who
  // A token of before browsers were kept ends by its time.
  if (browserId === undefined) {
    asking.by.written++
    return undefined
  }
  await endThem(services, asking, { only: browserId, how: 'signed out' })
  const addresses = await Promise.all(services.followers.signsOut.map(follow => follow(browserId)))
  return addresses.find(a => a !== undefined)
}
