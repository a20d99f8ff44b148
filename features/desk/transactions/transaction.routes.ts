// Serves transactions: lists with their exports as streams, one transaction with its bill, the payout status, meter
// values.
import { Readable } from 'node:stream'
import { pageOf } from '@wattdesk/base/paging'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { isStuck } from '#charging/sessions/stuck.store.ts'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { demandExportable, joined } from '#platform/db/list.ts'
import { allById } from '#platform/http/exports.ts'
import { pagedAlone } from '#platform/http/list-reply.ts'
import { inPayout } from '#settlement/payouts/payout-state.store.ts'
import { ocmfOf, signedJson, signedXml } from './signed-values.rules.ts'
import { signedFile } from './signed-values.words.ts'
import { MISSING, setStatus } from './transaction.commands.ts'
import * as contract from './transaction.contract.ts'
import * as store from './transaction.store.ts'
import { detailOf } from './transaction-detail.store.ts'
import { countMatching, everyId, findPage, type TransactionListRequest } from './transaction-list.store.ts'
import { atSite, hasPhone, tagKey } from './transaction-scope.store.ts'

const NO_CHARGER = 'Charge point not found'
const NO_TAG = 'Tag not found'

export function transactionRoutes(app: FastifyInstance): void {
  const { db } = app.services
  const counts = new Counts()

  const list = async (asked: TransactionListRequest, reply: FastifyReply) => {
    const { query, scope } = asked
    const paged = pageOf(query)
    if (query.export) {
      const [total, summary] = await Promise.all([countMatching(db, asked), store.summaryOf(db, asked)])
      demandExportable(query, total)
      const data = allById(db, await everyId(db, asked), ids => store.transactionRowsById(db, scope, ids))
      return { data, total, totalIsExact: true, ...pagedAlone(query), summary }
    }
    if (query.total === 'only') {
      const key = JSON.stringify([
        scope,
        narrowing(query),
        query.filters,
        query.q,
        query.tz,
        reply.request.url.split('?')[0],
      ])
      const counted = () => counts.get(key, () => countMatching(db, asked))
      const [total, summary] = await Promise.all([counted(), store.summaryOf(db, asked)])
      return { data: [], total, totalIsExact: true, ...pagedAlone(query), summary }
    }
    const page = async () => {
      const { ids, ...total } = await findPage(db, asked)
      return { data: await store.transactionRowsById(db, scope, ids), ...total }
    }
    const [rows, summary] = await Promise.all([page(), store.summaryOf(db, asked)])
    return { ...rows, ...paged, summary }
  }

  route(app, contract.listTransactions, ({ query, scope, reply }) => {
    const conditions = own(query, app.services.now())
    return list({ scope, query, own: conditions.length > 0 ? joined(conditions, 'AND') : undefined }, reply)
  })

  route(app, contract.listChargerTransactions, async ({ params, query, scope, reply }) => {
    const pk = found(await chargerKey(db, scope, params.id, { deleted: true }), NO_CHARGER)
    return list({ scope, query, own: sql<boolean>`t.chargepoint_pk = ${pk}` }, reply)
  })

  route(app, contract.listTagTransactions, async ({ params, query, scope, reply }) => {
    const pk = found(await tagKey(db, scope, params.id), NO_TAG)
    return list({ scope, query, own: sql<boolean>`t.ocpp_tag_pk = ${pk}` }, reply)
  })

  route(app, contract.listActiveTransactions, async ({ params, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id, { deleted: true }), NO_CHARGER)
    return { data: await store.activeOf(db, scope, pk) }
  })

  route(app, contract.getTransaction, async ({ params, scope }) => ({
    data: found(await detailOf(app.services, scope, params.id), MISSING),
  }))

  route(app, contract.updateTransactionStatus, async ({ params, body, ...caller }) => ({
    message: contract.statusUpdated,
    data: await setStatus(app.services, caller, params.id, body),
  }))

  route(app, contract.listMeterValues, async ({ params, scope }) => ({
    data: found(await store.meterValues(app.services, scope, params.id, params.x), MISSING),
  }))

  route(app, contract.getSignedValues, async ({ params, query, scope, reply }) => {
    const { session, values } = found(await store.signedValues(app.services, scope, params.id), MISSING)
    const format = query.format ?? 'json'
    if (format === 'xml' && !values.some(v => ocmfOf(v) !== undefined))
      fail(404, 'This transaction has no signed values in OCMF')
    if (values.length === 0) fail(404, 'This transaction has no signed values')
    await reply
      .type(`application/${format}; charset=utf-8`)
      .headers({
        'content-disposition': `attachment; filename="${signedFile(params.id, format)}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(format === 'xml' ? signedXml(values) : signedJson(session, values)))
    return { data: '' }
  })
}

type ScopeQuery = TransactionListRequest['query']
/** The values that `own` narrows by. */
const narrowing = ({
  payoutId,
  id,
  email,
  phone,
  domain,
  ocpp_tag_pk,
  start,
  end,
  stuck,
  counted,
  zoneId,
  zone_name,
}: ScopeQuery) =>
  ({ payoutId, id, email, phone, domain, ocpp_tag_pk, start, end, stuck, counted, zoneId, zone_name }) as const
/**
 * The conditions of the query itself, joined by AND (D-TXN-1, D-DASH-4). Beside a customer's id, the parameters for
 * mail, phone, domain and app tag are the person's present ones: they are ignored
 * (docs/decisions/0028-sessions-of-a-customer.md).
 */
function own(query: ScopeQuery, now: Date): RawBuilder<boolean>[] {
  const { payoutId, id, email, phone, domain, ocpp_tag_pk, start, end, stuck, counted, zoneId, zone_name } =
    narrowing(query)
  const parts: RawBuilder<boolean>[] = []
  if (payoutId) parts.push(inPayout('t', payoutId))
  if (id !== undefined) parts.push(sql<boolean>`t.driver_id = ${id}`)
  const isNamed = id !== undefined
  if (email && !isNamed) parts.push(sql<boolean>`lower(t.email) = ${email.toLowerCase()}`)
  if (phone && !isNamed) parts.push(hasPhone(phone))
  if (domain && !isNamed)
    parts.push(sql<boolean>`t.company_id in (select c.id from team c where lower(c.domain) = ${domain.toLowerCase()})`)
  if (ocpp_tag_pk !== undefined && !isNamed) parts.push(sql<boolean>`t.ocpp_tag_pk = ${ocpp_tag_pk}`)
  if (start) parts.push(sql<boolean>`t.started_at >= ${new Date(start)}`)
  if (end) parts.push(sql<boolean>`t.started_at <= ${new Date(end)}`)
  if (stuck) parts.push(isStuck('t', now))
  if (zoneId !== undefined) parts.push(atSite(sql`z.zone_id = ${zoneId}`))
  if (zone_name) parts.push(atSite(sql`lower(z.zone_name) = ${zone_name.toLowerCase()}`))
  if (counted) parts.push(sql<boolean>`(t.stopped_at is not null and not t.in_review)`)
  return parts
}

const FRESH_MS = 15_000
/** Exact counts of the last seconds, each read once for all callers that wait for it. */
class Counts {
  readonly byKey = new Map<string, { at: number; count: Promise<number> }>()
  get(key: string, count: () => Promise<number>): Promise<number> {
    const now = performance.now()
    for (const [k, v] of this.byKey) if (now - v.at > FRESH_MS) this.byKey.delete(k)
    const known = this.byKey.get(key)
    if (known) return known.count
    const entry = { at: now, count: count() }
    this.byKey.set(key, entry)
    entry.count.catch(() => this.byKey.delete(key))
    return entry.count
  }
}
