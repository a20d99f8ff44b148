// How a tag's state and its expiry are shown: a chip, and a date in the colour of its nearness.
import Block from '@mui/icons-material/BlockOutlined'
import { Box } from '@mui/material'
import { type StatusTone, ToneChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import type { Tag } from './tag.contract.ts'
import type { TagState } from './tag.fields.ts'
import { expiryTone, tagState } from './tag-state.rules.ts'

const tones: Record<TagState, StatusTone> = {
  Expired: 'fault',
  Blocked: 'offline',
  'In Use': 'active',
  Active: 'success',
}
export const StateChip = ({ state }: { state: TagState }) => (
  <ToneChip tone={tones[state]} label={state} {...(state === 'Blocked' && { icon: Block })} />
)
export const TagChip = ({ tag }: { tag: Tag }) => <StateChip state={tagState(tag, new Date())} />

const colours = { past: 'status.fault.text', soon: 'status.warning.text', later: 'inherit' } as const
/** Red when past, a warning within 30 days; the words on hover say so too. */
const says = { past: 'Expired', soon: 'Expires within 30 days', later: undefined } as const
export function ExpiryCell({ at }: { at: string | null }) {
  if (at === null) return <span>–</span>
  const tone = expiryTone(at, new Date())
  return (
    <Box component="span" sx={{ color: colours[tone] }} title={says[tone]} data-expiry={tone}>
      <Time at={at} />
    </Box>
  )
}
