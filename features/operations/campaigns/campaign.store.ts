// Campaigns: as they are read, written, and moved on by people (CAMP-02, CAMP-04, CAMP-05).
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { recordWrites } from '#platform/records/writes.ts'
import type { Campaign, CampaignProgress } from './campaign.contract.ts'
import { campaignFields } from './campaign.fields.ts'
import { CHARGER_STATES, type ChargerState } from './campaign.words.ts'
import { timeOf, type WaveCount } from './wave.rules.ts'

export type CampaignRow = Stored<'firmwareCampaign'> & {
  teamName: string
  firmware: string
  chargers: number | null
  verified: number
  givenUp: number
  rolledBack: boolean
  choiceText: string
  waveText: string
  chosenTeam: string | null
  chosenSites: string[]
  chosenChargers: string[]
}

const countOf = (state: ChargerState) =>
  sql`(select count(*) from firmware_campaign_charger i where i.campaign_id = m.campaign_id and i.state = ${state})`
/** The numbers that a list of the choice names. */
const chosen = (list: 'sites' | 'chargers') =>
  sql`(select (x #>> '{}')::int from jsonb_path_query(m.choice, ${sql.lit(`$.${list}[*] ? (@.type() == "number")`)}) x)`
const reads = recordReads<CampaignRow>()({
  fields: campaignFields,
  from: sql`firmware_campaign m join team t on t.id = m.team_id join firmware f on f.firmware_id = m.firmware_id`,
  alias: 'm',
  id: sql`m.campaign_id`,
  joined: {
    team_name: sql`t.name`,
    firmware: sql`(f.vendor || ' ' || f.model || ' ' || f.version)`,
    // A draft has none yet: its choice is made when it starts.
    chargers: sql`case when m.state <> 'Draft' then (select count(*) from firmware_campaign_charger i where i.campaign_id = m.campaign_id) end`,
    verified: countOf('Verified'),
    given_up: countOf('Given up'),
    rolled_back: sql`exists (select from firmware_campaign b where b.rolls_back = m.campaign_id)`,
  },
  // As text, so that no name in them is changed on the way.
  beside: sql`m.choice::text as choice_text, m.waves::text as wave_text, m.window_from, m.window_to, m.company_id, m.started_by,
    (select o.name from team o where o.company_id = m.company_id and o.id = (m.choice ->> 'teamId')::int) as chosen_team,
    array(select z.zone_name from charging_site z where z.company_id = m.company_id and z.zone_id in ${chosen('sites')} order by 1) as chosen_sites,
    array(select c.chargepoint_id from charger c where c.company_id = m.company_id and c.chargepoint_pk in ${chosen('chargers')} order by 1) as chosen_chargers`,
  where: sql`m.deleted_at is null`,
  order: '-campaign_id',
})
export const { get } = reads
const EVERYTHING = { teamId: null, sites: null, versions: null, chargers: null, matching: null }
export const shown = (row: CampaignRow): Campaign => ({
  ...reads.shown(row),
  choice: { ...EVERYTHING, ...JSON.parse(row.choiceText) },
  waves: JSON.parse(row.waveText),
  window:
    row.windowFrom === null || row.windowTo === null
      ? null
      : { from: timeOf(row.windowFrom), to: timeOf(row.windowTo) },
})
export const reply = reads.replyBy(shown)

export const { create, update, lock } = recordWrites<'firmwareCampaign'>({
  fields: campaignFields,
  insert: sql`insert into firmware_campaign`,
  update: sql`update firmware_campaign set`,
  from: sql`from firmware_campaign`,
  id: sql`campaign_id`,
})

export const remove = (trx: Trx, campaignId: number, at: Date): Promise<unknown> =>
  trx.updateTable('firmwareCampaign').set({ deletedAt: at }).where('campaignId', '=', campaignId).execute()

export const countOpen = async (trx: Trx, teamId: number): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*) as n from firmware_campaign where team_id = ${teamId} and deleted_at is null
      and state not in ('Done', 'Cancelled')`.execute(trx)
  ).rows[0]?.n ?? 0

type Moved = Partial<
  Pick<
    Stored<'firmwareCampaign'>,
    | 'state'
    | 'startedBy'
    | 'startedAt'
    | 'wave'
    | 'waveBeganAt'
    | 'countedSince'
    | 'stoppedWhy'
    | 'stoppedAt'
    | 'endedAt'
  >
>
/** Moves a campaign that is locked, and writes the line of its history. */
export async function move(
  trx: Trx,
  campaignId: number,
  moved: Moved,
  line: { at: Date; what: string; note?: string | null; userId?: number | null },
): Promise<void> {
  await trx.updateTable('firmwareCampaign').set(moved).where('campaignId', '=', campaignId).execute()
  await sql`insert into firmware_campaign_event (campaign_id, at, what, note, user_id)
    values (${campaignId}, ${line.at}, ${line.what}, ${line.note ?? null}, ${line.userId ?? null})`.execute(trx)
}

export type NewCharger = {
  pk: number
  id: string
  vendor: string | null
  model: string | null
  version: string | null
  wave: number
}
/** The chargers of a campaign that starts. */
export const addChargers = (
  trx: Trx,
  campaignId: number,
  chargers: readonly NewCharger[],
  at: Date,
): Promise<unknown> =>
  sql`insert into firmware_campaign_charger (campaign_id, chargepoint_pk, chargepoint_id, vendor, model, version_before, wave, place, state_at)
    select ${campaignId}, x.pk, x.id, x.vendor, x.model, x.version, x.wave, n, ${at}
    from rows from (json_to_recordset(${JSON.stringify(chargers)}::json)
      as (pk integer, id text, vendor text, model text, version text, wave smallint)) with ordinality
      as x (pk, id, vendor, model, version, wave, n)`.execute(trx)

export const CANCELLED = 'The campaign was cancelled'
export const NOT_SENT = sql`('Queued', 'Waiting for session', 'Failed')`
/** Gives up the chargers of a campaign that are not in the hands of an update; those that never were are not sent. */
export const giveUpWaiting = (trx: Trx, campaignId: number, reason: string, at: Date): Promise<unknown> =>
  sql`with gone as (update firmware_campaign_charger set
        state = case when attempt = 0 and sent_at is null then 'Not sent' else 'Given up' end, reason = ${reason}, state_at = ${at}, is_open = false, next_at = null
      where campaign_id = ${campaignId} and state in ${NOT_SENT} returning chargepoint_pk, attempt, state)
    insert into firmware_campaign_event (campaign_id, chargepoint_pk, at, what, attempt, note)
    select ${campaignId}, chargepoint_pk, ${at}, state, attempt, ${reason} from gone`.execute(trx)

/** Queues the chargers that were given up, with all their attempts before them; the ids of those that another campaign has now. */
export async function queueGivenUp(trx: Trx, campaignId: number, at: Date): Promise<string[]> {
  const given = sql`i.campaign_id = ${campaignId} and i.state = 'Given up'`
  const { rows } = await sql<{
    id: string
  }>`select i.chargepoint_id as id from firmware_campaign_charger i where ${given}
    and exists (select from firmware_campaign_charger o where o.chargepoint_pk = i.chargepoint_pk and o.is_open)`.execute(
    trx,
  )
  if (rows.length > 0) return rows.map(r => r.id)
  await sql`with again as (update firmware_campaign_charger i set state = 'Queued', reason = null, attempt = 0, state_at = ${at},
        is_open = true, next_at = null, asked_at = null where ${given} returning chargepoint_pk)
    insert into firmware_campaign_event (campaign_id, chargepoint_pk, at, what, attempt, note)
    select ${campaignId}, chargepoint_pk, ${at}, 'Queued', 0, 'Again' from again`.execute(trx)
  return []
}

/** The waves with their counts; a failure before `since`, when a person let the campaign go on, does not count. */
export const waveCounts = async (db: Db | Trx, campaignId: number, since: Date | null): Promise<WaveCount[]> =>
  (
    await sql<WaveCount>`select wave, count(*) as size, count(*) filter (where state = 'Verified') as verified,
        count(*) filter (where state in ('Verified', 'Given up', 'Not sent')) as ended, count(*) filter (where state = 'Not sent') as unsent,
        count(*) filter (where state = 'Given up' and state_at <= ${since}::timestamptz) as forgiven, count(*) filter (where state = 'Failed') as again,
        count(*) filter (where state in ('Failed', 'Given up') and (${since}::timestamptz is null or state_at > ${since}::timestamptz)) as failed
      from firmware_campaign_charger where campaign_id = ${campaignId} group by wave order by wave`.execute(db)
  ).rows

type ModelCount = { vendor: string; model: string; versionBefore: string; state: ChargerState; n: number }
const NONE = Object.fromEntries(CHARGER_STATES.map(s => [s, 0])) as Record<ChargerState, number>
/** The chargers by state, in all and by the model and version that they had. */
export async function stateCounts(db: Db, campaignId: number): Promise<Pick<CampaignProgress, 'states' | 'models'>> {
  const { rows } = await sql<ModelCount>`select coalesce(vendor, '') as vendor, coalesce(model, '') as model,
      coalesce(version_before, '') as version_before, state, count(*) as n
    from firmware_campaign_charger where campaign_id = ${campaignId} group by 1, 2, 3, 4 order by 1, 2, 3`.execute(db)
  const states = { ...NONE }
  const models = new Map<string, CampaignProgress['models'][number]>()
  for (const { state, n, ...of } of rows) {
    states[state] += n
    const key = JSON.stringify(of)
    const model = models.get(key) ?? { ...of, states: { ...NONE } }
    model.states[state] = n
    models.set(key, model)
  }
  return { states, models: [...models.values()] }
}

const MOST_EVENTS = 200
/** The newest lines of the campaign's own history, the newest first. */
export const eventsOf = async (db: Db, campaignId: number): Promise<CampaignProgress['events']> =>
  (
    await sql<
      Omit<CampaignProgress['events'][number], 'at'> & { at: Date }
    >`select e.event_id::int as id, e.at, e.what, e.note,
        u.username as by
      from firmware_campaign_event e left join app_user u on u.id = e.user_id
      where e.campaign_id = ${campaignId} and e.chargepoint_pk is null order by e.event_id desc limit ${MOST_EVENTS}`.execute(
      db,
    )
  ).rows.map(e => ({ ...e, at: e.at.toISOString() }))

/** Chargers that a campaign has updated or may have, by the version they had, with the file of that version if there is one. */
export type Former = { version: string; firmwareId: number | null; pks: number[] }
export const formerFiles = async (trx: Trx, campaignId: number): Promise<Former[]> =>
  (
    await sql<Former>`select coalesce(i.version_before, '') as version, b.firmware_id, array_agg(i.chargepoint_pk order by i.place) as pks
      from firmware_campaign_charger i join firmware_campaign m using (campaign_id) join firmware f on f.firmware_id = m.firmware_id
        join charger_state s on s.chargepoint_pk = i.chargepoint_pk
        left join firmware b on b.company_id = f.company_id and b.deleted_at is null and lower(b.vendor) = lower(f.vendor)
          and lower(b.model) = lower(f.model) and lower(b.version) = lower(trim(i.version_before))
      where i.campaign_id = ${campaignId} and i.attempt > 0 and lower(trim(coalesce(s.fw_version, ''))) = lower(f.version)
      group by 1, 2 order by 1`.execute(trx)
  ).rows

export type Seen = { campaignId: number; companyId: number; teamId: number }
/** The campaign of a scope, for what hangs on it. */
export const seen = async (
  db: Db,
  scope: Scope,
  campaignId: number,
): Promise<(Seen & { countedSince: Date | null }) | undefined> =>
  (
    await sql<
      Seen & { countedSince: Date | null }
    >`select campaign_id, company_id, team_id, counted_since from firmware_campaign m
      where m.campaign_id = ${campaignId} and m.deleted_at is null and ${within(scope, 'm')}`.execute(db)
  ).rows[0]
