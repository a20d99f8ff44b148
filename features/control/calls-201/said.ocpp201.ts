// A call that a feature makes in the form of OCPP 1.6, said in the words of 2.0.1, with the answer brought back.
import { randomInt } from 'node:crypto'
import type { CentralSystemAction, Request } from '@wattdesk/ocpp/messages'
import type { CsmsAction, Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { CallOutcome, Outcome } from '@wattdesk/ocpp/own-calls'
import type { Operation, Parameters } from '#control/remote-operations/operations/operations.contract.ts'
import { taskNumberOf } from '#control/remote-operations/task-number.rules.ts'
import { protocolWords } from '#fleet/stations/protocol.words.ts'
import type { AskOptions, StationSession201 } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'

/** The station, and how the call is to be made. */
export type Saying = { services: Services; session: StationSession201; options?: AskOptions | undefined }

/** Says one action of 1.6 to a station of 2.0.1. */
export type Say<A extends CentralSystemAction> = (saying: Saying, payload: Request<A>) => Promise<CallOutcome<A>>

/** Why an answer is none to what was asked, though each of its fields is as it should be. */
export class WrongAnswer {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Makes an operation that only 2.0.1 has. */
export type Own<O extends Operation> = (saying: Saying, parameters: Parameters<O>) => Promise<Outcome<object>>

/**
 * Makes a call of 2.0.1 and brings its answer into the form of 1.6; every other end of the call is as it is. A request that
 * 2.0.1 does not allow, such as a text that is too long there, is not sent.
 */
export async function said<B extends CsmsAction, P>(
  { session, options }: Saying,
  action: B,
  payload: Request201<B>,
  answer: (told: Response201<B>) => P | WrongAnswer,
): Promise<Outcome<P>> {
  const { protocol, validators } = session.dialect
  const wrong = validators.get(action)?.sentCall(payload)
  if (wrong) return unsayable(`${protocolWords(protocol)} does not allow this: ${wrong.text}`)
  const outcome = await session.call(action, payload, options)
  if (outcome.kind !== 'result') return outcome
  const told = answer(outcome.payload as Response201<B>)
  return told instanceof WrongAnswer
    ? { kind: 'bad-result', text: told.text, raw: outcome.raw }
    : { ...outcome, payload: told }
}

/** What 2.0.1 cannot say is not sent. */
export const unsayable = (text: string): Outcome<never> => ({
  kind: 'error',
  code: 'NotSupported',
  text,
  details: {},
  raw: '',
})

const LARGEST = 2_147_483_647
/** The number by which the station names this call later: that of the task that asks, else any. */
export const numberOf = ({ options }: Saying): number =>
  options?.taskId === undefined ? randomInt(1, LARGEST) : taskNumberOf(options.taskId)

/** Most answers are a status, told by the same words. */
export const asTold = <S>({ status }: { status: S }): { status: S } => ({ status })
