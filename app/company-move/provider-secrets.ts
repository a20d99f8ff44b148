// The credentials of a company at its payment provider: opened by the secret of the one installation, and sealed anew by that
// of the other. In between they stand in the sealed manifest alone.
import { z } from 'zod'
import { USES } from '#money/payment-provider/provider-account.rules.ts'
import * as accounts from '#money/payment-provider/provider-account.store.ts'
import type { Seal } from '#platform/access/seal.ts'
import type { Trx } from '#platform/db/db.ts'

export const Credentials = z.object({
  keyId: z.string(),
  keySecret: z.string(),
  webhookSecret: z.string(),
  oldWebhookSecret: z.string().nullable(),
  oldWebhookUntil: z.string().nullable(),
  changedAt: z.string(),
  refusedAt: z.string().nullable(),
})
export type Credentials = z.infer<typeof Credentials>

const time = (at: Date | null): string | null => at?.toISOString() ?? null
const moment = (at: string | null): Date | null => (at === null ? null : new Date(at))

/** The credentials of a company; null where it has none. Rejects where the secret of the installation does not open them. */
export async function readCredentials(trx: Trx, seal: Seal, companyId: number): Promise<Credentials | null> {
  const a = await accounts.stored(trx, companyId)
  if (!a) return null
  const opened = (sealed: Uint8Array, use: string) => {
    const text = seal.open(sealed, use)
    if (text === undefined)
      throw new Error(
        'The credentials of the payment provider do not open with the secret of this installation: give the WATTDESK_SECRET that the product runs with.',
      )
    return text
  }
  return {
    keyId: a.keyId,
    keySecret: opened(a.keySecret, USES.keySecret(companyId)),
    webhookSecret: opened(a.webhookSecret, USES.webhookSecret(companyId)),
    oldWebhookSecret: a.oldWebhookSecret && opened(a.oldWebhookSecret, USES.webhookSecret(companyId)),
    oldWebhookUntil: time(a.oldWebhookUntil),
    changedAt: a.changedAt.toISOString(),
    refusedAt: time(a.refusedAt),
  }
}

/** Whether another company of this installation has the same account at the provider. */
export const isKeyTaken = async (trx: Trx, { keyId }: Credentials): Promise<boolean> =>
  (await trx.selectFrom('providerAccount').select('companyId').where('keyId', '=', keyId).executeTakeFirst()) !==
  undefined

export async function saveCredentials(trx: Trx, seal: Seal, companyId: number, c: Credentials): Promise<void> {
  await accounts.lock(trx, companyId)
  await accounts.saveAccount(trx, {
    companyId,
    keyId: c.keyId,
    keySecret: seal.close(c.keySecret, USES.keySecret(companyId)),
    webhookSecret: seal.close(c.webhookSecret, USES.webhookSecret(companyId)),
    oldWebhookSecret:
      c.oldWebhookSecret === null ? null : seal.close(c.oldWebhookSecret, USES.webhookSecret(companyId)),
    oldWebhookUntil: moment(c.oldWebhookUntil),
    changedAt: new Date(c.changedAt),
    refusedAt: moment(c.refusedAt),
  })
}
