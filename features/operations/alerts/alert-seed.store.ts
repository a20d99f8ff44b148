// The rules that a company has from its beginning (ALERT-11), whatever way the company came: told by a person, signed up,
// imported, or there before alerts were.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'
import type { Severity } from './alert.words.ts'

type Seeded = { kind: string; name: string; severity: Severity; parameters: Record<string, number> }
export const SEEDED_RULES: readonly Seeded[] = [
  {
    kind: 'charger-offline',
    name: 'Charge point offline for 15 minutes',
    severity: 'Major',
    parameters: { minutes: 15 },
  },
  { kind: 'connector-faulted', name: 'Connector faulted', severity: 'Major', parameters: { minutes: 0 } },
  { kind: 'site-outage', name: 'Outage of a site', severity: 'Critical', parameters: { minutes: 2 } },
  { kind: 'session-to-review', name: 'Session to review', severity: 'Minor', parameters: { hours: 0 } },
  { kind: 'refund-failed', name: 'Refund failed', severity: 'Major', parameters: { hours: 0 } },
  { kind: 'campaign-stopped', name: 'Campaign stopped', severity: 'Major', parameters: {} },
]
export type SeededRule = { alertRuleId: number; teamId: number; name: string; kind: string }

/**
 * Makes the rules of operators that never had any, and returns them. Deleted ones stay deleted. The platform's own company has
 * none: its rules would tell again what each operator's tell.
 */
export async function seedRules(trx: Trx, at: Date): Promise<SeededRule[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('alert rules', 0))`.execute(trx)
  const { rows } = await sql<SeededRule>`
    insert into alert_rule (company_id, team_id, name, kind, parameters, severity, is_seeded, created_at)
    select c.id, c.id, s.name, s.kind, s.parameters, s.severity, true, ${at}
    from team c cross join json_to_recordset(${JSON.stringify(SEEDED_RULES)}::json)
      s (name text, kind text, parameters jsonb, severity text)
    where c.id = c.company_id and c.company_type <> 'GP' and c.is_active
      and not exists (select from alert_rule r where r.company_id = c.id and r.is_seeded)
    order by c.id
    returning alert_rule_id, team_id, name, kind`.execute(trx)
  return rows
}
