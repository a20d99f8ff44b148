// What an app needs of a new second factor: the QR code to scan, or the key to type.
import { Box, Stack, Typography } from '@mui/material'
import { CopyButton } from '#kit/copy-button.tsx'
import type { NewApp } from './second-step.contract.ts'

/** In groups of four, as people type it. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

export function AppPicture({ app }: { app: NewApp }) {
  return (
    <Stack spacing={1.5}>
      <Typography>
        Scan this code with an app that makes codes, such as Google Authenticator, Aegis or 1Password.
      </Typography>
      <Box
        component="img"
        src={app.qr}
        alt="QR code for the app"
        sx={{ width: 200, height: 200, alignSelf: 'center', borderRadius: 1, bgcolor: 'common.white' }}
      />
      <div>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Or type this key into the app:
        </Typography>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography component="code" aria-label="Key" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
            {grouped(app.secret)}
          </Typography>
          <CopyButton text={app.secret} label="the key" />
        </Stack>
      </div>
    </Stack>
  )
}
