// What contradicts the bill of a session that has ended: a register, a stop or a card that came after the bill was made (decision
// 0088, Sessions; D-TXN-11). Nothing is billed anew by it: a person looks. Pure.
import { formatDateTime } from '@wattdesk/base/time'
import { isDeliverable } from '#charging/metering/deliverable.rules.ts'

/** What came, as it is kept with its review. Registers in Wh, as read by the scale of the session. */
export type Contradiction =
  | { what: 'reading' | 'start' | 'stop'; wh: number; at: string | null; offWh: number }
  | { what: 'card'; idTag: string; offWh: 0 }
/** What the bill stands on, as it was when the contradiction came. */
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
 * A late reading that the bill cannot be right with: above the stop register, below the start register during the session, or
 * below the stop register after it, for no register falls. A register that the connector cannot have delivered is no reading.
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

/** A register of the start or the stop that is told after the bill, where it is another one than that of the bill. */
export function otherRegister(what: 'start' | 'stop', billedWh: number, wh: number): Contradiction | undefined {
  const offWh = Math.abs(wh - billedWh)
  return offWh > STOP_ROUNDING_WH ? { what, wh, at: null, offWh } : undefined
}

const whText = (wh: number): string => `${wh.toLocaleString('en-IN', { maximumFractionDigits: 0 })} Wh`
/** What the bill assumed and what came, in a sentence each; undefined for the detail of another review. Times in `zone`. */
export function contradictionText(detail: unknown, zone: string): string | undefined {
  const { assumed, came } = (detail ?? {}) as { assumed?: BillBasis; came?: Contradiction }
  if (!assumed || !came) return undefined
  if (came.what === 'card')
    return `The session goes by the card ${assumed.idTag}. An earlier event of the charger names the card ${came.idTag}.`
  const basis = `The bill goes from ${whText(assumed.meterStartWh)} to ${whText(assumed.meterStopWh)}.`
  if (came.what !== 'reading')
    return `${basis} Afterwards the charger told ${whText(came.wh)} as the register of its ${came.what}.`
  const at = came.at === null ? '' : ` of ${formatDateTime(new Date(came.at), zone)} (${zone})`
  return `${basis} A reading${at} that came afterwards tells ${whText(came.wh)}.`
}
