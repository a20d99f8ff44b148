// Theirs and ours side by side, field by field. A change of only one side is chosen already; where both sides changed a
// field the user chooses before anything is saved.
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import type { Newer } from './form-version.ts'
import { OthersBack } from './others-back.tsx'
import { type Difference, differences, valueText } from './record-version.ts'

type Side = 'theirs' | 'ours'
type Props<V> = {
  newer: Newer<V>
  /** The record that the form was filled from. */
  before: V
  ours: V
  label: (path: string) => string
  onClose: () => void
  /** The differences that stay ours; `save`: at once, else the reader goes on editing. */
  onChoose: (mine: readonly Difference[], save: boolean) => void
}

function Choice({
  d,
  label,
  side,
  onSide,
}: {
  d: Difference
  label: string
  side: Side | ''
  onSide: (s: Side) => void
}) {
  const option = (value: Side, word: string, text: string) => (
    <FormControlLabel
      value={value}
      control={<Radio size="small" />}
      sx={{ alignItems: 'flex-start', m: 0, minWidth: 0 }}
      label={
        <Box sx={{ pt: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography component="span" variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
            {word}
          </Typography>
          {text}
        </Box>
      }
    />
  )
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ fontWeight: 550, p: 0 }}>
        {label}
      </Typography>
      <RadioGroup
        aria-label={label}
        value={side}
        onChange={e => onSide(e.target.value as Side)}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2 }}
      >
        {option('theirs', d.changed === 'ours' ? 'Theirs (as it was)' : 'Theirs', valueText(d.theirs))}
        {option('ours', d.changed === 'theirs' ? 'Yours (as it was)' : 'Yours', valueText(d.ours))}
      </RadioGroup>
    </Box>
  )
}

export default function ConflictDialog<V>({ newer, before, ours, label, onClose, onChoose }: Props<V>) {
  // As it stood when the reader was asked: nothing moves under the choice.
  const [fields] = useState(() => differences(before, newer.values, ours))
  const [sides, setSides] = useState<Record<string, Side | ''>>(() =>
    Object.fromEntries(fields.map(d => [d.path, d.changed === 'both' ? '' : d.changed])),
  )
  const mine = fields.filter(d => sides[d.path] === 'ours')
  const isOpen = fields.some(d => sides[d.path] === '')
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="conflict-title" data-question>
      <OthersBack />
      <DialogTitle id="conflict-title">{newer.message ?? 'This record was changed meanwhile'}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2, color: 'text.primary' }}>
          {fields.length === 0
            ? 'What is stored now is what you typed. Nothing is left to save.'
            : 'Nothing of yours has been saved yet. Choose for each field that differs.'}
        </DialogContentText>
        <Box sx={{ display: 'grid', gap: 2 }}>
          {fields.map(d => (
            <Choice
              key={d.path}
              d={d}
              label={label(d.path)}
              side={sides[d.path] ?? ''}
              onSide={s => setSides(all => ({ ...all, [d.path]: s }))}
            />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Decide later
        </Button>
        <Button color="inherit" disabled={isOpen} onClick={() => onChoose(mine, false)}>
          {mine.length > 0 ? 'Go on editing' : 'Take theirs'}
        </Button>
        {mine.length > 0 && (
          <Button variant="contained" disabled={isOpen} onClick={() => onChoose(mine, true)}>
            Save
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
