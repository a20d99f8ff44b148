// The setup sheet of a charger, on one page of paper: the settings to type into the charger, its key while it can be
// shown, and the QR codes for its connectors (D-OCPP-1, D-OCPP-9, D-CHARGER-7).

import Print from '@mui/icons-material/PrintOutlined'
import { Box, Button, DialogActions, DialogContent, GlobalStyles, Stack, Typography } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import type { DataOf } from '@wattdesk/wire/endpoint'
import { useState } from 'react'
import { connectorText, connectorWords } from '#fleet/stations/evse-words.rules.ts'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { ModeNotice } from '#kit/mode-notice.tsx'
import type { Charger } from './charger.contract.ts'
import { addressLine } from './charger.rules.ts'
import { generateQr } from './charger-change.contract.ts'
import { SECURITY_PROFILES } from './charger-form.rules.ts'
import { socketAddress } from './socket-address.rules.ts'

type Code = DataOf<typeof generateQr>
/** The fields of a charger on the sheet. */
export type SheetCharger = Pick<
  Charger,
  | 'chargepoint_pk'
  | 'chargepoint_id'
  | 'chargepoint_name'
  | 'companyId'
  | 'team_name'
  | 'address'
  | 'adminAddress'
  | 'security_profile'
  | 'connectors'
>

/** Makes the codes of all described connectors, and passes them on. */
const sheetOf = (charger: SheetCharger, show: (codes: readonly Code[]) => void): Action => ({
  id: 'setup-sheet',
  label: 'Setup sheet',
  icon: Print,
  right: 'ChargerPoint.update',
  run: async (_, { teamId }) => {
    const { chargepoint_pk, companyId } = charger
    const params = { teamId, id: String(chargepoint_pk) }
    const codes: Code[] = []
    for (const { connectorId } of charger.connectors.filter(n => n.isConfigured))
      codes.push((await call(generateQr, { params, body: { connectorId, companyId } })).data)
    show(codes)
  },
})

/** The button that opens the sheet; `authorizationKey` where it has just been made and can still be shown. */
export function ChargerSheetButton({
  charger,
  authorizationKey,
}: {
  charger: SheetCharger
  authorizationKey?: string
}) {
  const [codes, setCodes] = useState<readonly Code[]>()
  return (
    <>
      <ActionButton action={sheetOf(charger, setCodes)} target={undefined} size="small" />
      {codes && (
        <ChargerSheet
          charger={charger}
          codes={codes}
          authorizationKey={authorizationKey}
          onClose={() => setCodes(undefined)}
        />
      )}
    </>
  )
}

/** Only the sheet goes to the printer: not the page below, nor another dialog, nor a button. */
const printed = {
  '@media print': {
    '#root, .MuiDialog-root:not(:has([data-sheet])), .MuiBackdrop-root, .MuiDialogActions-root, .MuiDialogTitle-root': {
      display: 'none !important',
    },
    '.MuiDialog-root:has([data-sheet])': { position: 'static !important' },
    '.MuiDialog-container:has([data-sheet])': { display: 'block !important', height: 'auto !important' },
    '.MuiDialog-paper:has([data-sheet])': {
      margin: '0 !important',
      maxWidth: 'none !important',
      maxHeight: 'none !important',
      border: '0 !important',
      boxShadow: 'none !important',
    },
    '.MuiDialogContent-root:has([data-sheet])': { padding: '0 !important', overflow: 'visible !important' },
  },
}

type Props = {
  charger: SheetCharger
  codes: readonly Code[]
  authorizationKey: string | undefined
  onClose: () => void
}
function ChargerSheet({ charger: c, codes, authorizationKey, onClose }: Props) {
  const profile =
    c.security_profile === null
      ? 'The lowest that this server accepts, or a higher one'
      : SECURITY_PROFILES[c.security_profile]
  const place = [addressLine(c.address), c.adminAddress].filter(Boolean).join(' · ')
  return (
    <DialogFrame onClose={onClose} maxWidth="md">
      <GlobalStyles styles={printed} />
      <DialogHead>Setup sheet of {c.chargepoint_id}</DialogHead>
      {/* The sheet is longer than the dialog and holds nothing to focus: the keyboard scrolls the content itself. */}
      <DialogContent tabIndex={0} role="region" aria-label="Setup sheet">
        {/* Paper is white, in the dark too. */}
        <Box
          data-sheet
          sx={{ bgcolor: '#fff', color: '#111', p: { xs: 2, sm: 3 }, borderRadius: 1, '--faint': '#555' }}
        >
          <ModeNotice />
          <Typography component="h3" sx={{ fontSize: '1.25rem', fontWeight: 650, overflowWrap: 'anywhere' }}>
            {c.chargepoint_id}
          </Typography>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {[c.chargepoint_name !== c.chargepoint_id && c.chargepoint_name, c.team_name].filter(Boolean).join(' · ')}
          </Typography>
          {place && <Typography sx={{ color: 'var(--faint)', overflowWrap: 'anywhere' }}>{place}</Typography>}
          <Typography component="h4" sx={{ mt: 3, mb: 1, fontWeight: 650 }}>
            Type into the charge point
          </Typography>
          <Stack component="dl" spacing={1} sx={{ m: 0 }}>
            <Line label="Address of the central system" text={socketAddress(location, c.chargepoint_id)} />
            <Line label="Protocol" text="OCPP 1.6 JSON (ocpp1.6)" />
            <Line label="Security profile" text={profile ?? String(c.security_profile)} />
            <Line label="User name" text={c.chargepoint_id} />
            <Line
              label="Key (AuthorizationKey)"
              text={authorizationKey ?? ''}
              none="Not shown: a key is shown once, when it is made. Make or rotate the key to have it on the sheet."
            />
          </Stack>
          {codes.length > 0 && (
            <Typography component="h4" sx={{ mt: 3, mb: 1, fontWeight: 650 }}>
              QR codes for drivers
            </Typography>
          )}
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))',
              maxWidth: 860,
            }}
          >
            {codes.map(code => (
              <Box key={code.connectorId} sx={{ breakInside: 'avoid', minWidth: 0 }}>
                <Typography sx={{ fontWeight: 550 }}>{connectorLine(c, code.connectorId)}</Typography>
                <Box
                  component="img"
                  src={code.image}
                  alt={`QR code of ${connectorWords(code)}`}
                  sx={{ display: 'block', width: 180, maxWidth: '100%', imageRendering: 'pixelated' }}
                />
                <Typography sx={{ fontSize: '0.75rem', overflowWrap: 'anywhere' }}>{code.qrCodeUrl}</Typography>
              </Box>
            ))}
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
        <Button variant="contained" startIcon={<Print />} onClick={() => window.print()}>
          Print
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}

const ofNumber = ({ connectors }: Pick<SheetCharger, 'connectors'>, connectorId: number) =>
  connectors.find(n => n.connectorId === connectorId)
/** 'Connector 1 · CCS Type 2 · 60 kW' */
function connectorLine({ connectors }: SheetCharger, connectorId: number): string {
  const one = ofNumber({ connectors }, connectorId)
  const { connectorType, kw, connectorName } = one ?? {}
  const isOwnName = connectorName && ![String(connectorId), `Connector ${connectorId}`].includes(connectorName)
  const name = isOwnName ? ` (${connectorName})` : ''
  return [`${connectorText(one ?? { connectorId })}${name}`, connectorType, kw && `${kw} kW`]
    .filter(Boolean)
    .join(' · ')
}

/** A text to type into the charger; `none` is shown where there is no text. */
function Line({ label, text, none = '' }: { label: string; text: string; none?: string }) {
  return (
    <Box sx={{ breakInside: 'avoid' }}>
      <Typography component="dt" sx={{ fontSize: '0.75rem', color: 'var(--faint)' }}>
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {text ? <code style={{ fontSize: '1rem' }}>{text}</code> : none}
      </Box>
    </Box>
  )
}
