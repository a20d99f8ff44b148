// The dialog of a question: its subject, its consequence, and the two answers. Another open dialog steps back
// meanwhile: only one dialog is visible at a time.
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import type { OpenConfirmation } from './confirmation.ts'
import { OthersBack } from './others-back.tsx'

export default function ConfirmDialog({ question: q, answer }: OpenConfirmation) {
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      aria-labelledby="confirm-title"
      maxWidth={q.details ? 'sm' : 'xs'}
      fullWidth
      data-question
    >
      <OthersBack />
      <DialogTitle id="confirm-title" sx={{ overflowWrap: 'anywhere' }}>
        {q.title}
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ color: 'text.primary' }}>{q.text}</DialogContentText>
        {q.details}
      </DialogContent>
      <DialogActions>
        {/* The harmless answer has the focus: Enter alone destroys nothing. */}
        <Button autoFocus color="inherit" onClick={() => answer(false)}>
          {q.no ?? 'Cancel'}
        </Button>
        <Button
          variant={q.danger ? 'outlined' : 'contained'}
          color={q.danger ? 'error' : 'primary'}
          onClick={() => answer(true)}
        >
          {q.yes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
