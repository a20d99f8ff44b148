// One look at a kind of alert: what its rules find now against the alerts that stand, in one statement. New causes open alerts,
// causes that are gone close theirs, what happened again adds an occurrence.
import { sql } from 'kysely'
import { isBrieflyAwaySql } from '#fleet/chargers/trouble.store.ts'
import { ints } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'
import { AWAY_MINUTES, BACK_MINUTES, type Severity } from './alert.words.ts'
import { isAwaitedSql } from './alert-grace.store.ts'
import { type AlertKind, type AlertLook, CHARGERS_WITH_STATE, isMeant } from './alert-kind.store.ts'
import { CHARGER_DELETED, MOVED_AWAY } from './alert-over.store.ts'
import { isSilencedSql } from './alert-silence.store.ts'

/** What a look did to an alert. */
export type AlertTurn = {
  what: 'opened' | 'opened again' | 'again' | 'changed' | 'moved' | 'closed'
  alertId: number
  alertRuleId: number
  companyId: number
  teamId: number
  severity: Severity
}
const RULE_OFF = sql`(select case when o.deleted_at is null then 'Its rule was switched off' else 'Its rule was deleted' end
  from alert_rule o where o.alert_rule_id = s.alert_rule_id)`
/** The charger of alert `a` is of a team now that its rule does not look at. */
const isMovedAway = sql`exists (select from charger c join team t on t.id = c.team_id join alert_rule o on o.alert_rule_id = a.alert_rule_id
  where c.chargepoint_pk = a.chargepoint_pk and c.team_id <> a.team_id and o.team_id <> all(t.path))`
/** A charger that was deleted or moved away ends all that was found of it and its connectors, whatever the kind. */
const overText = ({ over, subject }: AlertKind, look: AlertLook) => {
  const why = typeof over === 'string' ? sql`${over}::text` : over(look)
  return subject === 'charger' || subject === 'connector'
    ? sql`case when exists (select from charger c where c.chargepoint_pk = a.chargepoint_pk and c.deleted_at is not null)
        then ${CHARGER_DELETED}::text when ${isMovedAway} then ${MOVED_AWAY}::text else ${why} end`
    : why
}

/** About how many chargers there are. */
export const fleetSize = async (db: Trx): Promise<number> =>
  (await sql<{ n: number }>`select reltuples::int as n from pg_class where oid = 'charger'::regclass`.execute(db))
    .rows[0]?.n ?? 0

/** The kinds that have a rule or an alert that stands: the others need no look. `rules` changes with the rules of the kind. */
export const kindsInUse = async (db: Trx): Promise<{ kind: string; rules: string }[]> =>
  (
    await sql<{ kind: string; rules: string }>`
      select x.kind, coalesce(string_agg(x.rule, ' ' order by x.rule), '') as rules from (
        select kind, md5(r::text) as rule from alert_rule r where is_active and deleted_at is null
        union all select kind, null from (select distinct kind from alert where state <> 'Closed') a) x
      group by 1`.execute(db)
  ).rows

const parametersOf = (kind: AlertKind) =>
  Object.fromEntries(
    Object.entries(kind.parameters).map(([name, p]) => [
      name,
      sql<number>`coalesce((r.parameters->>${name})::numeric, ${p.default}::numeric)`,
    ]),
  )

/** What a look at chargers is to be about: candidates that a rule is about, `x`, with the rules `r` of the kind. */
const isFound = (kind: AlertKind, look: AlertLook) => sql`x join team t on t.id = x.team_id
        join r on r.team_id = any(t.path)
      where (r.charger_pks is null or x.chargepoint_pk = any(r.charger_pks))
        and (r.zone_ids is null or x.zone_id = any(r.zone_ids)) and ${kind.holds(parametersOf(kind), look)}`
const rulesOf = (kind: AlertKind) =>
  sql`select * from alert_rule where kind = ${kind.id} and is_active and deleted_at is null`
const lockOf = (kind: AlertKind) => sql`hashtextextended('alerts ' || ${kind.id}::text, 0)`

/**
 * The kinds of which there is something to do at chargers: an alert that stands, or a cause that a rule is about. Of most chargers
 * that tell something there is neither, and one statement says so for all kinds. A kind that is being looked at counts as well:
 * what that look makes of the chargers is not to be seen yet.
 */
export async function kindsWithWork(
  trx: Trx,
  kinds: readonly AlertKind[],
  look: AlertLook & { chargers: readonly number[] },
): Promise<Set<string>> {
  const known = await sql<{ isFree: boolean; hasRule: boolean }>`select pg_try_advisory_xact_lock(k.lock) as is_free,
      k.kind in (select kind from alert_rule where is_active and deleted_at is null) as has_rule
    from (values ${sql.join(kinds.map((k, n) => sql`(${sql.lit(n)}, ${k.id}::text, ${lockOf(k)})`))}) k (n, kind, lock) order by k.n`.execute(
    trx,
  )
  // The candidates of a kind are read only where a rule of that kind is active.
  const opening = kinds.filter((k, n) => k.onNews === 'opens and closes' && known.rows[n]?.hasRule)
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from alert a where a.state <> 'Closed' and ${isMeant(look, sql`a.chargepoint_pk`)}
    ${sql.join(
      opening.map(
        // Materialized: read once, not again for each rule and team.
        k => sql`union all select ${k.id}::text where exists (with r as materialized (${rulesOf(k)}),
          x as materialized (${k.candidates(look)}) select from ${isFound(k, look)})`,
      ),
      sql` `,
    )}`.execute(trx)
  const busy = kinds.filter((_, n) => !known.rows[n]?.isFree)
  return new Set([...rows.map(r => r.kind), ...busy.map(k => k.id)])
}

/** Whether an alert, or what a look has found, is about a charger that is awaited, or about its site. */
const isAwaited = (alias: string) => {
  const [pk, zone] = [sql.ref(`${alias}.chargepoint_pk`), sql.ref(`${alias}.zone_id`)]
  return sql`(coalesce(${pk}, -1) in (select chargepoint_pk from waits)
    or (${pk} is null and coalesce(${zone}, -1) in (select zone_id from waits)))`
}

/**
 * Sets are compared by hashes (`not in`) and by the index of open alerts: the database expects few of each, and would compare
 * thousands with thousands one by one.
 *
 * Brings the alerts of a kind up to now, and returns what changed. Looks at a kind follow each other over all nodes: what one
 * finds is not undone by another that began before it. A look at some chargers, or at a part, leaves the alerts of all others.
 */
export async function lookAt(trx: Trx, kind: AlertKind, look: AlertLook): Promise<AlertTurn[]> {
  await sql`select pg_advisory_xact_lock(${lockOf(kind)})`.execute(trx)
  const { now, chargers } = look
  const isStanding = isMeant(look, look.part ? sql`split_part(a.subject, ' ', 2)::int` : sql`a.chargepoint_pk`)
  const mayOpen = chargers === undefined || kind.onNews === 'opens and closes'
  const at = sql`${now}::timestamptz`
  const isSilenced = isSilencedSql(kind, { pk: sql`f.chargepoint_pk`, zone: sql`f.zone_id` }, now)
  const awaited = (alias: string) => (kind.isStored ? sql`false` : isAwaited(alias))
  // While its rule is there.
  const isHeld = kind.outlastsAbsence
    ? sql`(s.alert_rule_id in (select alert_rule_id from r) and exists (select from ${CHARGERS_WITH_STATE}
        where c.chargepoint_pk = a.chargepoint_pk and c.deleted_at is null and ${isBrieflyAwaySql(now, AWAY_MINUTES)}))`
    : sql`false`
  // A fault that ended and began again between two looks stands since its second beginning, as the page of the charger says.
  const hasBegunAnew = kind.outlastsAbsence ? sql`f.since <> a.since` : sql`false`
  const { causeSql } = kind
  const otherCause = causeSql ? sql`nullif(${causeSql(sql`a.facts`)}, ${causeSql(sql`s.facts`)})` : sql`null::text`
  const { rows } = await sql<AlertTurn>`
    with r as materialized (${rulesOf(kind)}),
    x as materialized (${kind.candidates(look)}),
    -- Sent away by the product itself, and not back yet: what holds of such chargers, and of their sites, nobody knows.
    waits as materialized (select s.chargepoint_pk, coalesce(c.zone_id, 0) as zone_id from charger_state s join charger c using (chargepoint_pk)
      where ${isAwaitedSql(now)}),
    found as materialized (select r.alert_rule_id, r.severity, x.* from ${isFound(kind, look)} and not ${awaited('x')}),
    standing as materialized (select a.alert_id, a.alert_rule_id, a.subject, a.last_at from alert a
      where a.kind = ${kind.id} and a.state <> 'Closed' and ${isStanding} and not ${awaited('a')}),
    closed as (update alert a set state = 'Closed', closed_at = ${at}, closed_why = case
        when exists (select from r where r.alert_rule_id = s.alert_rule_id) then ${overText(kind, look)} else ${RULE_OFF} end
      from standing s where a.alert_id = s.alert_id
        and (s.alert_rule_id, s.subject) not in (select f.alert_rule_id, f.subject from found f) and not ${isHeld}
      returning a.alert_id, a.alert_rule_id, a.company_id, a.team_id, a.severity, a.closed_why),
    -- With its charger an alert moves to another team, where the rule looks at that one, too.
    again as (update alert a set facts = f.facts, since = case when ${hasBegunAnew} then f.since else a.since end, team_id = f.team_id, zone_id = f.zone_id, last_at = greatest(a.last_at, f.happened_at),
        occurrences = a.occurrences + coalesce(f.happened_at > a.last_at, false)::int
      from found f cross join lateral (select o.alert_id, o.last_at, o.team_id, o.facts from alert o where o.alert_rule_id = f.alert_rule_id
        and o.subject = f.subject and o.state <> 'Closed') s
      where a.alert_id = s.alert_id and (f.happened_at > a.last_at or f.facts <> a.facts or f.team_id <> a.team_id
        or ${hasBegunAnew})
      returning a.alert_id, a.alert_rule_id, a.company_id, a.team_id, a.severity, a.facts,
        f.happened_at > s.last_at and not ${isSilenced} as is_again, ${otherCause} as other_cause,
        case when s.team_id <> a.team_id then s.team_id end as moved_from),
    fresh as materialized (select f.*, l.alert_id as last_id, l.closed_by, l.closed_at from found f
      left join lateral (select a.alert_id, a.closed_by, a.closed_at from alert a
        where a.alert_rule_id = f.alert_rule_id and a.subject = f.subject order by a.alert_id desc limit 1) l on true
      where ${mayOpen} and not ${isSilenced} and (f.alert_rule_id, f.subject) not in (select s.alert_rule_id, s.subject from standing s)
        -- What a person has closed stays closed until the cause comes anew.
        and (l.closed_by is null or coalesce(f.happened_at, f.since) > l.closed_at)),
    back as (update alert a set state = 'Open', closed_at = null, closed_why = null, acknowledged_by = null,
        acknowledged_at = null, facts = f.facts, since = f.since, last_at = coalesce(f.happened_at, ${at}), occurrences = a.occurrences + 1
      from fresh f where a.alert_id = f.last_id and f.closed_by is null
        and f.closed_at > ${at} - make_interval(mins => ${BACK_MINUTES})
      returning a.alert_id, a.alert_rule_id, a.company_id, a.team_id, a.severity, a.facts),
    opened as (insert into alert (alert_rule_id, company_id, team_id, kind, severity, subject, chargepoint_pk, connector_id,
        zone_id, transaction_id, subject_name, facts, since, opened_at, last_at)
      select f.alert_rule_id, f.company_id, f.team_id, ${kind.id}, f.severity, f.subject, f.chargepoint_pk, f.connector_id,
        f.zone_id, f.transaction_id, f.subject_name, f.facts, f.since, ${at}, coalesce(f.happened_at, ${at})
      from fresh f where coalesce(f.last_id, 0) not in (select b.alert_id from back b)
      order by f.since
      returning alert_id, alert_rule_id, company_id, team_id, severity, facts),
    -- Why it happened this time, where the kind knows it: the text of the alert tells the last time alone.
    turn as (select 'opened' as what, alert_id, alert_rule_id, company_id, team_id, severity, facts->>'why' as note from opened
      union all select 'opened again', alert_id, alert_rule_id, company_id, team_id, severity, facts->>'why' from back
      union all select 'again', alert_id, alert_rule_id, company_id, team_id, severity, facts->>'why' from again where is_again
      union all select 'changed', alert_id, alert_rule_id, company_id, team_id, severity, other_cause from again where other_cause is not null
      union all select 'moved', alert_id, alert_rule_id, company_id, team_id, severity, 'From ' || (select name from team t where t.id = moved_from)
        || ' to ' || (select name from team t where t.id = team_id) from again where moved_from is not null
      union all select 'closed', alert_id, alert_rule_id, company_id, team_id, severity, closed_why from closed),
    told as (insert into alert_event (alert_id, at, what, note) select alert_id, ${at}, what, note from turn)
    select what, alert_id::int, alert_rule_id, company_id, team_id, severity from turn`.execute(trx)
  await moveRings(trx, rows)
  await ring(trx, rows, now)
  return rows
}

/** What has rung of alerts that moved stands in the bells of their new teams. */
async function moveRings(trx: Trx, turns: readonly AlertTurn[]): Promise<void> {
  const ids = turns.filter(t => t.what === 'moved').map(t => t.alertId)
  if (ids.length > 0)
    await sql`update alert_rang g set team_id = a.team_id from alert a where a.alert_id = any(${ints(ids)})
      and g.alert_id = a.alert_id`.execute(trx)
}

/**
 * Alerts that opened, or opened again, ring in the bell. Those who ring follow each other until their commits, so that the
 * numbers of the rings come in order: whoever has read up to one has missed none before it.
 */
async function ring(trx: Trx, turns: readonly AlertTurn[], now: Date): Promise<void> {
  const ids = turns.filter(t => t.what === 'opened' || t.what === 'opened again').map(t => t.alertId)
  if (ids.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended('alerts ring', 0))`.execute(trx)
  await sql`insert into alert_rang (alert_id, company_id, team_id, at) select alert_id, company_id, team_id, ${now}
    from alert where alert_id = any(${ints(ids)}) order by alert_id`.execute(trx)
}
