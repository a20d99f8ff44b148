// The teams of the demo as their screens have them: descriptions and points on the map, finance and payout accounts of
// some, one made this week and one that rests.
import { sql } from 'kysely'
import { TeamPayoutAccounts } from '../features/teams/payout-account.contract.ts'
import * as accounts from '../features/teams/payout-account.store.ts'
import * as teams from '../features/teams/team.store.ts'
import { financeDefaults } from '../features/teams/team-finance.contract.ts'
import * as finance from '../features/teams/team-finance.store.ts'
import type { Trx } from '../platform/db/db.ts'

const known: Record<string, { description: string; lat: number; lng: number }> = {
  'Wattdesk Platform': { description: 'Runs the platform', lat: 23.1619, lng: 72.6837 },
  'Amberline Charging': { description: 'Public charging in the south of India', lat: 12.9716, lng: 77.5946 },
  'Bluegrid Mobility': { description: 'Fleets and highways in the west and north', lat: 19.076, lng: 72.8777 },
  'Amberline South': { description: 'Karnataka and Tamil Nadu', lat: 12.9352, lng: 77.6245 },
  'Amberline Bengaluru': { description: 'Malls and offices of the city', lat: 12.9784, lng: 77.6408 },
  'Amberline Chennai': { description: 'Along the East Coast Road', lat: 13.0827, lng: 80.2707 },
  'Amberline Hyderabad': { description: 'HITEC City and the airport', lat: 17.385, lng: 78.4867 },
  'Bluegrid Mumbai': { description: 'Bus and taxi depots', lat: 19.076, lng: 72.8777 },
  'Bluegrid Delhi NCR': { description: 'Offices around Delhi', lat: 28.6139, lng: 77.209 },
  'Bluegrid Gujarat': { description: 'Highways of Gujarat', lat: 23.0225, lng: 72.5714 },
}

const DAY_MS = 86_400_000
type Made = { gp: number; amberline: number; bluegrid: number; south: number; chennai: number; now: Date }

/** Fills in what the network has made; the new teams come last, so that nothing makes them older. */
export async function makeTeams(trx: Trx, { gp, amberline, bluegrid, south, chennai, now }: Made): Promise<void> {
  await sql`update team t set description = k.description, latitude = k.lat, longitude = k.lng
    from json_to_recordset(${JSON.stringify(Object.entries(known).map(([name, k]) => ({ name, ...k })))}::json)
      k (name text, description text, lat numeric, lng numeric) where t.name = k.name`.execute(trx)
  const rising = [
    { name: 'Amberline Kochi', city: 'Kochi', state: 'Kerala', days: 3, isActive: true, lat: 9.9312, lng: 76.2673 },
    {
      name: 'Amberline Mysuru',
      city: 'Mysuru',
      state: 'Karnataka',
      days: 210,
      isActive: false,
      lat: 12.2958,
      lng: 76.6394,
    },
  ]
  for (const { name, city, state, days, isActive, lat, lng } of rising) {
    const id = await teams.create(trx, { parentId: amberline, companyType: 'C', name, city, state })
    await sql`update team set description = ${isActive ? 'Opens with the next sites' : 'Rests until its sites are rebuilt'},
      is_active = ${isActive}, latitude = ${lat}::numeric, longitude = ${lng}::numeric,
      created_at = ${new Date(now.getTime() - days * DAY_MS)} where id = ${id}`.execute(trx)
  }
  for (const teamId of [south, chennai]) await finance.save(trx, teamId, financeDefaults, now)
  const account = {
    business_name: 'Amberline South LLP',
    business_type: 'llp',
    beneficiary_name: 'Amberline South LLP',
    email: 'payouts@amberline.example',
    phone: '9800000001',
    account_no: '50200012345678',
    ifsc_code: 'HDFC0000053',
    gst: '29AALFA7310K1Z9',
    account_type: 'current',
    payout_percentage: 70,
    tax_percentage: 18,
  }
  const second = {
    ...account,
    beneficiary_name: 'Amberline Sites',
    account_no: '001205009876',
    ifsc_code: 'ICIC0000012',
  }
  await accounts.replace(
    trx,
    south,
    'team',
    TeamPayoutAccounts.parse([account, { ...second, gst: '', payout_percentage: 30 }]),
    now,
  )
  // Each supplies the sessions of its teams that have no GST number of their own.
  for (const [teamId, name, domain, gst] of [
    [gp, 'Wattdesk Platform Pvt Ltd', 'wattdesk', '24AACCK3955D1ZS'],
    [amberline, 'Amberline Charging Pvt Ltd', 'amberline', '29AACCC6636P1Z1'],
    [bluegrid, 'Bluegrid Mobility LLP', 'bluegrid', '27AAPFU0939F1ZV'],
  ] as const) {
    const own = { business_name: name, beneficiary_name: name, email: `payouts@${domain}.example`, gst }
    await accounts.replace(
      trx,
      teamId,
      'team',
      TeamPayoutAccounts.parse([{ ...account, ...own, payout_percentage: 100 }]),
      now,
    )
  }
  // They had their numbers before the first session.
  await sql`update team_finance_history h set since = t.created_at from team t where t.id = h.team_id`.execute(trx)
}
