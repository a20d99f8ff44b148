// Whether a message that a charger sends after a session was billed contradicts the bill: by another register of the start, the
// stop or a reading, or by another card (decision 0088, Sessions; D-TXN-11). The bill stays; a person reviews it. Pure.
import { formatDateTime } from '@wattdesk/base/time'
import { isDeliverable } from '#charging/metering/deliverable.rules.ts'

/** A register that contradicts a bill, in Wh; `offWh`: how far it is from that of the bill. */
type OtherRegister = { what: 'reading' | 'start' | 'stop'; wh: number; at: string | null; offWh: number }
type OtherCard = { what: 'card'; idTag: string; offWh: 0 }
/** The message that contradicts a bill, as its review keeps it. */
export type Contradiction = OtherRegister | OtherCard
/** The figures of the bill when the message came. */
type BillBasis = { meterStartWh: number; meterStopWh: number; chargedPaise: number; idTag: string }

/** Registers are told in kWh with two decimals, too: what lies closer is the same register. */
const READING_ROUNDING_WH = 10
const STOP_ROUNDING_WH = 1

type Ended = {
  startedAt: Date
  stoppedAt: Date
  meterStartWh: number
  meterStopWh: number
  maxPowerW: number | null
}
/**
 * Returns how a late reading contradicts a bill: it lies above the stop register, or below the start register although it was taken
 * during the session, or below the stop register although it was taken afterwards, for a register never falls. More energy than
 * the connector can deliver is a faulty reading, which contradicts nothing.
 */
export function contradictionOf(s: Ended, { at, wh }: { at: Date; wh: number }): Contradiction | undefined {
  const offWh = at < s.startedAt ? 0 : offOf(s, at, wh)
  return offWh > READING_ROUNDING_WH ? { what: 'reading', wh, at: at.toISOString(), offWh } : undefined
}
function offOf(s: Ended, at: Date, wh: number): number {
  const seconds = (at.getTime() - s.startedAt.getTime()) / 1000
  if (wh > s.meterStopWh) return isDeliverable(wh - s.meterStartWh, seconds, s.maxPowerW) ? wh - s.meterStopWh : 0
  return at > s.stoppedAt ? s.meterStopWh - wh : Math.max(0, s.meterStartWh - wh)
}

/** Returns how a register of the start or the stop contradicts the one that was billed; undefined where both are the same. */
export function otherRegister(what: 'start' | 'stop', billedWh: number, wh: number): Contradiction | undefined {
  const offWh = Math.abs(wh - billedWh)
  return offWh > STOP_ROUNDING_WH ? { what, wh, at: null, offWh } : undefined
}

const whText = (wh: number): string => `${wh.toLocaleString('en-IN', { maximumFractionDigits: 0 })} Wh`
/**
 * Says what the bill goes by and what the charger told besides, first of the register, then of the card; undefined for reviews of
 * other reasons. Times in `zone`.
 */
export function contradictionText(detail: unknown, zone: string): string | undefined {
  const { assumed, came, card } = (detail ?? {}) as { assumed?: BillBasis; came?: OtherRegister; card?: OtherCard }
  if (!assumed || !(came || card)) return undefined
  return [came && registerText(assumed, came, zone), card && cardText(assumed, card)].filter(Boolean).join(' ')
}
function registerText(assumed: BillBasis, came: OtherRegister, zone: string): string {
  const basis = `The bill goes from ${whText(assumed.meterStartWh)} to ${whText(assumed.meterStopWh)}.`
  if (came.what !== 'reading')
    return `${basis} Afterwards the charger told ${whText(came.wh)} as the register of its ${came.what}.`
  const at = came.at === null ? '' : ` of ${formatDateTime(new Date(came.at), zone)} (${zone})`
  return `${basis} A reading${at} that came afterwards tells ${whText(came.wh)}.`
}
const cardText = (assumed: BillBasis, card: OtherCard): string =>
  `The session goes by the card ${assumed.idTag}. An earlier event of the charger names the card ${card.idTag}.`
