// A payout in the shape of its calls (D-PO-2, D-PO-4, D-GEN-16): each figure under its name, in rupees and kWh.
import { describe, expect, test } from 'vitest'
import type { KeptAccount } from './allocation.rules.ts'
import {
  type ChargerRow,
  chargerPartOf,
  monthNow,
  monthRun,
  type PayoutRow,
  paidAccounts,
  type SessionRow,
  sessionOf,
  settlementOf,
  sumsOf,
  teamSharePercent,
} from './payout-shape.rules.ts'
import type { Reckoned } from './reckoning.rules.ts'
import { NOTHING_TAKEN } from './tax-taken.rules.ts'

const account: KeptAccount = {
  payoutDetailId: 1,
  business_name: 'Operator LLP',
  beneficiary_name: 'Operator',
  email: 'pay@operator.example',
  account_no: '000123456789',
  ifsc_code: 'HDFC0001234',
  gst: '',
  payout_percentage: 100,
  settlement_percentage: 100,
  disabled: false,
}
const accounts = { team: [account], company: [{ ...account, beneficiary_name: 'Company', gst: '29AACCC6636P1Z1' }] }
const terms: PayoutRow['terms'] = {
  hasFinance: true,
  rule: 3,
  taxBearer: 'CPO',
  pgChargesBearer: 'EV',
  chargerTaxPpm: 180_000,
  payoutTaxPpm: 180_000,
  isMonthly: true,
  dcPaise: 34_900,
  acPaise: 24_900,
  otherFixedPaise: 0,
  gstin: null,
  settlementPpm: 750_000,
}
/** Every figure is another number, so that none can stand under the name of another. */
const row: PayoutRow = {
  payoutNo: 1,
  payoutId: 'PO-1',
  teamId: 3,
  companyId: 2,
  month: '2026-02-01',
  days: 28,
  madeAt: new Date('2026-03-01T20:30:00Z'),
  terms,
  party: { teamName: 'North', companyName: 'Operator', street: 'Street', city: 'City', state: '29', zipCode: '560001' },
  accounts,
  sessions: 65,
  chargers: 2,
  energyWh: 1_200_500,
  totalPaise: 101,
  netPaise: 202,
  taxPaise: 303,
  surchargePaise: 404,
  gatewayFeePaise: 505,
  percentPaise: 606,
  perKwhPaise: 707,
  collectedPaise: 808,
  fixedPaise: 909,
  unitPaise: 1010,
  fixedPartPaise: 1111,
  unitPartPaise: 1212,
  commissionPaise: 1313,
  taxOnCommissionPaise: 1414,
  deductedTaxPaise: 1515,
  ownerTaxPaise: 1616,
  givenPaise: 1717,
  refundsBornePaise: 1818,
  carriedInPaise: -1919,
  carriedOutPaise: -2020,
  tcsCgstPaise: 11,
  tcsSgstPaise: 12,
  tcsIgstPaise: 13,
  tdsPaise: 14,
  taxes: null,
  payoutPaise: 10_000,
  status: 'PAYOUTPENDING',
  notes: 'Waits',
  completedAt: null,
}

describe('the accounts of a payout', () => {
  test('have their parts, the team first', () => {
    const all = paidAccounts(10_000n, terms, accounts, true)
    expect(all.map(a => [a.beneficiary_name, a.isOfCompany, a.amount, a.percentage])).toEqual([
      ['Operator', false, 75, 100],
      ['Company', true, 25, 100],
    ])
    expect(all.map(a => a.gst)).toEqual([null, '29AACCC6636P1Z1'])
  })
  test('show their number in full to the finance admin alone; the last four digits to others', () => {
    expect(paidAccounts(10_000n, terms, accounts, true)[0]?.account_no).toBe('000123456789')
    const masked = paidAccounts(10_000n, terms, accounts, false)
    expect(masked.map(a => a.account_no)).toEqual(['…6789', '…6789'])
    expect(JSON.stringify(masked)).not.toContain('0001234567')
  })
})

test('a settlement has each figure of its row under its own name', () => {
  expect(settlementOf(row, false)).toEqual({
    payoutId: 'PO-1',
    teamId: 3,
    team_name: 'North',
    periodStartDate: '2026-02-01',
    displayEndDate: '2026-02-28',
    company: {
      name: 'Operator',
      street: 'Street',
      city: 'City',
      state: '29',
      zipCode: '560001',
      payoutAccounts: paidAccounts(10_000n, terms, accounts, false),
    },
    sessions: 65,
    chargers: 2,
    unitsConsumed: 1200.5,
    totalAmountCharged: 1.01,
    netAmount: 2.02,
    totalGSTOnAmount: 3.03,
    // G: the surcharge of the driver, or the fee of the owner.
    paymentGatewayFee: 9.09,
    deductedGatewayFee: 5.05,
    pgChargesBearer: 'EV',
    payoutRule: 3,
    taxBearer: 'CPO',
    perUnitCommission: 10.1,
    fixedCommission: 9.09,
    commission: 13.13,
    amikComission: 13.13,
    GSTOnAmikComission: 14.14,
    deductedGST: 15.15,
    CPO_GST: 16.16,
    collectedByOperator: 8.08,
    creditsGiven: 17.17,
    refundsBorne: 18.18,
    carriedIn: -19.19,
    carriedOut: -20.2,
    tcs: 0.36,
    tds: 0.14,
    CPOPayout: 100,
    status: 'PAYOUTPENDING',
    notes: 'Waits',
    madeAt: '2026-03-01T20:30:00.000Z',
    completedAt: null,
  })
  const done = { ...row, refundsBornePaise: null, completedAt: new Date('2026-03-05T00:00:00Z') }
  expect(settlementOf(done, true)).toMatchObject({ refundsBorne: 0, completedAt: '2026-03-05T00:00:00.000Z' })
})

test('the sums of several payouts', () => {
  const sums = {
    payouts: 4,
    energyWh: 1500,
    totalPaise: 101,
    commissionPaise: 202,
    taxOnCommissionPaise: 303,
    collectedPaise: 404,
    givenPaise: 505,
    payoutPaise: 606,
  }
  expect(sumsOf(sums)).toEqual({
    payouts: 4,
    unitsConsumed: 1.5,
    totalAmountCharged: 1.01,
    commission: 2.02,
    GSTOnCommission: 3.03,
    collectedByOperator: 4.04,
    creditsGiven: 5.05,
    CPOPayout: 6.06,
  })
})

const chargerRow: ChargerRow = {
  chargepointPk: 1,
  chargepointId: 'CP-1',
  chargepointName: 'Mall',
  chargerType: 'DC',
  activeDays: 11,
  daysInMonth: 28,
  sessions: 40,
  energyWh: 1_000_250,
  totalPaise: 10_000,
  netPaise: 202,
  taxPaise: 303,
  surchargePaise: 404,
  gatewayFeePaise: 505,
  percentPaise: 606,
  perKwhPaise: 707,
  collectedPaise: 808,
  fixedPaise: 909,
  unitPaise: 1010,
  commissionPaise: 1111,
}
test('the part of a charger', () => {
  expect(chargerPartOf(chargerRow)).toEqual({
    chargepoint_pk: 1,
    chargepoint_id: 'CP-1',
    chargepoint_name: 'Mall',
    charger_type: 'DC',
    activeDays: 11,
    daysInMonth: 28,
    sessions: 40,
    kwh: 1000.25,
    total: 100,
    net: 2.02,
    gst: 3.03,
    gatewayFee: 9.09,
    collected: 8.08,
    unit: 10.1,
    fixed: 9.09,
    commission: 11.11,
  })
})

describe('a month', () => {
  test('that was run has its stored figures, and what came after', () => {
    const { payout, teamId } = monthRun({ ...row, totalPaise: 10_000 }, [chargerRow], false, {
      sessions: 2,
      paise: 250,
    })
    expect(teamId).toBe(3)
    expect(payout.data).toMatchObject({
      teamDetails: { name: 'North', settlement_percentage: 75 },
      summary: {
        totalTransactions: 65,
        totalKW: 1200.5,
        // C − G
        totalCollectionWithoutPGC: 90.91,
        totalAmikServiceCharges: 13.13,
        keptGST: -13.13,
        deductedGST: 15.15,
        collectedByOperator: 8.08,
        creditsGiven: 17.17,
        refundsBorne: 18.18,
        carriedIn: -19.19,
        carriedOut: -20.2,
        tcs: 0.36,
        tds: 0.14,
        totalPayoutAmount: 100,
        totalChargers: 2,
        payoutId: 'PO-1',
        status: 'PAYOUTPENDING',
      },
      chargerSummary: {
        'CP-1': {
          totalCollectionWithoutPGC: 90.91,
          totalKW: 1000.25,
          maxAmikServiceCharges: 11.11,
          charger_type: 'DC',
          totalTransactions: 40,
        },
      },
      nextPayout: { sessions: 2, amount: 2.5 },
    })
    expect(payout.data.teamDetails.payoutAccounts[0]?.account_no).toBe('…6789')
  })
  test('that was not run has neither number nor status', () => {
    const paise = { totalPaise: 10_000n, surchargePaise: 404n, gatewayFeePaise: 505n, commissionPaise: 1313n }
    const charger = { ...paise, chargepointId: 'CP-1', chargerType: 'AC', sessions: 1, energyWh: 500 }
    const taken = {
      taxPaise: 303n,
      ownerTaxPaise: 303n,
      deductedTaxPaise: 0n,
      payoutPaise: 10_000n,
      collectedPaise: 0n,
      givenPaise: 0n,
      refundsBornePaise: 0n,
      carriedInPaise: 0n,
      carriedOutPaise: 0n,
      ...NOTHING_TAKEN,
    }
    const now = { ...paise, ...taken, sessions: 1, energyWh: 500, chargers: [charger] } as unknown as Reckoned
    const { payout } = monthNow({ teamId: 3, party: row.party, terms, accounts }, now, true)
    expect(payout.data.summary).toMatchObject({ payoutId: null, status: null, totalChargers: 1, keptGST: 0 })
    expect(payout.data.teamDetails.payoutAccounts.map(a => a.amount)).toEqual([75, 25])
    expect(payout.data.chargerSummary).toMatchObject({ 'CP-1': { totalKW: 0.5 } })
    expect(payout.data.nextPayout).toEqual({ sessions: 0, amount: 0 })
  })
  test('with nothing to settle has no summary', () => {
    const { payout } = monthNow({ teamId: 3, party: row.party, terms, accounts }, undefined, true)
    expect([payout.data.summary, payout.data.chargerSummary]).toEqual([null, {}])
    expect(payout.data.teamDetails.payoutAccounts.map(a => a.amount)).toEqual([0])
  })
})

test('a session of a payout', () => {
  const session: SessionRow = {
    transactionId: 7,
    priorVersion: 1,
    chargepointId: 'CP-1',
    stoppedAt: new Date('2026-02-10T10:00:00Z'),
    paymentType: 'UPI',
    energyWh: 10_250,
    netPaise: 101,
    taxPaise: 202,
    surchargePaise: 303,
    gatewayFeePaise: 404,
    totalPaise: 505,
    unitPaise: 606,
    status: 'PAYOUTPENDING',
  }
  expect(sessionOf(session)).toEqual({
    transactionId: 7,
    priorVersion: 1,
    chargepoint_id: 'CP-1',
    stoptime: '2026-02-10T10:00:00.000Z',
    payment_type: 'UPI',
    kwh: 10.25,
    net: 1.01,
    gst: 2.02,
    gatewayFee: 7.07,
    total: 5.05,
    unitCommission: 6.06,
    status: 'PAYOUTPENDING',
  })
  expect(teamSharePercent(terms)).toBe(75)
})
