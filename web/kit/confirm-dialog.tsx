// The dialog of a question: what it is about, what will happen, and the two answers. Another dialog that is open steps
// back while it asks: one dialog at a time is seen.
import {
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

// Gone before focus goes back into the dialog behind, which could not take it while hidden.
const others = <GlobalStyles styles={{ '.MuiDialog-root:not([data-question])': { visibility: 'hidden' } }} />

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
          <TextField
            sx={{ mt: 2 }}
            fullWidth
            multiline
            minRows={2}
            label={q.note.label}
            value={note}
            onChange={e => setNote(e.target.value)}
            error={isTooLong}
            helperText={
              isTooLong
                ? `Should be ${q.note.maxLength} characters or less`
                : `${note.trim().length} of ${q.note.maxLength} characters`
            }
            autoComplete="off"
          />
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
