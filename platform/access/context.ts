// The first step of every call: token, user, team, right; before the body is read (D-GEN-2, D-GEN-6, D-GEN-18).

import { mustBeNumber } from '@wattdesk/base/text'
import { dayOf, offsetMinutes } from '@wattdesk/base/time'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import type { Context } from '@wattdesk/wire/route'
import { fail } from '@wattdesk/wire/route'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/db.ts'
import { isApiKey, readKey } from './api-key.ts'
import {
  defaultTeam,
  demandPerson,
  demandProof,
  everywhere,
  NOT_AUTHORIZED,
  NOT_BY_KEY,
  readUser,
  readWho,
  type Scope,
  teamScope,
  type Who,
  withKey,
} from './scope.ts'
import type { Tokens } from './token.ts'

/** The services that identifying a caller needs. */
type Door = { db: Db; tokens: Tokens; now: () => Date; timeZone: string }

const NO_TOKEN = 'No token provided.'
const BAD_TOKEN = 'Invalid token.'
const MAX_ID = 2_147_483_647
const NO_TEAM_ID = mustBeNumber('Team ID')

/** The bearer token of a request. 401 with the exact texts of D-GEN-2. */
function tokenOf({ headers: { authorization } }: FastifyRequest): string {
  if (!authorization) fail(401, NO_TOKEN)
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? fail(401, BAD_TOKEN)
}

/** Returns the person who is signed in; a program with an API key is refused. */
export async function signedIn(services: Door, request: FastifyRequest): Promise<{ who: Who; expiresAt: Date }> {
  const token = tokenOf(request)
  if (isApiKey(token)) fail(403, NOT_BY_KEY)
  const claims = await services.tokens.read(token)
  const userId = Number(claims?.sub)
  if (claims && Number.isInteger(userId)) await request.server.countCaller(request, `user ${userId}`)
  const who =
    claims && Number.isInteger(userId)
      ? await readWho(
          services.db,
          { userId, ver: claims.ver, browserId: claims.sid },
          dayOf(services.now(), services.timeZone),
        )
      : undefined
  if (!claims || !who) fail(401, BAD_TOKEN)
  const signedInMs = claims.iat * 1000
  if (who.browserId !== undefined) request.browser = { browserId: who.browserId, signedInMs }
  // A token without a browser was made at its sign-in.
  return { who: { provenAt: new Date(signedInMs), ...who }, expiresAt: new Date(claims.exp * 1000) }
}

/** The program that calls with a key, as its keeper with narrowed rights; undefined where a person calls. */
async function withApiKey(services: Door, request: FastifyRequest): Promise<Who | undefined> {
  const token = tokenOf(request)
  if (!isApiKey(token)) return undefined
  const now = services.now()
  const sent = await readKey(services.db, token, { ip: request.ip, now })
  if (!sent) fail(401, BAD_TOKEN)
  const { apiKeyId, apiVersion } = sent.key
  request.apiKeyId = apiKeyId
  request.keyVersion = apiVersion
  await request.server.countCaller(request, `key ${apiKeyId}`)
  const refuse = (status: 401 | 403, text: string): never => {
    request.keyRefusal = text
    return fail(status, text)
  }
  if (sent.refusal) return refuse(sent.refusal.status, sent.refusal.text)
  const keeper = await readUser(services.db, sent.key.keptBy, dayOf(now, services.timeZone))
  if (!keeper) return refuse(401, 'The account of the person who keeps this API key is switched off.')
  return withKey(keeper, sent.key)
}

const idOf = (value: unknown): number | undefined => {
  const id = Number(value)
  return typeof value === 'string' && /^\d{1,10}$/.test(value) && id >= 1 && id <= MAX_ID ? id : undefined
}
/** The team that a path names, or else a query; what is no id is no such team there, and a wrong field here. */
const teamIdOf = (inPath: unknown, inQuery: unknown): number =>
  inPath === undefined
    ? (idOf(inQuery) ?? fail(422, NO_TEAM_ID, { teamId: NO_TEAM_ID }))
    : (idOf(inPath) ?? fail(404, 'Team not found'))

/**
 * Opens the context of a call. A team in the path is the scope; paths without one take `?teamId`, else the company's own
 * team for lists and creations, and for a record by its id every team where the right is held (D-GEN-3).
 */
export async function openContext(services: Door, request: FastifyRequest, endpoint: AnyEndpoint): Promise<Context> {
  if (endpoint.can === 'anyone') return {} as Context
  const who = (await withApiKey(services, request)) ?? (await signedIn(services, request)).who
  const by = { userId: who.userId, username: who.username, ip: request.ip, written: 0, companyId: who.companyId }
  // Asked for a proof, nobody is refused yet.
  if (endpoint.asksAgain === true) demandProof(who, services.now())
  // A refusal below is told of too.
  request.by = by
  if (isForPeople(endpoint)) demandPerson(who)
  assumeZone(services, request, endpoint)
  if (endpoint.can === 'signed in') return { who, by, scope: nothing(who) }
  const params = (request.params ?? {}) as Record<string, unknown>
  const asked = (request.query as Record<string, unknown> | undefined)?.teamId
  if (params.teamId !== undefined || asked !== undefined) {
    const { scope } = await teamScope(services.db, who, teamIdOf(params.teamId, asked), endpoint.can)
    return { who, by, scope }
  }
  const byId = endpoint.byRecord || endpoint.path.includes('{')
  if (byId) {
    const scope = await everywhere(services.db, who, endpoint.can)
    if (scope.kind === 'teams' && scope.teams.length === 0) fail(403, NOT_AUTHORIZED)
    return { who, by, scope }
  }
  const teamId = defaultTeam(who)
  if (teamId === undefined) fail(403, NOT_AUTHORIZED)
  return { who, by, scope: (await teamScope(services.db, who, teamId, endpoint.can)).scope }
}

/** A list that is asked without the browser's offset means the business time zone (D-GEN-5). */
function assumeZone({ now, timeZone }: Door, request: FastifyRequest, e: AnyEndpoint): void {
  const shape = (e.query as { shape?: Record<string, unknown> } | undefined)?.shape
  const query = request.query as Record<string, unknown>
  if (shape && 'tz' in shape && query.tz === undefined) query.tz = String(offsetMinutes(now(), timeZone))
}

/** Whether only people may call: by default where the endpoint demands no right, only a sign-in. */
export const isForPeople = ({ can, callers }: AnyEndpoint): boolean =>
  callers === undefined ? can === 'signed in' : callers === 'people'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the call came with; null: none. */
    apiKeyId: number | null
    /** The version of the API that serves the calls of the key; null: no key calls, or none that exists. */
    keyVersion: string | null
    /** The browser that calls, and since when its token counts; null: none, or one that is not kept. */
    browser: { browserId: number; signedInMs: number } | null
    /** Why the key itself was refused, whatever the call; missing: it counted. */
    keyRefusal?: string
  }
}

const nothing = (who: Who): Scope => ({ kind: 'teams', teamId: who.companyId, teams: [] })
