// The dialog of a question: what it is about, what will happen, and the two answers.
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material'
import { useState } from 'react'
import type { Open } from './confirmation.ts'

export default function ConfirmDialog({ question: q, answer }: Open) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      aria-labelledby="confirm-title"
      maxWidth={q.details ? 'sm' : 'xs'}
      fullWidth
    >
      <DialogTitle id="confirm-title">{q.title}</DialogTitle>
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
      </DialogContent>
      <DialogActions>
        {/* The harmless answer has the focus: Enter alone destroys nothing. */}
        <Button autoFocus color="inherit" onClick={() => answer(false)}>
          {q.no ?? 'Cancel'}
        </Button>
        <Button
          variant={q.danger ? 'outlined' : 'contained'}
          color={q.danger ? 'error' : 'primary'}
          disabled={q.typed !== undefined && typed !== q.typed}
          onClick={() => answer(true)}
        >
          {q.yes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
