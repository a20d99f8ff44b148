// The state of a campaign, and of a charger in it.
import { ToneChip } from '#kit/status-chip.tsx'
import type { CampaignState, ChargerState } from './campaign.words.ts'

const CAMPAIGN_TONES = {
  Draft: 'neutral',
  Running: 'active',
  Paused: 'warning',
  Stopped: 'fault',
  Done: 'success',
  Cancelled: 'neutral',
} as const
export const CampaignChip = ({ state }: { state: string }) => (
  <ToneChip tone={CAMPAIGN_TONES[state as CampaignState] ?? 'neutral'} label={state} />
)
const CHARGER_TONES = {
  Queued: 'neutral',
  'Waiting for session': 'neutral',
  Sent: 'active',
  Downloading: 'active',
  Downloaded: 'active',
  Installing: 'active',
  Installed: 'active',
  Verified: 'success',
  Failed: 'warning',
  'Given up': 'fault',
  'Not sent': 'neutral',
} as const
export const ChargerStateChip = ({ state }: { state: string }) => (
  <ToneChip tone={CHARGER_TONES[state as ChargerState] ?? 'neutral'} label={state} />
)
