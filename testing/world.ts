// The world tests work in: two operators, teams below them, a user for every role, chargers, tags and a price group. A
// database may hold several, each with operators, users, chargers and tags of its own names.
import { hash } from '@node-rs/argon2'
import * as chargers from '#fleet/chargers/charger-write.store.ts'
import * as tags from '#fleet/tags/tag.store.ts'
import * as prices from '#money/price-groups/price-group.store.ts'
import * as companies from '#people/companies/company.store.ts'
import type { SeededRole } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import { TeamPayoutAccounts } from '#people/teams/payout-account.contract.ts'
import * as accounts from '#people/teams/payout-account.store.ts'
import * as teams from '#people/teams/team.store.ts'
import * as users from '#people/users/user.store.ts'
import type { Db } from '#platform/db/db.ts'

export const PASSWORD = 'Wattdesk@2026'
/** The GST number of both operators. */
export const SUPPLIER_GSTIN = '29AACCC6636P1Z1'
const supplierAccount = {
  business_type: 'llp',
  beneficiary_name: 'Operator LLP',
  email: 'pay@operator.example',
  phone: '9876543210',
  account_no: '000123456789',
  ifsc_code: 'HDFC0001234',
  account_type: 'current',
  payout_percentage: 100,
  tax_percentage: 18,
}
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
// Cheap parameters: tests sign in often, and what is tested is not the hash.
const cheap = hash(PASSWORD, { memoryCost: 8, timeCost: 1 })

export type Operator = { companyId: number; teamId: number; siblingId: number; roles: Record<SeededRole, number> }
/** Who asks in a permission test. */
export type Person = 'root' | 'admin' | 'operator' | 'finance' | 'viewer' | 'nobody' | 'stranger'
export type World = {
  gp: number
  /** The username that each person signs in with. */
  usernames: Record<Person, string>
  /** Operator one has everything; operator two is the other company. */
  one: Operator
  two: Operator
  userIds: Record<Person, number>
  priceGroupId: number
  /** DC with two connectors, AC with one; both of operator one's team. */
  chargers: { dc: { pk: number; id: string }; ac: { pk: number; id: string }; other: { pk: number; id: string } }
  /** Valid without limit at operator one; `otherTag` at operator two. */
  tag: string
  otherTag: string
}
const fixedPrice = (paisePerKwh: number) => [
  {
    day: 0,
    startMinute: 0,
    endMinute: 1439,
    priceType: 'kwh' as const,
    pricePerKwhPaise: paisePerKwh,
    pricePerHourPaise: 0,
    fixedFeeStartingPaise: 0,
    fixedFeeChargingPaise: 0,
    minuteFeeChargingPaise: 0,
    idealFeeFullyChargedPaise: 0,
  },
]

async function makeOperator(db: Db, gp: number, name: string, suffix: string): Promise<Operator> {
  const companyId = await companies.create(db, {
    parentId: gp,
    companyType: 'P',
    name: `${name}${suffix}`,
    state: 'Karnataka',
  })
  // Its sessions are supplied by it, in Karnataka.
  const supplier = { ...supplierAccount, business_name: name, gst: SUPPLIER_GSTIN }
  await accounts.replace(db, companyId, 'team', TeamPayoutAccounts.parse([supplier]), LONG_AGO)
  const teamId = await teams.create(db, {
    parentId: companyId,
    companyType: 'C',
    name: `${name} North`,
    state: 'Karnataka',
  })
  const siblingId = await teams.create(db, {
    parentId: companyId,
    companyType: 'C',
    name: `${name} South`,
    state: 'Karnataka',
  })
  return { companyId, teamId, siblingId, roles: await roles.seed(db, companyId) }
}

export type Platform = { gp: number; roles: Record<SeededRole, number> }

export async function makePlatform(db: Db): Promise<Platform> {
  const gp = await companies.create(db, { parentId: null, companyType: 'GP', name: 'Platform', state: 'Karnataka' })
  return { gp, roles: await roles.seed(db, gp) }
}

/** A world of a platform; one of several is told by its `name`, which stands in all that is unique in a database. */
export async function makeWorld(db: Db, platform?: Platform, name?: string): Promise<World> {
  const { gp, roles: gpRoles } = platform ?? (await makePlatform(db))
  const [before, behind] = name === undefined ? ['', ''] : [`${name}.`, ` ${name}`]
  const tagOf = (tag: string) => (name === undefined ? tag : `${tag}-${name}`.slice(0, 20))
  const one = await makeOperator(db, gp, 'One', behind)
  const two = await makeOperator(db, gp, 'Two', behind)
  const usernames = {} as Record<Person, string>
  const person = async (
    who: Person,
    companyId: number,
    teamId: number,
    roleId: number | undefined,
    type: 'ROOT' | 'USER',
  ) => {
    const username = `${before}${who}`
    usernames[who] = username
    const userId = await users.create(db, {
      companyId,
      username,
      firstName: username,
      lastName: 'Test',
      email: `${username}@example.com`,
      userType: type,
      passwordHash: await cheap,
    })
    if (roleId !== undefined) await teams.addMember(db, { teamId, userId, roleId })
    return userId
  }
  const userIds = {
    root: await person('root', gp, gp, gpRoles.Admin, 'ROOT'),
    admin: await person('admin', one.companyId, one.companyId, one.roles.Admin, 'USER'),
    operator: await person('operator', one.companyId, one.teamId, one.roles.Operator, 'USER'),
    finance: await person('finance', one.companyId, one.teamId, one.roles.Finance, 'USER'),
    viewer: await person('viewer', one.companyId, one.teamId, one.roles.Viewer, 'USER'),
    nobody: await person('nobody', one.companyId, one.companyId, undefined, 'USER'),
    stranger: await person('stranger', two.companyId, two.companyId, two.roles.Admin, 'USER'),
  }
  const price = (teamId: number) =>
    prices.create(db, { teamId, name: 'Day', type: 'fixed', details: fixedPrice(1800), validFrom: LONG_AGO })
  const priceGroupId = await price(one.teamId)
  const charger = async (teamId: number, plain: string, type: 'AC' | 'DC', kws: number[], group: number) => {
    const id = name === undefined ? plain : `${plain}-${name}`
    const pk = await chargers.create(db, {
      teamId,
      chargepointId: id,
      chargepointName: `Charger ${id}`,
      chargerType: type,
      registrationStatus: 'Accepted',
      state: 'Karnataka',
      city: 'Bengaluru',
      street: '1 Test Road',
      latitude: 12.9716,
      longitude: 77.5946,
      connectors: kws.map((kw, i) => ({
        connectorId: i + 1,
        connectorType: type === 'DC' ? 'CCS Type 2' : 'Type 2',
        kw,
        priceGroupId: group,
      })),
    })
    return { id, pk }
  }
  const chargerSet = {
    dc: await charger(one.teamId, 'DC-1', 'DC', [60, 60], priceGroupId),
    ac: await charger(one.teamId, 'AC-1', 'AC', [7.4], priceGroupId),
    other: await charger(two.teamId, 'OTHER-1', 'DC', [60], await price(two.teamId)),
  }
  await tags.create(db, {
    teamId: one.companyId,
    idTag: tagOf('TAG-ONE'),
    userId: userIds.operator,
    maxActiveTransactions: -1,
  })
  await tags.create(db, { teamId: two.companyId, idTag: tagOf('TAG-TWO'), maxActiveTransactions: -1 })
  return {
    gp,
    usernames,
    one,
    two,
    userIds,
    priceGroupId,
    chargers: chargerSet,
    tag: tagOf('TAG-ONE'),
    otherTag: tagOf('TAG-TWO'),
  }
}
