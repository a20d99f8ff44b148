// Every action of OCPP 1.6 edition 2 and of its security white paper, in one table, and the types that follow.
import { core } from './messages/core.ts'
import { firmware } from './messages/firmware.ts'
import { localList } from './messages/local-list.ts'
import {
  type ActionOf,
  type CentralSystemActionOf,
  type ChargePointActionOf,
  type ConfirmationOf,
  isSentBy,
  type Message,
  type RequestOf,
} from './messages/message.ts'
import { remoteTrigger } from './messages/remote-trigger.ts'
import { reservation } from './messages/reservation.ts'
import { security } from './messages/security.ts'
import { smartCharging } from './messages/smart-charging.ts'

export const messages = {
  ...core,
  ...firmware,
  ...localList,
  ...reservation,
  ...smartCharging,
  ...remoteTrigger,
  ...security,
}

/** The table of OCPP 1.6. */
export type Messages16 = typeof messages

export type Action = ActionOf<Messages16>

/** The actions that a charger may request of the central system. */
export type ChargePointAction = ChargePointActionOf<Messages16>

/** The actions that the central system may request of a charger. */
export type CentralSystemAction = CentralSystemActionOf<Messages16>

/** The payload of an action's request, e.g. `Request<'StartTransaction'>`. */
export type Request<A extends Action> = RequestOf<Messages16, A>

/** The payload of an action's answer. */
export type Confirmation<A extends Action> = ConfirmationOf<Messages16, A>

/** All actions by name; names are case-sensitive. */
const byName: ReadonlyMap<string, Message> = new Map(Object.entries(messages))

export const isAction = (name: string): name is Action => byName.has(name)

export const isChargePointAction = (name: string): name is ChargePointAction => isSentBy(byName, name, 'centralSystem')

export const isCentralSystemAction = (name: string): name is CentralSystemAction =>
  isSentBy(byName, name, 'chargePoint')
