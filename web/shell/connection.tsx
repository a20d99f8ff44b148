// How live the data is: a word in the banner, and a notice over the page while the stream is broken.
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import Sensors from '@mui/icons-material/SensorsOutlined'
import Sync from '@mui/icons-material/SyncOutlined'
import WifiOff from '@mui/icons-material/WifiOffOutlined'
import { Alert, Box } from '@mui/material'
import { useLiveState } from '#kit/live.ts'
import { useOnline } from '#kit/online.ts'
import { Clock } from '#kit/time.tsx'
import { Tip } from '#kit/tip.tsx'

const looks = {
  open: { icon: Sensors, word: 'Live', color: 'status.success.text', help: 'Changes show as they happen.' },
  connecting: { icon: Sync, word: 'Connecting', color: 'text.secondary', help: 'The live connection is being opened.' },
  broken: {
    icon: CloudOff,
    word: 'Not live',
    color: 'status.warning.text',
    help: 'The live connection is interrupted.',
  },
  offline: { icon: WifiOff, word: 'Offline', color: 'status.warning.text', help: 'This device has no network.' },
}

export function Connection() {
  const { state } = useLiveState()
  const online = useOnline()
  if (state === 'off') return null
  // A stream that still runs proves the network, whatever the device says.
  const { icon: I, word, color, help } = looks[!online && state !== 'open' ? 'offline' : state]
  return (
    <Tip title={help}>
      <Box
        role="status"
        aria-label="Connection"
        sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color, fontSize: '0.75rem', px: 1 }}
      >
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

/** As of when the data is, and what does not work meanwhile. */
export function StaleNotice() {
  const { state, since } = useLiveState()
  const online = useOnline()
  if (!since || state === 'open' || state === 'off') return null
  return (
    <Alert severity="warning" sx={{ borderRadius: 0, borderBottom: 1, borderColor: 'divider' }}>
      {online ? 'The live connection is interrupted and is being tried again. ' : 'This device is offline. '}
      <strong>
        Data as of <Clock at={since} />.
      </strong>
      {!online && ' Nothing can be sent until the connection is back.'}
    </Alert>
  )
}
