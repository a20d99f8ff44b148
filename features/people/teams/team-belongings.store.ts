// The records of a team that block its deletion (D-GEN-8), in words that name them.
import { type AccessEntry, holds, type Right } from '@wattdesk/base/access'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Records of one kind; only callers who may see them are told their names. */
type Kind = { word: string; right: Right; from: string; name: string; only?: string }
const KINDS: readonly Kind[] = [
  { word: 'child teams', right: 'Team.view', from: 'team', name: 'name', only: 'parent_id' },
  { word: 'chargers', right: 'ChargerPoint.view', from: 'charger', name: 'chargepoint_id' },
  { word: 'charging sites', right: 'ChargingSite.view', from: 'charging_site', name: 'zone_name' },
  { word: 'charging profiles', right: 'ChargingProfile.view', from: 'charging_profile', name: 'description' },
  { word: 'price groups', right: 'PriceGroup.view', from: 'price_group', name: 'name' },
  { word: 'RFID tags', right: 'Tag.view', from: 'ocpp_tag', name: 'id_tag' },
  { word: 'EV drivers', right: 'Customers.view', from: 'driver', name: 'full_name' },
  { word: 'vehicles', right: 'Vehicle.view', from: 'vehicle', name: 'registration_number' },
  { word: 'service requests', right: 'ServiceRequest.view', from: 'service_request', name: 'ticket_id::text' },
]
/** Hidden records are kept for the books; they are counted without names. */
const HIDDEN = new Set(['charger', 'price_group', 'ocpp_tag', 'vehicle'])
const NAMED = 3

/** 'members (asha, ravi, and 2 more)'. */
export const namedText = (word: string, names: readonly string[], count: number): string => {
  if (names.length === 0) return word
  const more = count - names.length
  return `${word} (${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-IN')} more` : ''})`
}

type Found = { count: number; names: string[] | null }
async function found(trx: Trx, from: RawBuilder<unknown>, name: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<Found>`select (select count(*) ${from}) as count,
    (select array_agg(x.name) from (select ${name} as name ${from} order by 1 limit ${NAMED}) x) as names`.execute(trx)
  return rows[0] ?? { count: 0, names: null }
}

type Asked = { access: readonly AccessEntry[]; withMembers: boolean }
/** The kinds of records that belong to a team, each with the first names; [] where nothing does. */
export async function belongings(trx: Trx, teamId: number, { access, withMembers }: Asked): Promise<string[]> {
  const texts: string[] = []
  const add = (word: string, right: Right, { count, names }: Found) => {
    if (count > 0) texts.push(namedText(word, holds(access, right) ? (names ?? []) : [], count))
  }
  for (const { word, right, from, name, only = 'team_id' } of KINDS) {
    const of = (hidden: RawBuilder<unknown>) =>
      sql`from ${sql.table(from)} where ${sql.ref(only)} = ${teamId} ${hidden}`
    const isHiding = HIDDEN.has(from)
    add(word, right, await found(trx, of(isHiding ? sql`and deleted_at is null` : sql``), sql.raw(name)))
    if (from === 'ocpp_tag' || from === 'vehicle' || from === 'price_group') {
      const { count } = await found(trx, of(sql`and deleted_at is not null`), sql.raw(name))
      if (count > 0) texts.push(`deleted ${word}, which are kept with their sessions`)
    }
  }
  if (withMembers)
    add(
      'members',
      'Team.view',
      await found(
        trx,
        sql`from team_member m join app_user u on u.id = m.user_id where m.team_id = ${teamId}`,
        sql`u.username`,
      ),
    )
  const { rows } = await sql`select from transaction where team_id = ${teamId} limit 1`.execute(trx)
  if (rows.length > 0) texts.push('past transactions')
  return texts
}
