// The secrets of webhooks, which are derived from the installation's and stored nowhere, and the signatures by them (Standard
// Webhooks, https://www.standardwebhooks.com): HMAC-SHA256 over the id, the moment and the raw body.
import { Webhook } from 'standardwebhooks'

export type Deriving = { derive: (use: string) => string }
/** The secret with this number of a webhook, as its receiver keeps it. */
export const webhookSecret = (seal: Deriving, webhookId: number, no: number): string =>
  `whsec_${Buffer.from(seal.derive(`webhook ${webhookId}, ${no}`), 'base64url').toString('base64')}`

/** Signs for a webhook. Its keys are derived once: that takes longer than a signature. */
export function webhookSigner(seal: Deriving, webhookId: number) {
  const signers = new Map<number, Webhook>()
  const signerWith = (no: number): Webhook => {
    const signer = signers.get(no) ?? new Webhook(webhookSecret(seal, webhookId, no))
    signers.set(no, signer)
    return signer
  }
  /** The headers of a call. `numbers`: during a rotation the new secret and the one before. */
  return (
    numbers: readonly number[],
    { id, body, at }: { id: string; body: string; at: Date },
  ): Record<string, string> => ({
    'content-type': 'application/json',
    'user-agent': 'Wattdesk',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': numbers.map(no => signerWith(no).sign(id, at, body)).join(' '),
  })
}
