// Every action of OCPP 1.6 edition 2 and of its security white paper, in one table, and the types that follow.
import { core } from './messages/core.ts'
import { firmware } from './messages/firmware.ts'
import { localList } from './messages/local-list.ts'
import type { Message } from './messages/message.ts'
import { remoteTrigger } from './messages/remote-trigger.ts'
import { reservation } from './messages/reservation.ts'
import { security } from './messages/security.ts'
import { smartCharging } from './messages/smart-charging.ts'
import type { Infer } from './schema.ts'

export const messages = {
  ...core,
  ...firmware,
  ...localList,
  ...reservation,
  ...smartCharging,
  ...remoteTrigger,
  ...security,
}

type Table = typeof messages

export type Action = keyof Table

/** The actions that a charger may request of the central system. */
export type ChargePointAction = { [A in Action]: Table[A]['from'] extends 'centralSystem' ? never : A }[Action]

/** The actions that the central system may request of a charger. */
export type CentralSystemAction = { [A in Action]: Table[A]['from'] extends 'chargePoint' ? never : A }[Action]

/** The payload of an action's request, e.g. `Request<'StartTransaction'>`. */
export type Request<A extends Action> = Infer<Table[A]['request']>

/** The payload of an action's answer. */
export type Confirmation<A extends Action> = Infer<Table[A]['confirmation']>

/** All actions by name; names are case-sensitive, and a Map has no names of its own as an object has. */
const byName: ReadonlyMap<string, Message> = new Map(Object.entries(messages))

export const isAction = (name: string): name is Action => byName.has(name)

const sentBy = (name: string, notFrom: Message['from']): boolean => {
  const message = byName.get(name)
  return message !== undefined && message.from !== notFrom
}

export const isChargePointAction = (name: string): name is ChargePointAction => sentBy(name, 'centralSystem')

export const isCentralSystemAction = (name: string): name is CentralSystemAction => sentBy(name, 'chargePoint')
