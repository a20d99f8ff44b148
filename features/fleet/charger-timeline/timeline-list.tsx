// The events of a timeline as a list, newest first; only visible rows are drawn. The list has everything that the lanes
// show; a row with a number of events zooms in on them.
import ZoomIn from '@mui/icons-material/ZoomIn'
import { Box, ButtonBase } from '@mui/material'
import { useVirtualizer } from '@tanstack/react-virtual'
import { localZone } from '@wattdesk/base/time'
import { useEffect, useRef } from 'react'
import { toneIcons } from '#kit/status.ts'
import type { TimelineItem } from './timeline-shape.rules.ts'
import { LANE_NAMES, listTime } from './timeline-view.rules.ts'

const HEIGHT = 60

type Props = {
  items: readonly TimelineItem[]
  range: { from: number; to: number }
  chosen: string
  isDim: boolean
  onChoose: (id: string) => void
  onRange: (from: number, to: number) => void
}
export function TimelineList({ items, range, chosen, isDim, onChoose, onRange }: Props) {
  const zone = localZone()
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => HEIGHT,
    getItemKey: i => items[i]?.key ?? i,
    overscan: 6,
  })
  const at = items.findIndex(i => i.key === chosen)
  // Chosen in the drawing or by the address: brought into sight once, not each time that something new arrives.
  const seen = useRef('')
  useEffect(() => {
    if (at < 0 || seen.current === chosen) return
    seen.current = chosen
    virtual.scrollToIndex(at, { align: 'auto' })
  }, [at, chosen, virtual])
  return (
    <Box ref={box} sx={{ height: { xs: 420, lg: 560 }, overflowY: 'auto', opacity: isDim ? 0.55 : 1 }}>
      <Box
        role="list"
        aria-label="Events"
        aria-busy={isDim}
        sx={{ position: 'relative', height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(v => {
          const item = items[v.index]
          if (!item) return null
          const Icon = item.step ? ZoomIn : toneIcons[item.tone]
          const isChosen = item.key === chosen
          return (
            <Box
              key={v.key}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={v.index + 1}
              sx={{ position: 'absolute', insetInline: 0, top: 0, height: HEIGHT }}
              style={{ transform: `translateY(${v.start}px)` }}
            >
              <ButtonBase
                aria-current={isChosen || undefined}
                title={LANE_NAMES[item.lane]}
                onClick={() => (item.step ? onRange(item.step.from, item.step.to) : onChoose(item.key))}
                sx={{
                  width: '100%',
                  height: '100%',
                  px: 2,
                  gap: 1.5,
                  justifyContent: 'flex-start',
                  textAlign: 'left',
                  fontFamily: 'inherit',
                  fontSize: '0.8125rem',
                  borderBottom: 1,
                  borderColor: 'divider',
                  ...(isChosen && { bgcolor: 'action.selected' }),
                  '&:hover': { bgcolor: 'action.hover' },
                  '&.Mui-focusVisible': {
                    outline: 2,
                    outlineColor: 'primary.main',
                    outlineOffset: -2,
                    outlineStyle: 'solid',
                  },
                }}
              >
                <Icon aria-hidden sx={{ fontSize: 18, flexShrink: 0, color: `status.${item.tone}.text` }} />
                <Box component="span" sx={{ minWidth: 0, flexGrow: 1 }}>
                  <Line>
                    <b style={{ fontWeight: 550 }}>{item.text}</b>
                  </Line>
                  <Line quiet>
                    <time dateTime={new Date(item.at).toISOString()}>{listTime(item.at, range, zone)}</time>
                    {item.more && ` · ${item.more}`}
                  </Line>
                </Box>
              </ButtonBase>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

const Line = ({ children, quiet = false }: { children: React.ReactNode; quiet?: boolean }) => (
  <Box
    component="span"
    sx={{
      display: 'block',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      ...(quiet && { color: 'text.secondary', fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' }),
    }}
  >
    {children}
  </Box>
)
