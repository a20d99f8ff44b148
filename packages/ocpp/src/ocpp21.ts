// OCPP 2.1-J as a dialect. It keeps the messages of 2.0.1 and adds fields and messages; the table of its messages is made from the
// official schemas as that of 2.0.1 is (tools/ocpp201.ts).
import { strictness201 } from './compile.ts'
import type { Dialect } from './dialect.ts'
import { faults21 } from './frames.ts'
import { isSentBy, type Message } from './messages/message.ts'
import { messages21 } from './messages21/index.ts'
import type { Messages201 } from './ocpp201.ts'
import { validatorsOf } from './validators.ts'

const byName: ReadonlyMap<string, Message> = new Map(Object.entries(messages21))

/** A session of 2.1 has the handlers and calls of 2.0.1; messages that only 2.1 has are judged, and have no handler. */
export const ocpp21: Dialect<Messages201> = {
  protocol: 'ocpp2.1',
  faults: faults21,
  validators: validatorsOf(messages21, strictness201),
  isChargePointAction: action => isSentBy(byName, action, 'centralSystem'),
}
