// OCPP 2.0.1-J as a dialect, and the types of its messages, which tools/ocpp201.ts makes from the official schemas.
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
import { messages201 } from './messages201/index.ts'
import { validatorsOf } from './validators.ts'

export type Messages201 = typeof messages201
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
  faults: faults201,
  validators: validatorsOf(messages201, strictness201),
  isChargePointAction: action => isSentBy(byName, action, 'centralSystem'),
}
