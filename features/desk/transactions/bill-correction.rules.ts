// Whether a bill may be lowered by hand, and where the difference goes (M-2.7, D-REF-2).
import { formatRupees } from '@wattdesk/base/money'
import type { PaymentType } from './transaction.contract.ts'

const RUNNING = 'The session is still running'
const IN_REVIEW = 'The session waits for a decision and is not billed yet'
export const UNBILLED = 'The session has no bill'
const NOTHING = 'The bill is 0 already'

type Session = { isRunning: boolean; inReview: boolean; totalPaise: number | null }
/** Why the bill of a session cannot be lowered; undefined where it can. */
export function correctionRefusal({ isRunning, inReview, totalPaise }: Session): string | undefined {
  if (inReview) return IN_REVIEW
  if (isRunning) return RUNNING
  if (totalPaise === null) return UNBILLED
  return totalPaise === 0 ? NOTHING : undefined
}

/**
 * Why the bill comes to less than was asked for; null where it is the same. Tax, and a surcharge, are whole paise of the taxable
 * value, so that some totals no taxable value leads to (M-2.8).
 */
export const nearestText = (askedPaise: bigint, totalPaise: bigint): string | null =>
  askedPaise === totalPaise
    ? null
    : `With tax in whole paise no bill comes to exactly ${formatRupees(askedPaise)}: ${formatRupees(totalPaise)} is the nearest below.`

/**
 * Where the difference goes. `lessPaise` above 0; `refundedBeforePaise`: the part that the driver was given back before, which
 * the owner bears until now.
 */
export function backText(
  p: { paymentType: PaymentType; paymentId: string | null; hasDriver: boolean },
  lessPaise: number,
  refundedBeforePaise = 0,
): string {
  const { paymentType, paymentId, hasDriver } = p
  if (refundedBeforePaise > 0) {
    const rest = lessPaise - refundedBeforePaise
    const before = `${formatRupees(BigInt(refundedBeforePaise))} of it went back at the provider’s own desk already: nothing is refunded for that part, and the next payout of the team gets it back.`
    const of = backText(p, rest)
    return rest > 0
      ? `${before} For the other ${formatRupees(BigInt(rest))}: ${of.charAt(0).toLowerCase()}${of.slice(1)}`
      : before
  }
  if (paymentType === 'RFID') return 'The operator bills this session himself: nothing is given back here.'
  if (paymentType === 'PREPAID') return 'It goes back to the prepaid card.'
  if (paymentType === 'WALLET') return 'It goes back to the wallet.'
  if (paymentId === null) return 'The payment is not known here: it is to be given back at the provider.'
  if (lessPaise >= 100) return 'It is refunded the way it was paid.'
  return hasDriver
    ? 'It is less than a provider gives back, and goes to the driver’s wallet.'
    : 'It is less than a provider gives back, and goes to the account Small rests.'
}
