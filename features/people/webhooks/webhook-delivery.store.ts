// Deliveries as they are listed: those that wait and those that have ended (HOOK-03).
import type { ListQuery } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import type { Scope } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { recordReads } from '#platform/records/reads.ts'
import type { WholeDelivery } from './webhook-delivery.contract.ts'
import { deliveryFields } from './webhook-delivery.fields.ts'
import { eventBody } from './webhook-event.rules.ts'
import type { Attempt } from './webhook-queue.store.ts'

type DeliveryRow = {
  deliveryId: number
  kind: string
  madeAt: Date
  sequence: number
  dataText: string
  attemptsText: string
  answer: string | null
}
/** So many are counted; beyond that the filters lead. */
const MOST_COUNTED = 10_000

const from = sql`(select webhook_delivery_id as delivery_id, webhook_id, kind, object, state, (attempts->-1->>'status')::int as status, tries,
    made_at, null::timestamptz as ended_at, due_at, why, message_id::text, coalesce(sequence, webhook_delivery_id) as sequence, data, attempts,
    answer from webhook_waiting
  union all select webhook_delivery_id, webhook_id, kind, object, outcome, status, tries, made_at, ended_at, null, why, message_id::text,
    coalesce(sequence, webhook_delivery_id), data, attempts, answer from webhook_delivery) d`
const reads = recordReads<DeliveryRow>()({
  fields: deliveryFields,
  from,
  alias: 'd',
  id: sql`d.delivery_id`,
  scoped: () => sql<boolean>`true`,
  order: '-delivery_id',
  search: (query: ListQuery & { webhookId?: number }, searched) =>
    sql<boolean>`d.webhook_id = ${query.webhookId ?? 0} and ${searched(query.q)}`,
  beside: sql`d.sequence::float8 as sequence, d.data::text as data_text, d.attempts::text as attempts_text, d.answer`,
})

/** The deliveries of a webhook, which the caller has found in the scope. */
export async function reply(db: Db, scope: Scope, query: ListQuery & { webhookId: number }) {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select from ${from}
    where ${reads.matching(query)} limit ${MOST_COUNTED}) n`.execute(db)
  return listReply(query, { total: rows[0]?.n ?? 0, rows: () => reads.list(db, scope, query), row: reads.shown })
}

/** One delivery; undefined where the webhook has none with this number. */
export async function get(db: Db, webhookId: number, deliveryId: number): Promise<WholeDelivery | undefined> {
  const [row] = await reads.rows(db, sql<boolean>`d.webhook_id = ${webhookId} and d.delivery_id = ${deliveryId}`)
  return (
    row && {
      ...reads.shown(row),
      request: eventBody({ ...row, data: JSON.parse(row.dataText) }) ?? '',
      answer: row.answer,
      attempts: JSON.parse(row.attemptsText) as Attempt[],
    }
  )
}
