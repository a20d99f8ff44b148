// The companies of the demo as their screen has them, among them a company whose last day has passed, and the service
// requests of the demo's operators.

import type { issueTypes, TicketStatus } from '#office/service-requests/service-request.fields.ts'
import * as requests from '#office/service-requests/service-request.store.ts'
import { PRESETS } from '#people/companies/company.rules.ts'
import * as companies from '#people/companies/company.store.ts'
import * as roles from '#people/roles/role.store.ts'
import * as teams from '#people/teams/team.store.ts'
import * as users from '#people/users/user.store.ts'
import type { Trx } from '#platform/db/db.ts'

const DAY_MS = 86_400_000
type Ids = Readonly<
  Record<'gp' | 'amberline' | 'bluegrid' | 'bengaluru' | 'south' | 'chennai' | 'mumbai' | 'delhi', number>
>

/** Map pins of the configured domain nearest in colour, under the operator's own sign. */
const providerOf = (name: string, brand: string, preset: number) => {
  const { greyIcon, greenIcon, redIcon, countryCode } = PRESETS[preset]?.provider ?? {}
  return { name, icon: `/brands/${brand}-small.svg`, greyIcon, greenIcon, redIcon, countryCode }
}

const asked: readonly {
  team: keyof Ids
  issueType: (typeof issueTypes)[number]
  description: string
  status: TicketStatus
  daysAgo: number
}[] = [
  {
    team: 'delhi',
    issueType: 'Charger issues',
    description: 'BLU-DEL-02, connector 2: ground failure, and again after a reset; a technician is on the way',
    status: 'IN_PROGRESS',
    daysAgo: 0.16,
  },
  {
    team: 'bengaluru',
    issueType: 'Charger issues',
    description: 'AMB-BLR-03: display stays dark after the rain',
    status: 'OPEN',
    daysAgo: 0.2,
  },
  {
    team: 'amberline',
    issueType: 'Reporting',
    description: 'The report of last month lacks two sessions of the 31st',
    status: 'OPEN',
    daysAgo: 1.4,
  },
  {
    team: 'chennai',
    issueType: 'Device not charging',
    description: 'AMB-MAA-01, connector 2: cable locked, nothing flows',
    status: 'IN_PROGRESS',
    daysAgo: 3.1,
  },
  {
    team: 'mumbai',
    issueType: 'Invoice',
    description: 'GST number missing on invoices to fleet customers',
    status: 'IN_PROGRESS',
    daysAgo: 4.6,
  },
  {
    team: 'south',
    issueType: 'Charger issues',
    description: 'AMB-MYS-01: gone since the update to firmware 2.5.0 was rejected; the maker sends a new board',
    status: 'IN_PROGRESS',
    daysAgo: 7.3,
  },
  {
    team: 'amberline',
    issueType: 'Price Group',
    description: 'Night price should begin at 22:00, not at 23:00',
    status: 'RESOLVED',
    daysAgo: 9.3,
  },
  {
    team: 'bluegrid',
    issueType: 'CMS user',
    description: 'Please make an account for the new shift lead',
    status: 'CLOSED',
    daysAgo: 21.7,
  },
  {
    team: 'bengaluru',
    issueType: 'Refund',
    description: 'A driver waits for a refund of the second of the month',
    status: 'CLOSED',
    daysAgo: 33.2,
  },
]

export async function makeCompaniesWhole(trx: Trx, ids: Ids, now: Date): Promise<void> {
  const root = await trx.selectFrom('appUser').select('id').where('username', '=', 'root').executeTakeFirstOrThrow()
  const fill = async (id: number, provider: object, emailId: string, rootUser: string, others = {}) => {
    const before = await companies.get(trx, { kind: 'all', teamId: ids.gp }, id)
    if (!before) throw new Error(`Company ${id} was not made`)
    const values = { ...before, provider: provider as never, emailId, rootUser, subscriptionId: 2 as const, ...others }
    await companies.write(trx, id, values)
    await companies.setCreator(trx, id, root.id)
  }
  await fill(ids.gp, providerOf('Wattdesk', 'default', 0), 'root@wattdesk.example', 'root')
  await fill(ids.amberline, providerOf('Amberline', 'amberline', 1), 'admin@amberline.example', 'admin')
  await fill(ids.bluegrid, providerOf('Bluegrid', 'bluegrid', 0), 'bluegrid.admin@bluegrid.example', 'bluegrid.admin')
  const north = PRESETS.find(p => p.domain === 'northcharge')
  const createdAt = new Date(now.getTime() - 102 * DAY_MS)
  const trial = { parentId: ids.gp, companyType: 'P', name: 'North Charge Trial', createdAt } as const
  const id = await companies.create(trx, trial)
  const { Admin } = await roles.seed(trx, id, createdAt)
  const userId = await users.create(trx, {
    companyId: id,
    username: 'north.trial',
    firstName: 'Trial',
    lastName: 'User',
    email: 'trial@northcharge.example',
    userType: 'ADMIN',
    passwordHash: null,
    createdAt,
  })
  await teams.addMember(trx, { teamId: id, userId, roleId: Admin })
  await fill(id, north?.provider ?? {}, 'trial@northcharge.example', 'north.trial', {
    domain: north?.domain ?? null,
    currency: 'CAD',
    protocolType: 'ocpi',
    token: 'demo-token',
    endpoint: 'https://ocpi.northcharge.example/2.2',
    partyId: 'NCT',
    validUntil: new Date(now.getTime() - 12 * DAY_MS).toISOString().slice(0, 10),
    subscriptionId: 1,
    comments: 'Trial of 90 days, not prolonged.',
  })
  for (const { team, daysAgo, ...request } of asked.toReversed()) {
    const email = `operations@${team === 'bluegrid' || team === 'mumbai' || team === 'delhi' ? 'bluegrid' : 'amberline'}.example`
    const at = new Date(now.getTime() - daysAgo * DAY_MS)
    const beside = { teamId: ids[team], createdAt: at, updatedAt: at }
    await requests.create(trx, { ...request, email, phone: '080-2345 6700' }, beside)
  }
}
