// A session that has not happened, billed by the rule for every session: the cost at the prices being typed.
import type { TransactionBill } from '#charging/billing/bill.contract.ts'
import { type BillInput, bill, type Sample } from '#charging/billing/bill.rules.ts'
import { billReply } from '#charging/billing/bill-reply.rules.ts'
import { billRow } from '#charging/billing/bill-row.rules.ts'
import type { MethodRates } from '#money/price-groups/gateway-rate.rules.ts'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import type { GatewayMethod } from '#money/price-groups/price.words.ts'

const MOST_MINUTES = 7 * 1440
const MOST_KWH = 10_000
export type SampleSession = {
  startAt: Date
  /** Whole minutes from start to stop, at most a week. */
  minutes: number
  energyKwh: number
  /** The last of these minutes, in which the car is full and stays. */
  fullMinutes: number
  /** The payment gateway takes its part of all but a tag. */
  paidBy: GatewayMethod | 'tag'
  methodRates?: MethodRates | undefined
}
const PAID = {
  upi: { paymentType: 'UPI' },
  rupayDebit: { paymentType: 'CARD', paidWith: { method: 'card', cardNetwork: 'RuPay', cardType: 'debit' } },
  card: { paymentType: 'CARD' },
  wallet: { paymentType: 'WALLET' },
  tag: { paymentType: 'RFID' },
} as const satisfies Record<SampleSession['paidBy'], Pick<BillInput, 'paymentType' | 'paidWith'>>

/** Returns the fault of a sample session, in words; undefined if the session can be billed. */
export function sampleProblem(session: SampleSession): string | undefined {
  const isWhole = (n: number, most: number) => Number.isInteger(n) && n >= 0 && n <= most
  if (Number.isNaN(session.startAt.getTime())) return 'Please enter when the session starts.'
  if (!isWhole(session.minutes, MOST_MINUTES) || session.minutes === 0)
    return 'Please enter a duration of 1 to 10080 minutes.'
  if (!(session.energyKwh >= 0 && session.energyKwh <= MOST_KWH)) return 'Please enter an energy of 0 to 10000 kWh.'
  if (!isWhole(session.fullMinutes, session.minutes - 1))
    return 'The car must be full for fewer minutes than the session lasts.'
  return undefined
}

/** The session as a charger would tell it: a reading a minute, the energy evenly until the car is full, then none. */
export function sampleInput(snapshot: PriceSnapshot, session: SampleSession): BillInput {
  const start = session.startAt.getTime()
  const meterStopWh = Math.round(session.energyKwh * 1000)
  const charging = session.minutes - session.fullMinutes
  const powerW = Math.max(1, Math.round((meterStopWh * 60) / charging))
  const samples: Sample[] = Array.from({ length: session.minutes + 1 }, (_, minute) => ({
    at: new Date(start + minute * 60_000),
    energyWh: Math.round((meterStopWh * Math.min(minute, charging)) / charging),
    powerW: minute < charging ? powerW : 0,
  }))
  return {
    startAt: session.startAt,
    stopAt: new Date(start + session.minutes * 60_000),
    meterStartWh: 0,
    meterStopWh,
    samples,
    snapshot,
    toleranceWatt: 1,
    ...PAID[session.paidBy],
    methodRates: session.methodRates,
    // Supplier and charge point in one state.
    supply: {},
    commission: { percentPpm: 0, perKwhPaise: 0 },
  }
}

/** Its bill as screens show it; `zone` is the business time zone. */
export function sampleBill(snapshot: PriceSnapshot, session: SampleSession, zone: string): TransactionBill {
  const made = bill(sampleInput(snapshot, session))
  const supply = { supplier: null, supplierState: undefined, placeOfSupply: undefined }
  const row = billRow(made, { supply, commissionPpm: 0, commissionPaisePerKwh: 0 }) as unknown as Parameters<
    typeof billReply
  >[0]
  return billReply({ ...row, version: 1, billedAt: null }, snapshot, false, { zone, at: session.startAt })
}
