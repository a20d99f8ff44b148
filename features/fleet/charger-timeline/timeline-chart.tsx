// The lanes of a timeline drawn over one axis: stretches, points, and bars where a lane is counted. The list beside it
// says the same in words, so the drawing itself is not read out; the pointer chooses an event, or a stretch to enlarge.
import { Box, Typography } from '@mui/material'
import { localZone, zoneName } from '@wattdesk/base/time'
import { memo, type PointerEvent, useRef, useState } from 'react'
import type { CountBar, LaneRow, Mark } from './timeline-shape.rules.ts'
import { listTime, ticksOf } from './timeline-view.rules.ts'

const ROW = 36
const LABEL = { xs: 0, sm: 150 }
/** A pointer that moved further has chosen a stretch. */
const DRAG_PX = 8

type Range = { from: number; to: number }
const left = (at: number, { from, to }: Range) => `${((at - from) / (to - from)) * 100}%`
const width = (length: number, { from, to }: Range) => `${(length / (to - from)) * 100}%`

export type TimelineChartProps = {
  rows: readonly LaneRow[]
  range: Range
  /** Now, where it lies within the range. */
  now: number | undefined
  chosen: string
  isDim: boolean
  /** The most ticks that fit. */
  most: number
  onChoose: (id: string) => void
  onRange: (from: number, to: number) => void
}
export function TimelineChart({ rows, range, now, chosen, isDim, most, onChoose, onRange }: TimelineChartProps) {
  const track = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<number>()
  const start = useRef<number>(undefined)
  const [drag, setDrag] = useState<Range>()

  const timeAt = (e: PointerEvent): number => {
    const box = track.current?.getBoundingClientRect()
    if (!box || box.width === 0) return range.from
    const part = Math.min(Math.max((e.clientX - box.left) / box.width, 0), 1)
    return range.from + part * (range.to - range.from)
  }
  const onMove = (e: PointerEvent) => {
    const at = timeAt(e)
    setCursor(at)
    const began = start.current
    if (began === undefined) return
    const px = (Math.abs(at - began) / (range.to - range.from)) * (track.current?.clientWidth ?? 0)
    if (px > DRAG_PX) setDrag({ from: Math.min(began, at), to: Math.max(began, at) })
  }
  const onUp = (e: PointerEvent) => {
    start.current = undefined
    const chose = drag
    setDrag(undefined)
    if (chose) return onRange(chose.from, chose.to)
    const hit = (e.target as Element).closest<HTMLElement>('[data-mark], [data-from]')
    if (hit?.dataset.mark) onChoose(hit.dataset.mark)
    else if (hit?.dataset.from) onRange(Number(hit.dataset.from), Number(hit.dataset.to))
  }
  return (
    <Box aria-hidden sx={{ opacity: isDim ? 0.55 : 1 }}>
      <Box sx={{ position: 'relative' }}>
        <Rows rows={rows} range={range} chosen={chosen} />
        <Box
          ref={track}
          data-testid="track"
          onPointerMove={onMove}
          onPointerLeave={() => {
            setCursor(undefined)
            setDrag(undefined)
            start.current = undefined
          }}
          onPointerDown={e => {
            if (e.button === 0) start.current = timeAt(e)
          }}
          onPointerUp={onUp}
          sx={{ position: 'absolute', inset: 0, left: LABEL, cursor: 'crosshair', touchAction: 'pan-y' }}
        >
          <Hits rows={rows} range={range} />
          {drag && (
            <Box style={{ left: left(drag.from, range), width: width(drag.to - drag.from, range) }} sx={chosenLook} />
          )}
          {now !== undefined && <Upright at={now} range={range} color="primary.main" line="dashed" />}
          {cursor !== undefined && <Upright at={cursor} range={range} color="text.secondary" line="solid" />}
        </Box>
      </Box>
      <Axis range={range} most={most} cursor={cursor} />
    </Box>
  )
}

const chosenLook = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  pointerEvents: 'none',
  opacity: 0.15,
  bgcolor: 'primary.main',
} as const

type UprightProps = { at: number; range: Range; color: string; line: 'dashed' | 'solid' }
/** A line through all lanes at one time. */
function Upright({ at, range, color, line }: UprightProps) {
  return (
    <Box
      style={{ left: left(at, range) }}
      sx={{
        position: 'absolute',
        top: 0,
        bottom: 0,
        width: 0,
        pointerEvents: 'none',
        zIndex: 2,
        borderLeft: `1px ${line}`,
        borderColor: color,
      }}
    />
  )
}

/** The times under the lanes; under the pointer, its time alone. */
function Axis({ range, most, cursor }: Pick<TimelineChartProps, 'range' | 'most'> & { cursor: number | undefined }) {
  const zone = localZone()
  return (
    <Box
      sx={{
        position: 'relative',
        height: 24,
        ml: { xs: 0, sm: `${LABEL.sm}px` },
        fontSize: '0.75rem',
        color: 'text.secondary',
      }}
    >
      {cursor === undefined ? (
        ticksOf(range, zone, most).map(({ at, text }) => {
          const part = (at - range.from) / (range.to - range.from)
          return (
            <Box
              key={at}
              style={{ left: `${part * 100}%` }}
              sx={{
                position: 'absolute',
                top: 4,
                whiteSpace: 'nowrap',
                fontVariantNumeric: 'tabular-nums',
                transform: part < 0.03 ? 'none' : part > 0.96 ? 'translateX(-100%)' : 'translateX(-50%)',
              }}
            >
              {text}
            </Box>
          )
        })
      ) : (
        <Typography variant="caption" sx={{ position: 'absolute', top: 4, right: 0, fontWeight: 550 }}>
          {listTime(cursor, range, zone)} ({zoneName()})
        </Typography>
      )}
    </Box>
  )
}

/** The drawn rows; they are not drawn again while the pointer moves. */
const Rows = memo(function Rows({ rows, range, chosen }: { rows: readonly LaneRow[]; range: Range; chosen: string }) {
  return rows.map(r => (
    <Box
      key={r.key}
      sx={{ display: { xs: 'block', sm: 'flex' }, borderBottom: 1, borderColor: 'divider', position: 'relative' }}
    >
      <Box
        sx={{
          width: { xs: 'auto', sm: LABEL.sm },
          flexShrink: 0,
          fontSize: '0.75rem',
          fontWeight: 550,
          pr: 1,
          display: 'flex',
          alignItems: 'center',
          height: { xs: 22, sm: ROW },
          color: 'text.secondary',
        }}
      >
        {r.label}
      </Box>
      <Box sx={{ position: 'relative', flexGrow: 1, height: ROW, overflow: 'hidden' }}>
        {r.bars.length > 0 && <Bars bars={r.bars} range={range} />}
        {r.marks.map(m => (
          <MarkShape key={`${m.id} ${m.from} ${m.to}`} mark={m} range={range} isChosen={m.id === chosen} />
        ))}
      </Box>
    </Box>
  ))
})

function MarkShape({ mark: m, range, isChosen }: { mark: Mark; range: Range; isChosen: boolean }) {
  const isStretch = m.to !== undefined
  const outline = isChosen && { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1, zIndex: 1 }
  return (
    <Box
      style={{
        left: left(m.from, range),
        ...(isStretch && { width: width((m.to ?? 0) - m.from, range) }),
      }}
      sx={{
        position: 'absolute',
        bgcolor: `status.${m.tone}.text`,
        ...(isStretch
          ? { top: 10, height: 16, minWidth: 2, borderRadius: 0.5, opacity: m.isFaint ? 0.35 : 0.75 }
          : {
              width: 4,
              ml: '-2px',
              borderRadius: 0.5,
              ...(m.half === 'upper'
                ? { top: 5, height: 12 }
                : m.half === 'lower'
                  ? { top: 19, height: 12 }
                  : { top: 6, height: 24 }),
            }),
        ...outline,
      }}
    />
  )
}

function Bars({ bars, range }: { bars: readonly CountBar[]; range: Range }) {
  // On a logarithmic scale, a quiet hour can be seen beside a busy hour.
  const most = Math.log1p(Math.max(...bars.map(b => b.n)))
  return bars.map(b => (
    <Box
      key={b.from}
      style={{
        left: left(b.from, range),
        width: `max(2px, calc(${width(b.to - b.from, range)} - 1px))`,
        height: `${Math.max(10, (Math.log1p(b.n) / most) * 100) * 0.8}%`,
      }}
      sx={{
        position: 'absolute',
        bottom: 2,
        borderRadius: '2px 2px 0 0',
        opacity: 0.75,
        bgcolor: b.bad > 0 ? 'status.fault.text' : 'status.active.text',
      }}
    />
  ))
}

/** The areas in which the pointer meets marks and bars: a little wider than the marks. */
const Hits = memo(function Hits({ rows, range }: { rows: readonly LaneRow[]; range: Range }) {
  return rows.map(r => (
    <Box key={r.key} sx={{ position: 'relative', pt: { xs: '22px', sm: 0 }, mb: '1px', overflow: 'hidden' }}>
      <Box sx={{ position: 'relative', height: ROW }}>
        {r.bars.map(b => (
          <Box
            key={b.from}
            data-from={b.from}
            data-to={b.to}
            style={{ left: left(b.from, range), width: width(b.to - b.from, range) }}
            sx={{ position: 'absolute', top: 0, bottom: 0, minWidth: 6, cursor: 'zoom-in' }}
          />
        ))}
        {r.marks.map(m =>
          m.id ? (
            <Box
              key={m.id}
              data-mark={m.id}
              style={{
                left: left(m.from, range),
                ...(m.to !== undefined && { width: width(m.to - m.from, range) }),
              }}
              sx={{
                position: 'absolute',
                minWidth: 12,
                cursor: 'pointer',
                ...(m.to === undefined && { ml: '-6px' }),
                ...(m.half === 'upper'
                  ? { top: 0, height: ROW / 2 }
                  : m.half === 'lower'
                    ? { top: ROW / 2, height: ROW / 2 }
                    : { top: 0, bottom: 0 }),
              }}
            />
          ) : null,
        )}
      </Box>
    </Box>
  ))
})
