// Whom messages can reach: the drivers of a scope with their devices, and the name that a message bears.
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Recipient } from './message.contract.ts'

/** Drivers of a scope whom a message to many reaches: with a device, and not disabled. */
const reachable = (scope: Scope) => sql<boolean>`d.device_id is not null and d.is_active and ${within(scope, 'd')}`
const byDeviceOnce = (scope: Scope) => sql`select distinct on (d.device_id) d.device_id, d.domain, d.first_name, d.id
  from driver d where ${reachable(scope)} order by d.device_id, d.id desc`

/** Each device of the scope once, with the newest driver who uses the device and is not disabled. */
export const recipients = async (db: Db, scope: Scope): Promise<Recipient[]> =>
  (
    await sql<Recipient>`select device_id, domain, first_name from (${byDeviceOnce(scope)}) x order by id desc`.execute(
      db,
    )
  ).rows

/** How many devices that is; with `domains` of drivers of these domains alone, '' for those without. */
export const countRecipients = async (db: Db | Trx, scope: Scope, domains: readonly string[]): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from (${byDeviceOnce(scope)}) x
      where ${domains.length === 0} or coalesce(domain, '') = any(${sql.val(domains)}::text[])`.execute(db)
  ).rows[0]?.n ?? 0

/** `title`: the company whose driver it is. */
export type Reached = { driverId: number; teamId: number; deviceId: string | null; title: string }
/** The customers of these ids within the scope. */
export const byId = async (db: Db | Trx, scope: Scope, ids: readonly number[]): Promise<Reached[]> =>
  (
    await sql<Reached>`select d.id as driver_id, d.team_id, d.device_id, c.name as title
      from driver d join team c on c.id = d.company_id
      where d.id = any(${sql.val(ids)}::int[]) and ${within(scope, 'd')} order by d.id`.execute(db)
  ).rows

/** The drivers of these devices within the scope who are not disabled, one of each device. */
export const byDevice = async (db: Db | Trx, scope: Scope, deviceIds: readonly string[]): Promise<Reached[]> =>
  (
    await sql<Reached>`select distinct on (d.device_id) d.id as driver_id, d.team_id, d.device_id, c.name as title
      from driver d join team c on c.id = d.company_id
      where d.device_id = any(${sql.val(deviceIds)}::text[]) and ${reachable(scope)}
      order by d.device_id, d.id desc`.execute(db)
  ).rows
