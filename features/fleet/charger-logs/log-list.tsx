// The rows of the log, only those in sight drawn. New rows on top never move what is being read.
import CallMade from '@mui/icons-material/CallMade'
import CallReceived from '@mui/icons-material/CallReceived'
import { Box, ButtonBase, CircularProgress, Typography, useMediaQuery } from '@mui/material'
import { useVirtualizer } from '@tanstack/react-virtual'
import { zoneName } from '@wattdesk/base/time'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { ToneChip } from '#kit/status-chip.tsx'
import { type LogRow, namesOf, preview } from './charger-log.rules.ts'

/** How near to the end older rows are asked for, and how long after that again (S-LOGS). */
const THRESHOLD_PX = 300
const GUARD_MS = 1000
const WIDE = { row: 44, columns: '196px 128px minmax(120px, 220px) minmax(0, 1fr)' }
const NARROW = { row: 96, columns: 'auto minmax(0, 1fr)' }

const clock = new Intl.DateTimeFormat('en-IN', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})
export const logTime = (iso: string): string => clock.format(new Date(iso))

/** INCOMING is from the charger: icon and word. */
export function Direction({ type }: { type: LogRow['messageType'] }) {
  return type === 'INCOMING' ? (
    <ToneChip tone="active" label={type} icon={CallReceived} />
  ) : (
    <ToneChip tone="neutral" label={type} icon={CallMade} />
  )
}

type RowProps = { row: LogRow; name: string; narrow: boolean; onOpen: (r: LogRow, name: string) => void }
const Row = memo(function Row({ row, name, narrow, onOpen }: RowProps) {
  const time = (
    <Box
      component="time"
      dateTime={row.messageTime}
      sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', ...(narrow && { gridColumn: '1 / -1' }) }}
    >
      {logTime(row.messageTime)}
    </Box>
  )
  const text = (
    <Box
      component="span"
      sx={{
        fontFamily: 'monospace',
        fontSize: '0.75rem',
        color: 'text.secondary',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        ...(narrow && { gridColumn: '1 / -1' }),
      }}
    >
      {preview(row.message)}
    </Box>
  )
  const title = (
    <Box component="span" sx={{ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {name}
    </Box>
  )
  return (
    <ButtonBase
      onClick={() => onOpen(row, name)}
      sx={{
        fontFamily: 'inherit',
        width: '100%',
        height: '100%',
        px: 2,
        display: 'grid',
        gridTemplateColumns: narrow ? NARROW.columns : WIDE.columns,
        columnGap: narrow ? 1 : 2,
        alignItems: 'center',
        alignContent: 'center',
        rowGap: 0.5,
        justifyItems: 'start',
        textAlign: 'left',
        fontSize: '0.8125rem',
        borderBottom: 1,
        borderColor: 'divider',
        '& > *': { minWidth: 0, maxWidth: '100%' },
        '&:hover': { bgcolor: 'action.hover' },
        '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2, outlineStyle: 'solid' },
      }}
    >
      {narrow ? (
        <>
          <Direction type={row.messageType} />
          {title}
          {time}
          {text}
        </>
      ) : (
        <>
          {time}
          <Direction type={row.messageType} />
          {title}
          {text}
        </>
      )}
    </ButtonBase>
  )
})

export type LogListProps = {
  rows: readonly LogRow[]
  onOpen: (r: LogRow, name: string) => void
  /** Asked near the end. */
  loadOlder: () => void
  hasOlder: boolean
  isLoadingOlder: boolean
}
export function LogList({ rows, onOpen, loadOlder, hasOlder, isLoadingOlder }: LogListProps) {
  const narrow = useMediaQuery('(max-width:899.95px)', { noSsr: true })
  const height = narrow ? NARROW.row : WIDE.row
  const box = useRef<HTMLDivElement>(null)
  const nameOf = useMemo(() => namesOf(rows), [rows])
  const virtual = useVirtualizer({
    count: rows.length + (hasOlder ? 1 : 0),
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: i => rows[i]?.id ?? 'older',
    overscan: 8,
  })
  useLayoutEffect(() => {
    if (height > 0) virtual.measure()
  }, [height, virtual])

  // A user who has scrolled down keeps seeing the same rows while new rows come above.
  const first = useRef(rows[0])
  useLayoutEffect(() => {
    const was = first.current
    first.current = rows[0]
    const el = box.current
    if (!el || !was || was === rows[0] || el.scrollTop === 0) return
    const added = rows.indexOf(was)
    if (added > 0) el.scrollTop += added * height
  }, [rows, height])

  const asked = useRef(0)
  const onScroll = () => {
    const el = box.current
    if (!el || !hasOlder || el.scrollHeight - el.scrollTop - el.clientHeight > THRESHOLD_PX) return
    const now = Date.now()
    if (now - asked.current < GUARD_MS) return
    asked.current = now
    loadOlder()
  }

  return (
    <Box>
      {!narrow && (
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            gridTemplateColumns: WIDE.columns,
            columnGap: 2,
            px: 2,
            py: 1,
            fontSize: '0.75rem',
            fontWeight: 550,
            color: 'text.secondary',
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <span title={zoneName()}>Time ({zoneName()})</span>
          <span>Type</span>
          <span>Action</span>
          <span>Message</span>
        </Box>
      )}
      <Box
        ref={box}
        onScroll={onScroll}
        // The rows carry the focus; the frame scrolls with them.
        sx={{ height: 'clamp(320px, calc(100vh - 420px), 900px)', overflowY: 'auto', overflowAnchor: 'none' }}
      >
        <Box role="list" aria-label="Logs" sx={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(v => {
            const row = rows[v.index]
            return (
              <Box
                key={v.key}
                role="listitem"
                aria-setsize={rows.length}
                aria-posinset={v.index + 1}
                sx={{ position: 'absolute', insetInline: 0, top: 0, height }}
                style={{ transform: `translateY(${v.start}px)` }}
              >
                {row ? (
                  <Row row={row} name={nameOf(row.message)} narrow={narrow} onOpen={onOpen} />
                ) : (
                  <Box sx={{ display: 'flex', gap: 1, height: '100%', alignItems: 'center', justifyContent: 'center' }}>
                    {isLoadingOlder && <CircularProgress size={16} aria-hidden />}
                    <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                      {isLoadingOlder ? 'Loading older messages' : 'Scroll for older messages'}
                    </Typography>
                  </Box>
                )}
              </Box>
            )
          })}
        </Box>
      </Box>
    </Box>
  )
}
