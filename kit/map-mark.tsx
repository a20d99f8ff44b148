// A mark of a map: one thing, or a number of things, by colour, icon, line and number.
import type { CSSObject, Theme } from '@mui/material/styles'
import type { FocusEvent, MouseEvent, PointerEvent } from 'react'
import { numberText } from './figures.tsx'
import { type StatusTone, toneIcons } from './status.ts'

/** West, south, east and north, in degrees. */
export type Corners = [west: number, south: number, east: number, north: number]
/** The visible area with its surroundings, in degrees, at a whole level of zoom. */
export type MapView = { level: number; south: number; north: number; west: number; east: number }
export type Mark = {
  id: string
  lng: number
  lat: number
  count: number
  tone: StatusTone
  /** The name for screen readers. */
  name: string
  /** The area that the map zooms to; null: one place, which never parts. */
  corners: Corners | null
}

/** 999, 1.2K, 45K. */
const shortCount = (n: number): string => (n < 1000 ? numberText(n) : `${(n / 1000).toFixed(n < 9950 ? 1 : 0)}K`)

type MarkButtonProps = {
  mark: Mark
  /** The one that Tab reaches. */
  isReached: boolean
  onPointerDown: (e: PointerEvent) => void
  onPointerEnter: (e: PointerEvent) => void
  onPointerLeave: () => void
  onFocus: (e: FocusEvent<HTMLElement>) => void
  onClick: (e: MouseEvent) => void
}
export function MarkButton({ mark: { count, tone, name }, isReached, ...events }: MarkButtonProps) {
  const Icon = toneIcons[tone]
  return (
    <button
      type="button"
      data-tone={tone}
      data-size={count === 1 ? 0 : count < 100 ? 1 : count < 1000 ? 2 : 3}
      aria-label={name}
      tabIndex={isReached ? 0 : -1}
      {...events}
    >
      <Icon aria-hidden />
      {count > 1 && <span>{shortCount(count)}</span>}
    </button>
  )
}

/** Diameters in pixels: of one, of tens, hundreds, thousands. Two in neighbouring squares never overlap. */
const SIZES = [26, 38, 42, 46]
const TONES: readonly StatusTone[] = ['success', 'warning', 'offline']
/** How all marks of a map look: rules for one parent, since a map has a hundred of them. */
export const marksLook = (theme: Theme): CSSObject => ({
  position: 'absolute',
  left: 0,
  top: 0,
  '& button': {
    position: 'absolute',
    left: 0,
    top: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    padding: 0,
    borderRadius: '50%',
    borderWidth: 2,
    borderStyle: 'solid',
    backgroundColor: theme.vars?.palette.background.paper ?? '',
    font: 'inherit',
    fontSize: '0.75rem',
    lineHeight: 1.1,
    fontWeight: 650,
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    boxShadow: '0 1px 3px rgb(0 0 0 / 30%)',
  },
  '& button:hover, & button:focus-visible': { zIndex: 1 },
  '& svg': { width: 14, height: 14 },
  ...Object.fromEntries(SIZES.map((px, n) => [`& [data-size="${n}"]`, { width: px, height: px }])),
  ...Object.fromEntries(
    TONES.map(tone => [
      `& [data-tone="${tone}"]`,
      {
        color: theme.vars?.palette.status[tone].text ?? '',
        borderColor: 'currentcolor',
        // Not by colour alone: what is offline has a broken line and corners.
        ...(tone !== 'success' && { borderStyle: 'dashed' }),
        ...(tone === 'offline' && { borderRadius: '6px' }),
      },
    ]),
  ),
})
