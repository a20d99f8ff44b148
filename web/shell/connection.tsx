// How live the data is: a word in the banner, and a notice over the page while the stream is broken.
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import Sensors from '@mui/icons-material/SensorsOutlined'
import Sync from '@mui/icons-material/SyncOutlined'
import { Alert, Box } from '@mui/material'
import { useLiveState } from '../kit/live.ts'
import { Time } from '../kit/time.tsx'
import { Tip } from '../kit/tip.tsx'

const looks = {
  open: { icon: Sensors, word: 'Live', color: 'status.success.text', help: 'Changes show as they happen.' },
  connecting: { icon: Sync, word: 'Connecting', color: 'text.secondary', help: 'The live connection is being opened.' },
  broken: {
    icon: CloudOff,
    word: 'Not live',
    color: 'status.warning.text',
    help: 'The live connection is interrupted.',
  },
}

export function Connection() {
  const { state } = useLiveState()
  if (state === 'off') return null
  const { icon: I, word, color, help } = looks[state]
  return (
    <Tip title={help}>
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color, fontSize: '0.75rem', px: 1 }}>
        <I sx={{ fontSize: 18 }} aria-hidden />
        <Box
          component="span"
          sx={{ position: { xs: 'absolute', sm: 'static' }, clipPath: { xs: 'inset(50%)', sm: 'none' } }}
        >
          {word}
        </Box>
      </Box>
    </Tip>
  )
}

/** Since when the data stands still. */
export function StaleNotice() {
  const { state, since } = useLiveState()
  if (state !== 'broken' || !since) return null
  return (
    <Alert severity="warning" sx={{ borderRadius: 0 }}>
      Live updates are interrupted. What changes by itself stands still since <Time at={since} />. The connection is
      being tried again.
    </Alert>
  )
}
