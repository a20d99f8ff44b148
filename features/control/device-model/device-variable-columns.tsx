// The columns of the device model: the variable, the value of each of its attributes, what it may be, and what was set.
import { Box } from '@mui/material'
import type { Column } from '#kit/columns.tsx'
import { numberText } from '#kit/figures.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { timeText } from '#kit/time.tsx'
import type { DeviceVariable } from './device-model.contract.ts'

const WORDS = { Actual: '', Target: 'Target', MinSet: 'Lowest set', MaxSet: 'Highest set' } as const
const MUTABILITY = { ReadOnly: 'Read-only', WriteOnly: 'Write-only', ReadWrite: '' } as const

const unitOf = (v: DeviceVariable, value: string): string =>
  v.unit === null || value === '' ? value : `${value} ${v.unit}`
function shownValue(v: DeviceVariable, a: DeviceVariable['attributes'][number]): string {
  if (a.mutability === 'WriteOnly' || v.isHidden) return 'Never shown'
  if (a.value === null) return 'Not told'
  return a.value === '' ? '(empty)' : unitOf(v, a.value)
}
/** 'Target: 16 A, read-only' */
const attributeText = (v: DeviceVariable, a: DeviceVariable['attributes'][number]): string =>
  [[WORDS[a.attribute], shownValue(v, a)].filter(Boolean).join(': '), MUTABILITY[a.mutability].toLowerCase()]
    .filter(Boolean)
    .join(', ')

function limitsOf({ minLimit, maxLimit, unit }: DeviceVariable): string {
  const [from, to] = [minLimit, maxLimit].map(n => (n === null ? null : numberText(n)))
  const of = unit === null ? '' : ` ${unit}`
  if (from && to) return `${from} to ${to}${of}`
  return from ? `from ${from}${of}` : to ? `up to ${to}${of}` : ''
}
export const allowedText = (v: DeviceVariable): string =>
  [v.dataType, limitsOf(v), v.choices.join(', ')].filter(Boolean).join('; ')

const LONGEST = 24
const short = (value: string | null | undefined): string => {
  const text = value ?? ''
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text
}
type Standing = { tone: 'success' | 'warning' | 'neutral' | 'fault'; label: string; wish: DeviceVariable['wanted'] }
/** A value that was taken but does not hold is shown rather than one that was refused later. */
function standingOf({ state, wanted, refused }: DeviceVariable): Standing | undefined {
  if (state === 'differs') return { tone: 'warning', label: `Differs from ${short(wanted?.value)}`, wish: wanted }
  if (state === 'restart') return { tone: 'warning', label: `${short(wanted?.value)} after a restart`, wish: wanted }
  if (state === 'unread') return { tone: 'neutral', label: `${short(wanted?.value)}, not read since`, wish: wanted }
  if (refused) return { tone: 'fault', label: `Refused ${short(refused.value)}`, wish: refused }
  if (state === 'same') return { tone: 'success', label: 'As set', wish: wanted }
  return wanted ? { tone: 'neutral', label: 'Set', wish: wanted } : undefined
}
/** Answers that the chip already shows. */
const PLAIN = new Set(['Accepted', 'RebootRequired', 'Rejected'])
function wishText({ wish }: Standing): string {
  if (!wish) return ''
  const answer = PLAIN.has(wish.outcome) ? '' : ` (${wish.outcome})`
  return `${timeText(wish.at)}${wish.by === null ? '' : ` by ${wish.by}`}${answer}`
}

const below = { display: 'block', fontSize: '0.75rem', color: 'text.secondary' } as const
/** Three lines fit into a row. */
const whole = { lineHeight: 1.2, overflowWrap: 'anywhere', whiteSpace: 'normal' } as const

function SetHere({ row }: { row: DeviceVariable }) {
  const standing = standingOf(row)
  if (!standing) return <>–</>
  return (
    <Box sx={{ lineHeight: 1.2 }}>
      <ToneChip tone={standing.tone} label={standing.label} />
      <Box component="span" sx={below}>
        {wishText(standing)}
      </Box>
    </Box>
  )
}

export const columns: readonly Column<DeviceVariable>[] = [
  {
    field: 'key',
    header: 'Variable',
    identity: true,
    minWidth: 208,
    flex: 1.4,
    cell: v => <Box sx={whole}>{v.key}</Box>,
  },
  {
    field: 'value',
    header: 'Value',
    sort: false,
    minWidth: 160,
    flex: 1.2,
    value: v => v.attributes.map(a => attributeText(v, a)).join('; '),
    cell: v => (
      <Box sx={whole}>
        {v.attributes.map(a => (
          <Box key={a.attribute} component="span" sx={{ display: 'block' }}>
            {WORDS[a.attribute] && `${WORDS[a.attribute]}: `}
            {shownValue(v, a)}
            {MUTABILITY[a.mutability] && (
              <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary', ml: 1 }}>
                {MUTABILITY[a.mutability]}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    ),
  },
  {
    field: 'allowed',
    header: 'Kind and limits',
    sort: false,
    minWidth: 168,
    flex: 1.3,
    value: allowedText,
    cell: v => <Box sx={whole}>{allowedText(v) || '–'}</Box>,
  },
  {
    field: 'standing',
    header: 'Set here',
    sort: false,
    minWidth: 150,
    flex: 1,
    value: v => {
      const standing = standingOf(v)
      return standing ? [standing.label, wishText(standing)].filter(Boolean).join(', ') : ''
    },
    cell: v => <SetHere row={v} />,
  },
  { field: 'toldAt', header: 'Told', kind: 'time', width: 150, hidden: true, inFiles: true },
]

export const filterFields: readonly FilterField[] = [
  { field: 'component', label: 'Component', type: 'text' },
  { field: 'variable', label: 'Variable', type: 'text' },
  { field: 'value', label: 'Value', type: 'text' },
  // ReadOnly, WriteOnly or ReadWrite.
  { field: 'mutability', label: 'Mutability', type: 'text' },
]
