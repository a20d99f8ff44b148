// Payouts for tests of screens, papers and files.
import type {
  MonthlyPayout,
  PaidAccount,
  PayoutDetail,
  PayoutSession,
  Settlement,
} from '#settlement/payouts/payout.contract.ts'

export const account = (more: Partial<PaidAccount> = {}): PaidAccount => ({
  ...{ beneficiary_name: 'Asha Rao', business_name: 'Rao Charging', email: 'asha@rao.example' },
  ...{ account_no: '001234567890', ifsc_code: 'HDFC0001234', gst: null, percentage: 100, isOfCompany: false },
  ...{ amount: 22_923, ...more },
})
export const settlement = (more: Partial<Settlement> = {}): Settlement => ({
  ...{ payoutId: 'PO-2609-2', teamId: 2, team_name: 'Volt North' },
  ...{ periodStartDate: '2026-09-01', displayEndDate: '2026-09-30' },
  company: {
    ...{ name: 'Volt Works', street: '12 MG Road', city: 'Pune', state: 'Maharashtra', zipCode: '411001' },
    payoutAccounts: [account()],
  },
  ...{ sessions: 65, chargers: 2, unitsConsumed: 1200.5, totalAmountCharged: 24_639.95, netAmount: 20_400 },
  ...{
    totalGSTOnAmount: 3672,
    paymentGatewayFee: 567.95,
    deductedGatewayFee: 0,
    pgChargesBearer: 'EV',
    payoutRule: 1,
    taxBearer: 'CM',
  },
  ...{ perUnitCommission: 1020, fixedCommission: 598, commission: 1149, amikComission: 1149 },
  ...{ GSTOnAmikComission: 206.82, deductedGST: 0, CPO_GST: 3672, collectedByOperator: 0, creditsGiven: 0 },
  ...{ refundsBorne: 0, carriedIn: 0, carriedOut: 0, CPOPayout: 22_923, status: 'PAYOUTPENDING', notes: '' },
  ...{ madeAt: '2026-09-30T20:30:00.000Z', completedAt: null, ...more },
})
export const detail = (more: Partial<PayoutDetail> = {}): PayoutDetail => ({
  ...settlement(),
  corrections: 0,
  settlement_percentage: 100,
  steps: [
    { label: 'Net amount', formula: 'the sum of 65 bills before tax', amount: 20_400, kind: 'plus' },
    { label: 'Commission taken', formula: 'DC1 900.00 + AC1 249.00', amount: 1149, kind: 'minus' },
    { label: 'Final settlement', formula: '20,400.00 + 3,672.00 − 1,149.00', amount: 22_923, kind: 'sum' },
  ],
  chargerParts: [
    {
      ...{ chargepoint_pk: 11, chargepoint_id: 'DC1', chargepoint_name: 'Hall', charger_type: 'DC' },
      ...{ activeDays: 30, daysInMonth: 30, sessions: 40, kwh: 1000, total: 21_740.4, net: 18_000, gst: 3240 },
      ...{ gatewayFee: 0, collected: 0, unit: 900, fixed: 349, commission: 900 },
    },
  ],
  history: [{ at: '2026-09-30T20:30:00.000Z', username: null, status: 'PAYOUTPENDING', notes: '' }],
  isConfirmed: true,
  ...more,
})
export const payoutSession = (more: Partial<PayoutSession> = {}): PayoutSession => ({
  ...{ transactionId: 41, priorVersion: null, chargepoint_id: 'DC1', stoptime: '2026-09-05T09:40:00.000Z' },
  ...{ payment_type: 'UPI', kwh: 25, net: 450, gst: 81, gatewayFee: 12.53, total: 543.53, unitCommission: 22.5 },
  ...{ status: 'PAYOUTPENDING', ...more },
})

type Summary = NonNullable<MonthlyPayout['payout']['data']['summary']>
export const summary = (more: Partial<Summary> = {}): Summary => ({
  ...{ totalTransactions: 65, totalChargers: 2, totalKW: 1200.5, totalCollectionWithoutPGC: 24_072 },
  ...{ totalAmikServiceCharges: 1149, totalPayoutAmount: 22_923, payoutId: 'PO-2609-2' },
  ...{ keptGST: 0, deductedGST: 0, refundsBorne: 0 },
  ...{ collectedByOperator: 0, creditsGiven: 0, carriedIn: 0, carriedOut: 0, status: 'PAYOUTPENDING' },
  ...more,
})
/** A team's month; `paid`: null where there is nothing to settle. */
export const month = (
  name: string,
  paid: Summary | null = summary(),
  accounts: readonly PaidAccount[] = [account()],
  teamId = 2,
  nextPayout = { sessions: 0, amount: 0 },
): MonthlyPayout => ({
  teamId,
  payout: {
    data: {
      teamDetails: { name, settlement_percentage: 100, payoutAccounts: [...accounts] },
      summary: paid,
      chargerSummary: paid
        ? {
            DC1: {
              ...{ totalCollectionWithoutPGC: 21_240, totalKW: 1000, maxAmikServiceCharges: 900 },
              ...{ charger_type: 'DC', totalTransactions: 40 },
            },
            AC1: {
              ...{ totalCollectionWithoutPGC: 2832, totalKW: 200.5, maxAmikServiceCharges: 249 },
              ...{ charger_type: 'AC', totalTransactions: 25 },
            },
          }
        : {},
      nextPayout,
    },
  },
})
