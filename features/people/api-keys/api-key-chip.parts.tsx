// The state of an API key in a word.
import { ToneChip } from '#kit/status-chip.tsx'
import { KEY_STATES, type KeyState } from './api-key.words.ts'

const TONES = { active: 'success', resting: 'warning', over: 'neutral', revoked: 'neutral' } as const
export const KeyStateChip = ({ state }: { state: KeyState }) => (
  <ToneChip tone={TONES[state]} label={KEY_STATES[state]} />
)
