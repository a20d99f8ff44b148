// The words and limits of webhooks (HOOK-01): what they may be told of, how they stand, how long an old secret signs.
import type { Feature } from '@wattdesk/base/access'

export const MOST_WEBHOOKS = 50
export const WEBHOOK_SECRET_USE =
  'The receiver checks with it that a call is ours: every library for Standard Webhooks takes it as it stands here.'
export const MOST_SENT_AGAIN = 100_000
export const BEHIND_NEWER =
  'Events that are sent again arrive behind newer ones about the same object. Their timestamp and sequence are those of the first time: a receiver that does not compare them would take old data for new.'

/** What a webhook may be told of. `right`: whose view right its maker needs, since the event shows such records. */
type EventKind = { kind: string; group: string; label: string; text: string; right: Feature }
const KINDS = [
  ['session.started', 'Sessions', 'Session started', 'A charger has begun a session.', 'Transaction'],
  ['session.updated', 'Sessions', 'Session updated', 'New readings of a session that charges.', 'Transaction'],
  [
    'session.stopped',
    'Sessions',
    'Session stopped',
    'A session has ended. One that waits for a person says so, and is told again when it is decided or its own stop comes after all.',
    'Transaction',
  ],
  ['session.billed', 'Sessions', 'Session billed', 'The first bill of a session.', 'Transaction'],
  [
    'session.corrected',
    'Sessions',
    'Session corrected',
    'A later bill, which takes the place of those before it.',
    'Transaction',
  ],
  ['charger.online', 'Chargers', 'Charger online', 'A charger is in service and connected again.', 'ChargerPoint'],
  ['charger.offline', 'Chargers', 'Charger offline', 'A charger is not connected any more.', 'ChargerPoint'],
  [
    'charger.status',
    'Chargers',
    'Charger status',
    'A connector has told its status, or the charger has gone into maintenance; then there is no connector.',
    'ChargerPoint',
  ],
  ['charger.faulted', 'Chargers', 'Charger faulted', 'A connector has told a fault.', 'ChargerPoint'],
  ['payment.changed', 'Money', 'Payment', 'The payment provider has told something new of a payment.', 'Transaction'],
  ['refund.changed', 'Money', 'Refund', 'A refund was requested, processed, or has failed.', 'Refund'],
  ['payout.changed', 'Money', 'Payout', 'A payout was made, or its state has changed.', 'Finance'],
  ['alert.opened', 'Alerts', 'Alert opened', 'An alert has opened, or opened again.', 'Alert'],
  ['alert.closed', 'Alerts', 'Alert closed', 'An alert is over, or a person has closed it.', 'Alert'],
  ['driver.changed', 'Drivers', 'Driver', 'An EV driver was added, changed or deleted.', 'Customers'],
  ['tag.changed', 'Drivers', 'Tag', 'An RFID tag was added, changed or deleted.', 'Tag'],
] as const satisfies readonly (readonly [string, string, string, string, Feature])[]
export type EventName = (typeof KINDS)[number][0]
export const EVENT_KINDS: readonly (EventKind & { kind: EventName })[] = KINDS.map(
  ([kind, group, label, text, right]) => ({ kind, group, label, text, right }),
)
export const EVENT_NAMES = KINDS.map(k => k[0])
/** The event that a person sends to try a webhook. */
export const TEST_EVENT = 'webhook.test'

export const WEBHOOK_STATES = {
  active: 'Active',
  failing: 'Failing',
  paused: 'Paused',
  off: 'Off',
  stopped: 'Switched off by the product',
} as const
export type WebhookState = keyof typeof WEBHOOK_STATES

/** ready and behind wait for others; failed is tried again. */
export const DELIVERY_STATES = {
  ready: 'Waiting',
  failed: 'To be tried again',
  behind: 'Waiting behind another',
  delivered: 'Delivered',
  parked: 'Given up',
} as const

export type DeliveryState = keyof typeof DELIVERY_STATES

/** How long the secret before a rotation signs beside the new one, in hours. */
export const SECRET_OVERLAPS = [
  { hours: 0, label: 'Not at all: it ends now' },
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '1 day' },
  { hours: 168, label: '7 days' },
] as const
export const SECRET_OVERLAP_HOURS = SECRET_OVERLAPS.map(o => o.hours)
