// Where on the timeline one stands and how to move: earlier, later, nearer, wider, to now; the lanes that are shown; the link.
import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import ZoomIn from '@mui/icons-material/ZoomIn'
import ZoomOut from '@mui/icons-material/ZoomOut'
import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  FormGroup,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { formatFileTime, zoneName } from '@wattdesk/base/time'
import { CopyButton } from '#kit/copy-button.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { Tip } from '#kit/tip.tsx'
import { LANE_NAMES, type LaneId, LENGTHS, type View } from './timeline-view.rules.ts'

export type Move = 'earlier' | 'later' | 'nearer' | 'wider' | 'now'
type Props = {
  view: View
  lanes: readonly LaneId[]
  link: string
  onMove: (move: Move) => void
  onLength: (ms: number) => void
  /** The time in the middle. */
  onGoTo: (at: Date) => void
  onLanes: (lanes: readonly LaneId[]) => void
}
const MOVES = [
  ['earlier', 'Earlier', ChevronLeft],
  ['later', 'Later', ChevronRight],
  ['wider', 'Zoom out', ZoomOut],
  ['nearer', 'Zoom in', ZoomIn],
] as const

export function TimelineTools({ view, lanes, link, onMove, onLength, onGoTo, onLanes }: Props) {
  const length = view.to - view.from
  const own = LENGTHS.find(([ms]) => ms === length)
  const from = formatFileTime(new Date(view.from))
  const to = formatFileTime(new Date(view.to))
  return (
    <Stack sx={{ p: 2, gap: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        {MOVES.map(([move, label, Icon]) => (
          <Tip key={move} title={label}>
            <IconButton
              size="small"
              aria-label={label}
              disabled={move === 'later' && view.isLive}
              onClick={() => onMove(move)}
            >
              <Icon fontSize="small" />
            </IconButton>
          </Tip>
        ))}
        <TextField
          select
          label="Length"
          size="small"
          value={own ? length : 'own'}
          onChange={e => onLength(Number(e.target.value))}
          sx={{ width: 140 }}
        >
          {!own && (
            <MenuItem value="own" disabled>
              Chosen
            </MenuItem>
          )}
          {LENGTHS.map(([ms, label]) => (
            <MenuItem key={ms} value={ms}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label="Go to"
          type="datetime-local"
          size="small"
          onChange={e => {
            const at = new Date(e.target.value)
            if (!Number.isNaN(at.getTime()) && at.getFullYear() > 2000) onGoTo(at)
          }}
          sx={{ width: 215 }}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        {view.isLive ? (
          <ToneChip tone="success" label="Live" />
        ) : (
          <Button size="small" onClick={() => onMove('now')}>
            Go to now
          </Button>
        )}
        <Box sx={{ flexGrow: 1 }} />
        <CopyButton text={link} label="link to this view" />
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {from} to {from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to} ({zoneName()})
      </Typography>
      <FormGroup row aria-label="Lanes" role="group" sx={{ gap: { xs: 0, sm: 1 } }}>
        {lanes.map(l => (
          <FormControlLabel
            key={l}
            label={LANE_NAMES[l]}
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                checked={view.lanes.includes(l)}
                onChange={e => onLanes(e.target.checked ? [...view.lanes, l] : view.lanes.filter(shown => shown !== l))}
              />
            }
          />
        ))}
      </FormGroup>
    </Stack>
  )
}
