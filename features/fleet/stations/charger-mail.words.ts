// The events of a charger on which people may get mails (D-CHARGER-6).

/** By the flag of the event: the words of the form. */
export const CHARGER_EVENTS = {
  OcppStationBooted: 'Boot Notification Sent',
  OcppStationStatusFailure: 'Connector Faulted',
  OcppStationWebSocketConnected: 'Station Connected',
  OcppStationWebSocketDisconnected: 'Station Disconnected',
  OcppTransactionStarted: 'Transaction Started',
  OcppTransactionEnded: 'Transaction Ended',
} as const
export type ChargerEvent = keyof typeof CHARGER_EVENTS
export const chargerEvents = Object.keys(CHARGER_EVENTS) as ChargerEvent[]
