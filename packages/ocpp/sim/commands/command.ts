// How the answer to a call of the central system is written down: one function an action.
import type { CentralSystemAction, Confirmation, Request } from '../../src/messages.ts'
import type { Station } from '../station.ts'

/** The answer, and what the charger does once it has been sent. */
export interface Reply<A extends CentralSystemAction> {
  answer: Confirmation<A>
  after?: () => Promise<unknown> | undefined
}

export type Commands<A extends CentralSystemAction = CentralSystemAction> = {
  readonly [K in A]: (station: Station, request: Request<K>) => Reply<K>
}
