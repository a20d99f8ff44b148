// Who is signed in, with which rights, in which team: one store for the page, kept in the browser's storage (D-GEN-7).
// Signed in means: a token is stored. The user may still be on its way (D-AUTH-9).
import { type Feature, holds, type Letter, may, type Right } from '@wattdesk/base/access'
import {
  readSessionUser,
  readTokenClaims,
  type SessionUser,
  type TeamRole,
  type TokenClaims,
} from '@wattdesk/base/session-user'
import { useMemo, useSyncExternalStore } from 'react'

const KEYS = {
  token: 'token',
  user: 'user',
  team: 'selectedTeam',
  username: 'rememberedUsername',
  remember: 'rememberMe',
  /** What the server knows this browser by. */
  browser: 'browser',
  /** The browser stands for a second factor: what it is known by outlives the session (MFA-01). */
  trusted: 'browserIsRemembered',
  /** Until when a tab of this browser may be waiting for a fresh token, in ms since 1970. */
  renewal: 'tokenRenewalUntil',
}
/** A call is given up after 30 s; a tab that died in the middle keeps the others waiting no longer. */
const LONGEST_RENEWAL_MS = 30_000

export type SessionState = {
  token: string | null
  user: SessionUser | null
  claims: TokenClaims | null
  /** The team chosen in the selector, as stored; it may no longer be the user's. */
  chosenTeam: number | null
}

const parse = <T>(text: string | null, read: (v: unknown) => T | undefined): T | null => {
  if (!text) return null
  try {
    return read(JSON.parse(text)) ?? null
  } catch {
    // A stored user of an unknown shape counts as absent, and the profile is read anew.
    return null
  }
}

/** The claims of a token, unverified (the server verifies), or null where it is none (D-AUTH-2). */
export function claimsOf(token: string | null): TokenClaims | null {
  const part = token?.split('.')[1]
  if (!part) return null
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
    return parse(new TextDecoder().decode(bytes), readTokenClaims)
  } catch {
    // Not base64: not a token of ours.
    return null
  }
}

const read = (): SessionState => {
  const token = localStorage.getItem(KEYS.token)
  return {
    token,
    user: token ? parse(localStorage.getItem(KEYS.user), readSessionUser) : null,
    claims: claimsOf(token),
    chosenTeam: Number(localStorage.getItem(KEYS.team)) || null,
  }
}

/** How the last session of this page ended: by its user, by the server (a 401), or in another tab. */
export type SessionEnd = { how: 'left' | 'expired' | 'elsewhere'; userId: number | null }
let lastEnd: SessionEnd | null = null

let state: SessionState = read()
const listeners = new Set<() => void>()
const changed = () => {
  state = read()
  if (state.token) lastEnd = null
  for (const l of listeners) l()
}
const subscribe = (l: () => void) => {
  listeners.add(l)
  return () => listeners.delete(l)
}
// Another tab signed in, out or chose another team.
globalThis.addEventListener?.('storage', () => {
  if (state.token && !storedToken()) lastEnd = { how: 'elsewhere', userId: state.user?.id ?? null }
  changed()
})

export const sessionState = (): SessionState => state
/** The token as it is stored now, maybe a moment ago by another tab. */
export const storedToken = (): string | null => localStorage.getItem(KEYS.token)
export const onSessionChange = subscribe

/** Stores what a sign-in brought. Rights come fresh with it, a chosen team of earlier stays. */
export function storeSession(token: string, user: SessionUser): void {
  localStorage.setItem(KEYS.token, token)
  localStorage.setItem(KEYS.user, JSON.stringify(user))
  changed()
}
/** What this browser was given by its last sign-in; undefined: it has never signed in, or is to be forgotten. */
export const knownBrowser = (): string | undefined => localStorage.getItem(KEYS.browser) ?? undefined
export const keepBrowser = (secret: string): void => localStorage.setItem(KEYS.browser, secret)
/** The reader wants this browser to be asked for no second factor. */
export const trustBrowser = (): void => localStorage.setItem(KEYS.trusted, 'true')
/** Stores the user read again (profile) or a fresh token (password change, D-AUTH-3). */
export function updateSession(part: { token?: string; user?: SessionUser }): void {
  if (part.token) localStorage.setItem(KEYS.token, part.token)
  if (part.user) localStorage.setItem(KEYS.user, JSON.stringify(part.user))
  changed()
}
/** Ends the session: removes all but the remembered username when remember-me is on (D-GEN-7), and what stands for a second factor. */
export function clearSession(how: SessionEnd['how'] = 'left'): void {
  if (state.token) lastEnd = { how, userId: state.user?.id ?? null }
  const remember = localStorage.getItem(KEYS.remember) === 'true'
  for (const key of [KEYS.token, KEYS.user, KEYS.team]) localStorage.removeItem(key)
  const isTrusted = localStorage.getItem(KEYS.trusted) === 'true'
  if (!remember) for (const key of [KEYS.username, KEYS.remember]) localStorage.removeItem(key)
  if (!remember && !isTrusted) localStorage.removeItem(KEYS.browser)
  changed()
}
/** The state that the sign-in page is given with its location. */
export type ToSignIn = {
  /** Where the reader was headed; only for the user `of`, or for anybody where that is null. */
  from?: string
  of?: number | null
  /** A session has ended without its user's doing. */
  ended?: true
}
/**
 * Returns the state for the sign-in page when `from` cannot be shown: null after a logout, so that the next person
 * starts afresh.
 */
export function toSignIn(from: string): ToSignIn | null {
  if (lastEnd?.how === 'left') return null
  if (lastEnd?.how === 'elsewhere') return { ended: true }
  return {
    ...(from !== '/' && { from, of: lastEnd?.userId ?? null }),
    ...(lastEnd && { ended: true }),
  }
}
/** Where a fresh sign-in leads: back to where the same user was, else to the dashboard. */
export const afterSignIn = ({ from, of = null }: ToSignIn, userId: number | undefined): string =>
  from !== undefined && (of === null || of === userId) ? from : '/dashboard'

/** The sign-in page is there: the end that led to it concerns no other page. */
export const forgetEnd = (): void => {
  lastEnd = null
}

let renewal: Promise<unknown> | undefined
/** Resolves when the tab that waits for a fresh token has stored it or given up; undefined where none waits. */
function renewalElsewhere(): Promise<void> | undefined {
  const leftMs = Math.min(Number(localStorage.getItem(KEYS.renewal)) - Date.now(), LONGEST_RENEWAL_MS)
  if (leftMs <= 0) return undefined
  return new Promise(resolve => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, leftMs)
    // The token was written before: who sees the end of the wait sees the token.
    const look = () => localStorage.getItem(KEYS.renewal) === null && end()
    globalThis.addEventListener?.('storage', look, { signal: over.signal })
  })
}
/** The fresh token that is on its way, to this tab or to another of this browser, if any. */
export const renewalOfToken = (): Promise<unknown> | undefined => renewal ?? renewalElsewhere()
/**
 * Does `work`, which gives the session a fresh token: what is refused meanwhile, in any tab of this browser, waits for
 * that token (D-AUTH-3). The server tells the other tabs at once, maybe before the token is here.
 */
export async function renewingToken<T>(work: () => Promise<{ token: string; reply: T }>): Promise<T> {
  const done = work().then(({ token, reply }) => {
    updateSession({ token })
    return reply
  })
  renewal = done
  localStorage.setItem(KEYS.renewal, String(Date.now() + LONGEST_RENEWAL_MS))
  try {
    return await done
  } finally {
    if (renewal === done) {
      renewal = undefined
      localStorage.removeItem(KEYS.renewal)
    }
  }
}

/** Makes `teamId` the current team, here and on the next visit. */
export function chooseTeam(teamId: number): void {
  localStorage.setItem(KEYS.team, String(teamId))
  changed()
}

/** The remembered username and whether the box is ticked; on until somebody unticks it. */
export const remembered = (): { username: string; remember: boolean } => ({
  username: localStorage.getItem(KEYS.username) ?? '',
  remember: localStorage.getItem(KEYS.remember) !== 'false',
})
/** Keeps the username for the next visit, or forgets it. */
export function rememberUsername(username: string, remember: boolean): void {
  localStorage.setItem(KEYS.remember, String(remember))
  if (remember) localStorage.setItem(KEYS.username, username)
  else localStorage.removeItem(KEYS.username)
}

/** The current team: the saved choice, else the company's own, else that of the first role, each only with a role. */
export function currentTeam(user: SessionUser, chosen: number | null): TeamRole | null {
  const of = (id: number | null) => user.role.find(r => r.teamId === id)
  return of(chosen) ?? of(user.company.id) ?? user.role[0] ?? null
}

/** The teams of the selector: the company first (disabled without a role there), the others by name (D-ACC-7). */
export function teamChoices(user: SessionUser): { teamId: number; teamName: string; disabled: boolean }[] {
  const own = user.company
  const others = user.role
    .filter(r => r.teamId !== own.id)
    .toSorted((a, b) => a.teamName.localeCompare(b.teamName, 'en-IN', { numeric: true }))
  return [
    { teamId: own.id, teamName: own.name, disabled: !user.role.some(r => r.teamId === own.id) },
    ...others.map(({ teamId, teamName }) => ({ teamId, teamName, disabled: false })),
  ]
}

export type Session = {
  user: SessionUser
  claims: TokenClaims | null
  /** The role in the current team; null for a user without any role. */
  role: TeamRole | null
  /** Id of the current team, 0 without any. */
  teamId: number
  teamName: string
}

/** The stored state as it changes; for the shell and the guards. */
export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, sessionState)

/** The session of `s`, or null while nobody is signed in or the user is on its way. */
export function sessionOf(s: SessionState): Session | null {
  if (!s.token || !s.user) return null
  const role = currentTeam(s.user, s.chosenTeam)
  return {
    user: s.user,
    claims: s.claims,
    role,
    teamId: role?.teamId ?? 0,
    teamName: role?.teamName ?? s.user.company.name,
  }
}

/** The signed-in session; throws outside the screens behind sign-in. */
export function useSession(): Session {
  const s = useSessionState()
  const session = useMemo(() => sessionOf(s), [s])
  if (!session) throw new Error('This screen needs a signed-in user')
  return session
}

export type Access = {
  may: (letter: Letter) => boolean
  canView: boolean
  canCreate: boolean
  canUpdate: boolean
  canDelete: boolean
  /** Letter R: may view, but neither create nor update. */
  readOnly: boolean
}
/** The rights of a role on one feature. */
export function accessOf(role: TeamRole | null, feature: Feature): Access {
  const ask = (letter: Letter) => may(role?.access ?? [], feature, letter)
  return {
    may: ask,
    canView: ask('V'),
    canCreate: ask('C'),
    canUpdate: ask('U'),
    canDelete: ask('D'),
    readOnly: ask('R'),
  }
}
/** The rights on one feature in the current team. */
export function useAccess(feature: Feature): Access {
  const { role } = useSession()
  return useMemo(() => accessOf(role, feature), [role, feature])
}

/** True when the role holds the right, or any one of a list; without a right asked for, always. */
export const holdsAny = (role: TeamRole | null, right: Right | readonly Right[] | undefined): boolean =>
  right === undefined || [right].flat().some(r => holds(role?.access ?? [], r as Right))
