// A QR code on a screen, as large as a camera needs it. Loaded where one is shown.
import { Box } from '@mui/material'
import { useMemo } from 'react'
import { qrDrawing } from './qr.ts'

/** Pixels of a module: whole ones, for a camera cannot read modules of uneven width. */
const MODULE = 3

export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrDrawing(text), [text])
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      // White in the dark too: a camera reads dark on light.
      sx={{ width: MODULE * size, maxWidth: '100%', bgcolor: '#fff', borderRadius: 1, display: 'block' }}
    >
      <path d={path} fill="#000" />
    </Box>
  )
}
