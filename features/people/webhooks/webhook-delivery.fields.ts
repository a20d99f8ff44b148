// The fields of a delivery: one event for one webhook, as it waits or as it has ended (HOOK-03).
import { instant, key, number, state, text } from '@wattdesk/base/record'
import { DELIVERY_STATES } from './webhook.words.ts'

export const deliveryFields = {
  delivery_id: key('Delivery ID').filtered(),
  kind: text('Event', 40).readOnly().filtered().searched().listed({ identity: true, minWidth: 150 }),
  object: text('About', 100).readOnly().filtered().searched().listed({ minWidth: 150 }),
  state: state('State', DELIVERY_STATES).readOnly().filtered().listed({ minWidth: 150, head: true }),
  status: number('Answer').readOnly().optional().filtered().listed({ minWidth: 90, flex: 0.5 }),
  tries: number('Tries').readOnly().filtered().listed({ minWidth: 80, flex: 0.4 }),
  made_at: instant('Happened').readOnly().filtered().listed({ minWidth: 140 }),
  ended_at: instant('Ended').readOnly().optional().filtered().listed({ minWidth: 140 }),
  due_at: instant('Next try').readOnly().optional().listed({ minWidth: 140, hidden: true }),
  why: text('Sent as', 20).readOnly().optional().filtered().listed({ minWidth: 110, hidden: true }),
  message_id: text('Message', 40).readOnly().filtered().searched().listed({ minWidth: 160, hidden: true }),
}
