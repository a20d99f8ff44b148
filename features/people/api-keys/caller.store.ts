// Who calls, as the caller asks: the team that counts, its name, the rights there, and the last day of a key (KEY-02).
import { accessOfLetters } from '@wattdesk/base/access'
import { sql } from 'kysely'
import { defaultTeam, roleOn, type Who } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import type { Caller } from './api-key.contract.ts'

export async function callerOf(db: Db, who: Who): Promise<Caller> {
  const { key, username } = who
  const { rows } = await sql<{ id: number; name: string; path: number[]; validUntil: string | null }>`
    select t.id, t.name, t.path, (select k.valid_until::text from api_key k where k.api_key_id = ${key?.apiKeyId ?? null})
      as valid_until
    from team t where t.id = ${defaultTeam(who) ?? null}`.execute(db)
  const team = rows[0]
  return {
    kind: key ? 'key' : 'person',
    name: key?.name ?? username,
    teamId: team?.id ?? null,
    team_name: team?.name ?? null,
    access: (team && roleOn(who, team.path)?.access) ?? accessOfLetters({}),
    valid_until: team?.validUntil ?? null,
  }
}
