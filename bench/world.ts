// The world under load: five operators with two teams each, their prices, and any number of chargers and tags, made
// through the stores that the product itself uses.
import { hash } from '@node-rs/argon2'
import * as chargers from '#fleet/chargers/charger-write.store.ts'
import { hashKey } from '#fleet/chargers/key-hash.crypto.ts'
import * as tags from '#fleet/tags/tag.store.ts'
import * as prices from '#money/price-groups/price-group.store.ts'
import * as companies from '#people/companies/company.store.ts'
import * as roles from '#people/roles/role.store.ts'
import { TeamPayoutAccounts } from '#people/teams/payout-account.contract.ts'
import * as accounts from '#people/teams/payout-account.store.ts'
import * as teams from '#people/teams/team.store.ts'
import * as users from '#people/users/user.store.ts'
import type { Db } from '#platform/db/db.ts'

export const USERNAME = 'root'
export const PASSWORD = 'Wattdesk@2026'
/** Every charger's key: the product checks it, as it would outside (security profile 1). */
export const KEY = '00112233445566778899aabbccddeeff00112233'
const OPERATORS = 5
const AT_ONCE = 200

/** What a kWh costs at every charger, before tax. */
export const PAISE_PER_KWH = 1800

/** The charger number n (from 0), and the tag that charges there. */
export const identityOf = (n: number): string => `B${String(n).padStart(5, '0')}`
export const tagOf = (n: number): string => `T${String(n).padStart(7, '0')}`

/** Makes a platform with `count` chargers of two connectors each, spread over ten teams. Answers the platform's team. */
export async function fillWorld(db: Db, count: number): Promise<number> {
  const gp = await companies.create(db, { parentId: null, companyType: 'GP', name: 'Platform', state: 'Karnataka' })
  const { Admin } = await roles.seed(db, gp)
  const userId = await users.create(db, {
    companyId: gp,
    username: USERNAME,
    firstName: 'Bench',
    lastName: 'Mark',
    email: 'root@example.com',
    userType: 'ROOT',
    passwordHash: await hash(PASSWORD),
  })
  await teams.addMember(db, { teamId: gp, userId, roleId: Admin })
  const places: { companyId: number; teamId: number; priceGroupId: number }[] = []
  for (let o = 1; o <= OPERATORS; o++) {
    const companyId = await companies.create(db, {
      companyType: 'P',
      parentId: gp,
      name: `Operator ${o}`,
      state: 'Karnataka',
    })
    await accounts.replace(db, companyId, 'team', TeamPayoutAccounts.parse([supplier]), new Date())
    for (const side of ['North', 'South']) {
      const teamId = await teams.create(db, {
        parentId: companyId,
        companyType: 'C',
        name: `Operator ${o} ${side}`,
        state: 'Karnataka',
      })
      const priceGroupId = await prices.create(db, {
        teamId,
        name: 'Day',
        type: 'fixed',
        details: [perKwh],
        validFrom: new Date('2020-01-01T00:00:00Z'),
      })
      places.push({ companyId, teamId, priceGroupId })
    }
  }
  const keyHash = hashKey(Buffer.from(KEY))
  const one = async (n: number) => {
    const p = places[n % places.length]
    if (!p) throw new RangeError('No team')
    const { teamId, priceGroupId } = p
    await chargers.create(db, {
      teamId,
      chargepointId: identityOf(n),
      chargepointName: `Charger ${n}`,
      chargerType: 'DC',
      registrationStatus: 'Accepted',
      state: 'Karnataka',
      city: 'Bengaluru',
      street: `${n} Test Road`,
      latitude: 12.9 + (n % 100) / 1000,
      longitude: 77.5 + (n % 97) / 1000,
      keyHash,
      connectors: [1, 2].map(connectorId => ({ connectorId, connectorType: 'CCS Type 2', kw: 60, priceGroupId })),
    })
    await tags.create(db, { teamId: p.companyId, idTag: tagOf(n), maxActiveTransactions: -1 })
  }
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, i) => one(n + i)))
  return gp
}

/** Every operator supplies its own sessions. */
const supplier = {
  business_name: 'Bench LLP',
  business_type: 'llp',
  beneficiary_name: 'Bench LLP',
  email: 'pay@bench.example',
  phone: '9800000001',
  account_no: '50200012345678',
  ifsc_code: 'HDFC0000053',
  gst: '29AACCC6636P1Z1',
  account_type: 'current',
  payout_percentage: 100,
  tax_percentage: 18,
}

const perKwh = {
  day: 0,
  startMinute: 0,
  endMinute: 1439,
  priceType: 'kwh' as const,
  pricePerKwhPaise: PAISE_PER_KWH,
  pricePerHourPaise: 0,
  fixedFeeStartingPaise: 0,
  fixedFeeChargingPaise: 0,
  minuteFeeChargingPaise: 0,
  idealFeeFullyChargedPaise: 0,
}
