// The session at work: every call carries its token, a 401 ends it and leads to /login, and a token without a user
// loads the profile (document 1 §7 and §8, D-AUTH-9).
import type { QueryClient } from '@tanstack/react-query'
import { call, setCalls } from '@wattdesk/wire/call'
import { getProfile, SessionUser } from '../features/sign-in/sign-in.contract.ts'
import { notify } from './kit/notices.tsx'
import { clearSession, storedToken, updateSession } from './kit/session.ts'

/** Wires the calls to the session. `toLogin` is the way out; the cache keeps nothing of who left. */
export function wireSession(cache: QueryClient, toLogin: () => void): void {
  setCalls({
    token: storedToken,
    // The same host, unless the portal was built for another one (docs/operating.md).
    base: (import.meta.env.VITE_API_BASE as string | undefined) ?? '',
    onSignedOut: () => {
      signOut(cache)
      toLogin()
    },
  })
}

/** Forgets the session and all it has read. */
export function signOut(cache: QueryClient): void {
  clearSession()
  void cache.cancelQueries()
  cache.clear()
}

let reading: Promise<void> | null = null
/** Reads the signed-in user again: at start, and when the rights or teams changed. One reading at a time. */
export function refreshUser(): Promise<void> {
  reading ??= call(getProfile, {})
    .then(reply => updateSession({ user: SessionUser.parse(reply.data) }))
    .finally(() => {
      reading = null
    })
  return reading
}

/** Like refreshUser, in the background: a failure is told, the old rights stay. */
export const refreshUserQuietly = (): void => {
  refreshUser().catch(notify.error)
}
