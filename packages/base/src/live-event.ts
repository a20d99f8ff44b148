// The live stream of a team (D-GEN-14): what changed, as server-sent events named by what they are about.

import { FEATURES } from './access.ts'
import { type Checked, hasFields, isFlag, isNumber, isOneOf, isOrNull, isText } from './checked.ts'

export const EVENTS_PATH = '/cms/v1/team/{teamId}/events'

/** A station's live state changed (D-LIVE-1); the row of the live panel. */
const isStationEvent = hasFields({
  type: isOneOf(['station']),
  at: isText,
  teamId: isNumber,
  chargepoint_pk: isNumber,
  chargepoint_id: isText,
  status: isOneOf(['online', 'charging', 'offline', 'maintenance']),
  connected: isFlag,
  statusCode: isOneOf(['A', 'I', 'NA']),
  lastHeartbeatTimestamp: isOrNull(isText),
  activeConnectors: isNumber,
  powerKw: isOrNull(isNumber),
})
/** A connector changed; connectorId 0 is the charge point itself. */
const isConnectorEvent = hasFields({
  type: isOneOf(['connector']),
  at: isText,
  teamId: isNumber,
  chargepoint_pk: isNumber,
  connectorId: isNumber,
  status: isText,
  errorCode: isText,
  transactionId: isOrNull(isNumber),
  powerKw: isOrNull(isNumber),
})
/** A session began, metered or ended. Energy in Wh, amounts in rupees. */
const isTransactionEvent = hasFields({
  type: isOneOf(['transaction']),
  at: isText,
  teamId: isNumber,
  transactionId: isNumber,
  chargepoint_pk: isNumber,
  connectorId: isNumber,
  change: isOneOf(['started', 'metered', 'stopped']),
  energyWh: isNumber,
  powerW: isOrNull(isNumber),
  socPercent: isOrNull(isNumber),
  totalAmountCharged: isNumber,
  stoptime: isOrNull(isText),
  /** The session has ended and waits for a person, who may find another energy. */
  inReview: isFlag,
  energyInDoubt: isFlag,
})
/** A remote operation moved on. */
const isTaskEvent = hasFields({
  type: isOneOf(['task']),
  at: isText,
  teamId: isNumber,
  taskId: isText,
  chargepoint_id: isText,
  operation: isText,
  state: isOneOf(['queued', 'sent', 'done', 'failed', 'timeout']),
  response: isOrNull(isText),
  error: isOrNull(isText),
})
/** A frame of the charger asked for by `?charger=`. */
const isLogEvent = hasFields({
  type: isOneOf(['log']),
  at: isText,
  teamId: isNumber,
  chargepoint_pk: isNumber,
  id: isText,
  messageTime: isText,
  messageType: isOneOf(['INCOMING', 'OUTGOING']),
  message: isText,
})
/** The reader's own rights or teams changed: read the profile again. */
const isAccessEvent = hasFields({ type: isOneOf(['access']), at: isText, userId: isNumber })
/** An act on many charge points that the reader asked for has moved on. */
const isBulkActionEvent = hasFields({
  type: isOneOf(['bulk-action']),
  at: isText,
  userId: isNumber,
  bulkActionId: isNumber,
})
/**
 * A record was changed: an open form of it announces by whom. `feature` and `recordId` are those of the audit log;
 * `by` is a username, or the name of a job of the product.
 */
const isRecordEvent = hasFields({
  type: isOneOf(['record']),
  at: isText,
  feature: isOneOf(FEATURES),
  recordId: isText,
  by: isText,
})
/** The load of a charging site was decided anew, or its chargers take another sum. Tenths of an ampere, or watts. */
const isLoadEvent = hasFields({
  type: isOneOf(['load']),
  at: isText,
  teamId: isNumber,
  zoneId: isNumber,
  allowed: isNumber,
  measured: isOrNull(isNumber),
})
/** A payment of a driver moved on (D-PAY-2): its provider's id and state. Amounts in paise, as all of a provider. */
const isPaymentEvent = hasFields({
  type: isOneOf(['payment']),
  at: isText,
  teamId: isNumber,
  paymentId: isText,
  status: isText,
  amount: isNumber,
  amountRefunded: isNumber,
  transactionId: isOrNull(isNumber),
})
/** A refund moved on (D-REF-1). Amount in paise. */
const isRefundEvent = hasFields({
  type: isOneOf(['refund']),
  at: isText,
  teamId: isNumber,
  refundId: isNumber,
  paymentId: isText,
  transactionId: isOrNull(isNumber),
  status: isOneOf(['pending', 'processed', 'failed']),
  amount: isNumber,
})

/** Alerts of a team opened, changed or closed. */
const isAlertEvent = hasFields({ type: isOneOf(['alert']), at: isText, teamId: isNumber, count: isNumber })

/** A notice has come into the reader's bell. */
const isBellEvent = hasFields({ type: isOneOf(['bell']), at: isText, userId: isNumber })
/** A campaign of firmware, or one of its chargers, moved on. */
const isCampaignEvent = hasFields({
  type: isOneOf(['campaign']),
  at: isText,
  teamId: isNumber,
  campaignId: isNumber,
})
/** An import of a file moved on. */
const isNetworkImportEvent = hasFields({
  type: isOneOf(['network-import']),
  at: isText,
  teamId: isNumber,
  networkImportId: isNumber,
})

/** A scheduled report of a team was changed, sent or stopped. */
const isScheduledReportEvent = hasFields({
  type: isOneOf(['scheduled-report']),
  at: isText,
  teamId: isNumber,
  id: isNumber,
})

const kinds = {
  station: isStationEvent,
  connector: isConnectorEvent,
  transaction: isTransactionEvent,
  task: isTaskEvent,
  log: isLogEvent,
  access: isAccessEvent,
  'bulk-action': isBulkActionEvent,
  record: isRecordEvent,
  load: isLoadEvent,
  payment: isPaymentEvent,
  refund: isRefundEvent,
  alert: isAlertEvent,
  bell: isBellEvent,
  campaign: isCampaignEvent,
  'network-import': isNetworkImportEvent,
  'scheduled-report': isScheduledReportEvent,
}
export type LiveEvent = Checked<(typeof kinds)[keyof typeof kinds]>
export type LiveEventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>
/** Reads an event of the stream; undefined if its kind is unknown or a field is missing. */
export function readLiveEvent(v: unknown): LiveEvent | undefined {
  const type = (v as { type?: keyof typeof kinds } | null)?.type
  return type && Object.hasOwn(kinds, type) && kinds[type](v) ? (v as LiveEvent) : undefined
}
