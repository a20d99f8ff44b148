// The checkout as a form that a browser sends to the provider, which sends the driver back with its signed answer: after a
// payment to `callbackUrl`, by POST, with `razorpay_payment_id`, `razorpay_order_id` and `razorpay_signature`, or with
// `error[code]` and `error[description]`; to `cancelUrl` where the driver gives up.
import type { Notes, Provider } from './provider.ts'

export type Checkout = {
  orderId: string
  /** In paise; that of the order. */
  amount: number
  /** Whom the driver pays. */
  name: string
  description: string
  callbackUrl: string
  cancelUrl: string
  notes: Notes
  email?: string
  contact?: string
}

/** Where the form goes, and its hidden fields. */
export const checkoutForm = (
  p: Pick<Provider, 'keyId' | 'checkoutUrl'>,
  c: Checkout,
): { action: string; fields: Record<string, string> } => ({
  action: p.checkoutUrl,
  fields: {
    key_id: p.keyId,
    order_id: c.orderId,
    amount: String(c.amount),
    currency: 'INR',
    name: c.name,
    description: c.description,
    callback_url: c.callbackUrl,
    cancel_url: c.cancelUrl,
    ...Object.fromEntries(Object.entries(c.notes).map(([name, value]) => [`notes[${name}]`, value])),
    ...(c.email !== undefined && { 'prefill[email]': c.email }),
    ...(c.contact !== undefined && { 'prefill[contact]': c.contact }),
  },
})
