// How a webhook and its deliveries stand, in a word each.
import { ToneChip } from '#kit/status-chip.tsx'
import { DELIVERY_STATES, type DeliveryState, WEBHOOK_STATES, type WebhookState } from './webhook.words.ts'

const TONES = { active: 'success', failing: 'warning', paused: 'fault', off: 'neutral', stopped: 'fault' } as const
export const WebhookChip = ({ state }: { state: WebhookState }) => (
  <ToneChip tone={TONES[state]} label={WEBHOOK_STATES[state]} />
)
const DELIVERY_TONES = {
  ready: 'neutral',
  failed: 'warning',
  behind: 'neutral',
  delivered: 'success',
  parked: 'fault',
} as const
export const DeliveryChip = ({ state }: { state: DeliveryState }) => (
  <ToneChip tone={DELIVERY_TONES[state]} label={DELIVERY_STATES[state]} />
)
