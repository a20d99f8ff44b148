// Marks of a charger in every list: a chip for its state, and when it was last connected.
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import { Stack, Typography } from '@mui/material'
import { lastConnected } from '@wattdesk/base/time'
import { statusOf } from '#kit/status.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { dateOf, RelativeTime } from '#kit/time.tsx'
import type { ChargerRow } from './charger.contract.ts'
import { shownLiveStatus, statusText } from './charger.rules.ts'

const marks = {
  good: { icon: CheckCircle, tone: 'success', text: 'Connected within the last 24 hours' },
  warning: { icon: Warning, tone: 'warning', text: 'Last connected more than 24 hours ago' },
  bad: { icon: ErrorIcon, tone: 'fault', text: 'Not connected for more than 7 days' },
} as const

/**
 * When a charger was last heard, marked good, warning or bad; a charger that never was heard is a warning (S-HEARD).
 */
export function LastConnected({ heartbeatAt, messageAt }: { heartbeatAt: string | null; messageAt?: string | null }) {
  const last = [dateOf(heartbeatAt), dateOf(messageAt)].filter(d => d !== undefined).sort((a, b) => +b - +a)[0]
  const { icon: Icon, tone, text } = marks[lastConnected(last, new Date())]
  return (
    <Stack direction="row" component="span" sx={{ gap: 0.75, alignItems: 'center', display: 'inline-flex' }}>
      <Icon
        role="img"
        aria-hidden={false}
        aria-label={last ? text : 'Never connected'}
        sx={{ fontSize: 16, color: `status.${tone}.text` }}
      />
      {heartbeatAt ? (
        <RelativeTime at={heartbeatAt} />
      ) : last ? (
        <span>
          Heard <RelativeTime within at={last} />
        </span>
      ) : (
        <span>Never</span>
      )}
    </Stack>
  )
}

const tones = { Active: 'success', Inactive: 'offline', NA: 'warning' } as const
type ChargerStatusProps = { charger: Pick<ChargerRow, 'statusCode' | 'live_status' | 'unknownSince'> }
/**
 * The status word, by which the list is filtered and searched, and below it the live state where that says more
 * (charging, in maintenance, unknown since its server is lost). An active charger is online and an inactive one offline,
 * so neither is said twice.
 */
export const ChargerStatus = ({ charger: c }: ChargerStatusProps) => {
  const word = statusText(c.statusCode)
  const live = shownLiveStatus(c.live_status, c.unknownSince)
  const saysMore = live === 'maintenance' || live === 'unknown' || (word === 'Active' && live === 'charging')
  const chip = <ToneChip tone={tones[word]} label={word} />
  if (!saysMore) return chip
  return (
    <Stack component="span" sx={{ display: 'inline-flex', alignItems: 'flex-start', gap: 0.25, lineHeight: 1 }}>
      {chip}
      <Typography variant="caption" component="span" color="text.secondary" sx={{ pl: 0.5, lineHeight: 1.1 }}>
        {statusOf('station', live).label}
      </Typography>
    </Stack>
  )
}

const healthTones = { act: 'fault', look: 'warning', good: 'success' } as const
type Health = NonNullable<ChargerRow['health']>
const signsText = ({ signs }: Health): string =>
  signs === 0 ? 'Healthy' : `${signs} ${signs === 1 ? 'sign' : 'signs'}`
/** Says how many settings of the charger differ from the values that people set. No other column shows this sign. */
const driftText = ({ settings }: Health): string | undefined =>
  settings > 0 ? `${settings} ${settings === 1 ? 'setting differs' : 'settings differ'}` : undefined
/** Returns 'Healthy', or how many signs of a charger's health are not good: '2 signs: 1 setting differs'. */
export const healthText = ({ health: h }: Pick<ChargerRow, 'health'>): string =>
  h ? [signsText(h), driftText(h) ?? []].flat().join(': ') : ''
export function ChargerHealth({ health }: Pick<ChargerRow, 'health'>) {
  if (!health) return '–'
  const drift = driftText(health)
  return (
    <Stack component="span" sx={{ display: 'inline-flex', alignItems: 'flex-start', gap: 0.25, lineHeight: 1 }}>
      <ToneChip tone={healthTones[health.level]} label={signsText(health)} />
      {drift && (
        <Typography variant="caption" component="span" color="text.secondary" sx={{ pl: 0.5, lineHeight: 1.1 }}>
          {drift}
        </Typography>
      )}
    </Stack>
  )
}
