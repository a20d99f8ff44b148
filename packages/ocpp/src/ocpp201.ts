// OCPP 2.0.1-J as a dialect, and the types of its messages, which tools/ocpp201.ts makes from the official schemas. A station of
// 2.1 is served by the same handlers, so that the types hold for both.
import { strictness201 } from './compile.ts'
import type { Dialect } from './dialect.ts'
import { faults201 } from './frames.ts'
import {
  type ActionOf,
  type CentralSystemActionOf,
  type ChargePointActionOf,
  type ConfirmationOf,
  isSentBy,
  type Message,
  type RequestOf,
} from './messages/message.ts'
import type { messages21 } from './messages21/index.ts'
import { messages201 } from './messages201/index.ts'
import type { Schema } from './schema.ts'
import { validatorsOf } from './validators.ts'

type Own = typeof messages201
type Later = typeof messages21
/** A payload as a station of 2.0.1 or of 2.1 tells it. */
type Told<Old, New> = Old extends New ? New : Old | New
type ToldRequest<A extends keyof Own> = Schema<Told<RequestOf<Own, A>, RequestOf<Later, A>>>
type ToldAnswer<A extends keyof Own> = Schema<Told<ConfirmationOf<Own, A>, ConfirmationOf<Later, A>>>

/** The messages: what stations tell is as 2.0.1 or 2.1 has it, what we tell is as 2.0.1 has it, which 2.1 takes as well. */
export type Messages201 = {
  readonly [A in keyof Own]: {
    readonly from: Own[A]['from']
    readonly request: Own[A]['from'] extends 'centralSystem' ? Own[A]['request'] : ToldRequest<A>
    readonly confirmation: Own[A]['from'] extends 'chargePoint' ? Own[A]['confirmation'] : ToldAnswer<A>
  }
}
type Action201 = ActionOf<Messages201>

/** The actions that a charging station may request of the CSMS. */
export type StationAction = ChargePointActionOf<Messages201>

/** The actions that the CSMS may request of a charging station. */
export type CsmsAction = CentralSystemActionOf<Messages201>

/** The payload of an action's request, e.g. `Request201<'TransactionEvent'>`. */
export type Request201<A extends Action201> = RequestOf<Messages201, A>

/** The payload of an action's answer. */
export type Response201<A extends Action201> = ConfirmationOf<Messages201, A>

const byName: ReadonlyMap<string, Message> = new Map(Object.entries(messages201))

export const ocpp201: Dialect<Messages201> = {
  protocol: 'ocpp2.0.1',
  faults: faults201,
  validators: validatorsOf(messages201, strictness201),
  isChargePointAction: action => isSentBy(byName, action, 'centralSystem'),
}
