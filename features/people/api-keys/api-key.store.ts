// API keys with their secrets, which are stored as hashes alone (KEY-01).
import { accessOfLetters } from '@wattdesk/base/access'
import { type RawBuilder, sql } from 'kysely'
import { hashOf, type KeyRights, startOf } from '#platform/access/api-key.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { recordWrites } from '#platform/records/writes.ts'
import type { ApiKey } from './api-key.contract.ts'
import { apiKeyFields } from './api-key.fields.ts'
import type { KeyState } from './api-key.words.ts'

export type ApiKeyRow = Stored<'apiKey'> & {
  state: KeyState
  secretStart: string
  calls: number
  refused: number
  keeper: string | null
  teamName: string
  path: number[]
  rightsText: string
  overlapUntil: Date | null
}

const inDays = (what: RawBuilder<unknown>) =>
  sql`(select coalesce(sum(${what}), 0)::int from api_key_day d where d.api_key_id = k.api_key_id and d.day > now()::date - 30)`
const reads = recordReads<ApiKeyRow>()({
  fields: apiKeyFields,
  from: sql`api_key k join team t on t.id = k.team_id left join app_user u on u.id = k.kept_by`,
  alias: 'k',
  id: sql`k.api_key_id`,
  joined: {
    team_name: sql`t.name`,
    keeper: sql`u.username`,
    secret_start: sql`(select s.start from api_key_secret s where s.api_key_id = k.api_key_id 
      order by s.ends_at nulls first, s.made_at desc limit 1)`,
    calls: inDays(sql`d.calls`),
    refused: inDays(sql`d.refused`),
    state: sql`case when k.revoked_at is not null then 'revoked' when k.ends_at <= now() then 'over'
      when u.is_active and exists (select from team_member m where m.user_id = u.id and m.team_id = any(t.path)) then 'active'
      else 'resting' end`,
  },
  beside: sql`k.kept_by, k.addresses, k.revoked_at, t.path, k.company_id,
    -- As text, so that no name in them is changed on the way.
    k.rights::text as rights_text, (select max(s.ends_at) from api_key_secret s where s.api_key_id = k.api_key_id
      and s.ends_at > now()) as overlap_until`,
  order: '-api_key_id',
})
export const { get } = reads
export const rightsOfRow = (row: ApiKeyRow): KeyRights => JSON.parse(row.rightsText)
export const shown = (row: ApiKeyRow): ApiKey => ({
  ...reads.shown(row),
  addresses: row.addresses,
  access: accessOfLetters(rightsOfRow(row)),
  overlap_until: row.overlapUntil?.toISOString() ?? null,
})
export const reply = reads.replyBy(shown)

export const { create, update, lock } = recordWrites<'apiKey'>({
  fields: apiKeyFields,
  insert: sql`insert into api_key`,
  update: sql`update api_key set`,
  from: sql`from api_key`,
  id: sql`api_key_id`,
})

/** The keys of a team that are not revoked. */
export const countOf = async (trx: Trx, teamId: number): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from api_key where team_id = ${teamId} and revoked_at is null`.execute(trx)
  ).rows[0]?.n ?? 0

/** Adds a secret; those before it end at `endsAt`, or when they would end anyway. */
export async function addSecret(trx: Trx, apiKeyId: number, secret: string, at: Date, endsAt: Date): Promise<void> {
  await sql`update api_key_secret set ends_at = least(ends_at, ${endsAt}) where api_key_id = ${apiKeyId}`.execute(trx)
  await sql`insert into api_key_secret (hash, api_key_id, start, made_at)
    values (${hashOf(secret)}, ${apiKeyId}, ${startOf(secret)}, ${at})`.execute(trx)
}

export const keep = (trx: Trx, apiKeyId: number, userId: number): Promise<unknown> =>
  trx.updateTable('apiKey').set({ keptBy: userId }).where('apiKeyId', '=', apiKeyId).execute()

export const revoke = (trx: Trx, apiKeyId: number, at: Date): Promise<unknown> =>
  trx.updateTable('apiKey').set({ revokedAt: at }).where('apiKeyId', '=', apiKeyId).execute()
