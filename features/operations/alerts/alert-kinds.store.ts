// The catalogue of alerts. A new kind is a file in kinds/ and a name here.
import type { AlertKind } from './alert-kind.store.ts'
import { backAndForth } from './kinds/back-and-forth.store.ts'
import { bootsOften } from './kinds/boots-often.store.ts'
import { campaignStopped } from './kinds/campaign-stopped.store.ts'
import { certificateExpires } from './kinds/certificate-expires.store.ts'
import { chargerOffline } from './kinds/charger-offline.store.ts'
import { chargerOutOfService } from './kinds/charger-out-of-service.store.ts'
import { clockOff } from './kinds/clock-off.store.ts'
import { commandsFail } from './kinds/commands-fail.store.ts'
import { connectorFaulted } from './kinds/connector-faulted.store.ts'
import { connectorStuck } from './kinds/connector-stuck.store.ts'
import { diskLow } from './kinds/disk-low.store.ts'
import { firmwareFailed } from './kinds/firmware-failed.store.ts'
import { heartbeatLate } from './kinds/heartbeat-late.store.ts'
import { jobFailing } from './kinds/job-failing.store.ts'
import { lostStop } from './kinds/lost-stop.store.ts'
import { nothingCharged } from './kinds/nothing-charged.store.ts'
import { overdrawn } from './kinds/overdrawn.store.ts'
import { paymentWithoutSession } from './kinds/payment-without-session.store.ts'
import { payoutLate } from './kinds/payout-late.store.ts'
import { powerLow } from './kinds/power-low.store.ts'
import { reconnecting } from './kinds/reconnecting.store.ts'
import { refundFailed } from './kinds/refund-failed.store.ts'
import { refundLate } from './kinds/refund-late.store.ts'
import { revenueLow } from './kinds/revenue-low.store.ts'
import { securityEvent } from './kinds/security-event.store.ts'
import { sessionLong } from './kinds/session-long.store.ts'
import { sessionStuck } from './kinds/session-stuck.store.ts'
import { sessionToReview } from './kinds/session-to-review.store.ts'
import { sessionWithoutEnergy } from './kinds/session-without-energy.store.ts'
import { settingsDrift } from './kinds/settings-drift.store.ts'
import { siteOutage } from './kinds/site-outage.store.ts'
import { siteStarved } from './kinds/site-starved.store.ts'
import { stationEvent } from './kinds/station-event.store.ts'
import { tagsRefused } from './kinds/tags-refused.store.ts'
import { unexpectedMessages } from './kinds/unexpected-messages.store.ts'
import { unknownTags } from './kinds/unknown-tags.store.ts'
import { uptimeLow } from './kinds/uptime-low.store.ts'
import { walletLow } from './kinds/wallet-low.store.ts'
import { webhooksRefused } from './kinds/webhooks-refused.store.ts'

/** In the order of the form, by group. */
export const ALERT_KINDS: readonly AlertKind[] = [
  chargerOffline,
  chargerOutOfService,
  backAndForth,
  reconnecting,
  bootsOften,
  heartbeatLate,
  clockOff,
  settingsDrift,
  firmwareFailed,
  campaignStopped,
  securityEvent,
  stationEvent,
  certificateExpires,
  tagsRefused,
  unknownTags,
  unexpectedMessages,
  overdrawn,
  commandsFail,
  nothingCharged,
  uptimeLow,
  connectorFaulted,
  connectorStuck,
  siteOutage,
  siteStarved,
  sessionToReview,
  lostStop,
  sessionLong,
  sessionStuck,
  sessionWithoutEnergy,
  powerLow,
  paymentWithoutSession,
  refundFailed,
  refundLate,
  webhooksRefused,
  payoutLate,
  walletLow,
  revenueLow,
  jobFailing,
  diskLow,
]
const BY_ID = new Map(ALERT_KINDS.map(k => [k.id, k]))
export const kindOf = (id: string): AlertKind | undefined => BY_ID.get(id)
