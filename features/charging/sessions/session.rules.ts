// When a session may be billed unseen and when a person must look at it first (D-OCPP-6, D-TXN-11), and which payment
// type it has (D-TXN-7). Time is an argument.
import { isDeliverable } from '#charging/metering/deliverable.rules.ts'
import type { RegisterScale } from '#charging/metering/sample.rules.ts'
import type { AuthorizationStatus } from '#fleet/tags/tag.rules.ts'
import type { CONTRADICTED } from './contradiction.words.ts'

export type ReviewReason =
  | 'Stop matches no session'
  | 'Stop register below start'
  | 'No stop register'
  | 'No start register'
  | 'More energy than the connector can deliver'
  | 'Implausible times'
  | 'Energy does not fit'
  | 'Stop never came'
  | 'No price group'
  | 'Unknown state'
  | 'No supplier with a GST number'
  | 'Payment already given back'
  | 'Charged without enough balance'
  | typeof CONTRADICTED

/**
 * Whether the energy of a session to review may be wrong. It is certain only where a setting alone is lacking: each other
 * reason either doubts the energy or is found before the energy is checked.
 */
export const isEnergyInDoubt = (reason: string): boolean =>
  !(REASONS_WITH_CERTAIN_ENERGY as readonly string[]).includes(reason)
/** Reasons that are found last, after the energy has been checked. */
export const REASONS_WITH_CERTAIN_ENERGY = [
  'No price group',
  'Unknown state',
  'No supplier with a GST number',
] as const satisfies ReviewReason[]

export type Stopping = {
  /** The certain times (session-times.rules.ts). */
  startedAt: Date
  stoppedAt: Date
  /** True when start or stop is not as the charger told it, or when that cannot be known. */
  areTimesDoubtful: boolean
  meterStartWh: number
  meterStopWh: number
  /** Rated power of connector or charger; null = unknown. */
  maxPowerW: number | null
  hasPrice: boolean
  isFree: boolean
  /** The samples contradict the energy (register-fit.rules.ts). */
  isMisfit: boolean
}

/** Why a stopped session may not be billed unseen; undefined when it may. */
export function reviewReason(s: Stopping): ReviewReason | undefined {
  if (s.meterStopWh < s.meterStartWh) return 'Stop register below start'
  if (s.areTimesDoubtful) return 'Implausible times'
  const seconds = (s.stoppedAt.getTime() - s.startedAt.getTime()) / 1000
  if (!isDeliverable(s.meterStopWh - s.meterStartWh, seconds, s.maxPowerW))
    return 'More energy than the connector can deliver'
  if (s.isMisfit) return 'Energy does not fit'
  if (!s.hasPrice && !s.isFree && s.meterStopWh > s.meterStartWh) return 'No price group'
  return undefined
}

/** Why the tax of a session is not known: the charge point has no known state, or nobody who supplies has a GST number. */
export const untaxedReason = (supply: { placeOfSupply: string | undefined }): ReviewReason =>
  supply.placeOfSupply === undefined ? 'Unknown state' : 'No supplier with a GST number'

/** Readings are rounded to whole Wh, stop registers often cut off. */
const ROUNDING_WH = 1
/** A stop register below the last plausible reading is billed as told, and shown (D-TXN-11). */
export const isBelowReading = (meterStopWh: number, readingWh: number): boolean => meterStopWh < readingWh - ROUNDING_WH

/** A running session, as far as a stop without a usable id can be compared with it. */
export type Candidate = {
  idTag: string
  startedAt: Date
  meterStartWh: number
  /** How the session reads a register without a unit. */
  registerScale: RegisterScale
  /** The last reading. */
  currentWh: number
}
/**
 * Returns the only running session that a stop without a usable id can mean; undefined where the session is not certain
 * (D-OCPP-6). A stop that names no tag is certain only if the charger has a single connector.
 */
export function certainMatch<C extends Candidate>(
  running: readonly C[],
  stop: { idTag: string | undefined; stoppedAt: Date; meterStop: number },
  { connectors, maxPowerW }: { connectors: number; maxPowerW: number | null },
): C | undefined {
  if (stop.idTag === undefined && connectors > 1) return undefined
  const fitting = running.filter(
    c =>
      (stop.idTag === undefined || c.idTag.toLowerCase() === stop.idTag.toLowerCase()) &&
      c.startedAt <= stop.stoppedAt &&
      c.currentWh <= stop.meterStop * c.registerScale &&
      isDeliverable(
        stop.meterStop * c.registerScale - c.meterStartWh,
        (stop.stoppedAt.getTime() - c.startedAt.getTime()) / 1000,
        maxPowerW,
      ),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Only a session whose tag was accepted is billed (O-37). */
export const isBillable = (status: string): boolean => status === ('Accepted' satisfies AuthorizationStatus)

/** The description of a payment by scan and pay, shown to the driver's bank too (D-PAY-5). */
export const QR_DESCRIPTION = 'QRv2 Payment'

/** How a session is paid, by what started it (D-TXN-7). One asked for at a charger that is free has no payment. */
export function paymentTypeOf(
  tag:
    | { kind: 'rfid' | 'app' | 'prepaid' | 'session'; payMethod: 'card' | 'upi' | 'wallet' | 'free' | null }
    | undefined,
): 'RFID' | 'WALLET' | 'PREPAID' | 'CARD' {
  if (tag?.kind === 'app') return 'WALLET'
  if (tag?.kind === 'prepaid') return 'PREPAID'
  if (tag?.kind !== 'session' || tag.payMethod === 'free') return 'RFID'
  return tag.payMethod === 'wallet' ? 'WALLET' : 'CARD'
}

/**
 * Returns the amount held for a session that begins, in paise; null where nothing is held. 0: the session was requested
 * with a payment that is spent or given back, or refused only because its wallet or card had too little by then
 * (`lacksBalance`), so a person reviews its energy (D-TXN-11).
 */
export function holdForSession(
  tag: { kind: string; balancePaise: number | null } | undefined,
  { isAccepted, isFree, lacksBalance }: { isAccepted: boolean; isFree: boolean; lacksBalance: boolean },
): number | null {
  if (isFree || !tag) return null
  if (isAccepted) return tag.balancePaise
  return tag.kind === 'session' || lacksBalance ? 0 : null
}

/** A charger that is connected tells of a start within so long. */
const AT_ONCE_MS = 2 * 60_000
type Unpaid = {
  paymentType: string
  idTagStatus: string
  holdPaise: number | null
  startedAt: Date
  startReceivedAt: Date
}
/** A session from a wallet or prepaid card that was refused for its balance alone. */
export const lacksBalance = (s: Pick<Unpaid, 'paymentType' | 'idTagStatus' | 'holdPaise'>): boolean =>
  (s.paymentType === 'WALLET' || s.paymentType === 'PREPAID') && !isBillable(s.idTagStatus) && s.holdPaise === 0

/** A session of a payment that was spent or given back before the start. */
export const isGivenBack = (s: Pick<Unpaid, 'paymentType' | 'idTagStatus' | 'holdPaise'>): boolean =>
  (s.paymentType === 'CARD' || s.paymentType === 'UPI') && !isBillable(s.idTagStatus) && s.holdPaise === 0

/**
 * Returns why a person must review energy that was taken with nothing held for it; undefined where none was. If the
 * charger was told at once and ended the session for it (DeAuthorized), its few Wh are not billed (O-37); a charger
 * whose start was queued could not be told (O-45).
 */
export function unpaidReason(
  s: Unpaid,
  { energyWh, stopReason }: { energyWh: number; stopReason: string },
): ReviewReason | undefined {
  if (isBillable(s.idTagStatus) || s.holdPaise !== 0 || energyWh <= 0) return undefined
  if (!lacksBalance(s)) return 'Payment already given back'
  const wasToldAtOnce = s.startReceivedAt.getTime() - s.startedAt.getTime() < AT_ONCE_MS
  return wasToldAtOnce && stopReason === 'DeAuthorized' ? undefined : 'Charged without enough balance'
}
