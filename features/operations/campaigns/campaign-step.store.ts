// What one step of a campaign reads and writes. Everything that a step decides by stands in the tables, so that whichever node
// takes the next step goes on where the last one ended (CAMP-03, CAMP-05).
import { sql } from 'kysely'
import { knownState } from '#control/remote-operations/task.store.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import type { TaskEnd } from './campaign.rules.ts'
import { NOT_SENT } from './campaign.store.ts'
import type { ChargerState } from './campaign.words.ts'

/** The campaigns with something to do: those that run, and those whose chargers are in the hands of an update. */
export const liveCampaigns = async (db: Db): Promise<number[]> =>
  (
    await sql<{
      id: number
    }>`select campaign_id as id from firmware_campaign m where state in ('Running', 'Paused', 'Stopped')
      or (state = 'Cancelled' and exists (select from firmware_campaign_charger i where i.campaign_id = m.campaign_id and i.is_open))
      order by campaign_id`.execute(db)
  ).rows.map(r => r.id)

export type HeldCampaign = Pick<
  Stored<'firmwareCampaign'>,
  | 'campaignId'
  | 'companyId'
  | 'teamId'
  | 'name'
  | 'firmwareId'
  | 'state'
  | 'wave'
  | 'waveBeganAt'
  | 'countedSince'
  | 'windowFrom'
  | 'windowTo'
  | 'atOnce'
  | 'stopPercent'
  | 'wavePercent'
  | 'waitsForSessions'
  | 'retries'
  | 'stepMinutes'
  | 'giveUpHours'
  | 'startedBy'
> & { version: string; signature: string | null; certificate: string | null }
/** The campaign, locked for one step; undefined: another node takes a step of it, or it is gone. */
export const hold = async (trx: Trx, campaignId: number): Promise<HeldCampaign | undefined> =>
  (
    await sql<HeldCampaign>`select m.campaign_id, m.company_id, m.team_id, m.name, m.firmware_id, m.state, m.wave, m.wave_began_at,
        m.counted_since, m.window_from, m.window_to, m.at_once, m.stop_percent, m.wave_percent, m.waits_for_sessions,
        m.retries, m.step_minutes, m.give_up_hours, m.started_by, f.version, f.signature, f.certificate
      from firmware_campaign m join firmware f on f.firmware_id = m.firmware_id
      where m.campaign_id = ${campaignId} and m.deleted_at is null for update of m skip locked`.execute(trx)
  ).rows[0]

export type KnownCharger = Omit<TaskEnd, 'state'> & {
  pk: number
  state: ChargerState
  reason: string | null
  attempt: number
  stateAt: Date
  nextAt: Date | null
  sentAt: Date | null
  askedAt: Date | null
  seenBootAt: Date | null
  seenStateId: number
  taskState: TaskEnd['state'] | null
  taskSentAt: Date | null
  fetchedAt: Date | null
  bootAt: Date | null
  version: string | null
  node: string | null
  connectedAt: Date | null
  states: { id: number; status: string; at: string }[]
}
/** The chargers that were sent, with what is known of each since; of those that failed, only where there is news. */
export const known = async (trx: Trx, campaignId: number): Promise<KnownCharger[]> =>
  (
    await sql<KnownCharger>`select i.chargepoint_pk as pk, i.state, i.reason, i.attempt, i.state_at, i.next_at, i.sent_at, i.asked_at, i.seen_boot_at,
        i.seen_state_id::int8 as seen_state_id, ${knownState('t')} as task_state, t.response, t.error, t.details, t.ended_at,
        t.sent_at as task_sent_at, l.fetched_at, s.last_boot_at as boot_at, s.fw_version as version, s.node,
        case when s.connected and s.boot_accepted then s.connected_at end as connected_at, coalesce(x.states, '[]') as states
      from firmware_campaign_charger i join charger_state s on s.chargepoint_pk = i.chargepoint_pk
        left join task t on t.task_id = i.task_id
        left join lateral (select fetched_at from firmware_link l where l.task_id = i.task_id) l on true
        left join lateral (select json_agg(json_build_object('id', p.id, 'status', p.status, 'at', p.at) order by p.id) as states
          from transfer_state p where p.chargepoint_pk = i.chargepoint_pk and p.id > i.seen_state_id
            and p.action in ('FirmwareStatusNotification', 'SignedFirmwareStatusNotification')
            and (p.task_id = i.task_id or p.task_id is null)) x on true
      where i.campaign_id = ${campaignId} and i.attempt > 0 and (i.state in ('Sent', 'Downloading', 'Downloaded', 'Installing', 'Installed')
        or (i.state in ('Failed', 'Given up') and (s.last_boot_at is distinct from i.seen_boot_at or x.states is not null)))
      order by i.place`.execute(trx)
  ).rows

export type SavedCharger = {
  pk: number
  state: ChargerState
  reason: string | null
  attempt: number
  stateAt: Date
  nextAt: Date | null
  askedAt: Date | null
  seenBootAt: Date | null
  seenStateId: number
  isOpen: boolean
}
export type HistoryLine = { pk: number; at: Date; what: string; attempt: number; note: string | null }
/** Writes what became of chargers, with their history. */
export async function save(
  trx: Trx,
  campaignId: number,
  chargers: readonly SavedCharger[],
  lines: readonly HistoryLine[],
): Promise<void> {
  if (chargers.length > 0)
    await sql`update firmware_campaign_charger i set state = x.state, reason = x.reason, attempt = x.attempt, state_at = x."stateAt",
        next_at = x."nextAt", asked_at = x."askedAt", seen_boot_at = x."seenBootAt", seen_state_id = x."seenStateId", is_open = x."isOpen"
      from json_to_recordset(${JSON.stringify(chargers)}::json) as x (pk integer, state text, reason text, attempt smallint,
        "stateAt" timestamptz, "nextAt" timestamptz, "askedAt" timestamptz, "seenBootAt" timestamptz, "seenStateId" bigint, "isOpen" boolean)
      where i.campaign_id = ${campaignId} and i.chargepoint_pk = x.pk`.execute(trx)
  await addLines(trx, campaignId, lines)
}
async function addLines(trx: Trx, campaignId: number, lines: readonly HistoryLine[]): Promise<void> {
  if (lines.length === 0) return
  await sql`insert into firmware_campaign_event (campaign_id, chargepoint_pk, at, what, attempt, note)
    select ${campaignId}, pk, at, what, attempt, note from json_to_recordset(${JSON.stringify(lines)}::json)
      as x (pk integer, at timestamptz, what text, attempt smallint, note text)`.execute(trx)
}

/** How many chargers of a campaign are in the hands of an update. */
export const countActive = async (trx: Trx, campaignId: number): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from firmware_campaign_charger where campaign_id = ${campaignId}
      and state in ('Sent', 'Downloading', 'Downloaded', 'Installing', 'Installed')`.execute(trx)
  ).rows[0]?.n ?? 0

const SESSION = sql<boolean>`exists (select from transaction r where r.chargepoint_pk = i.chargepoint_pk and r.stopped_at is null)`

export type WaitingCharger = {
  pk: number
  state: ChargerState
  attempt: number
  isThere: boolean
  hasVersion: boolean
  inSession: boolean
  isReady: boolean
}
/** The clock of a charger: its site's, or the campaign's where the site names none. */
const ZONE = sql<string>`coalesce(z.time_zone, m.time_zone)`
/** The time zones in which the chargers of a campaign stand. */
export const zonesOf = async (db: Db | Trx, campaignId: number): Promise<string[]> =>
  (
    await sql<{ zone: string }>`select distinct ${ZONE} as zone from firmware_campaign m
        join firmware_campaign_charger i on i.campaign_id = m.campaign_id
        join charger c on c.chargepoint_pk = i.chargepoint_pk left join charging_site z on z.zone_id = c.zone_id
      where m.campaign_id = ${campaignId}`.execute(db)
  ).rows.map(r => r.zone)

/**
 * The chargers of the waves that have begun that wait in these time zones, with what stands in their way, in the order of the
 * campaign.
 */
export const waiting = async (
  trx: Trx,
  m: HeldCampaign,
  now: Date,
  zones: readonly string[],
): Promise<WaitingCharger[]> =>
  (
    await sql<WaitingCharger>`select i.chargepoint_pk as pk, i.state, i.attempt,
        c.deleted_at is null and c.team_id in (select id from team where ${m.teamId} = any(path)) as is_there,
        lower(trim(coalesce(s.fw_version, ''))) = ${m.version.trim().toLowerCase()} as has_version,
        ${SESSION} as in_session, s.connected and s.boot_accepted as is_ready
      from firmware_campaign m join firmware_campaign_charger i on i.campaign_id = m.campaign_id
        join charger c on c.chargepoint_pk = i.chargepoint_pk
        join charger_state s on s.chargepoint_pk = i.chargepoint_pk
        left join charging_site z on z.zone_id = c.zone_id
      where m.campaign_id = ${m.campaignId} and ${ZONE} = any(${[...zones]}::text[]) and i.state in ${NOT_SENT} and i.wave <= ${m.wave}
        and (i.next_at is null or i.next_at <= ${now})
      order by i.wave, i.place`.execute(trx)
  ).rows

/** Brings chargers that wait into another state. */
export async function settleWaiting(
  trx: Trx,
  campaignId: number,
  pks: readonly number[],
  to: { state: ChargerState; reason: string | null; at: Date; attemptsMore?: number; nextAt?: Date | null },
): Promise<void> {
  if (pks.length === 0) return
  const isOpen = to.state !== 'Verified' && to.state !== 'Given up'
  await sql`with done as (update firmware_campaign_charger set state = ${to.state}, reason = ${to.reason}, state_at = ${to.at},
        attempt = attempt + ${to.attemptsMore ?? 0}, next_at = ${to.nextAt ?? null}, is_open = ${isOpen}
      where campaign_id = ${campaignId} and chargepoint_pk = any(${ints(pks)}) and state in ${NOT_SENT} returning chargepoint_pk, attempt)
    insert into firmware_campaign_event (campaign_id, chargepoint_pk, at, what, attempt, note)
    select ${campaignId}, chargepoint_pk, ${to.at}, ${to.state}, attempt, ${to.reason} from done`.execute(trx)
}

export type ClaimedCharger = { pk: number; id: string; attempt: number }
/**
 * The first of the chargers that may be sent now: connected, without a session, and locked so that nobody deletes or moves them.
 * One statement looks at session and connection together.
 */
export const claimable = async (
  trx: Trx,
  campaignId: number,
  pks: readonly number[],
  most: number,
): Promise<ClaimedCharger[]> =>
  (
    await sql<ClaimedCharger>`select c.chargepoint_pk as pk, c.chargepoint_id as id, i.attempt
      from firmware_campaign_charger i join charger c on c.chargepoint_pk = i.chargepoint_pk
        join charger_state s on s.chargepoint_pk = i.chargepoint_pk
      where i.campaign_id = ${campaignId} and i.chargepoint_pk = any(${ints(pks)}) and i.state in ${NOT_SENT}
        and s.connected and s.boot_accepted and not ${SESSION}
      order by i.wave, i.place limit ${most} for no key update of c skip locked`.execute(trx)
  ).rows

/** Marks a charger as sent with the task of its update, in the transaction that makes the task. */
export const markSent = (trx: Trx, campaignId: number, pk: number, taskId: string, at: Date): Promise<unknown> =>
  sql`with sent as (update firmware_campaign_charger i set state = 'Sent', reason = null, attempt = attempt + 1, task_id = ${taskId},
        sent_at = ${at}, state_at = ${at}, next_at = null, asked_at = null,
        seen_boot_at = (select last_boot_at from charger_state s where s.chargepoint_pk = i.chargepoint_pk),
        seen_state_id = coalesce((select max(id) from transfer_state p where p.chargepoint_pk = i.chargepoint_pk), 0)
      where campaign_id = ${campaignId} and chargepoint_pk = ${pk} returning attempt)
    insert into firmware_campaign_event (campaign_id, chargepoint_pk, at, what, attempt)
    select ${campaignId}, ${pk}, ${at}, 'Sent', attempt from sent`.execute(trx)

/** Whether a session runs on a charger. */
export const isCharging = async (db: Db, pk: number): Promise<boolean> =>
  (await sql`select from transaction where chargepoint_pk = ${pk} and stopped_at is null limit 1`.execute(db)).rows
    .length > 0
