// The dialog of a question: what it is about, what will happen, and the two answers. Another dialog that is open steps
// back while it asks: one dialog at a time is seen.
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  GlobalStyles,
  TextField,
} from '@mui/material'
import { useState } from 'react'
import type { Open } from './confirmation.ts'
import { FieldFrame } from './field-frame.tsx'

// Gone before focus goes back into the dialog behind, which could not take it while hidden.
const others = <GlobalStyles styles={{ '.MuiDialog-root:not([data-question])': { visibility: 'hidden' } }} />

const tooLong = (most: number): string => `Should be ${most} characters or less`

export default function ConfirmDialog({ question: q, answer }: Open) {
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const isTooLong = q.note !== undefined && note.trim().length > q.note.maxLength
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      aria-labelledby="confirm-title"
      maxWidth={q.details ? 'sm' : 'xs'}
      fullWidth
      data-question
    >
      {others}
      <DialogTitle id="confirm-title" sx={{ overflowWrap: 'anywhere' }}>
        {q.title}
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ color: 'text.primary' }}>{q.text}</DialogContentText>
        {q.details}
        {q.typed && (
          <TextField
            sx={{ mt: 2 }}
            label={`Type ${q.typed} to confirm`}
            value={typed}
            onChange={e => setTyped(e.target.value)}
            autoComplete="off"
          />
        )}
        {q.note && (
          <Box sx={{ mt: 2 }}>
            <FieldFrame
              id="confirm-note"
              label={q.note.label}
              error={isTooLong ? tooLong(q.note.maxLength) : undefined}
              below={isTooLong ? tooLong(q.note.maxLength) : `${note.trim().length} of ${q.note.maxLength} characters`}
            >
              <TextField
                id="confirm-note"
                multiline
                minRows={2}
                value={note}
                onChange={e => setNote(e.target.value)}
                error={isTooLong}
                slotProps={{ htmlInput: { 'aria-describedby': 'confirm-note-below' } }}
                autoComplete="off"
              />
            </FieldFrame>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        {/* The harmless answer has the focus: Enter alone destroys nothing. */}
        <Button autoFocus color="inherit" onClick={() => answer(false)}>
          {q.no ?? 'Cancel'}
        </Button>
        <Button
          variant={q.danger ? 'outlined' : 'contained'}
          color={q.danger ? 'error' : 'primary'}
          disabled={(q.typed !== undefined && typed !== q.typed) || isTooLong}
          onClick={() => answer(true, note.trim())}
        >
          {q.yes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
