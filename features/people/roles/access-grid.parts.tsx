// The grid of features and flags: a box for each flag, for a whole feature, for a whole column and for all. One tab
// stop; arrows, Home and End move between the boxes, Space switches. Flags that the editor does not hold cannot be
// switched on.
import { Box, Checkbox, FormHelperText } from '@mui/material'
import type { AccessEntry, Flag } from '@wattdesk/base/access'
import { UPDATE_WORDS } from '@wattdesk/base/access-words'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useField } from '#kit/use-field.ts'
import { boxState, FLAGS, type May, pressed, type Spot } from './role.rules.ts'

const LABELS: Record<Flag, string> = { view: 'View', create: 'Create', update: 'Update', delete: 'Delete' }
const CELL = 44
const NOT_HELD = 'which you do not hold yourself'
/** Height of the banner that stays at the top of the window. */
const BANNER = 56
type Place = readonly [row: number, column: number]

/** Where a key leads from a place, in a grid of so many rows and columns. */
function placeAfter(e: KeyboardEvent, [row, column]: Place, [lastRow, lastColumn]: Place): Place | undefined {
  const to: Record<string, Place> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [e.ctrlKey ? 0 : row, 0],
    End: [e.ctrlKey ? lastRow : row, lastColumn],
  }
  const [r, c] = to[e.key] ?? [-1, -1]
  return r < 0 || c < 0 || r > lastRow || c > lastColumn ? undefined : [r, c]
}

export type AccessGridProps = {
  name: string
  /** The rights of the signed-in user in the current team: flags beyond them cannot be granted. */
  held: readonly AccessEntry[]
  /** The stored rights of the role: these may stay, or be switched on again. */
  had: readonly AccessEntry[]
  /** The flags that are of use here, and the words for those that are none; missing: all are. */
  offered?: { isOfUse: May; otherwise: string; note: string }
}
export function AccessGrid({ name, held, had, offered }: AccessGridProps) {
  const { field, off, error } = useField({ name })
  const access = field.value as readonly AccessEntry[]
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<Place>([1, 1])
  const last: Place = [access.length, FLAGS.length]

  const isOfUse: May = spot => offered?.isOfUse(spot) ?? true
  const isYes = (list: readonly AccessEntry[], { feature, flag }: Spot) =>
    list.find(e => e.featureName === feature)?.[flag] === 'Y'
  const may: May = spot => (isYes(held, spot) && isOfUse(spot)) || isYes(had, spot)
  const spotsAt = ([row, column]: Place): Spot[] =>
    access
      .filter((_, i) => row === 0 || i === row - 1)
      .flatMap(e =>
        FLAGS.filter((_, i) => column === 0 || i === column - 1).map(flag => ({ feature: e.featureName, flag })),
      )
  const move = (e: KeyboardEvent, from: Place) => {
    const to = placeAfter(e, from, last)
    if (!to) return
    e.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-at="${to.join('-')}"] input`)?.focus()
  }
  const box = (place: Place, label: string) => {
    const spots = spotsAt(place)
    const { checked, mixed, off: closed } = boxState(access, spots, may)
    const isOff = off || closed
    return (
      <Checkbox
        size="small"
        data-at={place.join('-')}
        checked={checked}
        indeterminate={mixed}
        onChange={() => {
          if (isOff) return
          field.onChange(pressed(access, spots, may))
          field.onBlur()
        }}
        sx={{ p: '10px', ...(isOff && { opacity: 0.45, cursor: 'not-allowed' }) }}
        slotProps={{
          input: {
            'aria-label': closed && !off ? `${label}, ${spots.some(isOfUse) ? NOT_HELD : offered?.otherwise}` : label,
            // Not `disabled`: the arrows pass over it, and a reader hears why it is off.
            'aria-disabled': isOff,
            tabIndex: at[0] === place[0] && at[1] === place[1] ? 0 : -1,
            onKeyDown: e => move(e, place),
            onFocus: () => setAt(place),
          },
        }}
      />
    )
  }
  const isShort = !off && spotsAt([0, 0]).some(spot => isOfUse(spot) && !may(spot))
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
      <Box component="table" role="grid" ref={table} aria-label="Feature permissions" sx={tableLook}>
        <thead>
          <tr>
            <Box component="th" scope="col" sx={{ textAlign: 'left' }}>
              <Named box={box([0, 0], 'All permissions')}>Feature</Named>
            </Box>
            {FLAGS.map((flag, i) => (
              <Box key={flag} component="th" scope="col" sx={{ width: { xs: CELL, sm: 96 }, textAlign: 'center' }}>
                <Box sx={{ pt: 1 }}>{LABELS[flag]}</Box>
                {box([0, i + 1], `${LABELS[flag]} of all features`)}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {access.map((e, row) => (
            <tr key={e.featureName}>
              <Box component="th" scope="row" sx={{ textAlign: 'left' }}>
                <Named box={box([row + 1, 0], `All of ${e.featureName}`)} hint={UPDATE_WORDS[e.featureName]}>
                  {e.featureName}
                </Named>
              </Box>
              {FLAGS.map((flag, i) => (
                <Box key={flag} component="td" sx={{ textAlign: 'center' }}>
                  {box([row + 1, i + 1], `${e.featureName} ${LABELS[flag]}`)}
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      {isShort && (
        <FormHelperText>What you do not hold in this team yourself is greyed and cannot be granted.</FormHelperText>
      )}
      {offered && !off && <FormHelperText>{offered.note}</FormHelperText>}
      {error && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  )
}

const tableLook = {
  width: '100%',
  maxWidth: 760,
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  '& td, & th': { p: 0, borderBottom: 1, borderColor: 'divider', fontWeight: 400 },
  '& tr:last-of-type td, & tbody tr:last-of-type th': { borderBottom: 0 },
  '& thead th': {
    fontWeight: 550,
    color: 'text.secondary',
    verticalAlign: 'bottom',
    fontSize: { xs: '0.6875rem', sm: '0.75rem' },
    // Nineteen features are more than a phone shows: the headings stay, under the banner.
    position: 'sticky',
    top: BANNER,
    zIndex: 1,
    bgcolor: 'background.paper',
    borderBottom: 0,
    boxShadow: 'inset 0 -1px 0 var(--mui-palette-divider)',
  },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
} as const

/** The box of a whole row with the words beside it, which break rather than run off on a phone. */
const Named = ({ box, hint, children }: { box: React.ReactNode; hint?: string | undefined; children: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}>
    <Box sx={{ ml: -1.25 }}>{box}</Box>
    <Box component="span" sx={{ minWidth: 0, py: 0.75, overflowWrap: 'anywhere' }}>
      {children}
      {hint && (
        <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', lineHeight: 1.35, color: 'text.secondary' }}>
          {hint}
        </Box>
      )}
    </Box>
  </Box>
)
