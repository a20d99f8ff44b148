// New recovery codes, shown this once: only its button closes the dialog.
import { Button, DialogActions, DialogContent } from '@mui/material'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { useSession } from '#kit/session.ts'
import { RecoveryCodes } from './recovery-codes.parts.tsx'

export default function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { user } = useSession()
  return (
    <DialogFrame holds onClose={onClose}>
      <DialogHead cross={false}>Your recovery codes</DialogHead>
      <DialogContent>
        <RecoveryCodes codes={codes} username={user.username} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          I have kept them
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
