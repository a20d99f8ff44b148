// Campaigns: messages to many drivers, with what became of them.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { Campaign } from './campaign.contract.ts'

export type CampaignRow = {
  campaignId: number
  message: string
  domains: string[]
  receivers: number
  handedOver: number
  delivered: number
  refused: number
  sentBy: string
  teamName: string
  createdAt: Date
}
const SHOWN = sql`m.campaign_id, m.message, m.domains, m.receivers, m.handed_over, m.delivered, m.refused,
  m.created_by_name as sent_by, t.name as team_name, m.created_at`
const FROM = sql`message_campaign m join team t on t.id = m.team_id`
const columns: Columns = {
  createdAt: { sql: sql`m.campaign_id`, type: 'number' },
  sentBy: { sql: sql`m.created_by_name`, type: 'text' },
  receivers: { sql: sql`m.receivers`, type: 'number' },
}
const narrowed = (scope: Scope, query: ListQuery): RawBuilder<boolean> =>
  joined([within(scope, 'm'), searchSql(query.q, [sql`m.message`, sql`m.created_by_name`, sql`t.name`])], 'AND')

/** One page of a scope, newest first unless sorted otherwise. */
export const list = (db: Db, scope: Scope, query: ListQuery): Promise<ListRows<CampaignRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<CampaignRow & Keyed>`select m.campaign_id as cursor_key, ${SHOWN} from ${FROM} where ${narrowed(scope, query)}
      ${endSql(query, '-createdAt', columns, { number: sql`m.campaign_id` })}`,
  )
export const count = async (db: Db, scope: Scope, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${FROM} where ${narrowed(scope, query)}`.execute(db)).rows[0]
    ?.n ?? 0

export type NewCampaign = { teamId: number; message: string; domains: readonly string[]; receivers: number }
/** Begins a campaign of a team; answers its number. */
export async function create(
  trx: Trx,
  { teamId, message, domains, receivers }: NewCampaign,
  by: { userId: number; username: string },
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ campaignId: number }>`
    insert into message_campaign (company_id, team_id, message, domains, receivers, created_by, created_by_name, created_at)
    select company_id, id, ${message}, ${sql.val(domains)}::text[], ${receivers}, ${by.userId}, ${by.username}, ${at}
    from team where id = ${teamId} returning campaign_id`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`Team ${teamId} is not there`)
  return row.campaignId
}

/** The message of a campaign that the user began within the scope. */
export const messageOf = async (
  trx: Trx,
  scope: Scope,
  campaignId: number,
  userId: number,
): Promise<string | undefined> =>
  (
    await sql<{ message: string }>`select m.message from message_campaign m
      where m.campaign_id = ${campaignId} and m.created_by = ${userId} and ${within(scope, 'm')}`.execute(trx)
  ).rows[0]?.message

export const addHandedOver = (trx: Trx, campaignId: number, devices: number): Promise<unknown> =>
  sql`update message_campaign set handed_over = handed_over + ${devices} where campaign_id = ${campaignId}`.execute(trx)

/** One message more that was delivered, or refused for good. */
export const addEnded = (trx: Trx, campaignId: number, how: 'sent' | 'refused'): Promise<unknown> =>
  how === 'sent'
    ? sql`update message_campaign set delivered = delivered + 1 where campaign_id = ${campaignId}`.execute(trx)
    : sql`update message_campaign set refused = refused + 1 where campaign_id = ${campaignId}`.execute(trx)

/** A try is made for half a day at most: what has not left a day later does not leave any more. */
const LOST_MS = 86_400_000
export function campaignOf(r: CampaignRow, now: Date): Campaign {
  const open = Math.max(0, r.handedOver - r.delivered - r.refused)
  const isLost = now.getTime() - r.createdAt.getTime() > LOST_MS
  return {
    campaignId: r.campaignId,
    message: r.message,
    domains: r.domains,
    receivers: r.receivers,
    sentBy: r.sentBy,
    teamName: r.teamName,
    createdAt: r.createdAt.toISOString(),
    delivered: r.delivered,
    failed: r.refused + (isLost ? open : 0),
    waiting: isLost ? 0 : open,
    notSent: Math.max(0, r.receivers - r.handedOver),
  }
}
