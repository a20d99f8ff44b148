// Finds the gateway's rate of a session (TAX-11). A company may set a rate for each method of payment; a method without one
// has the percent of the session's price. Pure.
import type { Ppm } from '@wattdesk/base/money'
import { dayOf } from '@wattdesk/base/time'
import { type SetValue, taxValueOn } from '#office/tax-settings/tax-setting.rules.ts'
import type { TaxSettingName } from '#office/tax-settings/tax-setting.words.ts'
import { GATEWAY_METHODS, type GatewayMethod } from './price.words.ts'

/** Rates by method; a method without one has the percent of the price. */
export type MethodRates = { readonly [M in GatewayMethod]?: Ppm }
const SETTINGS = {
  upi: 'surchargeUpi',
  rupayDebit: 'surchargeRupayDebit',
  card: 'surchargeCard',
  wallet: 'surchargeWallet',
} as const satisfies Record<GatewayMethod, TaxSettingName>
export const RATE_SETTINGS: readonly string[] = Object.values(SETTINGS)

/** The payment of a session, as the provider told of it. */
export type PaidWith = { method: string | null; cardNetwork: string | null; cardType: string | null }
type Paid = { paymentType: 'CARD' | 'UPI' | 'WALLET' | 'PREPAID' | 'RFID'; paidWith?: PaidWith | null | undefined }

/**
 * The method that a session was paid by; undefined where the gateway has no part in it. `paidWith`: the record of the
 * payment. Where it does not say the method, the driver's choice counts.
 */
export function gatewayMethodOf({ paymentType, paidWith }: Paid): GatewayMethod | undefined {
  if (paymentType === 'PREPAID' || paymentType === 'RFID') return undefined
  if (paymentType === 'WALLET') return 'wallet'
  const method = paidWith?.method ?? paymentType.toLowerCase()
  if (method === 'upi' || method === 'wallet') return method
  return method === 'card' && isRupayDebit(paidWith) ? 'rupayDebit' : 'card'
}
const isRupayDebit = (p: PaidWith | null | undefined): boolean =>
  p?.cardNetwork?.toLowerCase() === 'rupay' && p.cardType?.toLowerCase() === 'debit'

/** The rate of a method at a price; none where the gateway has no part in the payment. */
export const gatewayPpm = (
  price: { readonly transactionPpm: Ppm },
  rates: MethodRates | undefined,
  method: GatewayMethod | undefined,
): Ppm => (method === undefined ? 0 : (rates?.[method] ?? price.transactionPpm))

/** A value of the settings as it is read for a session; `setAt` as text, as JSON carries it. */
export type RateEntry = SetValue & { setAt: string }
/**
 * Returns the rates of a session that starts at `at`. A value that was set after the start does not count, so a change
 * leaves running sessions alone.
 */
export function ratesAt(
  entries: readonly RateEntry[] | null,
  { companyId, at, zone }: { companyId: number; at: Date; zone: string },
): MethodRates {
  const known = entries?.filter(e => Date.parse(e.setAt) <= at.getTime()) ?? []
  if (known.length === 0) return {}
  const of = { companyId, day: dayOf(at, zone) }
  return Object.fromEntries(
    GATEWAY_METHODS.flatMap(m => {
      const ppm = taxValueOn(known, SETTINGS[m], of)
      return ppm === null ? [] : [[m, ppm]]
    }),
  )
}
