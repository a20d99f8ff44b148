// The week's time slots as strips, Monday first: each slot in a colour of its price, times without a price and times with
// two of them marked. The borders of the chosen day are dragged, or moved by the arrow keys.
import { Box, Typography } from '@mui/material'
import { formatRupees } from '@wattdesk/base/money'
import { useRef, useState } from 'react'
import type { SlotClock } from './business-clock.rules.ts'
import { DAY_ORDER, DAYS } from './price.words.ts'
import { timeOf } from './price-detail.rules.ts'
import type { Slot } from './price-form.rules.ts'
import { dayState, moveEnd, type Stretch, stretchesOf } from './slots.rules.ts'

const DAY = 1440
const at = (minute: number): string => `${(minute / DAY) * 100}%`
/** Covers the time from one minute of the day to another. */
const spanLook = ({ from, to }: Pick<Stretch, 'from' | 'to'>) =>
  ({ position: 'absolute', top: 0, bottom: 0, left: at(from), width: at(to - from) }) as const
const timesOf = ({ from, to }: Stretch): string => `${timeOf(from)} to ${timeOf(to)}`

/** A key of the slot's prices: slots with equal prices share one colour. */
const priceKey = (s: Slot): string =>
  JSON.stringify([
    s.priceType === 'kwh',
    s.priceType === 'kwh' ? s.priceperKW : s.priceperHr,
    s.fixedFeeStarting,
    s.fixedFeeCharging,
    s.minuteFeeCharging,
    s.idealFeeFullyCharged,
  ])
const priceOf = (s: Slot): string => {
  const value = s.priceType === 'kwh' ? s.priceperKW : s.priceperHr
  return typeof value === 'number' && Number.isFinite(value)
    ? `${formatRupees(value)}${s.priceType === 'kwh' ? '' : '/h'}`
    : ''
}
const colourOf = (n: number): string => `color-mix(in srgb, var(--mui-palette-chart-c${n % 8}) 26%, transparent)`
const striped = (colour: string): string => `repeating-linear-gradient(45deg, ${colour} 0 3px, transparent 3px 8px)`

/** The problems of the days in words: 'Monday: no price from 12:00 to 14:00'. */
const weekProblems = (slots: readonly Slot[]): string[] =>
  DAY_ORDER.flatMap(day => {
    const { gaps, overlaps } = dayState(slots, day)
    return [
      ...gaps.map(g => `${DAYS[day]}: no price from ${timesOf(g)}`),
      ...overlaps.map(o => `${DAYS[day]}: two prices from ${timesOf(o)}`),
    ]
  })

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -15,
  ArrowDown: -15,
  ArrowRight: 15,
  ArrowUp: 15,
  PageDown: -60,
  PageUp: 60,
}
type BorderProps = {
  minute: number
  least: number
  most: number
  label: string
  move: (minute: number) => void
  width: () => number
}
/** A border between two slots: a slider of minutes. Arrow keys go by 15 minutes, with Shift by one; a drag by 5. */
function Border({ minute, least, most, label, move, width }: BorderProps) {
  const drag = useRef<{ x: number; minute: number }>(undefined)
  const to = (m: number) => move(Math.min(most, Math.max(least, m)))
  return (
    <Box
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={minute}
      aria-valuetext={timeOf(minute)}
      onKeyDown={e => {
        const step = STEPS[e.key]
        const end = e.key === 'Home' ? least : e.key === 'End' ? most : undefined
        if (step === undefined && end === undefined) return
        e.preventDefault()
        to(end ?? minute + (e.shiftKey ? Math.sign(step ?? 0) : (step ?? 0)))
      }}
      onPointerDown={e => {
        e.currentTarget.setPointerCapture?.(e.pointerId)
        drag.current = { x: e.clientX, minute }
      }}
      onPointerMove={e => {
        const begun = drag.current
        if (!begun || width() === 0) return
        to(Math.round((begun.minute + ((e.clientX - begun.x) / width()) * DAY) / 5) * 5)
      }}
      onPointerUp={() => {
        drag.current = undefined
      }}
      onPointerCancel={() => {
        drag.current = undefined
      }}
      sx={{
        position: 'absolute',
        left: at(minute),
        top: -4,
        bottom: -4,
        width: 24,
        ml: '-12px',
        zIndex: 1,
        cursor: 'ew-resize',
        touchAction: 'none',
        '&::before': {
          content: '""',
          position: 'absolute',
          left: 10,
          top: 0,
          bottom: 0,
          width: 4,
          borderRadius: 2,
          bgcolor: 'text.primary',
        },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', borderRadius: 1 },
      }}
    />
  )
}

type Props = {
  slots: readonly Slot[]
  day: number | undefined
  onDay: (day: number) => void
  setSlots: (slots: Slot[]) => void
  readOnly: boolean
  clock: SlotClock
}
export function WeekStrip({ slots, day: chosen, onDay, setSlots, readOnly, clock }: Props) {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const problems = weekProblems(slots)
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
      <Box role="group" aria-label="Prices of the week" sx={{ display: 'grid', gap: 0.75 }}>
        {DAY_ORDER.map(day => {
          const isChosen = day === chosen
          return (
            <Box
              key={day}
              sx={{ display: 'grid', gridTemplateColumns: '44px minmax(0, 1fr)', alignItems: 'center', gap: 1 }}
            >
              <Typography variant="caption" sx={{ fontWeight: isChosen ? 650 : 400 }}>
                {DAYS[day].slice(0, 3)}
              </Typography>
              <Box
                ref={isChosen ? setBar : undefined}
                sx={{ position: 'relative', height: isChosen ? 40 : 26, bgcolor: 'action.hover', borderRadius: 1 }}
              >
                <DayButton slots={slots} day={day} onPress={() => onDay(day)} />
                {isChosen && !readOnly && <Borders slots={slots} day={day} setSlots={setSlots} bar={bar} />}
              </Box>
            </Box>
          )
        })}
        <Axis clock={clock} readOnly={readOnly} />
      </Box>
      <Box role="status" aria-label="Times without a price, or with two" sx={{ mt: problems.length > 0 ? 1 : 0 }}>
        {problems.map(p => (
          <Typography key={p} variant="body2" sx={{ color: 'error.main' }}>
            {p}
          </Typography>
        ))}
      </Box>
    </Box>
  )
}

type Day = (typeof DAY_ORDER)[number]
/** The slots of a day, which choose that day. Times without a price and times with two are striped. */
function DayButton({ slots, day, onPress }: { slots: readonly Slot[]; day: Day; onPress: () => void }) {
  const keys = [...new Set(slots.map(priceKey))]
  const { gaps, overlaps } = dayState(slots, day)
  return (
    <Box component="button" type="button" aria-label={`Show ${DAYS[day]}`} onClick={onPress} sx={dayLook}>
      {stretchesOf(slots, day).map(s => {
        const slot = slots[s.place] as Slot
        return (
          <SlotBar
            key={s.place}
            stretch={s}
            colour={colourOf(keys.indexOf(priceKey(slot)))}
            price={priceOf(slot)}
            isStriped={overlaps.some(o => o.from < s.to && s.from < o.to)}
          />
        )
      })}
      {[
        ...gaps.map(g => ({ ...g, colour: 'var(--mui-palette-warning-main)' })),
        ...overlaps.map(o => ({ ...o, colour: 'var(--mui-palette-error-main)' })),
      ].map(({ from, to, colour }) => (
        <Box
          component="span"
          key={`${colour} ${from}`}
          sx={{ ...spanLook({ from, to }), backgroundImage: striped(colour) }}
        />
      ))}
    </Box>
  )
}
const dayLook = {
  position: 'absolute',
  inset: 0,
  p: 0,
  border: 0,
  bgcolor: 'transparent',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
  overflow: 'hidden',
  borderRadius: 1,
} as const

type SlotBarProps = { stretch: Stretch; colour: string; price: string; isStriped: boolean }
/** The price stands in a bar of at least three hours. */
function SlotBar({ stretch: { from, to }, colour, price, isStriped }: SlotBarProps) {
  return (
    <Box
      component="span"
      sx={{
        ...spanLook({ from, to }),
        display: 'grid',
        placeItems: 'center',
        overflow: 'hidden',
        whiteSpace: 'nowrap',
        bgcolor: colour,
        fontSize: '0.75rem',
        borderLeft: from > 0 ? '1px solid' : 0,
        borderColor: 'background.paper',
      }}
    >
      {to - from >= 180 && price !== '' && (
        // Above the stripes of a time with two prices, on a ground of its own.
        <Box
          component="span"
          sx={{ zIndex: 1, px: 0.5, borderRadius: 0.5, ...(isStriped && { bgcolor: 'background.paper' }) }}
        >
          {price}
        </Box>
      )}
    </Box>
  )
}

type BordersProps = Pick<Props, 'slots' | 'setSlots'> & { day: Day; bar: HTMLElement | null }
/** The borders between slots of a day that follow one another. */
function Borders({ slots, day, setSlots, bar }: BordersProps) {
  const stretches = stretchesOf(slots, day)
  return stretches.map((s, i) => {
    const next = stretches[i + 1]
    if (!next || next.from !== s.to) return null
    return (
      <Border
        key={s.place}
        minute={s.to}
        least={s.from + 1}
        most={next.to - (next.to === DAY ? 2 : 1)}
        label={`${DAYS[day]}: where ${timesOf(s)} ends and the next price begins`}
        move={m => setSlots(moveEnd(slots, s.place, timeOf(m)))}
        width={() => bar?.clientWidth ?? 0}
      />
    )
  })
}

const HOURS = [0, 6, 12, 18, 24]
function Axis({ clock, readOnly }: Pick<Props, 'clock' | 'readOnly'>) {
  const there = clock.text(0, '00:00')
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '44px minmax(0, 1fr)', gap: 1, color: 'text.secondary' }}>
      <span />
      <div>
        <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', fontSize: '0.75rem' }}>
          {HOURS.map(h => (
            <span key={h}>{timeOf(h * 60)}</span>
          ))}
        </Box>
        <Typography variant="caption">
          Days and times are UTC.{there ? ` 00:00 is ${there}.` : ''}
          {!readOnly && ' Drag a border of the chosen day, or move it with the arrow keys.'}
        </Typography>
      </div>
    </Box>
  )
}
