// The agreements of the demo's teams with their operators, and their payout accounts: each rule once, some with a GST
// number of their own state, one with two accounts. All of it stood before the first session.
import { panOfGstin } from '@wattdesk/base/identifiers'
import { TeamPayoutAccounts } from '#people/teams/payout-account.contract.ts'
import * as accounts from '#people/teams/payout-account.store.ts'
import { type FinanceConfig, financeDefaults, percentByRule } from '#people/teams/team-finance.contract.ts'
import * as finance from '#people/teams/team-finance.store.ts'
import { recordFinance } from '#people/teams/team-finance-history.store.ts'
import { addLine } from '#people/teams/team-registration.store.ts'
import type { NewRegistration } from '#people/teams/team-registration-body.contract.ts'
import type { Trx } from '#platform/db/db.ts'
import type { TeamKey } from './places.ts'
import { TEAM_DAYS } from './teams.ts'

type Terms = {
  rule: number
  /** Percent of the taxable value under rules 1, 3 and 5, rupees a kWh under 2, 4 and 6. */
  commission: number
  taxBearer?: 'CPO' | 'CM'
  gatewayBearer?: 'EV' | 'CPO'
}
const terms: Readonly<Record<TeamKey, Terms>> = {
  south: { rule: 3, commission: 2 },
  bengaluru: { rule: 1, commission: 1.5 },
  chennai: { rule: 5, commission: 1.5 },
  hyderabad: { rule: 3, commission: 2, gatewayBearer: 'CPO' },
  mumbai: { rule: 2, commission: 0.3, taxBearer: 'CPO' },
  delhi: { rule: 6, commission: 0.4 },
  gujarat: { rule: 4, commission: 0.25, taxBearer: 'CPO', gatewayBearer: 'CPO' },
}
function configOf({ rule, commission, taxBearer = 'CM', gatewayBearer = 'EV' }: Terms): FinanceConfig {
  const inPercent = percentByRule(rule) === true
  return {
    ...financeDefaults,
    transaction_payment_details: { ...financeDefaults.transaction_payment_details, pg_charges_bearer: gatewayBearer },
    payout_details: {
      ...financeDefaults.payout_details,
      payout_rule: rule,
      tax_bearer: taxBearer,
      cm_commission_in_percent: inPercent,
      cm_commission_percent: inPercent ? commission : null,
      cm_commission_cost: inPercent ? null : commission,
    },
  }
}

type Owner = TeamKey | 'gp' | 'amberline' | 'bluegrid'
type Account = { name: string; no: string; ifsc: string; gst?: string; percent?: number }
const payees: Readonly<Record<Owner, readonly Account[]>> = {
  gp: [{ name: 'Wattdesk Platform Pvt Ltd', no: '50200099000001', ifsc: 'HDFC0000053', gst: '24AACCK3955D1ZS' }],
  amberline: [
    { name: 'Amberline Charging Pvt Ltd', no: '50200099000002', ifsc: 'HDFC0000053', gst: '29AACCC6636P1Z1' },
  ],
  bluegrid: [{ name: 'Bluegrid Mobility LLP', no: '50200099000003', ifsc: 'HDFC0000053', gst: '27AAPFU0939F1ZV' }],
  south: [
    { name: 'Amberline South LLP', no: '50200012345678', ifsc: 'HDFC0000053', gst: '29AALFA7310K1Z9', percent: 70 },
    { name: 'Amberline Sites', no: '001205009876', ifsc: 'ICIC0000012', percent: 30 },
  ],
  bengaluru: [
    { name: 'Amberline Bengaluru LLP', no: '50200012345701', ifsc: 'HDFC0000053', gst: '29AACCC6636P2Z0', percent: 60 },
    { name: 'Amberline Bengaluru Sites', no: '001205009901', ifsc: 'ICIC0000012', percent: 40 },
  ],
  chennai: [{ name: 'Amberline Chennai LLP', no: '00000031234567', ifsc: 'SBIN0000800', gst: '33AACCC6636P1ZC' }],
  hyderabad: [{ name: 'Amberline Hyderabad LLP', no: '912010045678901', ifsc: 'UTIB0000008', gst: '36AACCC6636P1Z6' }],
  mumbai: [{ name: 'Bluegrid Mumbai Depots', no: '50200067890123', ifsc: 'HDFC0000060' }],
  delhi: [{ name: 'Bluegrid Delhi NCR LLP', no: '001805012345', ifsc: 'ICIC0000018', gst: '07AAPFU0939F1ZX' }],
  gujarat: [{ name: 'Bluegrid Gujarat LLP', no: '00000039876543', ifsc: 'SBIN0000301', gst: '24AAPFU0939F1Z1' }],
}

/** GST registrations of owners who work in more than one state. The first of each has the GST number of the owner's payout account. */
const registrations: Readonly<Partial<Record<Owner, readonly NewRegistration[]>>> = {
  south: [
    {
      gstin: '29AALFA7310K1Z9',
      legalName: 'Amberline South LLP',
      address: '7 Irwin Road, Mysuru 570001, Karnataka',
    },
    {
      gstin: '33AALFA7310K1ZK',
      legalName: 'Amberline South LLP',
      address: '21 Avinashi Road, Coimbatore 641018, Tamil Nadu',
    },
  ],
}

export async function makeFinance(trx: Trx, ids: Readonly<Record<Owner, number>>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - TEAM_DAYS * 86_400_000)
  for (const [key, t] of Object.entries(terms)) await finance.save(trx, ids[key as TeamKey], configOf(t), since)
  for (const [key, all] of Object.entries(payees)) {
    const owner = key as Owner
    const domain =
      owner === 'gp' ? 'wattdesk' : owner === 'bluegrid' || bluegrid.includes(owner) ? 'bluegrid' : 'amberline'
    const made = all.map(a => ({
      business_name: a.name,
      business_type: 'llp',
      beneficiary_name: a.name,
      email: `payouts@${domain}.example`,
      phone: '9800000001',
      account_no: a.no,
      ifsc_code: a.ifsc,
      gst: a.gst ?? '',
      ...(a.gst !== undefined && { pan: panOfGstin(a.gst) }),
      account_type: 'current',
      payout_percentage: a.percent ?? 100,
      tax_percentage: 18,
    }))
    await accounts.replace(trx, ids[owner], 'team', TeamPayoutAccounts.parse(made), since)
    for (const r of registrations[owner] ?? []) await addLine(trx, ids[owner], r, { at: since, isEnded: false })
    await recordFinance(trx, [ids[owner]], since)
  }
}
const bluegrid: readonly Owner[] = ['mumbai', 'delhi', 'gujarat']
