// The secrets of webhooks, which are derived from the installation's and stored nowhere, and the signatures by them (Standard
// Webhooks, https://www.standardwebhooks.com): HMAC-SHA256 over the id, the moment and the raw body.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

type Deriving = { derive: (use: string) => string }
const keyOf = (seal: Deriving, webhookId: number, no: number): Buffer =>
  Buffer.from(seal.derive(`webhook ${webhookId}, ${no}`), 'base64url')
/** The secret with this number of a webhook, as its receiver keeps it. */
export const webhookSecret = (seal: Deriving, webhookId: number, no: number): string =>
  `whsec_${keyOf(seal, webhookId, no).toString('base64')}`

/** Signs for a webhook. Its keys are derived once: that takes longer than a signature. */
export function webhookSigner(seal: Deriving, webhookId: number) {
  const keys = new Map<number, KeyObject>()
  const keyWith = (no: number): KeyObject => {
    const key = keys.get(no) ?? createSecretKey(keyOf(seal, webhookId, no))
    keys.set(no, key)
    return key
  }
  /** The headers of a call. `numbers`: during a rotation the new secret and the one before. */
  return (
    numbers: readonly number[],
    { id, body, at }: { id: string; body: string; at: Date },
  ): Record<string, string> => {
    const seconds = String(Math.floor(at.getTime() / 1000))
    const sign = (no: number) =>
      `v1,${createHmac('sha256', keyWith(no)).update(`${id}.${seconds}.`).update(body).digest('base64')}`
    return {
      'content-type': 'application/json',
      'user-agent': 'Wattdesk',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': numbers.map(sign).join(' '),
    }
  }
}
