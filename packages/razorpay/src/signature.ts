// Signatures of the provider: HMAC-SHA256 in hexadecimal digits, compared in a time that tells nothing of the right one.
// A webhook is signed over its bytes as they were sent: read and written anew they would be others.
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs bytes as the provider does.
 * @param signed the bytes as they were sent, never a text made from them anew
 * @returns 64 hexadecimal digits
 */
export const signatureOf = (signed: string | Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(signed).digest('hex')

/** Whether `signature` is that of `signed` under `secret`; of a text that can be no signature, false. */
export function isSigned(signed: string | Uint8Array, signature: string, secret: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(signatureOf(signed, secret), 'hex'))
}

/** The text that the checkout signs with the key secret. */
export const checkoutText = (orderId: string, paymentId: string): string => `${orderId}|${paymentId}`
