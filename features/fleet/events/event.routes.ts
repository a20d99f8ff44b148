// The live stream of a team: server-sent events of what changed in the reader's scope, each only with view on its
// feature (D-GEN-14, D-GEN-16). It ends with the token and when the reader's rights change.
import type { Feature } from '@wattdesk/base/access'
import { EVENTS_PATH, type LiveEvent } from '@wattdesk/base/live-event'
import { fail, found, tooOften } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { signedIn } from '#platform/access/context.ts'
import { type Scope, teamScope, type Who } from '#platform/access/scope.ts'
import type { Published } from '#platform/bus/bus.ts'
import { mayHearOf, type Reach } from './event.rules.ts'

/** The portal takes 12 s of silence for a dead line (kit/live-stream.ts). */
const KEEP_ALIVE_MS = 5000
/** A reader this far behind is disconnected; it reconnects and reads everything again. */
const MAX_UNSENT_BYTES = 1024 * 1024

/** Live streams of one user on a node: a tab has one. */
export const MOST_STREAMS = 20
/** When a browser that was refused a stream may ask again; meanwhile it polls. */
const STREAM_AGAIN_S = 30

/** The feature whose view an event needs; a station is as on the dashboard, for any role on the team. */
const FEATURE_OF: Partial<Record<LiveEvent['type'], Feature>> = {
  connector: 'ChargerPoint',
  task: 'ChargerPoint',
  load: 'ChargingSite',
  log: 'ChargerPoint',
  transaction: 'Transaction',
  payment: 'Transaction',
  refund: 'Refund',
}

type Reader = {
  userId: number
  /** For changes of records, which count wherever the reader may open the record, whatever team was chosen. */
  reach: Reach
  scopes: Partial<Record<Feature | 'any', Scope | undefined>>
  chargerPk: number | undefined
  reply: FastifyReply
}

const covers = (scope: Scope | undefined, companyId: number, teamId: number): boolean =>
  scope !== undefined &&
  (scope.kind === 'all' || (scope.kind === 'company' ? scope.companyId === companyId : scope.teams.includes(teamId)))

/** True when the reader may see the event. */
function maySee(r: Reader, { companyId, path = [], event: e }: Published): boolean {
  if (e.type === 'access' || e.type === 'bulk-action') return e.userId === r.userId
  if (e.type === 'record') return mayHearOf(r.reach, { ...e, companyId, path })
  if (e.type === 'log' && e.chargepoint_pk !== r.chargerPk) return false
  return covers(r.scopes[FEATURE_OF[e.type] ?? 'any'], companyId, e.teamId)
}

export function eventRoutes(app: FastifyInstance): void {
  const { services } = app
  const readers = new Set<Reader>()

  /** Listens from the first reader to the last, so that without one no events are made. */
  let off: (() => void) | undefined
  const tell = (published: Published) => {
    const { event } = published
    let text: string | undefined
    for (const r of readers) {
      if (!maySee(r, published)) continue
      text ??= `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
      if (!r.reply.raw.writableEnded) r.reply.raw.write(text)
      if (r.reply.raw.writableLength > MAX_UNSENT_BYTES || event.type === 'access') r.reply.raw.end()
    }
  }
  const join = (r: Reader) => {
    readers.add(r)
    off ??= services.bus.onEvent(tell)
  }
  const leave = (r: Reader) => {
    readers.delete(r)
    if (readers.size > 0) return
    off?.()
    off = undefined
  }
  const beat = setInterval(() => {
    for (const r of readers) if (!r.reply.raw.writableEnded) r.reply.raw.write(': still here\n\n')
  }, KEEP_ALIVE_MS).unref()
  // Events were missed while the bus was away: streams end, and browsers that reconnect read everything again.
  const offMissed = services.bus.onChanged(c => {
    if (c.what === 'all') for (const r of readers) r.reply.raw.end()
  })
  app.addHook('preClose', async () => {
    off?.()
    offMissed()
    clearInterval(beat)
    for (const r of readers) r.reply.raw.end()
  })

  const scopesOf = async (who: Who, teamId: number): Promise<Reader['scopes']> => {
    const { scope, access } = await teamScope(services.db, who, teamId, 'team role')
    const held = async (feature: Feature) =>
      access.find(a => a.featureName === feature)?.view === 'Y'
        ? (await teamScope(services.db, who, teamId, `${feature}.view`)).scope
        : undefined
    const features = [...new Set(Object.values(FEATURE_OF))]
    const scopes = await Promise.all(features.map(async f => [f, await held(f)] as const))
    return { any: scope, ...Object.fromEntries(scopes) }
  }

  /** The reader's roles with the places of their teams. */
  const reachOf = async (who: Who): Promise<Reach> => {
    const ids = who.roles.map(r => r.teamId)
    const { rows } = await sql<{ id: number; path: number[] }>`
      select id, path from team where id = any(${sql.val(ids)}::int[])`.execute(services.db)
    const paths = new Map(rows.map(t => [t.id, t.path]))
    return {
      userId: who.userId,
      roles: who.roles.map(({ teamId, access }) => ({ teamId, access, path: paths.get(teamId) ?? [teamId] })),
    }
  }

  app.get(
    EVENTS_PATH.replace('{teamId}', ':teamId'),
    { schema: { hide: true } as object },
    async (request: FastifyRequest, reply) => {
      const { who, expiresAt } = await signedIn(services, request)
      const teamId = Number((request.params as { teamId: string }).teamId)
      if (!Number.isInteger(teamId)) fail(404, 'Team not found')
      const scopes = await scopesOf(who, teamId)
      const reach = await reachOf(who)
      const asked = (request.query as { charger?: string }).charger
      const chargerPk = asked === undefined ? undefined : await chargerOf(asked, scopes.ChargerPoint)
      // Counted when nothing is waited for any more, so that of any number at once no more come through.
      const own = [...readers].filter(r => r.userId === who.userId)
      if (own.length >= MOST_STREAMS) tooOften(STREAM_AGAIN_S)
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      reply.raw.write(': open\n\n')
      const reader: Reader = { userId: who.userId, reach, scopes, chargerPk, reply }
      join(reader)
      const unwatch = chargerPk === undefined ? undefined : services.bus.watchLog(chargerPk)
      const end = setTimeout(() => reply.raw.end(), Math.max(0, expiresAt.getTime() - services.now().getTime()))
      end.unref()
      // A connection that breaks during a write reports it here; its end comes as 'close'.
      reply.raw.on('error', error => request.log.info({ err: error }, 'A live stream broke'))
      reply.raw.on('close', () => {
        leave(reader)
        unwatch?.()
        clearTimeout(end)
      })
    },
  )

  /** The charger whose log is asked for, by key or by id, when the reader may see it. */
  async function chargerOf(asked: string, scope: Scope | undefined): Promise<number> {
    if (!scope) fail(403, 'Not Authorized')
    return found(await chargerKey(services.db, scope, asked), 'Charge point not found')
  }
}
