// How downtimes are told: their cause in words, and how long they lasted.
import Bolt from '@mui/icons-material/BoltOutlined'
import Build from '@mui/icons-material/BuildOutlined'
import Dns from '@mui/icons-material/DnsOutlined'
import EvStation from '@mui/icons-material/EvStationOutlined'
import Lan from '@mui/icons-material/LanOutlined'
import { Stack } from '@mui/material'
import type { Icon } from '#kit/actions.tsx'
import type { Cause } from './uptime.contract.ts'

const CAUSES: Record<Cause, readonly [Icon, string]> = {
  charger: [EvStation, 'Fault of the charger'],
  power: [Bolt, 'Power: the station restarted'],
  network: [Lan, 'Network: the connection was lost'],
  ours: [Dns, 'Our server was down'],
  planned: [Build, 'Planned maintenance, left out of the uptime'],
}
export function CauseText({ cause }: { cause: Cause }) {
  const [I, text] = CAUSES[cause]
  return (
    <Stack component="span" direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
      <I aria-hidden sx={{ fontSize: 16, color: 'text.secondary' }} />
      {text}
    </Stack>
  )
}

/** '5 min', '2 h 5 min', '3 d 4 h'. */
export function durationText(minutes: number): string {
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), Math.round(minutes % 60)]
  if (d > 0) return h > 0 ? `${d} d ${h} h` : `${d} d`
  if (h > 0) return m > 0 ? `${h} h ${m} min` : `${h} h`
  return m > 0 ? `${m} min` : 'less than a minute'
}
