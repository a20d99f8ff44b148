// The columns of the configuration: the key with its meaning, the charger's value, and the value an operator asked for.
import { Box } from '@mui/material'
import type { Column } from '#kit/columns.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { Time, timeText } from '#kit/time.tsx'
import type { ConfigKey } from './charger-config.contract.ts'
import { knownKey } from './config-keys.contract.ts'

/** A key with its meaning and unit. */
export type ConfigRow = ConfigKey & { meaning: string; unit: string; standing: string }

const STANDINGS = {
  same: 'As set',
  differs: 'Differs',
  restart: 'After a restart',
  unread: 'Not read since',
  refused: 'Refused',
} as const
const tones = { same: 'success', differs: 'warning', restart: 'neutral', unread: 'neutral', refused: 'fault' } as const

const standingOf = (k: ConfigKey): keyof typeof STANDINGS | undefined =>
  // A value that was accepted but is not in force is shown rather than a value that was refused later.
  k.state !== null && k.state !== 'same' ? k.state : k.refused ? 'refused' : (k.state ?? undefined)

export const configRowOf = (key: ConfigKey): ConfigRow => {
  const known = knownKey(key.key)
  const standing = standingOf(key)
  return {
    ...key,
    meaning: known?.meaning ?? '',
    unit: known?.unit ?? '',
    standing: standing ? STANDINGS[standing] : '',
  }
}

const valueText = (k: ConfigRow): string =>
  k.isSecret ? 'Never shown' : k.value === null ? '' : k.value === '' ? '(empty)' : [k.value, k.unit].join(' ').trim()

/** Returns the attempt shown in the column; undefined where nothing was set. */
const shownWish = (k: ConfigRow) => (standingOf(k) === 'refused' ? k.refused : k.wanted) ?? undefined
const CHIPS: Readonly<Record<keyof typeof STANDINGS, (value: string) => string>> = {
  same: () => 'As set',
  differs: value => `Differs from ${value}`,
  restart: value => `${value} after a restart`,
  unread: value => `${value}, not read since`,
  refused: value => `Refused ${value}`,
}
const LONGEST_IN_CHIP = 18
const chipText = (k: ConfigRow, standing: keyof typeof STANDINGS): string => {
  const value = shownWish(k)?.value ?? ''
  return CHIPS[standing](value.length > LONGEST_IN_CHIP ? `${value.slice(0, LONGEST_IN_CHIP).toWellFormed()}…` : value)
}
/** Answers that the chip already shows. */
const PLAIN = new Set(['Accepted', 'RebootRequired', 'Rejected'])
/**
 * Says when and by whom the value was set, with an answer that the chip does not show: 'Set on 22 Nov 2026 by asha'.
 */
function wishText(k: ConfigRow): string {
  const wish = shownWish(k)
  if (!wish) return ''
  const by = wish.by === null ? '' : ` by ${wish.by}`
  const answer = PLAIN.has(wish.outcome) ? '' : ` (${wish.outcome})`
  return `${standingOf(k) === 'refused' ? 'Asked' : 'Set'} on ${timeText(wish.at)}${by}${answer}`
}

/** Two lines: a row has no room for more. */
function Wanted({ row }: { row: ConfigRow }) {
  const standing = standingOf(row)
  const text = wishText(row)
  if (text === '') return <>–</>
  return (
    <Box sx={{ lineHeight: 1.2 }}>
      {standing && <ToneChip tone={tones[standing]} label={chipText(row, standing)} />}
      <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
        {text}
      </Box>
    </Box>
  )
}

const LEVEL_TONES = { Required: 'warning', Wished: 'neutral', 'Never touched': 'neutral' } as const
/** The value that the template sets where the charger has another, 'Required 300'; else 'As required'. */
function askedText({ asked, excepted, value, readAt }: ConfigRow): string {
  if (excepted) return 'Excepted'
  if (!asked) return ''
  if (asked.value === null) return asked.level
  if (asked.isMet) return `As ${asked.level.toLowerCase()}`
  const text =
    asked.value.length > LONGEST_IN_CHIP ? `${asked.value.slice(0, LONGEST_IN_CHIP).toWellFormed()}…` : asked.value
  return `${asked.level} ${text}${value === null && readAt === null ? ', not known to it' : ''}`
}
function askedBelow({ asked, excepted }: ConfigRow): string {
  if (excepted) return `${excepted.reason} (${[excepted.by, timeText(excepted.at)].filter(Boolean).join(', ')})`
  return asked ? `${asked.template}, by ${asked.reach.toLowerCase()}` : ''
}
function AskedCell({ row }: { row: ConfigRow }) {
  const { asked, excepted } = row
  if (!asked && !excepted) return <>–</>
  const tone = !asked || excepted ? 'neutral' : asked.isMet ? 'success' : LEVEL_TONES[asked.level]
  return (
    <Box sx={{ lineHeight: 1.2, minWidth: 0 }}>
      <ToneChip tone={tone} label={askedText(row)} />
      <Box
        component="span"
        title={askedBelow(row)}
        sx={{
          display: 'block',
          fontSize: '0.75rem',
          color: 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
        }}
      >
        {askedBelow(row)}
      </Box>
    </Box>
  )
}

export const columns: readonly Column<ConfigRow>[] = [
  { field: 'key', header: 'Key', identity: true, minWidth: 220 },
  {
    field: 'value',
    header: 'Value',
    minWidth: 150,
    value: valueText,
    cell: k => (
      <Box sx={{ lineHeight: 1.35, overflowWrap: 'anywhere' }}>
        {valueText(k) || '–'}
        {k.isReadOnly && (
          <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
            Read-only
          </Box>
        )}
      </Box>
    ),
  },
  {
    field: 'meaning',
    header: 'Meaning',
    minWidth: 260,
    flex: 1.8,
    cell: k => <Box sx={{ whiteSpace: 'normal', lineHeight: 1.35 }}>{k.meaning || '–'}</Box>,
  },
  {
    field: 'asked',
    header: 'Template',
    minWidth: 220,
    flex: 1.1,
    value: k => [askedText(k), askedBelow(k)].filter(Boolean).join(', '),
    cell: k => <AskedCell row={k} />,
  },
  {
    field: 'standing',
    header: 'Set here',
    minWidth: 260,
    flex: 1.2,
    value: k => [k.standing, shownWish(k)?.value, wishText(k)].filter(Boolean).join(', '),
    cell: k => <Wanted row={k} />,
  },
  { field: 'isReadOnly', header: 'Read-only', kind: 'flag', exportOnly: true },
  {
    field: 'readAt',
    header: 'Read',
    minWidth: 130,
    kind: 'time',
    cell: k => (k.readAt ? <Time at={k.readAt} /> : <>Never</>),
  },
]
