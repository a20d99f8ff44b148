// One calm line saying that the installation is in test mode; nothing in live mode (D-PAY-7). The line is printed too.
import Science from '@mui/icons-material/ScienceOutlined'
import { Box } from '@mui/material'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { useSyncExternalStore } from 'react'
import { useMode } from './mode.ts'

type Told = { label: string; text: string }
const USUAL: Told = { label: 'Mode of the installation', text: TEST_NOTICE }
let told = USUAL
const listeners = new Set<() => void>()
/** Says the notice in the words of a page that speaks another language; undefined: in English again. */
export function tellNotice(words: Told | undefined): void {
  told = words ?? USUAL
  for (const f of listeners) f()
}
const subscribe = (f: () => void) => {
  listeners.add(f)
  return () => listeners.delete(f)
}

export function ModeNotice() {
  const { label, text } = useSyncExternalStore(subscribe, () => told)
  if (useMode() !== 'test') return null
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{
        display: 'flex',
        gap: 1,
        px: { xs: 2, sm: 3 },
        py: 0.25,
        alignItems: 'center',
        justifyContent: 'center',
        bgcolor: 'status.warning.tint',
        color: 'status.warning.text',
        fontSize: '0.8125rem',
        fontWeight: 550,
        lineHeight: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Science sx={{ fontSize: 16 }} aria-hidden />
      {text}
    </Box>
  )
}
