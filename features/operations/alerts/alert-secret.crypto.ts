// The secret of a rule, by which the receiver of its webhooks knows that a call is ours: HMAC-SHA256 over the moment and the
// body, as `Wattdesk-Signature: t=1767225600,v1=…`.
import { createHmac } from 'node:crypto'

/** What the secret is derived for (platform/access/seal.ts); a higher number is another secret. */
export const secretUse = (alertRuleId: number, no: number): string => `webhooks of alert rule ${alertRuleId}, ${no}`

/** The signature of a body that leaves at `at`. */
export const signed = (secret: string, body: string, at: Date): string => {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
