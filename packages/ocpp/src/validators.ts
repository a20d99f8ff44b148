// The validators of every action, made once when a protocol is loaded.
import { compile, type Strictness, strictness16, type Validate } from './compile.ts'
import type { Message, Messages } from './messages/message.ts'
import { messages } from './messages.ts'

/** The validators of one action, seen from the central system. */
export interface ActionValidators {
  /** A charger's call. */
  readonly call: Validate
  /** Our answer to it. */
  readonly sentAnswer: Validate
  /** Our call. */
  readonly sentCall: Validate
  /** The charger's answer to it. */
  readonly answer: Validate
}

const compileAction = ({ request, confirmation }: Message, strictness: Strictness): ActionValidators => ({
  call: compile(request, 'call', strictness),
  sentAnswer: compile(confirmation, 'sent', strictness),
  sentCall: compile(request, 'sent', strictness),
  answer: compile(confirmation, 'answer', strictness),
})

/** By the name of the action. */
export type Validators = ReadonlyMap<string, ActionValidators>

export const validatorsOf = (table: Messages, strictness: Strictness): Validators =>
  new Map(Object.entries(table).map(([action, message]) => [action, compileAction(message, strictness)]))

/** Those of OCPP 1.6. */
export const validators: Validators = validatorsOf(messages, strictness16)
