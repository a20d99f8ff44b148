// A secret that is shown once: after it was made or rotated (KEY-01, HOOK-01). Only its button closes the dialog, because
// nobody can call the secret up again.
import { Alert, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import { DialogFrame, DialogHead } from './dialog-frame.tsx'

/** `use`: what it is for, in a sentence or two. */
type Props = { name: string; secret: string; use: ReactNode; onClose: () => void }
export default function SecretDialog({ name, secret, use, onClose }: Props) {
  return (
    <DialogFrame holds onClose={onClose}>
      <DialogHead cross={false}>The secret of {name}</DialogHead>
      <DialogContent>
        <Stack spacing={2}>
          <Alert severity="warning">Store it now: it is shown this once, and nobody can read it again.</Alert>
          <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
            <Typography component="code" aria-label="Secret" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
              {secret}
            </Typography>
            <CopyButton text={secret} label="the secret" />
          </Stack>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {use}
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          I have kept it
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
