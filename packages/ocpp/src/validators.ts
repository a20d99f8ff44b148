// The validators of every action, made once when this file is loaded.
import { compile, type Validate } from './compile.ts'
import type { Message } from './messages/message.ts'
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

const compileAction = ({ request, confirmation }: Message): ActionValidators => ({
  call: compile(request, 'call'),
  sentAnswer: compile(confirmation, 'sent'),
  sentCall: compile(request, 'sent'),
  answer: compile(confirmation, 'answer'),
})

/** By the name of the action. */
export const validators: ReadonlyMap<string, ActionValidators> = new Map(
  Object.entries(messages).map(([action, message]) => [action, compileAction(message)]),
)
