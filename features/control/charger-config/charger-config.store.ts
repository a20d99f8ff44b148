// The configuration that chargers reported, the values they were asked to set, and when the keys were read.
import { type RawBuilder, sql } from 'kysely'
import { chargerSinceInCompany } from '#fleet/stations/charger-since.store.ts'
import { booleans, ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { KNOWN_ANSWERS, type ReportedKey, type ToldValue } from './charger-config.rules.ts'

/** Locks the configuration of a charger until the transaction ends, so that two answers follow each other. */
export const lockConfiguration = (trx: Trx, pk: number): Promise<unknown> =>
  sql`insert into charger_config_read (chargepoint_pk) values (${pk})
    on conflict (chargepoint_pk) do update set chargepoint_pk = excluded.chargepoint_pk`.execute(trx)

/** Keeps the keys reported at a time; a key with a newer value keeps that value. */
export async function keepReportedKeys(trx: Trx, pk: number, told: readonly ReportedKey[], at: Date): Promise<void> {
  await sql`insert into charger_config as c (chargepoint_pk, key, spelling, value, is_readonly, read_at)
    select ${pk}::int, x.*, ${at}::timestamptz from unnest(${texts(told.map(t => t.key))}, ${texts(told.map(t => t.spelling))},
      ${texts(told.map(t => t.value))}, ${booleans(told.map(t => t.isReadOnly))}) x (key, spelling, value, is_readonly)
    on conflict (chargepoint_pk, key) do update set spelling = excluded.spelling, value = excluded.value,
      is_readonly = excluded.is_readonly, read_at = excluded.read_at
    where c.read_at <= excluded.read_at`.execute(trx)
}

/** Deletes keys that the charger does not have: the named keys, or all keys that were not reported at this time. */
export const dropKeys = (trx: Trx, pk: number, at: Date, keys?: readonly string[]): Promise<unknown> =>
  sql`delete from charger_config where chargepoint_pk = ${pk} and read_at < ${at}
    and ${keys ? sql`key = any(${texts(keys)})` : sql`true`}`.execute(trx)

/** Deletes the variables (2.0.1) that were not reported at this time. */
export const dropVariables = (trx: Trx, pk: number, at: Date): Promise<unknown> =>
  sql`delete from charger_config where chargepoint_pk = ${pk} and read_at < ${at} and key like '%.%'`.execute(trx)

/** A value that the charger has accepted counts as its value from then on, where the charger reports the key at all. */
export const takeValue = (trx: Trx, pk: number, key: string, value: string, at: Date): Promise<unknown> =>
  sql`update charger_config set value = ${value}, read_at = ${at}
    where chargepoint_pk = ${pk} and key = ${key} and read_at <= ${at}`.execute(trx)

export type NewWish = {
  pk: number
  key: string
  spelling: string
  isTaken: boolean
  value: string | null
  outcome: string
  setBy: number | null
  setAt: Date
  endedAt: Date
}
/** Keeps an attempt in place of the earlier one; an attempt made before the stored one is ignored. */
export async function keepAttemptedValue(trx: Trx, w: NewWish): Promise<void> {
  await sql`insert into charger_config_wish as w (chargepoint_pk, key, is_taken, spelling, value, outcome, set_by, set_at, ended_at)
    values (${w.pk}, ${w.key}, ${w.isTaken}, ${w.spelling}, ${w.value}, ${w.outcome}, ${w.setBy}, ${w.setAt}, ${w.endedAt})
    on conflict (chargepoint_pk, key, is_taken) do update set spelling = excluded.spelling, value = excluded.value,
      outcome = excluded.outcome, set_by = excluded.set_by, set_at = excluded.set_at, ended_at = excluded.ended_at
    where w.set_at <= excluded.set_at`.execute(trx)
}

/** All keys were read: notes the time and the firmware. */
export const keepRead = (trx: Trx, pk: number, at: Date): Promise<unknown> =>
  sql`update charger_config_read set read_at = ${at}, error = null, tried_at = ${at},
      fw_version = (select fw_version from charger_state s where s.chargepoint_pk = ${pk})
    where chargepoint_pk = ${pk}`.execute(trx)
/** The product asked, and the charger returned no configuration. */
export const keepFailure = (db: Db, pk: number, at: Date, error: string): Promise<unknown> =>
  sql`insert into charger_config_read (chargepoint_pk, tried_at, error) values (${pk}, ${at}, ${error.slice(0, 200)})
    on conflict (chargepoint_pk) do update set tried_at = excluded.tried_at, error = excluded.error`.execute(db)

/** The values that a charger was asked to take since it joined its company: for these keys, or all. */
export const wishesFor = async (db: Db | Trx, pk: number, keys?: readonly string[]): Promise<RequestedKeyRow[]> =>
  (
    await sql<RequestedKeyRow>`select w.key, w.is_taken, w.spelling, w.value, w.outcome, w.set_at, w.ended_at,
      u.username as by, same_setting(c.value, w.value) as is_same
    from charger_config_wish w left join app_user u on u.id = w.set_by left join charger_config c using (chargepoint_pk, key)
    where w.chargepoint_pk = ${pk} and ${keys ? sql`w.key = any(${texts(keys)})` : sql`true`}
      and w.set_at >= ${chargerSinceInCompany(sql`${pk}`)}`.execute(db)
  ).rows

export const lastBootOf = async (db: Db, pk: number): Promise<Date | null> =>
  (
    await sql<{ at: Date | null }>`select last_boot_at as at from charger_state where chargepoint_pk = ${pk}`.execute(
      db,
    )
  ).rows[0]?.at ?? null

type ToldRow = { key: string; spelling: string; value: string | null; isReadonly: boolean; readAt: Date }
export type RequestedKeyRow = Omit<NewWish, 'pk' | 'setBy'> & { by: string | null; isSame: boolean }
type ReadRow = {
  readAt: Date | null
  fwVersion: string | null
  triedAt: Date | null
  error: string | null
  lastBootAt: Date | null
}
export type StoredConfig = { told: ToldRow[]; wishes: RequestedKeyRow[]; read: ReadRow }
/** Returns the kept configuration of a charger: all reported keys, and the values set since it joined its company. */
export async function storedConfig(db: Db | Trx, pk: number): Promise<StoredConfig> {
  const told = await sql<ToldRow>`select key, spelling, value, is_readonly, read_at from charger_config
    where chargepoint_pk = ${pk}`.execute(db)
  const wishes = await wishesFor(db, pk)
  const read = await sql<ReadRow>`select r.read_at, r.fw_version, r.tried_at, r.error, s.last_boot_at
    from charger_state s left join charger_config_read r using (chargepoint_pk) where s.chargepoint_pk = ${pk}`.execute(
    db,
  )
  const none = { readAt: null, fwVersion: null, triedAt: null, error: null, lastBootAt: null }
  return { told: told.rows, wishes, read: read.rows[0] ?? none }
}

/** The charger may have taken the value of the wish `w`, and its key `c` was not read after that. */
const unheard = sql`(w.outcome <> all(${texts(KNOWN_ANSWERS)}) and c.read_at < w.ended_at)`
/** The most keys that a charger tells at once; null where it does not say. */
const maxKeys = (pk: RawBuilder<unknown>) => sql<number | null>`(select c.value::int from charger_config c
  where c.chargepoint_pk = ${pk} and c.key = 'getconfigurationmaxkeys' and c.value ~ '^[1-9][0-9]{0,4}$')`
export const maxKeysOf = async (db: Db, pk: number): Promise<number | undefined> =>
  (await sql<{ most: number | null }>`select ${maxKeys(sql`${pk}::int`)} as most`.execute(db)).rows[0]?.most ??
  undefined

/** The value that a charger has reported for a key since `at`, compared with `value`; undefined: none was reported. */
export const toldFor = async (
  trx: Trx,
  { pk, key, value, at }: { pk: number; key: string; value: string; at: Date },
): Promise<ToldValue | undefined> =>
  (
    await sql<ToldValue>`select value, same_setting(value, ${value}) as is_same from charger_config
      where chargepoint_pk = ${pk} and key = ${key} and read_at >= ${at}`.execute(trx)
  ).rows[0]

/** The keys that the product should ask a charger for: all keys, or the keys that a person has set. */
export type DueConfigRead = { pk: number; isWhole: boolean; keys: string[]; maxKeys: number | null }
/**
 * Returns those of these chargers that are due to be asked: for all keys where the keys were never read, or were read
 * from another firmware, and no reading has failed since `notTriedSince`; for the keys that people set where the
 * charger has started since the keys were read, and for keys that were set without a clear answer since.
 */
export const configReadsDue = async (db: Db, pks: readonly number[], notTriedSince: Date): Promise<DueConfigRead[]> =>
  (
    await sql<DueConfigRead>`select x.* from (
      select s.chargepoint_pk as pk, (r.read_at is null or r.fw_version is distinct from s.fw_version)
          and (r.error is null or r.tried_at < ${notTriedSince}) as is_whole,
        coalesce((select array_agg(w.spelling order by w.key) from charger_config_wish w
            join charger_config c using (chargepoint_pk, key)
            where w.chargepoint_pk = s.chargepoint_pk and w.is_taken and w.value is not null
              and w.set_at >= ${chargerSinceInCompany(sql`w.chargepoint_pk`)}
              and (${unheard} or w.set_by is not null and c.read_at < s.last_boot_at)), '{}') as keys,
        ${maxKeys(sql`s.chargepoint_pk`)} as max_keys
      from charger_state s left join charger_config_read r using (chargepoint_pk)
      where s.chargepoint_pk = any(${ints(pks)})) x
    where x.is_whole or x.keys <> '{}'`.execute(db)
  ).rows

export type OldRead = { pk: number; node: string; protocol: string | null }
/** Some of the connected chargers that were not asked for all keys since `before`; none keeps others from their turn. */
export const oldReads = async (db: Db, before: Date, most: number): Promise<OldRead[]> =>
  (
    await sql<OldRead>`select s.chargepoint_pk as pk, s.node, s.ocpp_protocol as protocol from charger c join charger_state s using (chargepoint_pk)
        left join charger_config_read r using (chargepoint_pk)
      where c.deleted_at is null and s.connected and s.boot_accepted and s.node is not null
        and coalesce(greatest(r.read_at, r.tried_at), s.connected_at) < ${before}
      order by random() limit ${most}`.execute(db)
  ).rows
/** How many chargers are connected. */
export const countConnected = async (db: Db): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from charger_state where connected`.execute(db)).rows[0]?.n ?? 0
