// The state of a connector as drivers are told, and the fate of a requested session (D-PAY-5). Time is an argument.
import type { Ppm } from '@wattdesk/base/money'
import { dayOf } from '@wattdesk/base/time'
import * as told from '@wattdesk/words/made/en-told'
import { isOut, type LiveStatus } from '#fleet/stations/station.rules.ts'
import { gatewayPpm, type MethodRates } from '#money/price-groups/gateway-rate.rules.ts'
import { type PriceSnapshot, priceNow } from '#money/price-groups/price.rules.ts'
import type { GatewayMethod } from '#money/price-groups/price.words.ts'
import { shownPrice } from '#money/price-groups/shown-price.rules.ts'
import type { PayPrice } from './pay.contract.ts'
import { type Method, MINUTES, type State } from './pay.words.ts'
import { WHY, WHY_FREE, type Why } from './pay-told.words.ts'

/** A driver has so long to pay, and from the payment on so long to plug the car in. */
export const PATIENCE_MS = MINUTES * 60_000
/** With less time left there is no chance to plug a car in: money paid so late goes back at once. */
export const LEAST_PATIENCE_MS = 30_000
/** Chargers forget an accepted start after a minute or so; a start is then requested again when a car is plugged in. */
export const AGAIN_MS = 90_000

/** Where nothing was paid, no text promises money back. */
export const whyText = (why: Why, method: Method): string => (method === 'free' && WHY_FREE[why]) || WHY[why]

export const isOpen = (state: State): boolean => state === 'waiting' || state === 'starting' || state === 'charging'

/** The state of a connector, from its charger and the sessions there. */
export type ConnectorStanding = {
  isFree: boolean
  /** For holders of a tag that the charger accepts alone (D-PAY-9). */
  isPrivate: boolean
  payWithCard: boolean
  payWithWallet: boolean
  /** Whether the operator has a payment provider: without it nobody pays by UPI or card (D-PAY-7). */
  hasProvider: boolean
  liveStatus: LiveStatus
  /** What drivers read while planned maintenance runs; null where none does. */
  closedText: string | null
  isAccepted: boolean
  wholeStatus: string | null
  status: string | null
  /** A session runs on the connector, or a paid session is about to begin. */
  isTaken: boolean
  hasPrice: boolean
}

/** Why no session can begin on a connector, in words for the driver; undefined where one can. */
export function unusable(c: ConnectorStanding): string | undefined {
  if (c.closedText !== null) return c.closedText
  if (c.liveStatus === 'offline' || !c.isAccepted) return told.notConnected
  if (c.liveStatus === 'maintenance' || isOut(c.wholeStatus)) return told.outOfService
  if (c.isTaken) return told.inUse
  switch (c.status) {
    case 'Charging':
    case 'SuspendedEV':
    case 'SuspendedEVSE':
      return told.inUse
    case 'Reserved':
      return told.reserved
    case 'Finishing':
      return told.justEnded
    case 'Faulted':
    case 'Unavailable':
      return told.connectorOut
  }
  if (c.isFree) return undefined
  if (!c.hasPrice) return told.noPrice
  if (methodsOf(c).length === 0 && lacksProvider(c)) return told.noProviderCard
  if (methodsOf(c).length === 0) return told.notByPhone
  return undefined
}

type Payable = Pick<ConnectorStanding, 'isFree' | 'isPrivate' | 'payWithCard' | 'payWithWallet' | 'hasProvider'>
/** UPI and card are switched on at the charger, and its operator has no payment provider that could take them. */
export const lacksProvider = (payable: Payable): boolean =>
  !payable.isFree && !payable.isPrivate && payable.payWithCard && !payable.hasProvider

/**
 * The payment methods at a connector: at a private charger only the wallet, which the holder of a tag has opened by a
 * code.
 */
export function methodsOf(payable: Payable): Method[] {
  if (payable.isFree) return ['free']
  return [
    ...(payable.payWithCard && payable.hasProvider && !payable.isPrivate ? (['upi', 'card'] as const) : []),
    ...(payable.payWithWallet ? (['wallet'] as const) : []),
  ]
}

/** The rates that a driver may meet who pays by a method: a card may turn out to be a RuPay debit card. */
const RATES_OF: Readonly<Record<Method, readonly GatewayMethod[]>> = {
  upi: ['upi'],
  card: ['rupayDebit', 'card'],
  wallet: ['wallet'],
  free: [],
}
export type Surcharge = { method: GatewayMethod; ppm: Ppm }
/** The surcharge of each method that a driver may meet; 0 where the owner bears the gateway's part. */
export const surchargesOf = (
  snapshot: Pick<PriceSnapshot, 'transactionPpm' | 'pgChargesBearer'>,
  rates: MethodRates,
  methods: readonly Method[],
): Surcharge[] =>
  methods.flatMap(m =>
    RATES_OF[m].map(method => ({
      method,
      ppm: snapshot.pgChargesBearer === 'EV' ? gatewayPpm(snapshot, rates, method) : 0,
    })),
  )

export type PayPrices = { price: PayPrice | null; nextPrice: (PayPrice & { at: string }) | null }
/** The price now, and the next change on the same day of `zone`. */
export function pricesAt(snapshot: PriceSnapshot, at: Date, zone: string, surchargePpm: Ppm): PayPrices {
  const { now, next } = priceNow(snapshot, at)
  const isToday = next !== undefined && dayOf(next.at, zone) === dayOf(at, zone)
  return {
    price: now ? shownPrice(now, snapshot, surchargePpm) : null,
    nextPrice:
      isToday && next.price ? { ...shownPrice(next.price, snapshot, surchargePpm), at: next.at.toISOString() } : null,
  }
}

/**
 * The fate of money that has come for a requested session: the session starts, or the reason why the money goes back.
 */
export function fateOfMoney(s: {
  state: State
  isTaken: boolean
  isGone: boolean
  /** Planned maintenance has begun. */
  isPlanned: boolean
  /** The provider has given all of the money back already. */
  isBack: boolean
  capturedAt: Date
  now: Date
}): Why | 'start' {
  if (s.isBack) return 'back'
  if (s.state === 'refused' || s.state === 'expired' || s.state === 'finished') return 'late'
  if (s.capturedAt.getTime() + PATIENCE_MS - s.now.getTime() < LEAST_PATIENCE_MS) return 'late'
  if (s.isGone) return 'gone'
  if (s.isPlanned) return 'planned'
  return s.isTaken ? 'taken' : 'start'
}
