// Companies: the record beside their own team. Both share one id (D-GEN-4).
import type { AddressColumns } from '@wattdesk/base/address'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/access/scope.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import * as roles from '../roles/role.store.ts'
import { createOwnTeam, type NewTeam } from '../teams/team.store.ts'
import { removeMembersOfCompany } from '../teams/team-member.store.ts'
import { remove as removeTeam, writeCompanyTeam } from '../teams/team-record.store.ts'
import * as users from '../users/user.store.ts'
import type { Company, Provider } from './company.contract.ts'

export type Row = AddressColumns & {
  id: number
  companyType: 'GP' | 'P'
  path: number[]
  name: string
  domain: string | null
  currency: string
  isActive: boolean
  validUntil: string | null
  createdAt: Date
  createdBy: string | null
  subscriptionId: 1 | 2
  provider: Partial<Provider>
  paymentConfirmationNo: Company['paymentConfirmationNo']
  paymentGatewayDetailsId: string
  paymentGatewayId: number
  protocolType: 'ocpp' | 'ocpi'
  token: string | null
  endpoint: string | null
  partyId: string | null
  rootUser: string
  emailId: string
  comments: string
  taxPpm: number
  transactionPpm: number
}
/** What is written; who made it and what kind it is stays. */
export type Values = Omit<Row, 'id' | 'companyType' | 'path' | 'createdAt' | 'createdBy' | 'provider'> & {
  provider: Provider
}

const inScope = (scope: Scope): RawBuilder<boolean> => {
  if (scope.kind === 'all') return sql<boolean>`true`
  return scope.kind === 'company'
    ? sql<boolean>`t.id = ${scope.companyId}`
    : sql<boolean>`t.id = any(${sql.val(scope.teams)}::int[])`
}
const SHOWN = sql`t.id, t.company_type, t.path, t.name, t.domain, t.currency, t.is_active,
  to_char(t.valid_until, 'YYYY-MM-DD') as valid_until, t.created_at, u.username as created_by, t.street, t.house_number,
  t.zipcode, t.city, t.state, t.country, t.latitude::float8 as latitude, t.longitude::float8 as longitude,
  c.subscription_id, c.provider, c.payment_confirmation_no, c.payment_gateway_details_id, c.payment_gateway_id,
  c.protocol_type, c.token, c.endpoint, c.party_id, c.root_user, c.email_id, c.comments, c.tax_ppm, c.transaction_ppm`
const FROM = sql`team t join company c on c.company_id = t.id left join app_user u on u.id = c.created_by`

/** The companies of a scope, newest first. */
export const list = async (db: Db, scope: Scope): Promise<Row[]> =>
  (
    await sql<Row>`select ${SHOWN} from ${FROM} where ${inScope(scope)} order by t.created_at desc, t.id desc`.execute(
      db,
    )
  ).rows

/** One company of the scope. */
export const get = async (db: Db | Trx, scope: Scope, id: number): Promise<Row | undefined> =>
  (await sql<Row>`select ${SHOWN} from ${FROM} where t.id = ${id} and ${inScope(scope)}`.execute(db)).rows[0]

/** Makes a company: its own team at its place in the tree, and the record beside it. Answers the id of both. */
export async function create(db: Db | Trx, t: NewTeam & { companyType: 'GP' | 'P' }): Promise<number> {
  const id = await createOwnTeam(db, t)
  await sql`insert into company (company_id) values (${id})`.execute(db)
  return id
}

/** Writes both records of a company. A taken domain is the database's unique violation. */
export async function write(trx: Trx, id: number, v: Values): Promise<void> {
  await writeCompanyTeam(trx, id, v)
  await sql`
    update company set subscription_id = ${v.subscriptionId}, provider = ${JSON.stringify(v.provider)}::jsonb,
      payment_confirmation_no = ${v.paymentConfirmationNo}, payment_gateway_details_id = ${v.paymentGatewayDetailsId},
      payment_gateway_id = ${v.paymentGatewayId}, protocol_type = ${v.protocolType}, token = ${v.token},
      endpoint = ${v.endpoint}, party_id = ${v.partyId}, root_user = ${v.rootUser}, email_id = ${v.emailId},
      comments = ${v.comments}, tax_ppm = ${v.taxPpm}, transaction_ppm = ${v.transactionPpm}
    where company_id = ${id}`.execute(trx)
}

/** Names whom a company belongs to: its first user, with the mail address. */
export const setRootUser = (trx: Trx, id: number, rootUser: string, emailId: string): Promise<unknown> =>
  sql`update company set root_user = ${rootUser}, email_id = ${emailId} where company_id = ${id}`.execute(trx)

export const setCreator = (trx: Trx, id: number, userId: number): Promise<unknown> =>
  sql`update company set created_by = ${userId} where company_id = ${id}`.execute(trx)

/** The users of a company: those whose sessions end with it. */
export const userIds = async (db: Db | Trx, id: number): Promise<number[]> =>
  (await sql<{ id: number }>`select id from app_user where company_id = ${id}`.execute(db)).rows.map(r => r.id)

export const hasTeams = async (trx: Trx, id: number): Promise<boolean> =>
  (await sql`select from team where company_id = ${id} and id <> ${id} limit 1`.execute(trx)).rows.length > 0

/**
 * Deletes a company with its team, users and roles; its own record goes with the team. Whatever else refers to it is the
 * database's violation of a key.
 */
export async function remove(trx: Trx, id: number): Promise<void> {
  await removeMembersOfCompany(trx, id)
  await users.removeOfCompany(trx, id)
  await roles.removeOfCompany(trx, id)
  await removeTeam(trx, id)
}
