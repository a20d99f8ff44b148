// Who pays from a wallet or a prepaid card in the past of the demo, and when: each of them charges at one connector
// only, so that the movements of its balance have one order. Pure; amounts in paise.
import type { Paise } from '@wattdesk/base/money'
import { dayMs } from '@wattdesk/base/time'
import type { AccountName } from '#money/ledger/ledger.rules.ts'
import type { DemoCharger } from './places.ts'
import { demoPrices } from './prices.ts'

/** A wallet or prepaid card of an operator. */
export type Purse = { idTag: string; account: AccountName; companyId: number; teamId: number }

/** Every tenth car of a connector, at all connectors in the same rounds, so that their balances are held together. */
const EVERY = 10
export const paysFromPurse = (round: number): boolean => round % EVERY === EVERY / 2

/**
 * The price of a connector with a fixed price, for a kWh and for a start, with tax; undefined if the price depends on
 * the hour.
 */
export function priceWithTax({ place, price }: DemoCharger): { perKwh: number; start: number } | undefined {
  const known = demoPrices.find(p => p.operator === place.operator && p.key === price)
  const [slot] = known?.details ?? []
  if (known?.type !== 'fixed' || !slot) return undefined
  return { perKwh: slot.pricePerKwhPaise * 1.18, start: slot.fixedFeeStartingPaise * 1.18 }
}
/** The energy at which a session has used up a balance, Wh. */
export const energyFor = (balance: Paise, { perKwh, start }: { perKwh: number; start: number }): number =>
  Math.ceil((Math.max(0, Number(balance) - start) / perKwh) * 1000)

type Spot = { charger: DemoCharger; connectorId: number; companyId: number }
/** The purse of each place, in their order: a fixed price, and not at a fleet's own yard. */
export function homesOf(spots: readonly Spot[], purses: readonly Purse[]): (Purse | undefined)[] {
  const left = [...purses]
  return spots.map(({ charger, companyId }) => {
    if (charger.place.kind === 'depot' || !priceWithTax(charger)) return undefined
    const i = left.findIndex(p => p.companyId === companyId)
    return i < 0 ? undefined : left.splice(i, 1)[0]
  })
}

const LOW = 40_000n
/** One of five is never filled again: it is spent to its end, and its driver goes back to the card. */
const runsDry = (n: number) => n % 5 === 4
const NOTES = [
  'Cash paid at the counter',
  'Credit of the month',
  'Cash paid at the counter',
  'Credit of the month',
  'For a session that broke off',
] as const
/**
 * The amount that staff add to the nth purse when it comes to charge; undefined if the purse has enough, or gets no
 * more.
 */
export function topUp(n: number, balance: Paise, at: Date): { paise: Paise; note: string } | undefined {
  if (balance >= LOW || runsDry(n)) return undefined
  // Up to a round sum, as people do.
  const upTo = 60_000n + BigInt(n % 5) * 10_000n
  const days = Math.floor(at.getTime() / dayMs)
  return { paise: upTo - balance, note: NOTES[(n + days) % NOTES.length] ?? NOTES[0] }
}
