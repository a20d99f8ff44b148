// The QR code of a connector, shown and saved as a JPEG with a white margin of 20 px (D-CHARGER-7).

import Download from '@mui/icons-material/FileDownloadOutlined'
import { Alert, Box, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material'
import type { DataOf } from '@wattdesk/wire/endpoint'
import { connectorWords } from '#fleet/stations/evse-words.rules.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { download } from '#kit/export.ts'
import { notify } from '#kit/notices.tsx'
import type { generateQr } from './charger-change.contract.ts'

/** Names of the machine itself. */
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/
/** In pixels, on each side. */
const MARGIN = 20

/** The picture of a data URL on white, with its margin. */
async function jpegOf(image: string): Promise<Blob> {
  const picture = new Image()
  picture.src = image
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth + 2 * MARGIN
  canvas.height = picture.naturalHeight + 2 * MARGIN
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw the picture.')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, MARGIN, MARGIN)
  return new Promise((ok, no) =>
    canvas.toBlob(blob => (blob ? ok(blob) : no(new Error('The picture could not be made.'))), 'image/jpeg', 0.95),
  )
}

type Props = { chargepointId: string; code: DataOf<typeof generateQr>; onClose: () => void }
export default function ChargerQrDialog({ chargepointId, code, onClose }: Props) {
  const { connectorId, qrCodeUrl, image } = code
  const save = async () => {
    try {
      download(await jpegOf(image), `${chargepointId}-${connectorId}.jpeg`)
    } catch (e) {
      notify.error(e)
    }
  }
  return (
    <DialogFrame onClose={onClose} maxWidth="xs">
      <DialogHead>
        QR code of {chargepointId}, {connectorWords(code)}
      </DialogHead>
      <DialogContent>
        <Stack spacing={2} sx={{ alignItems: 'center' }}>
          <Box
            component="img"
            src={image}
            alt={`QR code of ${connectorWords(code)}`}
            // White in the dark too: a camera reads dark on light.
            sx={{ bgcolor: '#fff', p: '20px', borderRadius: 2, maxWidth: '100%', border: 1, borderColor: 'divider' }}
          />
          <Stack direction="row" sx={{ gap: 0.5, alignItems: 'center', maxWidth: '100%' }}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              {qrCodeUrl}
            </Typography>
            <CopyButton text={qrCodeUrl} label="address" />
          </Stack>
          {LOOPBACK.test(new URL(qrCodeUrl, location.href).hostname) && (
            <Alert severity="warning">
              A phone cannot open this address: it leads to the machine on which it is opened. Open the portal by an
              address that phones reach, and make the code there.
            </Alert>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
        <Button variant="contained" startIcon={<Download />} onClick={() => void save()}>
          Download
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
