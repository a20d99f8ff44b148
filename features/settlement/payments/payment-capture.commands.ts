// An authorised payment is not money yet: the provider is asked to capture it, and otherwise gives it back by itself.
import type { Payment } from '@wattdesk/razorpay/provider'
import { providerOf } from '#money/payment-provider/provider-of.commands.ts'
import type { Services } from '#office/installation/services.ts'
import { takeInPayment } from './payment.commands.ts'
import { wasMadeToCharge } from './payment-search.store.ts'

/**
 * Captures an authorised payment for charging of a company; other sales of the same account are left alone. A payment
 * whose capture the provider refuses is read anew, because it may be captured already. Throws where the outcome is
 * unknown: the caller tries again, or the poller finds the payment.
 */
export async function capturePayment(
  services: Services,
  companyId: number,
  { id, amount }: Pick<Payment, 'id' | 'amount'>,
): Promise<void> {
  if (!(await wasMadeToCharge(services.db, { paymentId: id, companyId }))) return
  const provider = await providerOf(services, companyId)
  const taken = await provider.capture(id, amount)
  const now = taken.is === 'rejected' ? await provider.payment(id) : taken
  if (now.is === 'ok')
    return void (await takeInPayment(services, companyId, now.value, taken.is === 'ok' ? 'capture' : 'poll'))
  const why = now.is === 'unknown' ? now.why : `${now.code}: ${now.description}`
  throw new Error(`Payment ${id} may not have been taken: ${why}`)
}
