// Further steps of the transaction in which a scan-and-pay session begins or ends. Other parts of the product add these
// steps through the followers of the services (app/app.ts). The pay session is locked while its charging session begins.

import type { Services } from '#office/installation/services.ts'
import type { Trx } from '#platform/db/db.ts'
import type { PaidEnd } from './session-end.store.ts'

export type BegunSession = {
  transactionId: number
  paySessionId: number
  /** The payment by card or UPI; null for a wallet or a free charger. */
  paymentId: string | null
  /** The charger's answer: a session of a refused tag is begun and not billed. */
  status: string
  /** Its money is in the hold of the session, or the charger is free. False: spent or given back before (D-TXN-11). */
  isPaid: boolean
  at: Date
}
/** Follows sessions that begin; the pay session is held. */
type BegunHandler = (trx: Trx, begun: BegunSession) => Promise<void>
/**
 * Follows sessions that were paid beforehand and end: the session is held, its money is where it belongs, and the rest of
 * its payment has been requested.
 */
type EndedHandler = (trx: Trx, ended: PaidEnd) => Promise<void>
declare module '#office/installation/services.ts' {
  interface Followed {
    sessionBegun: BegunHandler
    sessionEnded: EndedHandler
  }
}
type Following = Pick<Services, 'followers'>

export async function begunSteps({ followers }: Following, trx: Trx, begun: readonly BegunSession[]): Promise<void> {
  for (const b of begun) for (const follow of followers.sessionBegun) await follow(trx, b)
}
/** For the ends of sessions that were paid beforehand. */
export const endedSteps =
  ({ followers }: Following) =>
  async (trx: Trx, ended: readonly PaidEnd[]): Promise<void> => {
    for (const e of ended) for (const follow of followers.sessionEnded) await follow(trx, e)
  }
