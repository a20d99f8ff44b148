// What chargers are told at the ends of a maintenance, each step with its answer. What was not answered is told again, from
// what is stored here alone.
import { type RawBuilder, sql } from 'kysely'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Step } from './maintenance.rules.ts'
import type { StepKind, StepState } from './maintenance.words.ts'

type OfCharger = { maintenanceId: number; pk: number }
export async function addSteps(
  trx: Trx,
  { maintenanceId, pk }: OfCharger,
  what: StepKind,
  steps: readonly Step[],
  at: Date,
): Promise<void> {
  if (steps.length === 0) return
  await sql`insert into maintenance_step (maintenance_id, chargepoint_pk, what, number, state, note, next_at)
    select ${maintenanceId}, ${pk}, ${what}, x.number, x.state, x.note, case when x.state = 'pending' then ${at}::timestamptz end
    from unnest(${ints(steps.map(s => s.number))}, ${texts(steps.map(s => s.state))}, ${texts(steps.map(s => s.note))})
      x (number, state, note) on conflict (maintenance_id, chargepoint_pk, what, number) do nothing`.execute(trx)
}

export type StoredStep = { stepId: number; number: number; state: StepState; tries: number }
export const stepsOf = async (trx: Trx, { maintenanceId, pk }: OfCharger, what: StepKind): Promise<StoredStep[]> =>
  (
    await sql<StoredStep>`select step_id, number, state, tries from maintenance_step
      where maintenance_id = ${maintenanceId} and chargepoint_pk = ${pk} and what = ${what} order by number for update`.execute(
      trx,
    )
  ).rows

/** Nothing more is told of these steps of a charger. */
export const skipSteps = (trx: Trx, { maintenanceId, pk }: OfCharger, what: StepKind, note: string): Promise<unknown> =>
  sql`update maintenance_step set state = 'skipped', note = ${note}, next_at = null
    where maintenance_id = ${maintenanceId} and chargepoint_pk = ${pk} and what = ${what} and state in ('pending', 'sent')`.execute(
    trx,
  )

/**
 * The connectors of a charger that other maintenances hold out of service: of those that run, and of those whose end the
 * charger was never told. The ends that wait are skipped, for this maintenance takes the connectors over.
 */
export async function takeOver(trx: Trx, { maintenanceId, pk }: OfCharger, note: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select distinct o.number from maintenance_step o join maintenance_charger m using (maintenance_id, chargepoint_pk)
      left join maintenance_step b on b.maintenance_id = o.maintenance_id and b.chargepoint_pk = o.chargepoint_pk
        and b.what = 'back' and b.number = o.number
    where o.chargepoint_pk = ${pk} and o.maintenance_id <> ${maintenanceId} and o.what = 'out'
      and o.state in ('accepted', 'scheduled')
      and (m.finished_at is null or (b.state = 'pending' and b.tries = 0))`.execute(trx)
  await sql`update maintenance_step set state = 'skipped', note = ${note}, next_at = null
    where chargepoint_pk = ${pk} and maintenance_id <> ${maintenanceId} and what = 'back' and state in ('pending', 'sent')`.execute(
    trx,
  )
  return rows.map(r => r.number)
}

/** The connectors that another maintenance, which has begun and not finished, keeps out of service. */
export const keptOut = async (trx: Trx, { maintenanceId, pk }: OfCharger): Promise<number[]> =>
  (
    await sql<{ number: number }>`select distinct o.number from maintenance_step o
      join maintenance_charger m using (maintenance_id, chargepoint_pk)
      where o.chargepoint_pk = ${pk} and o.maintenance_id <> ${maintenanceId} and o.what = 'out'
        and o.state in ('pending', 'sent', 'accepted', 'scheduled') and m.begun_at is not null and m.finished_at is null`.execute(
      trx,
    )
  ).rows.map(r => r.number)

/** The connectors, 0 for all, that a person took out of service last since a moment, and has not put back. */
export const takenOutByPeople = async (trx: Trx, pk: number, since: Date): Promise<number[]> =>
  (
    await sql<{ number: number; is: boolean }>`
      select distinct on (number) (parameters ->> 'connectorId')::int as number,
        parameters ->> 'availabilityType' = 'INOPERATIVE' as is
      from task where chargepoint_pk = ${pk} and operation = 'ChangeAvailability' and created_by is not null
        and created_at >= ${since} and response in ('Accepted', 'Scheduled')
      order by number, created_at desc`.execute(trx)
  ).rows
    .filter(r => r.is)
    .map(r => r.number)

export type DueStep = {
  stepId: number
  what: StepKind
  number: number
  tries: number
  pk: number
  chargepointId: string
  companyId: number
  teamId: number
  node: string
}
const DUE = (now: Date) => sql`maintenance_step p join maintenance_charger m using (maintenance_id, chargepoint_pk)
    join charger c using (chargepoint_pk) join charger_state s using (chargepoint_pk)
  where p.state in ('pending', 'sent') and (p.next_at <= ${now} or s.connected_at > p.told_at) and s.node is not null
    and s.connected and s.boot_accepted and c.registration_status = 'Accepted' and c.deleted_at is null
    and (p.what <> 'out' or (m.finished_at is null and m.planned_to > ${now}))`
/** Steps that connected chargers are to be told now, those that wait longest first. */
export const dueSteps = async (db: Db, now: Date, most: number): Promise<number[]> =>
  (
    await sql<{
      stepId: number
    }>`select p.step_id from ${DUE(now)} order by p.next_at, p.step_id limit ${most}`.execute(db)
  ).rows.map(r => r.stepId)

/** Locks a step that is still due; undefined where another node has it. */
export const holdStep = async (trx: Trx, stepId: number, now: Date): Promise<DueStep | undefined> =>
  (
    await sql<DueStep>`select p.step_id, p.what, p.number, p.tries, p.chargepoint_pk as pk, c.chargepoint_id, c.company_id,
        c.team_id, s.node
      from ${DUE(now)} and p.step_id = ${stepId} for update of p skip locked`.execute(trx)
  ).rows[0]

export const markTold = (trx: Trx, stepId: number, t: { taskId: string; at: Date; nextAt: Date }): Promise<unknown> =>
  sql`update maintenance_step set state = 'sent', tries = tries + 1, task_id = ${t.taskId}, told_at = ${t.at},
      next_at = ${t.nextAt}, note = null where step_id = ${stepId}`.execute(trx)

/** Keeps the charger's answer to the last telling of a step; `pending`: it is told again at its time. */
export const keepAnswer = (
  trx: Trx,
  { stepId, taskId }: { stepId: number; taskId: string },
  state: 'accepted' | 'scheduled' | 'rejected' | 'pending',
  note: string | null,
): Promise<unknown> =>
  sql`update maintenance_step set state = ${state}, note = ${note}::text,
      next_at = case when ${state} = 'pending' then next_at end
    where step_id = ${stepId} and task_id = ${taskId} and state = 'sent'`.execute(trx)

/**
 * Chargers that have started anew during a maintenance and offer connectors again that they had taken out are told again.
 * OCPP 1.6 §5.2 wants the state kept over a start; not all keep it.
 */
export const repeatForgotten = (db: Db, now: Date): Promise<unknown> =>
  sql`update maintenance_step p set state = 'pending', next_at = ${now}, note = 'Forgotten at a start'
    from maintenance_charger m, charger_state s, connector n
    where p.what = 'out' and p.state = 'accepted' and m.maintenance_id = p.maintenance_id and m.chargepoint_pk = p.chargepoint_pk
      and m.begun_at is not null and m.finished_at is null and m.planned_to > ${now}
      and s.chargepoint_pk = p.chargepoint_pk and s.last_boot_at > p.told_at
      and n.chargepoint_pk = p.chargepoint_pk and n.connector_id = p.number and n.status_at > s.last_boot_at
      and n.status <> 'Unavailable'`.execute(db)

/** The reason of the maintenance that cancelled a reservation of a charger; null where none did. */
export const cancellingReasonSql = (reservationId: RawBuilder<unknown>, pk: number): RawBuilder<string | null> =>
  sql<string | null>`(select w.reason from maintenance_step p join maintenance_window w using (maintenance_id)
    where p.chargepoint_pk = ${pk} and p.what = 'reservation' and p.number = ${reservationId} limit 1)`

/** Steps that chargers have refused are told again; returns how many. */
export const retryRejected = async (trx: Trx, maintenanceId: number, now: Date): Promise<number> =>
  Number(
    (
      await sql`update maintenance_step p set state = 'pending', next_at = ${now}, note = null
        from maintenance_charger m where p.maintenance_id = ${maintenanceId} and p.state = 'rejected'
          and p.what in ('out', 'back') and m.maintenance_id = p.maintenance_id and m.chargepoint_pk = p.chargepoint_pk
          and (p.what = 'back' or m.finished_at is null)`.execute(trx)
    ).numAffectedRows ?? 0,
  )
