// How the answer to a call of the CSMS is written down: one function an action.
import type { CsmsAction, Request201, Response201 } from '../../src/ocpp201.ts'
import type { Station } from './station.ts'

/** The answer, and what the station does once it has been sent. */
export interface Reply<A extends CsmsAction> {
  answer: Response201<A>
  after?: () => Promise<unknown>
}

export type Commands<A extends CsmsAction = CsmsAction> = {
  readonly [K in A]: (station: Station, request: Request201<K>) => Reply<K>
}
