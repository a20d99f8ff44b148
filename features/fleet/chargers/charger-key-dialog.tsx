// The key of a charger, shown once (D-OCPP-9), with the settings to type into the charger: its address, user name and
// key. Only its button closes the dialog, because nobody can call the key up again.
import { Alert, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { ChargerSheetButton, type SheetCharger } from './charger-sheet.tsx'
import { socketAddress } from './socket-address.rules.ts'
import { TypedLine } from './typed-line.parts.tsx'

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
            <TypedLine label="Address" text={socketAddress(location, chargepoint_id)} />
            <TypedLine label="User name" text={chargepoint_id} />
            <TypedLine label="Key (AuthorizationKey)" text={authorizationKey} />
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
