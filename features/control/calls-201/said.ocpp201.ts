// A call that a feature makes in the form of OCPP 1.6, said in the words of 2.0.1, with the answer brought back.
import type { CentralSystemAction, Request } from '@wattdesk/ocpp/messages'
import type { CsmsAction, Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { CallOptions, CallOutcome, Outcome } from '@wattdesk/ocpp/own-calls'
import type { StationSession201 } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'

/** The station, and how the call is to be made. */
export type Saying = { services: Services; session: StationSession201; options?: CallOptions | undefined }

/** Says one action of 1.6 to a station of 2.0.1. */
export type Say<A extends CentralSystemAction> = (saying: Saying, payload: Request<A>) => Promise<CallOutcome<A>>

/** Makes a call of 2.0.1 and brings its answer into the form of 1.6; every other end of the call is as it is. */
export async function said<B extends CsmsAction, P>(
  { session, options }: Saying,
  action: B,
  payload: Request201<B>,
  answer: (told: Response201<B>) => P,
): Promise<Outcome<P>> {
  const outcome = await session.call(action, payload, options)
  return outcome.kind === 'result' ? { ...outcome, payload: answer(outcome.payload as Response201<B>) } : outcome
}

/** What 2.0.1 cannot say is not sent. */
export const unsayable = (text: string): Outcome<never> => ({
  kind: 'error',
  code: 'NotSupported',
  text,
  details: {},
  raw: '',
})
