// The live stream of a team: server-sent events of what changed in the reader's scope, each only with view on its
// feature (D-GEN-14, D-GEN-16). It ends with the token and when the reader's rights change.
import type { Feature } from '@wattdesk/base/access'
import { EVENTS_PATH } from '@wattdesk/base/live-event'
import { fail, found, tooOften } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { signedIn } from '#platform/access/context.ts'
import { everywhere, type Scope, teamScope, type Who } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import type { Reach } from './event.rules.ts'
import { FEATURE_OF, LiveStreams, type StreamReader } from './live-streams.memory.ts'

/** Live streams of one user on a node: a tab has one. */
export const MOST_STREAMS = 20
/** When a browser that was refused a stream may ask again; meanwhile it polls. */
const STREAM_AGAIN_S = 30

export function eventRoutes(app: FastifyInstance): void {
  const { services } = app
  const streams = new LiveStreams(services.bus)
  app.addHook('preClose', async () => streams.close())

  app.get(EVENTS_PATH.replace('{teamId}', ':teamId'), async (request: FastifyRequest, reply) => {
    const { who, expiresAt } = await signedIn(services, request)
    const reader = await readerOf(services.db, who, request, reply)
    // Counted when nothing is waited for any more, so that of any number at once no more come through.
    if (streams.countOf(who.userId) >= MOST_STREAMS) tooOften(STREAM_AGAIN_S)
    openStream(reply)
    streams.join(reader)
    const { chargerPk } = reader
    const unwatch = chargerPk === undefined ? undefined : services.bus.watchLog(chargerPk)
    const end = setTimeout(() => reply.raw.end(), Math.max(0, expiresAt.getTime() - services.now().getTime()))
    end.unref()
    // A connection that breaks during a write reports it here; its end comes as 'close'.
    reply.raw.on('error', error => request.log.info({ err: error }, 'A live stream broke'))
    reply.raw.on('close', () => {
      streams.leave(reader)
      unwatch?.()
      clearTimeout(end)
    })
  })
}

function openStream(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  reply.raw.write(': open\n\n')
}

/** The reader of a request, with the rights that the user has now on the chosen team. */
async function readerOf(db: Db, who: Who, request: FastifyRequest, reply: FastifyReply): Promise<StreamReader> {
  const teamId = Number((request.params as { teamId: string }).teamId)
  if (!Number.isInteger(teamId)) fail(404, 'Team not found')
  const scopes = await scopesOf(db, who, teamId)
  const reach = await reachOf(db, who)
  const { charger } = request.query as { charger?: string }
  const chargerPk = charger === undefined ? undefined : await chargerOf(db, charger, scopes.ChargerPoint)
  return { userId: who.userId, reach, scopes, chargerPk, reply }
}

/** The scope in which the reader sees the events of each feature; none where the reader has no view on it. */
async function scopesOf(db: Db, who: Who, teamId: number): Promise<StreamReader['scopes']> {
  const { scope, access } = await teamScope(db, who, teamId, 'team role')
  const scopeIn = async (feature: Feature) =>
    access.find(a => a.featureName === feature)?.view === 'Y'
      ? (await teamScope(db, who, teamId, `${feature}.view`)).scope
      : undefined
  const features = [...new Set(Object.values(FEATURE_OF))]
  const scopes = await Promise.all(features.map(async f => [f, await scopeIn(f)] as const))
  // The bell rings for all teams of the reader, whichever was chosen.
  return { any: scope, ...Object.fromEntries(scopes), Alert: await everywhere(db, who, 'Alert.view') }
}

/** The reader's roles with the places of their teams. */
async function reachOf(db: Db, who: Who): Promise<Reach> {
  const ids = who.roles.map(r => r.teamId)
  const { rows } = await sql<{ id: number; path: number[] }>`
      select id, path from team where id = any(${sql.val(ids)}::int[])`.execute(db)
  const paths = new Map(rows.map(t => [t.id, t.path]))
  return {
    userId: who.userId,
    roles: who.roles.map(({ teamId, access }) => ({ teamId, access, path: paths.get(teamId) ?? [teamId] })),
  }
}

/** The charger whose log is asked for, by key or by id, when the reader may see it. */
async function chargerOf(db: Db, keyOrId: string, scope: Scope | undefined): Promise<number> {
  if (!scope) fail(403, 'Not Authorized')
  return found(await chargerKey(db, scope, keyOrId), 'Charge point not found')
}
