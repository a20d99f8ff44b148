// How a charger under test is answered: as the network would answer, but nothing is looked up or stored. Any card is
// accepted but those that begin with REFUSE, and the next one after a press of "Refuse the next card".

import type { Messages16 } from '@wattdesk/ocpp/messages'
import type { ChargePointActionOf, ConfirmationOf, Messages, RequestOf } from '@wattdesk/ocpp/messages/message'
import type { Messages201, Response201 } from '@wattdesk/ocpp/ocpp201'
import { plugAndCharge } from '#control/charger-certificates/plug-and-charge.ocpp201.ts'
import { HEARTBEAT_S, REFUSED_TAG } from './charger-test.words.ts'

/** What the node remembers of a connection: its sessions, and whether the next card is refused. */
export type TestMemory = {
  readonly now: () => Date
  /** Numbers of this connection begin above. */
  lastNumber: number
  /** The transactions that run, by connector. */
  readonly running: Map<number, string>
  /** Called once for the next card. */
  refused: (() => void) | undefined
}

/** Every message that a charger may send in a protocol, with its answer. */
type Answers<M extends Messages> = {
  [A in ChargePointActionOf<M>]: (p: RequestOf<M, A>) => ConfirmationOf<M, A>
}

function judgeCard(m: TestMemory, tag: string): 'Accepted' | 'Invalid' {
  if (m.refused) {
    m.refused()
    m.refused = undefined
    return 'Invalid'
  }
  return statusOf(tag)
}
/** The status of a tag by itself. Only Authorize refuses the next card, so a session's tag is judged by this alone. */
const statusOf = (tag: string): 'Accepted' | 'Invalid' =>
  tag.toUpperCase().startsWith(REFUSED_TAG) ? 'Invalid' : 'Accepted'

const nothing = () => ({})

export const answers16 = (m: TestMemory): Answers<Messages16> => ({
  BootNotification: () => ({ status: 'Accepted', currentTime: m.now().toISOString(), interval: HEARTBEAT_S }),
  Heartbeat: () => ({ currentTime: m.now().toISOString() }),
  StatusNotification: nothing,
  Authorize: ({ idTag }) => ({ idTagInfo: { status: judgeCard(m, idTag) } }),
  StartTransaction: ({ connectorId, idTag }) => {
    const transactionId = ++m.lastNumber
    m.running.set(connectorId, String(transactionId))
    return { transactionId, idTagInfo: { status: statusOf(idTag) } }
  },
  StopTransaction: ({ transactionId, idTag }) => {
    for (const [connector, id] of m.running) if (id === String(transactionId)) m.running.delete(connector)
    return idTag === undefined ? {} : { idTagInfo: { status: statusOf(idTag) } }
  },
  MeterValues: nothing,
  DataTransfer: () => ({ status: 'UnknownVendorId' }),
  DiagnosticsStatusNotification: nothing,
  FirmwareStatusNotification: nothing,
  LogStatusNotification: nothing,
  SecurityEventNotification: nothing,
  SignedFirmwareStatusNotification: nothing,
  SignCertificate: () => ({ status: 'Rejected' }),
})

export const answers201 = (m: TestMemory): Answers<Messages201> => ({
  BootNotification: () => ({ status: 'Accepted', currentTime: m.now().toISOString(), interval: HEARTBEAT_S }),
  Heartbeat: () => ({ currentTime: m.now().toISOString() }),
  StatusNotification: nothing,
  Authorize: ({ idToken }) => ({ idTokenInfo: { status: judgeCard(m, idToken.idToken) } }),
  TransactionEvent: ({
    eventType,
    evse,
    idToken,
    transactionInfo: { transactionId },
  }): Response201<'TransactionEvent'> => {
    if (eventType === 'Ended') {
      for (const [connector, id] of m.running) if (id === transactionId) m.running.delete(connector)
    } else if (evse) m.running.set(evse.id, transactionId)
    return idToken === undefined ? {} : { idTokenInfo: { status: statusOf(idToken.idToken) } }
  },
  MeterValues: nothing,
  DataTransfer: () => ({ status: 'UnknownVendorId' }),
  FirmwareStatusNotification: nothing,
  LogStatusNotification: nothing,
  SecurityEventNotification: nothing,
  PublishFirmwareStatusNotification: nothing,
  ReservationStatusUpdate: nothing,
  SignCertificate: () => ({ status: 'Rejected' }),
  ...plugAndCharge,
  NotifyReport: nothing,
  NotifyMonitoringReport: nothing,
  NotifyEvent: nothing,
  ClearedChargingLimit: nothing,
  NotifyChargingLimit: nothing,
  NotifyCustomerInformation: nothing,
  NotifyDisplayMessages: nothing,
  ReportChargingProfiles: nothing,
})
