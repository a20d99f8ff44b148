// The dialog that replaces the slots of other days by those of one day (D-PG-4).
import { Button, Checkbox, DialogActions, DialogContent, FormControlLabel, FormGroup, Typography } from '@mui/material'
import { useState } from 'react'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { DAY_ORDER, DAYS } from './price.words.ts'

type Props = { from: number; onCopy: (days: number[]) => void; onClose: () => void }
export default function CopyScheduleDialog({ from, onCopy, onClose }: Props) {
  const others = DAY_ORDER.filter(day => day !== from)
  const [days, setDays] = useState<readonly number[]>([])
  const all = days.length === others.length
  const toggle = (day: number) => setDays(days.includes(day) ? days.filter(d => d !== day) : [...days, day])
  return (
    <DialogFrame onClose={onClose} maxWidth="xs">
      <DialogHead>Copy Schedule</DialogHead>
      <DialogContent>
        <Typography sx={{ mb: 1.5 }}>
          The time slots of {DAYS[from]} take the place of all time slots of the days chosen here.
        </Typography>
        <FormGroup>
          <FormControlLabel
            label="All days"
            control={
              <Checkbox
                checked={all}
                indeterminate={days.length > 0 && !all}
                onChange={() => setDays(all ? [] : others)}
              />
            }
          />
          {others.map(day => (
            <FormControlLabel
              key={day}
              sx={{ ml: 1 }}
              label={DAYS[day]}
              control={<Checkbox checked={days.includes(day)} onChange={() => toggle(day)} />}
            />
          ))}
        </FormGroup>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={days.length === 0}
          onClick={() => {
            onCopy([...days])
            onClose()
          }}
        >
          Copy
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
