// Charging profiles with their schedule periods, each of one team. The number chargers know a profile by is unique in its
// company: two of one number would replace each other on a charger.
import type { ChoiceQuery, ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, keysSql, searchSql } from '#platform/db/list.ts'
import { columnsOf, pick, type Stored } from '#platform/db/record.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { ChargingProfile, SchedulePeriod } from './charging-profile.contract.ts'
import { type ChargingProfileBody, secondsOf } from './charging-profile-body.contract.ts'
import { KINDS, PURPOSES } from './profile-choices.words.ts'

/** The columns that people write. */
const WRITTEN = [
  ...(['chargingProfileId', 'stackLevel', 'description', 'chargingProfilePurpose', 'chargingProfileKind'] as const),
  ...(['recurrencyKind', 'validFrom', 'validTo', 'durationInSeconds', 'startSchedule', 'note'] as const),
  ...(['minChargingRate', 'chargingRateUnit'] as const),
] as const
type Table = Stored<'chargingProfile'>
export type ChargingProfileRow = Pick<
  Table,
  (typeof WRITTEN)[number] | 'chargingProfilePk' | 'companyId' | 'teamId'
> & {
  teamName: string
  schedulePeriods: SchedulePeriod[]
}

const columns: Columns = {
  charging_profile_pk: { sql: sql`p.charging_profile_pk`, type: 'number' },
  charging_profile_id: { sql: sql`p.charging_profile_id`, type: 'number' },
  stack_level: { sql: sql`p.stack_level`, type: 'number' },
  description: { sql: sql`p.description`, type: 'text' },
  charging_profile_purpose: { sql: sql`p.charging_profile_purpose`, type: 'text' },
  charging_profile_kind: { sql: sql`p.charging_profile_kind`, type: 'text' },
  valid_from: { sql: sql`p.valid_from`, type: 'date' },
  valid_to: { sql: sql`p.valid_to`, type: 'date' },
}
/** The periods as they travel, built as text so that no part of them is renamed on the way. */
const PERIODS = sql`(select coalesce(json_agg(json_build_object('schedule_period_pk', s.schedule_period_pk,
    'start_period', s.start_period, 'power_limit', s.power_limit, 'number_phase', s.number_phase)
    order by s.start_period), '[]')::text
  from charging_schedule_period s where s.charging_profile_pk = p.charging_profile_pk)`
const SHOWN = sql`p.charging_profile_pk, p.company_id, p.team_id, t.name as team_name, ${columnsOf('p', WRITTEN)},
  ${PERIODS} as period_text`
const FROM = sql`charging_profile p join team t on t.id = p.team_id`

type Read = Omit<ChargingProfileRow, 'schedulePeriods'> & { periodText: string }
const rowOf = ({ periodText, ...r }: Read): ChargingProfileRow => ({ ...r, schedulePeriods: JSON.parse(periodText) })

type Asked = ListQuery & Pick<ChoiceQuery, 'keys'>
const narrowed = (scope: Scope, query: Asked): RawBuilder<boolean> =>
  joined(
    [
      within(scope, 'p'),
      keysSql(query, sql`p.charging_profile_pk`),
      searchSql(
        query.q,
        [sql`p.charging_profile_id::text`, sql`p.description`, sql`p.note`],
        [
          [sql`p.charging_profile_purpose`, PURPOSES],
          [sql`p.charging_profile_kind`, KINDS],
        ],
      ),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

/** One page of a scope, newest first unless sorted otherwise. */
export const list = (db: Db, scope: Scope, query: Asked): Promise<ListRows<Read>> =>
  pageOrExportRows(
    db,
    query,
    sql<Read & Keyed>`select p.charging_profile_pk as cursor_key, ${SHOWN} from ${FROM} where ${narrowed(scope, query)}
      ${endSql(query, '-charging_profile_pk', columns, { number: sql`p.charging_profile_pk` })}`,
  )
export const count = async (db: Db, scope: Scope, query: Asked): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${FROM} where ${narrowed(scope, query)}`.execute(db)).rows[0]
    ?.n ?? 0

/** A profile within the scope. */
export const get = async (db: Db | Trx, scope: Scope, pk: number): Promise<ChargingProfileRow | undefined> => {
  const { rows } = await sql<Read>`
    select ${SHOWN} from ${FROM} where p.charging_profile_pk = ${pk} and ${within(scope, 'p')}`.execute(db)
  return rows[0] && rowOf(rows[0])
}

/** Locks a profile until the transaction ends, so that two changes follow each other. */
export const lock = (trx: Trx, pk: number): Promise<unknown> =>
  sql`select from charging_profile where charging_profile_pk = ${pk} for update`.execute(trx)

const time = (at: Date | null): string | null => at && secondsOf(at)
/** A profile as it travels. */
export const profileOf = (r: ChargingProfileRow): ChargingProfile => ({
  charging_profile_pk: r.chargingProfilePk,
  charging_profile_id: r.chargingProfileId,
  teamId: r.teamId,
  team_name: r.teamName,
  stack_level: r.stackLevel,
  description: r.description,
  charging_profile_purpose: r.chargingProfilePurpose,
  charging_profile_kind: r.chargingProfileKind,
  recurrency_kind: r.recurrencyKind,
  valid_from: time(r.validFrom),
  valid_to: time(r.validTo),
  duration_in_seconds: r.durationInSeconds,
  start_schedule: time(r.startSchedule),
  note: r.note,
  min_charging_rate: r.minChargingRate === null ? null : Number(r.minChargingRate),
  charging_rate_unit: r.chargingRateUnit,
  schedulePeriods: r.schedulePeriods,
})
export const profileFromRow = (r: Read): ChargingProfile => profileOf(rowOf(r))

const at = (text: string | null): Date | null => (text === null ? null : new Date(text))
/** A TxProfile has no validity, whatever was sent (D-CP-3). */
const written = (b: ChargingProfileBody) => {
  const isOfSession = b.charging_profile_purpose === 'TxProfile'
  return pick(
    {
      chargingProfileId: b.charging_profile_id,
      stackLevel: b.stack_level,
      description: b.description,
      chargingProfilePurpose: b.charging_profile_purpose,
      chargingProfileKind: b.charging_profile_kind,
      recurrencyKind: b.recurrency_kind,
      validFrom: isOfSession ? null : at(b.valid_from),
      validTo: isOfSession ? null : at(b.valid_to),
      durationInSeconds: b.duration_in_seconds,
      startSchedule: at(b.start_schedule),
      note: b.note,
      minChargingRate: b.min_charging_rate === null ? null : String(b.min_charging_rate),
      chargingRateUnit: b.charging_rate_unit,
    },
    WRITTEN,
  )
}

/** The periods of a profile in place of those it had; a stored one keeps its key. */
async function replacePeriods(
  db: Db | Trx,
  pk: number,
  periods: ChargingProfileBody['schedulePeriods'],
): Promise<void> {
  await db.deleteFrom('chargingSchedulePeriod').where('chargingProfilePk', '=', pk).execute()
  await db
    .insertInto('chargingSchedulePeriod')
    .values(
      periods.map(s => ({
        ...(s.schedule_period_pk !== null && { schedulePeriodPk: s.schedule_period_pk }),
        chargingProfilePk: pk,
        startPeriod: s.start_period,
        powerLimit: String(s.power_limit),
        numberPhase: s.number_phase,
      })),
    )
    .execute()
}

/** Makes a profile of a team; returns its key. Ignores the `schedule_period_pk` of its periods. */
export async function create(
  db: Db | Trx,
  { teamId, at: createdAt, body }: { teamId: number; at: Date; body: ChargingProfileBody },
): Promise<number> {
  const made = await db
    .insertInto('chargingProfile')
    .values(({ selectFrom }) => ({
      ...written(body),
      teamId,
      createdAt,
      companyId: selectFrom('team').select('companyId').where('id', '=', teamId),
    }))
    .returning('chargingProfilePk')
    .executeTakeFirstOrThrow()
  const periods = body.schedulePeriods.map(s => ({ ...s, schedule_period_pk: null }))
  await replacePeriods(db, made.chargingProfilePk, periods)
  return made.chargingProfilePk
}

export async function update(trx: Trx, pk: number, body: ChargingProfileBody): Promise<void> {
  await trx.updateTable('chargingProfile').set(written(body)).where('chargingProfilePk', '=', pk).execute()
  await replacePeriods(trx, pk, body.schedulePeriods)
}

export const remove = (trx: Trx, pk: number): Promise<unknown> =>
  trx.deleteFrom('chargingProfile').where('chargingProfilePk', '=', pk).execute()

export const removePeriod = (trx: Trx, pk: number, periodPk: number): Promise<unknown> =>
  trx
    .deleteFrom('chargingSchedulePeriod')
    .where('chargingProfilePk', '=', pk)
    .where('schedulePeriodPk', '=', periodPk)
    .execute()
