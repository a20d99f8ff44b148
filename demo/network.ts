// The demo network: a platform owner, two operators with teams, roles, users, prices, drivers, cards, sites and
// chargers, with 180 days of past. Made once, in an empty installation; the setting `demo` says how far it has come.
import { hash } from '@node-rs/argon2'
import * as newChargers from '#fleet/chargers/charger-write.store.ts'
import * as tags from '#fleet/tags/tag.store.ts'
import { addRefused } from '#fleet/tags/unknown-tag.store.ts'
import * as prices from '#money/price-groups/price-group.store.ts'
import type { Services } from '#office/installation/services.ts'
import * as companies from '#people/companies/company.store.ts'
import type { SeededRole } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import * as teams from '#people/teams/team.store.ts'
import * as users from '#people/users/user.store.ts'
import type { Trx } from '#platform/db/db.ts'
import { keepSetting } from '#platform/db/setting.ts'
import { demoCards, ROOT_CARD, unknownCards } from './cards.ts'
import { makeCompaniesWhole } from './companies.ts'
import { type DemoState, demoState } from './demo-state.ts'
import { type Drivers, makeDrivers, makeUpiIds, makeVehicles } from './drivers.ts'
import { makeFinance } from './finance.ts'
import { fillForms } from './forms.ts'
import { clearPast, seedHistory } from './history.ts'
import { pastServices } from './past.ts'
import { makePeople } from './people.ts'
import { type DemoCharger, demoChargers, type OperatorKey, type PriceKey, type TeamKey } from './places.ts'
import { demoPrices } from './prices.ts'
import { makeProfiles } from './profiles.ts'
import { settleMonths } from './settled.ts'
import { makeSites } from './sites.ts'
import { makeTeams, teamOf } from './teams.ts'
import { fillPurses } from './wallets.ts'

export const DEMO_PASSWORD = 'Wattdesk@2026'
/** Two quarters: the longest period of the dashboard has one to be compared with. */
const DAYS = 180

/** Writes the unknown cards that chargers refused. */
async function fillUnknownCards(trx: Trx, now: Date): Promise<void> {
  const chargers = new Map(
    (await trx.selectFrom('charger').select(['chargepointPk', 'chargepointId']).execute()).map(c => [
      c.chargepointId,
      c.chargepointPk,
    ]),
  )
  await addRefused(
    trx,
    unknownCards.flatMap(({ at, idTag, count, minutesAgo }) => {
      const chargepointPk = chargers.get(at)
      return chargepointPk === undefined
        ? []
        : [{ chargepointPk, idTag, count, at: new Date(now.getTime() - minutesAgo * 60_000) }]
    }),
  )
}

/** Fills an empty installation; does nothing where the demo stands, and begins its past anew where that broke off. */
export async function seedDemo(
  services: Services,
  { days = DAYS, list = demoChargers }: { days?: number; list?: readonly DemoCharger[] } = {},
): Promise<void> {
  const before = await demoState(services.db)
  if (before?.state === 'ready') return
  if (before) await clearPast(services.db)
  else await makeNetwork(services, list)
  await fillPurses(services.db, services.now())
  const registers = await seedHistory(services, list, days)
  await services.db.transaction().execute(trx => fillUnknownCards(trx, services.now()))
  const ready: DemoState = { state: 'ready', seededAt: services.now().toISOString(), registers }
  await keepSetting(services.db, 'demo', ready)
  // Behind that: payouts are for good, and what breaks off here is made by the product's own run.
  await settleMonths(pastServices(services), Math.ceil(DAYS / 28) + 1)
}

type Company = { id: number; roles: Record<SeededRole, number> }
type Companies = { gp: Company; operators: Record<OperatorKey, Company>; teams: Record<TeamKey, number> }

async function makeNetwork(services: Services, list: readonly DemoCharger[]): Promise<void> {
  const hashes = await passwordHashes()
  await services.db.transaction().execute(async trx => {
    const now = services.now()
    const c = await makeCompanies(trx, now)
    const userIds = await makeUsers(trx, c, hashes, now)
    const groups = await makePriceGroups(trx, c, now)
    const zones = await makeSites(trx, c.teams, list)
    const pks = await makeChargers(trx, { c, groups, zones, list, now })
    await fillForms(trx, { list, pks, now })
    const ground = { operators: c.operators, createdAt: madeAt(now, 'driver') }
    const driverIds = await makeDrivers(trx, ground)
    await makeVehicles(trx, ground, driverIds, now)
    await makeUpiIds(trx, driverIds)
    await makeCards(trx, c, { userIds, driverIds, pks, now })
    const { amberline, bluegrid } = c.operators
    const companies = { gp: c.gp.id, amberline: amberline.id, bluegrid: bluegrid.id }
    await makeTeams(trx, { amberline: amberline.id, now })
    await makeFinance(trx, { ...c.teams, ...companies }, now)
    const passwordHash = hashes.get('technician') ?? null
    await makePeople(trx, { companyId: c.operators.amberline.id, passwordHash, now })
    await makeCompaniesWhole(trx, { ...companies, ...c.teams }, now)
    await makeProfiles(trx, { ...companies, ...c.teams }, now)
    await keepSetting(trx, 'demo', { state: 'filling' } satisfies DemoState)
  })
}

/** Days before the present from which the records are: older than the past they have. */
const AGE = { user: 410, role: 420, priceGroup: 400, driver: 205, tag: 200, charger: 185 }
const madeAt = (now: Date, what: keyof typeof AGE) => new Date(now.getTime() - AGE[what] * 86_400_000)

async function makeCompanies(trx: Trx, now: Date): Promise<Companies> {
  const platform = {
    parentId: null,
    companyType: 'GP' as const,
    name: 'Wattdesk Platform',
    street: 'GIFT City Road',
    city: 'Gandhinagar',
    state: 'Gujarat',
    zipcode: '382355',
  }
  const gp = await companies.create(trx, teamOf(platform, now))
  const rolesOf = (companyId: number) => roles.seed(trx, companyId, madeAt(now, 'role'))
  const operator = (name: string, domain: OperatorKey, city: string, state: string) =>
    companies.create(trx, teamOf({ parentId: gp, companyType: 'P', name, domain, city, state }, now))
  const amberline = await operator('Amberline Charging', 'amberline', 'Bengaluru', 'Karnataka')
  const bluegrid = await operator('Bluegrid Mobility', 'bluegrid', 'Mumbai', 'Maharashtra')
  const team = (parentId: number, name: string, city: string, state: string) =>
    teams.create(trx, teamOf({ parentId, companyType: 'C', name, city, state }, now))
  const south = await team(amberline, 'Amberline South', 'Bengaluru', 'Karnataka')
  return {
    gp: { id: gp, roles: await rolesOf(gp) },
    operators: {
      amberline: { id: amberline, roles: await rolesOf(amberline) },
      bluegrid: { id: bluegrid, roles: await rolesOf(bluegrid) },
    },
    teams: {
      south,
      bengaluru: await team(south, 'Amberline Bengaluru', 'Bengaluru', 'Karnataka'),
      chennai: await team(south, 'Amberline Chennai', 'Chennai', 'Tamil Nadu'),
      hyderabad: await team(amberline, 'Amberline Hyderabad', 'Hyderabad', 'Telangana'),
      mumbai: await team(bluegrid, 'Bluegrid Mumbai', 'Mumbai', 'Maharashtra'),
      delhi: await team(bluegrid, 'Bluegrid Delhi NCR', 'New Delhi', 'Delhi'),
      gujarat: await team(bluegrid, 'Bluegrid Gujarat', 'Ahmedabad', 'Gujarat'),
    },
  }
}

const ROLES: readonly SeededRole[] = ['Admin', 'Operator', 'Finance', 'Viewer']
/** The users of an operator by role: plain names at the first, with the operator's name before them at the second. */
const usernameOf = (key: OperatorKey, role: SeededRole) =>
  `${key === 'amberline' ? '' : `${key}.`}${role.toLowerCase()}`
const usernames: readonly string[] = [
  'root',
  'technician',
  ...(['amberline', 'bluegrid'] as const).flatMap(key => ROLES.map(role => usernameOf(key, role))),
]

/** A password hash for each user, made before the transaction because hashing takes its time. */
const passwordHashes = async (): Promise<Map<string, string>> =>
  new Map(await Promise.all(usernames.map(async name => [name, await hash(DEMO_PASSWORD)] as const)))

async function makeUsers(
  trx: Trx,
  c: Companies,
  hashes: ReadonlyMap<string, string>,
  now: Date,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const make = async (
    username: string,
    company: Company,
    role: SeededRole,
    domain: string,
    userType: 'ROOT' | 'ADMIN' | 'USER',
  ) => {
    const userId = await users.create(trx, {
      companyId: company.id,
      username,
      firstName: userType === 'ROOT' ? 'Platform' : role,
      lastName: userType === 'ROOT' ? 'Root' : 'User',
      email: `${username}@${domain}.example`,
      userType,
      passwordHash: hashes.get(username) ?? null,
      createdAt: madeAt(now, 'user'),
    })
    ids.set(username, userId)
    await teams.addMember(trx, { teamId: company.id, userId, roleId: company.roles[role] })
  }
  await make('root', c.gp, 'Admin', 'wattdesk', 'ROOT')
  for (const key of ['amberline', 'bluegrid'] as const)
    for (const role of ROLES)
      await make(usernameOf(key, role), c.operators[key], role, key, role === 'Admin' ? 'ADMIN' : 'USER')
  return ids
}

type Groups = Map<`${OperatorKey} ${PriceKey}`, number>
async function makePriceGroups(trx: Trx, c: Companies, now: Date): Promise<Groups> {
  const ids: Groups = new Map()
  const createdAt = madeAt(now, 'priceGroup')
  for (const { operator, key, name, description, type, details } of demoPrices)
    ids.set(
      `${operator} ${key}`,
      await prices.create(trx, {
        teamId: c.operators[operator].id,
        name,
        description,
        type,
        details,
        validFrom: createdAt,
        createdAt,
      }),
    )
  return ids
}

type Ground = {
  c: Companies
  groups: Groups
  zones: ReadonlyMap<string, number>
  list: readonly DemoCharger[]
  now: Date
}
async function makeChargers(trx: Trx, { c, groups, zones, list, now }: Ground): Promise<Map<string, number>> {
  const pks = new Map<string, number>()
  for (const d of list) {
    const { operator, team, name, street, city, state, zipcode, latitude, longitude, kind } = d.place
    const zoneId = zones.get(name)
    const priceGroupId = groups.get(`${operator} ${d.price}`)
    if (zoneId === undefined || priceGroupId === undefined) throw new Error(`${d.id} has no site or no price group`)
    const pk = await newChargers.create(trx, {
      teamId: c.teams[team],
      chargepointId: d.id,
      chargepointName: d.name,
      chargerType: d.type,
      registrationStatus: 'Accepted',
      accessLevel: kind === 'depot' ? 'Private' : kind === 'office' ? 'Semi-Public' : 'Public',
      description: `${d.type} ${d.kw} kW at ${name}`,
      street,
      city,
      state,
      zipcode,
      latitude,
      longitude,
      zoneId,
      maxPowerWatt: d.kw * 1000 * d.connectorTypes.length,
      // The simulated chargers bring no key; they come from this machine only.
      securityProfile: 0,
      createdAt: madeAt(now, 'charger'),
      connectors: d.connectorTypes.map((connectorType, i) => ({
        connectorId: i + 1,
        connectorName: `Connector ${i + 1}`,
        connectorType,
        kw: d.kw,
        volt: d.volt,
        priceGroupId,
      })),
    })
    pks.set(d.id, pk)
  }
  return pks
}

type Known = {
  userIds: ReadonlyMap<string, number>
  driverIds: Drivers
  pks: ReadonlyMap<string, number>
  now: Date
}
async function makeCards(trx: Trx, c: Companies, { userIds, driverIds, pks, now }: Known): Promise<void> {
  const made = new Map<string, number>()
  for (const card of demoCards) {
    const { operator, idTag, maxActiveTransactions } = card
    const userId = card.user === undefined ? undefined : userIds.get(card.user)
    const driverId = card.driver === undefined ? undefined : driverIds.get(`${operator} ${card.driver}`)
    const parentTagPk = card.parent === undefined ? undefined : made.get(card.parent)
    const expiresAt =
      card.expiredDaysAgo === undefined ? undefined : new Date(now.getTime() - card.expiredDaysAgo * 86_400_000)
    const tagPk = await tags.create(trx, {
      teamId: c.operators[operator].id,
      idTag,
      kind: card.balance === undefined ? 'rfid' : 'prepaid',
      maxActiveTransactions,
      createdAt: madeAt(now, 'tag'),
      ...(userId !== undefined && { userId }),
      ...(driverId !== undefined && { driverId }),
      ...(parentTagPk !== undefined && { parentTagPk }),
      ...(expiresAt && { expiresAt }),
    })
    made.set(idTag, tagPk)
    const only = card.onlyAt === undefined ? undefined : pks.get(card.onlyAt)
    if (only !== undefined) await tags.attach(trx, tagPk, [only])
  }
  const root = userIds.get('root')
  await tags.create(trx, {
    teamId: c.gp.id,
    idTag: ROOT_CARD,
    maxActiveTransactions: -1,
    createdAt: madeAt(now, 'tag'),
    ...(root !== undefined && { userId: root }),
  })
}
