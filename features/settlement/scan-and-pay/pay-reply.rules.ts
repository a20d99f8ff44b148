// Connectors and sessions as the page reads them. Amounts in rupees, energy in kWh.
import type { Mode } from '@wattdesk/base/mode'
import { rupeesFromPaise } from '@wattdesk/base/money'
import { isLanguage, USUAL } from '@wattdesk/words/language'
import * as told from '@wattdesk/words/made/en-told'
import { sessionSeconds } from '#fleet/stations/session-length.rules.ts'
import { type RateEntry, ratesAt } from '#money/price-groups/gateway-rate.rules.ts'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import type { PayPlace, PayPrice, PayRefund, PaySession } from './pay.contract.ts'
import * as rules from './pay.rules.ts'
import { type ConnectorStanding, isOpen, lacksProvider, methodsOf, unusable } from './pay.rules.ts'
import { AMOUNTS, LEAST_AMOUNT, type Method, MOST_AMOUNT, type State } from './pay.words.ts'
import { FREE_RULE, NO_PROVIDER_HERE, REFUND_RULE, WHY } from './pay-told.words.ts'

/** Says an English text of the server in the driver's language (pay-told.rules.ts). */
type Tell = (text: string) => string
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))

/** A connector as stored, with the facts that a driver is shown. */
export type PlaceFacts = Omit<ConnectorStanding, 'hasPrice'> & {
  chargepointId: string
  chargepointName: string
  address: string | null
  chargerType: string
  preparingState: boolean
  connectorId: number
  evseId: number | null
  evseConnectorId: number | null
  connectorName: string
  connectorType: string | null
  kw: number | null
  isAskedFor: boolean
  companyId: number
  snapshot: PriceSnapshot | null
  rateEntries: RateEntry[] | null
}
type PlaceSetting = { now: Date; zone: string; mode: Mode; refundTimes: PayPlace['refundTimes']; tell: Tell }
export function placeReply(p: PlaceFacts, { now, zone, mode, refundTimes, tell }: PlaceSetting): PayPlace {
  const reason = unusable({ ...p, hasPrice: p.snapshot !== null })
  return {
    charger: {
      id: p.chargepointId,
      name: p.chargepointName,
      address: p.address,
      type: p.chargerType,
      isFree: p.isFree,
      status: p.liveStatus,
    },
    connector: {
      id: p.connectorId,
      evseId: p.evseId,
      evseConnectorId: p.evseConnectorId,
      name: p.connectorName,
      type: p.connectorType,
      kw: p.kw,
      status: p.status,
      isUsable: reason === undefined,
      reason: reason === undefined ? null : tell(reason),
      isAskedFor: p.isAskedFor,
      plugFirst: p.preparingState && p.status !== 'Preparing',
    },
    ...pricesOf(p, { now, zone, tell }),
    refundRule: tell(p.isFree ? FREE_RULE : REFUND_RULE),
    refundTimes: p.isFree ? [] : refundTimes,
    methods: methodsOf(p),
    noProvider: lacksProvider(p) ? tell(NO_PROVIDER_HERE) : null,
    amounts: { choices: [...AMOUNTS], least: LEAST_AMOUNT, most: MOST_AMOUNT },
    zone,
    mode,
  }
}

/** The prices of a connector: the dearest, and each where they differ by the method of payment. */
function pricesOf(
  p: PlaceFacts,
  { now, zone, tell }: Pick<PlaceSetting, 'now' | 'zone' | 'tell'>,
): Pick<PayPlace, 'price' | 'nextPrice' | 'byMethod'> {
  const { snapshot } = p
  if (p.isFree || !snapshot) return { price: null, nextPrice: null, byMethod: [] }
  const rates = ratesAt(p.rateEntries, { companyId: p.companyId, at: now, zone })
  const methods = methodsOf(p)
  // Where nobody can pay at present, the price is that by card.
  const all = rules.surchargesOf(snapshot, rates, methods.length > 0 ? methods : ['card'])
  const at = (ppm: number) => pricesTold(rules.pricesAt(snapshot, now, zone, ppm), tell)
  const differ = new Set(all.map(s => s.ppm)).size > 1
  return {
    ...at(Math.max(...all.map(s => s.ppm))),
    byMethod: differ ? all.map(({ method, ppm }) => ({ method, ...at(ppm) })) : [],
  }
}

/** Prices with the names of their fees as the driver reads them. */
function pricesTold({ price, nextPrice }: rules.PayPrices, tell: Tell): rules.PayPrices {
  const told = <P extends PayPrice>(p: P): P => ({ ...p, fees: p.fees.map(f => ({ ...f, label: tell(f.label) })) })
  return { price: price && told(price), nextPrice: nextPrice && told(nextPrice) }
}

/** The stored facts of a requested session. */
export type StoredSession = {
  state: State
  method: string
  amountPaise: number
  reason: string | null
  paidAt: Date | null
  /** The driver has paid, and the provider has not captured the money yet. */
  isAuthorised: boolean
  expiresAt: Date
  closedAt: Date | null
  /** Null: of a session of before there were languages. */
  language: string | null
  chargepointId: string
  connectorId: number
  evseId: number | null
  evseConnectorId: number | null
}
/** The charging session of a pay session. */
export type Ran = {
  energyWh: number
  chargedPaise: number
  startedAt: Date
  stoppedAt: Date | null
  inReview: boolean
  energyInDoubt: boolean
  bill: {
    lines: StoredLine[]
    taxablePaise: number
    taxPaise: number
    surchargePaise: number
    totalPaise: number
  } | null
  isStopping: boolean
}
type StoredLine = {
  kind: string
  label: string
  quantity: number
  ratePaise: number
  rateUnit: 'kWh' | 'hour' | 'minute' | 'once'
  amountPaise: number
}
/** The last refund of its payment. */
export type Back = {
  status: 'pending' | 'processed' | 'failed'
  amountPaise: number
  requestedAt: Date
  processedAt: Date | null
  reference: string | null
}
const UNITS = { kWh: 1000, hour: 3600, minute: 60, once: 1 } as const

/** `invoice`: the address of the document, named where there is something to invoice. */
export function sessionReply(
  s: StoredSession,
  ran: Ran | undefined,
  back: Back | undefined,
  { now, mode, invoice, tell }: { now: Date; mode: Mode; invoice: string; tell: Tell },
): PaySession {
  // A session that waits for a person has ended with its stop; its pay session is closed soon after.
  const state = s.state === 'charging' && ran?.stoppedAt ? 'finished' : s.state
  const isOver = !isOpen(state)
  // Paid, but not captured in time: the money is captured after all, only to go back.
  const isLate = isOver && s.isAuthorised
  const reason = (isLate ? WHY.late : s.reason) ?? (isOver && ran?.inReview ? told.checked : null)
  const bill = isOver && ran && !ran.inReview ? ran.bill : null
  const paid = s.paidAt ? s.amountPaise : 0
  const refund = refundOf(s, ran, bill?.totalPaise ?? 0, back)
  const rest = bill && s.method !== 'wallet' && !back ? paid - bill.totalPaise : 0
  return {
    state,
    energy: ran?.energyInDoubt ? null : (ran?.energyWh ?? 0) / 1000,
    cost: ran?.inReview ? null : rupees(bill?.totalPaise ?? ran?.chargedPaise ?? 0),
    seconds: ran ? sessionSeconds(ran.startedAt, ran.stoppedAt ?? now) : 0,
    bill: bill && {
      lines: bill.lines.map(l => ({
        kind: l.kind,
        label: tell(l.label),
        quantity: l.quantity / UNITS[l.rateUnit],
        unit: l.rateUnit,
        rate: rupees(l.ratePaise),
        amount: rupees(l.amountPaise),
      })),
      taxable: rupees(bill.taxablePaise),
      tax: rupees(bill.taxPaise),
      surcharge: rupees(bill.surchargePaise),
      total: rupees(bill.totalPaise),
      smallRest: rupees(Math.max(0, rest)),
    },
    refund,
    invoice: bill && bill.totalPaise > 0 ? invoice : null,
    reason: reason === null ? null : tell(reason),
    chargepoint_id: s.chargepointId,
    connectorId: s.connectorId,
    evseId: s.evseId,
    evseConnectorId: s.evseConnectorId,
    method: s.method as Method,
    paid: rupees(s.amountPaise),
    isPaid: s.paidAt !== null,
    isStopping: ran?.isStopping ?? false,
    isAuthorised: s.isAuthorised,
    language: isLanguage(s.language) ? s.language : USUAL,
    until: state === 'waiting' || state === 'starting' ? s.expiresAt.toISOString() : null,
    mode,
  }
}

/**
 * The refund of a session: the rest of a wallet's money is back with the bill; a provider's refund has the state that
 * the provider reported.
 */
function refundOf(
  s: StoredSession,
  ran: Ran | undefined,
  totalPaise: number,
  back: Back | undefined,
): PayRefund | null {
  if (s.method === 'wallet') {
    const left = s.paidAt ? s.amountPaise - totalPaise : 0
    if (s.closedAt === null || left <= 0 || ran?.inReview) return null
    return { state: 'wallet', amount: rupees(left), reference: null, at: s.closedAt.toISOString() }
  }
  if (!back) return null
  const state = ({ pending: 'sent', processed: 'processed', failed: 'delayed' } as const)[back.status]
  const at = (back.processedAt ?? back.requestedAt).toISOString()
  return { state, amount: rupees(back.amountPaise), reference: back.reference, at }
}
