// An authorised payment is not money yet: the provider is asked to take it, and gives it back by itself where nobody does.
import type { Payment } from '@wattdesk/razorpay/provider'
import type { Services } from '../../platform/services.ts'
import { providerOf } from '../payment-provider/provider-of.commands.ts'
import { tell } from './payment.commands.ts'
import { wasMadeToCharge } from './payment-search.store.ts'

/**
 * Takes an authorised payment that was made to charge; others of the same account are left to whoever sold. What the provider refuses is looked at anew, since it may be taken already. Throws where the
 * outcome is not known: it is tried again by whoever asked, or found by the poller.
 */
export async function take(
  services: Services,
  companyId: number,
  { id, amount }: Pick<Payment, 'id' | 'amount'>,
): Promise<void> {
  if (!(await wasMadeToCharge(services.db, id))) return
  const provider = await providerOf(services, companyId)
  const taken = await provider.capture(id, amount)
  const now = taken.is === 'rejected' ? await provider.payment(id) : taken
  if (now.is === 'ok') return tell(services, companyId, now.value, taken.is === 'ok' ? 'capture' : 'poll')
  const why = now.is === 'unknown' ? now.why : `${now.code}: ${now.description}`
  throw new Error(`Payment ${id} may not have been taken: ${why}`)
}
