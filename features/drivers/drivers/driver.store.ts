// Drivers: those who charge, as their operator knows them. Each has a wallet and an app tag from the first (D-WAL-4).
import { degreesOf } from '@wattdesk/base/address'
import { sql } from 'kysely'
import { createAppTag } from '#fleet/tags/tag-driver.store.ts'
import * as accounts from '#money/ledger/account.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { columnValues, rowReader } from '#platform/records/columns.ts'
import type { Driver, DriverSummary } from './driver.contract.ts'
import { addressFields, type businessFields, driverFields } from './driver.fields.ts'
import type { DriverBody } from './driver-body.contract.ts'

/** The columns that people write. */
export type Written = Pick<
  Stored<'driver'>,
  | ('firstName' | 'lastName' | 'email' | 'phone' | 'domain' | 'deviceId' | 'language')
  | ('gstin' | 'legalName' | 'businessAddress' | 'recipientType')
  | ('street' | 'houseNumber' | 'zipcode' | 'city' | 'state' | 'country' | 'latitude' | 'longitude')
>

export type NewDriver = Pick<Written, 'firstName' | 'lastName'> &
  Partial<Written> & {
    teamId: number
    isActive?: boolean
    /** Where it is not now: of a driver with a past. */
    createdAt?: Date
  }
/** Makes a driver of a team with wallet and app tag; answers the id. The domain is the company's unless told. */
export async function create(trx: Trx, { teamId, isActive, createdAt, ...d }: NewDriver): Promise<number> {
  const team = await sql<{ companyId: number; domain: string | null }>`select t.company_id, c.domain
    from team t join team c on c.id = t.company_id where t.id = ${teamId}`.execute(trx)
  const of = team.rows[0]
  if (!of) throw new Error(`Driver ${d.firstName} was not made: the team does not exist`)
  const { id } = await trx
    .insertInto('driver')
    .values({
      ...d,
      teamId,
      companyId: of.companyId,
      domain: d.domain ?? of.domain,
      ...(isActive !== undefined && { isActive }),
      ...(createdAt && { createdAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await createAppTag(trx, { teamId, driverId: id, ...(createdAt && { createdAt }) })
  await accounts.open(trx, [{ kind: 'wallet', ref: id, companyId: of.companyId, teamId }])
  return id
}

type SentBusiness = { [K in keyof typeof businessFields]?: string | null | undefined }
/** The business of a body, which is whole or none; undefined where the body does not name it. */
export function businessOf({ gstin, legalName, businessAddress }: SentBusiness) {
  if (gstin === undefined && legalName === undefined && businessAddress === undefined) return {}
  return {
    gstin: gstin ?? null,
    legalName: legalName ?? null,
    businessAddress: businessAddress ?? null,
    // Without a business there is no type of it.
    ...((gstin ?? null) === null && { recipientType: null }),
  }
}
/** The columns of a body. */
export const columnsOf = ({ address, ...driver }: DriverBody) =>
  ({
    ...columnValues(driverFields, driver),
    ...businessOf(driver),
    ...columnValues(addressFields, address),
    country: address.country,
    latitude: address.lat,
    longitude: address.lng,
  }) as Pick<Written, 'firstName' | 'lastName'> & Partial<Written>

/** Changes the named fields only. */
export const update = (trx: Trx, id: number, d: Partial<Written>): Promise<unknown> =>
  trx.updateTable('driver').set(d).where('id', '=', id).execute()

export const setActive = (trx: Trx, id: number, isActive: boolean): Promise<unknown> =>
  trx.updateTable('driver').set({ isActive }).where('id', '=', id).execute()

/** Erases a driver that nothing refers to. */
export const remove = (trx: Trx, id: number): Promise<unknown> =>
  trx.deleteFrom('driver').where('id', '=', id).execute()

/** Whether a domain is that of another company or of its teams, whatever its case. */
export const isOthersDomain = async (db: Db | Trx, companyId: number, domain: string): Promise<boolean> =>
  (
    await sql`select from team where lower(domain) = lower(${domain}) and company_id <> ${companyId} limit 1`.execute(
      db,
    )
  ).rows.length > 0

/** A device that is gone: no driver is reached by it any more. */
export const forgetDevice = (db: Db | Trx, deviceId: string): Promise<unknown> =>
  db.updateTable('driver').set({ deviceId: null }).where('deviceId', '=', deviceId).execute()

export type DriverRow = Written &
  Pick<Stored<'driver'>, 'id' | 'companyId' | 'teamId' | 'fullName' | 'isActive' | 'createdAt' | 'searchText'> & {
    teamName: string
    /** The path of the team, from the top. */
    path: number[]
    balancePaise: number
    ocppTagPk: number | null
    idTag: string | null
  }
const SHOWN = sql`d.*, m.name as team_name, m.path, coalesce(a.balance_paise, 0) as balance_paise, t.ocpp_tag_pk, t.id_tag`
const FROM = sql`driver d join team m on m.id = d.team_id
  left join account a on a.kind = 'wallet' and a.ref = d.id
  left join ocpp_tag t on t.driver_id = d.id and t.kind = 'app' and t.deleted_at is null`

/** A driver within the scope. */
export const get = async (db: Db | Trx, scope: Scope, id: number): Promise<DriverRow | undefined> =>
  (await sql<DriverRow>`select ${SHOWN} from ${FROM} where d.id = ${id} and ${within(scope, 'd')}`.execute(db)).rows[0]

/** Rows in the order of `ids`; those outside the scope are left out. */
export async function driverRowsById(db: Db, scope: Scope, ids: readonly number[]): Promise<Driver[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DriverRow>`select ${SHOWN} from unnest(${sql.val(ids)}::int[]) with ordinality i (id, n)
    join (${FROM}) on d.id = i.id where ${within(scope, 'd')} order by i.n`.execute(db)
  return rows.map(driverOf)
}

/** The cards over the whole scope. */
export async function summaryOf(db: Db, scope: Scope): Promise<DriverSummary> {
  const { rows } = await sql<{ total: number; active: number }>`
    select count(*) as total, count(*) filter (where d.is_active) as active from driver d where ${within(scope, 'd')}`.execute(
    db,
  )
  const { total, active } = rows[0] ?? { total: 0, active: 0 }
  return { total, active, inactive: total - active }
}

/** Holds a driver until the transaction ends, so that two changes follow each other. */
export const lock = (trx: Trx, id: number): Promise<unknown> =>
  sql`select from driver where id = ${id} for no key update`.execute(trx)

const [shown, shownTexts] = [rowReader(driverFields), rowReader(addressFields)]
/** A driver in replies. */
export const driverOf = (driver: DriverRow): Driver => ({
  ...shown(driver),
  address: {
    lat: degreesOf(driver.latitude),
    lng: degreesOf(driver.longitude),
    ...shownTexts(driver),
    country: driver.country,
  },
})
