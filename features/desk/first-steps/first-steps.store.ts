// Reads how far a company has come: its first team, price group, charger and session.
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { FirstSteps } from './first-steps.contract.ts'

type Begun = Pick<FirstSteps, 'team' | 'price' | 'charger' | 'session'>
const first = <R>(found: { rows: R[] }): R | null => found.rows[0] ?? null

export async function begun(db: Db | Trx, scope: Scope): Promise<Begun> {
  const [team, price, charger, session] = await Promise.all([
    sql<NonNullable<Begun['team']>>`select t.id as team_id, t.name from team t
      where t.company_type = 'C' and ${within(scope, 't')} order by t.id limit 1`.execute(db),
    sql<NonNullable<Begun['price']>>`select g.price_group_id, g.name from price_group g
      where g.deleted_at is null and ${within(scope, 'g')} order by g.price_group_id limit 1`.execute(db),
    sql<ChargerRow>`select c.chargepoint_pk, c.chargepoint_id, c.team_id, c.registration_status, c.security_profile,
        s.last_boot_at, s.ocpp_protocol, s.vendor, s.model,
        (select count(*) from connector n where n.chargepoint_pk = c.chargepoint_pk)::int as connector_count
      from charger c join charger_state s using (chargepoint_pk)
      where c.deleted_at is null and ${within(scope, 'c')}
      order by s.first_boot_at nulls last, c.chargepoint_pk desc limit 1`.execute(db),
    sql<{ transactionId: number; startedAt: Date; stoppedAt: Date | null }>`
      select x.transaction_id, x.started_at, x.stopped_at from transaction x
      where ${within(scope, 'x')} order by x.started_at, x.transaction_id limit 1`.execute(db),
  ])
  const station = first(charger)
  const begin = first(session)
  return {
    team: first(team),
    price: first(price),
    charger: station && {
      chargepoint_pk: station.chargepointPk,
      chargepoint_id: station.chargepointId,
      teamId: station.teamId,
      registrationStatus: station.registrationStatus,
      security_profile: station.securityProfile,
      connectorCount: station.connectorCount,
      lastBootAt: station.lastBootAt?.toISOString() ?? null,
      ocppProtocol: station.ocppProtocol,
      vendor: station.vendor,
      model: station.model,
    },
    session: begin && {
      transactionId: begin.transactionId,
      startedAt: begin.startedAt.toISOString(),
      stoppedAt: begin.stoppedAt?.toISOString() ?? null,
    },
  }
}

type ChargerRow = {
  chargepointPk: number
  chargepointId: string
  teamId: number
  registrationStatus: 'Pending' | 'Accepted' | 'Rejected'
  securityProfile: number | null
  connectorCount: number
  lastBootAt: Date | null
  ocppProtocol: string | null
  vendor: string | null
  model: string | null
}
