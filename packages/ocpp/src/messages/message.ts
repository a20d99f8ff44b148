// The shape of a row of the message tables, and the types of a whole table.
import type { Infer, Schema } from '../schema.ts'

/** One action of a protocol: which side may send its request, and both payloads. */
export interface Message {
  readonly from: 'chargePoint' | 'centralSystem' | 'both'
  readonly request: Schema<unknown>
  readonly confirmation: Schema<unknown>
}

/** A table of actions by name. */
export type Messages = { readonly [action: string]: Message }

export type ActionOf<M extends Messages> = keyof M & string

/** The actions that a charger may request of the central system. */
export type ChargePointActionOf<M extends Messages> = {
  [A in ActionOf<M>]: M[A]['from'] extends 'centralSystem' ? never : A
}[ActionOf<M>]

/** The actions that the central system may request of a charger. */
export type CentralSystemActionOf<M extends Messages> = {
  [A in ActionOf<M>]: M[A]['from'] extends 'chargePoint' ? never : A
}[ActionOf<M>]

/** The payload of an action's request. */
export type RequestOf<M extends Messages, A extends ActionOf<M>> = Infer<M[A]['request']>

/** The payload of an action's answer. */
export type ConfirmationOf<M extends Messages, A extends ActionOf<M>> = Infer<M[A]['confirmation']>

/** Whether the side that is not `notFrom` may request an action; a Map has no names of its own as an object has. */
export const isSentBy = (byName: ReadonlyMap<string, Message>, name: string, notFrom: Message['from']): boolean => {
  const message = byName.get(name)
  return message !== undefined && message.from !== notFrom
}
