// The session at work: every call carries its token, a 401 ends it and leads to /login, and a token without a user
// loads the profile (S-SESSION, D-AUTH-9).
import type { DefaultOptions, QueryClient } from '@tanstack/react-query'
import { readSessionUser } from '@wattdesk/base/session-user'
import { call, setCalls } from '@wattdesk/wire/call'
import { notify } from '#kit/notices.tsx'
import {
  claimsOf,
  clearSession,
  renewalOfToken,
  type SessionEnd,
  storedToken,
  toSignIn,
  updateSession,
} from '#kit/session.ts'
import type { AppNavigator } from '#kit/way.tsx'
import { signOut as signOutCall } from '#people/browsers/browser.contract.ts'
import { askProof } from '#people/proof/proof.parts.tsx'
import { getProfile } from '#people/sign-in/sign-in.contract.ts'

/** Options of the portal's query cache: a read without a connection fails at once and says so, instead of waiting unseen. */
export const queryOptions: DefaultOptions = {
  queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always', refetchOnReconnect: true },
  mutations: { retry: false, networkMode: 'always' },
}

/** The same host, unless the portal was built for another one (docs/operating.md). */
export const base = (import.meta.env.VITE_API_BASE as string | undefined) ?? ''

/** Wires the calls to the session. The cache keeps nothing of who left. */
export function wireSession(cache: QueryClient, way: AppNavigator): void {
  setCalls({
    token: storedToken,
    renewal: renewalOfToken,
    base,
    prove: askProof,
    onSignedOut: () => {
      const { pathname, search } = way.location
      signOut(cache, 'expired')
      if (pathname !== '/login') way.navigate('/login', { state: toSignIn(pathname + search), replace: true })
    },
  })
}

/** Signs out: here at once, and on the server, which takes the token no more. */
export function leave(cache: QueryClient): void {
  const token = storedToken()
  if (token)
    void fetch(`${base}${signOutCall.path}`, {
      method: signOutCall.method,
      headers: { authorization: `Bearer ${token}` },
      // The page may be left meanwhile.
      keepalive: true,
      // Without a connection the token ends by its time: nobody is kept from leaving.
    })
      .then(leaveProvider)
      .catch(() => undefined)
  signOut(cache, 'left')
}

/** Who came by single sign-on signs out at the provider too, and comes back to the sign-in page. */
async function leaveProvider(reply: Response): Promise<void> {
  const { data } = (await reply.json()) as { data?: { onward?: unknown } }
  const address = data?.onward
  const isElsewhere = typeof address === 'string' && /^https?:\/\//.test(address)
  // Unless somebody has signed in again meanwhile.
  if (isElsewhere && storedToken() === null) location.assign(address)
}

/** Forgets the session and all it has read. */
function signOut(cache: QueryClient, how: SessionEnd['how']): void {
  clearSession(how)
  void cache.cancelQueries()
  cache.clear()
}

let reading: Promise<void> | null = null
let next: Promise<void> | null = null
/**
 * Reads the signed-in user again: at start, and when the rights or teams changed. Only one reading runs at a time; a
 * call during a reading, which may have begun before the change, reads once more afterwards.
 */
export function refreshUser(): Promise<void> {
  if (reading) {
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = null
        return refreshUser()
      })
    return next
  }
  reading = call(getProfile, {})
    .then(({ data }) => {
      const user = readSessionUser(data)
      if (!user) throw new Error('The profile could not be read')
      // Somebody else may have signed in, or nobody be there any more, by the time the reply comes.
      if (String(claimsOf(storedToken())?.sub) === String(user.id)) updateSession({ user })
    })
    .finally(() => {
      reading = null
    })
  return reading
}

/** Like refreshUser, in the background: a failure is told, the old rights stay. */
export const refreshUserQuietly = (): void => {
  refreshUser().catch(notify.error)
}
