// The key of a charger, shown once (D-OCPP-9), with the settings to type into the charger: its address, user name and
// key. Only its button closes the dialog, because nobody can call the key up again.
import { Alert, Box, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material'
import { CopyButton } from '#kit/copy-button.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { socketAddress } from './charger-form.rules.ts'
import { ChargerSheetButton, type SheetCharger } from './charger-sheet.tsx'

/** A text that is typed into the charger. */
function Line({ label, text }: { label: string; text: string }) {
  return (
    <Box>
      <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Stack component="dd" direction="row" sx={{ m: 0, gap: 0.5, alignItems: 'center' }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere', fontSize: '0.875rem', userSelect: 'all' }}>
          {text}
        </Box>
        <CopyButton text={text} label={label.toLowerCase()} />
      </Stack>
    </Box>
  )
}

type Props = { charger: SheetCharger; authorizationKey: string; told?: string; onClose: () => void }
/** `told`: the server's message about the key, if any. */
export default function ChargerKeyDialog({ charger, authorizationKey, told, onClose }: Props) {
  const { chargepoint_id } = charger
  return (
    <DialogFrame holds onClose={onClose}>
      <DialogHead cross={false}>Key of {chargepoint_id}</DialogHead>
      <DialogContent>
        <Stack spacing={2}>
          {told && <Alert severity="info">{told}</Alert>}
          <Typography>
            This key is shown once. Keep it where only those see it who set the charge point up. What is typed into the
            charge point:
          </Typography>
          <Stack component="dl" spacing={1.5} sx={{ m: 0 }}>
            <Line label="Address" text={socketAddress(location, chargepoint_id)} />
            <Line label="User name" text={chargepoint_id} />
            <Line label="Key (AuthorizationKey)" text={authorizationKey} />
          </Stack>
        </Stack>
      </DialogContent>
      <DialogActions>
        <ChargerSheetButton charger={charger} authorizationKey={authorizationKey} />
        <Button variant="contained" onClick={onClose}>
          I have kept the key
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
