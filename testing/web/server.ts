// A double of the server for screen tests: fetch answers by endpoint as the server would, the client is the real one.
// An endpoint without an answer in the test is a 404, and a list of the calls made can be read.

import { type AccessEntry, FEATURES, type Feature } from '@wattdesk/base/access'
import { NO_MENU_WORDS } from '@wattdesk/base/menu-words'
import type { SessionUser, TeamRole } from '@wattdesk/base/session-user'
import type { AnyEndpoint, DataOf } from '@wattdesk/wire/endpoint'
import { vi } from 'vitest'
import type { Profile } from '#people/sign-in/sign-in.contract.ts'

export type Asked = { params: Record<string, string>; query: URLSearchParams; body: unknown; headers: Headers }
type Answer = {
  status?: number
  message?: string
  data?: unknown
  errors?: Record<string, string>
  /** The tag of the record, as a header. */
  tag?: string
  [beside: string]: unknown
}
type Handler = (asked: Asked) => Answer | Promise<Answer>
export type TestServer = {
  /**
   * Sets the answer of an endpoint: data, or a function of the call that gives {status, message, data, errors,
   * total...}.
   */
  on: <E extends AnyEndpoint>(e: E, answer: { data: DataOf<E>; [beside: string]: unknown } | Handler) => TestServer
  /** Every call so far as 'METHOD /path?query'. */
  calls: string[]
}

const pattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

/** Puts the double in place of fetch until the test ends. */
export function testServer(): TestServer {
  const routes: { method: string; path: RegExp; handle: Handler }[] = []
  const calls: string[] = []
  const reply = (status: number, { tag, ...body }: { tag?: string; [beside: string]: unknown }) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...(tag && { etag: tag }) },
    })
  vi.stubGlobal('fetch', async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://test')
    const method = init.method ?? 'GET'
    calls.push(`${method} ${url.pathname}${url.search}`)
    init.signal?.throwIfAborted()
    for (const r of routes.toReversed()) {
      const match = r.method === method && r.path.exec(url.pathname)
      if (!match) continue
      const {
        status = 200,
        message = '',
        ...rest
      } = await r.handle({
        params: { ...match.groups },
        query: url.searchParams,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        headers: new Headers(init.headers),
      })
      init.signal?.throwIfAborted()
      return reply(status, { success: status < 400, message, ...rest })
    }
    return reply(404, { success: false, message: `Nothing answers ${method} ${url.pathname}` })
  })
  const server: TestServer = {
    on: (e, answer) => {
      const handle = typeof answer === 'function' ? answer : () => answer
      routes.push({ method: e.method, path: pattern(e.path), handle })
      return server
    },
    calls,
  }
  return server
}

/** Access entries: all four flags on every feature, or the letters given ('VCUD') on those named and none elsewhere. */
export const accessTo = (rights: 'all' | Partial<Record<Feature, string>>): AccessEntry[] =>
  FEATURES.map((featureName, i) => {
    const letters = rights === 'all' ? 'VCUD' : (rights[featureName] ?? '')
    const flag = (l: string) => (letters.includes(l) ? 'Y' : 'N')
    return { featureId: i + 1, featureName, view: flag('V'), create: flag('C'), update: flag('U'), delete: flag('D') }
  })

export const roleIn = (
  teamId: number,
  teamName: string,
  rights: 'all' | Partial<Record<Feature, string>> = 'all',
): TeamRole => ({
  teamId,
  teamName,
  roleId: 1,
  roleName: 'Admin',
  access: accessTo(rights),
})

export const testUser = (role: readonly TeamRole[] = [roleIn(1, 'Volt Works')]): SessionUser => ({
  id: 7,
  username: 'depot',
  name: 'Fleet Driver',
  firstName: 'Depot',
  lastName: 'Desk',
  email: 'depot@voltworks.example',
  photoURL: null,
  domain: null,
  company: { id: 1, name: 'Volt Works', menuWords: NO_MENU_WORDS },
  businessZone: 'Asia/Kolkata',
  role: [...role],
})

/** The user with a profile, as the server answers it. */
export const testProfile = (user: SessionUser = testUser()): Profile => ({
  ...user,
  phone: null,
  language: 'en',
  address: { addressId: user.id, street: null, houseNumber: null, zipcode: null, city: null, country: 'IN' },
  role: user.role.map(r => ({ ...r, accesstype: r.roleName })),
})

/** A token with the claims the portal reads; its signature is nobody's. */
export const testToken = (claims: object = {}): string => {
  const part = (o: object) =>
    btoa(Array.from(new TextEncoder().encode(JSON.stringify(o)), b => String.fromCharCode(b)).join(''))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const all = {
    sub: '7',
    username: 'depot',
    userType: 'ADMIN',
    companyType: 'P',
    companyId: 1,
    ver: 1,
    iat: 1,
    exp: 9_999_999_999,
  }
  return `${part({ alg: 'HS256' })}.${part({ ...all, ...claims })}.none`
}
