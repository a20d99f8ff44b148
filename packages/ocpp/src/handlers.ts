// A charger's calls, handled by a table: one function an action.
import { OcppError } from './error-code.ts'
import type { ChargePointAction, Confirmation, Request } from './messages.ts'
import type { CallContext, Handle } from './session.ts'

/** Answers one action. May throw an OcppError, which is then the answer. */
export type Handler<A extends ChargePointAction> = (
  payload: Request<A>,
  context: CallContext,
) => Confirmation<A> | Promise<Confirmation<A>>

export type Handlers = { readonly [A in ChargePointAction]?: Handler<A> }

/** Makes one Handle of a table; an action outside the table is NotSupported. */
export const handleBy =
  (handlers: Handlers): Handle =>
  (action, payload, context) => {
    const handler = handlers[action]
    if (handler === undefined) throw new OcppError('NotSupported', `${action} is not supported`)
    return handler(payload, context)
  }
