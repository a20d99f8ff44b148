// A map with marks, in a chunk of its own. The marks are buttons over the map: seen by colour, icon and number, reached by
// Tab and then by the arrow keys. Under the pointer or the focus a mark shows its card; pressed, the map comes near until
// it parts, and where it does not part its card stays.
import Close from '@mui/icons-material/Close'
import ZoomOutMap from '@mui/icons-material/ZoomOutMap'
import { Box, IconButton } from '@mui/material'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { attributionLook, attributionText, mapLook, useMap, useOwn } from './map-base.tsx'
import { type Corners, type MapView, type Mark, MarkButton, marksLook } from './map-mark.tsx'
import { type MapSource, type OwnMap, START } from './map-style.ts'
import { Tip } from './tip.tsx'

type MapMarksProps = {
  /** The map's name for screen readers. */
  label: string
  /** The area that the map begins with; null: the middle of India. */
  whole: Corners | null
  /** Returns the marks of the visible area and its surroundings; called again when the area or the function changes. */
  marksIn: (view: MapView) => readonly Mark[]
  /** The card of the mark with that id: on hover, or pinned by a press. */
  card: (id: string, isPinned: boolean) => ReactNode
  /** The map comes near to a mark; null: back to the whole. */
  onNear: (id: string | null) => void
  source: MapSource
  onPictures: (had: boolean) => void
  waiting: ReactNode
}
export default function MapMarks(props: MapMarksProps) {
  const own = useOwn()
  return own ? <Drawn {...props} own={own} /> : props.waiting
}

const MARGIN = { padding: 48, linear: true, duration: 400 }
/** Not nearer than this at the beginning: a single charger stands in its region. */
const FIRST_ZOOM = 8
const HOVER_MS = 120
const LEAVE_MS = 250
/** A press that moved so far was a drag of the map. */
const DRAG_PX = 4

const pairs = ([west, south, east, north]: Corners): [[number, number], [number, number]] => [
  [west, south],
  [east, north],
]
const levelOf = (zoom: number): number => Math.floor(zoom + 1e-6)

/** Returns the visible area with half as much around it: changes with the level, or when the map is moved beyond it. */
function useView(map: ReturnType<typeof useMap>['map']): MapView | undefined {
  const [view, setView] = useState<MapView>()
  useEffect(() => {
    if (!map) return
    const read = () => {
      const [west, south, east, north] = map.getBounds().toArray().flat() as Corners
      const level = levelOf(map.getZoom())
      setView(old => {
        const isCovered =
          old?.level === level && west >= old.west && east <= old.east && south >= old.south && north <= old.north
        const [wide, high] = [(east - west) / 2, (north - south) / 2]
        return isCovered
          ? old
          : { level, west: west - wide, east: east + wide, south: south - high, north: north + high }
      })
    }
    read()
    map.on('move', read)
    return () => {
      map.off('move', read)
    }
  }, [map])
  return view
}

type Open = { id: string; isPinned: boolean }

function Drawn({
  label,
  whole,
  marksIn,
  card,
  onNear,
  source,
  onPictures,
  own,
}: Omit<MapMarksProps, 'waiting'> & { own: OwnMap }) {
  const frame = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const cardRef = useRef<HTMLDivElement>(null)
  const { map, nearest } = useMap(holder, {
    source,
    own,
    onPictures,
    begin: () => ({
      ...(whole ? { bounds: pairs(whole), fitBoundsOptions: { padding: MARGIN.padding, maxZoom: FIRST_ZOOM } } : START),
      // Each charger stands once.
      renderWorldCopies: false,
      locale: { 'Map.Title': label },
    }),
  })
  const view = useView(map)
  const marks = useMemo(() => (view ? marksIn(view) : []), [view, marksIn])
  const [open, setOpen] = useState<Open>()
  const [focused, setFocused] = useState<string>()
  const opened = marks.find(m => m.id === open?.id)
  const reached = Math.max(
    0,
    marks.findIndex(m => m.id === focused),
  )
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = useCallback((change: (now: Open | undefined) => Open | undefined, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(change), ms)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  // Marks and card follow the map, frame by frame, without React.
  useLayoutEffect(() => {
    if (!map) return
    const put = () => {
      marks.forEach((m, i) => {
        const el = overlay.current?.children[i] as HTMLElement | undefined
        const { x, y } = map.project([m.lng, m.lat])
        if (el) el.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`
      })
      const [el, box] = [cardRef.current, frame.current]
      if (!el || !box || !opened) return
      const { x, y } = map.project([opened.lng, opened.lat])
      const { clientWidth: width, clientHeight: height } = box
      el.style.left = `${Math.max(8, Math.min(width - el.offsetWidth - 8, x - el.offsetWidth / 2))}px`
      const isBelow = y < height / 2
      el.style.top = isBelow ? `${Math.max(0, y) + 26}px` : ''
      el.style.bottom = isBelow ? '' : `${Math.max(0, height - y) + 26}px`
    }
    put()
    map.on('move', put)
    return () => {
      map.off('move', put)
    }
  }, [map, marks, opened])

  const markAt = useCallback((i: number) => (overlay.current?.children[i] as HTMLElement | undefined)?.focus(), [])
  const current = useRef({ marks, reached })
  current.current = { marks, reached }
  // By the listeners of the page, since the map listens below React: arrow keys and double clicks on marks are not its.
  useEffect(() => {
    const el = overlay.current
    if (!map || !el) return
    const go = (e: KeyboardEvent) => {
      const { marks, reached } = current.current
      const to = {
        ArrowRight: reached + 1,
        ArrowDown: reached + 1,
        ArrowLeft: reached - 1,
        ArrowUp: reached - 1,
        Home: 0,
        End: marks.length - 1,
      }[e.key]
      if (to === undefined) return
      e.stopPropagation()
      e.preventDefault()
      markAt(Math.max(0, Math.min(marks.length - 1, to)))
    }
    const stop = (e: Event) => e.stopPropagation()
    const close = () => setOpen(undefined)
    el.addEventListener('keydown', go)
    el.addEventListener('dblclick', stop)
    map.on('click', close)
    return () => {
      el.removeEventListener('keydown', go)
      el.removeEventListener('dblclick', stop)
      map.off('click', close)
    }
  }, [map, markAt])

  /** After the map has come near by the keyboard: the mark nearest to its middle. */
  const focusMiddle = () => {
    const { lng, lat } = map?.getCenter() ?? START.center
    const far = current.current.marks.map(m => (m.lng - lng) ** 2 + (m.lat - lat) ** 2)
    markAt(far.indexOf(Math.min(...far)))
  }
  const pressedAt = useRef({ x: 0, y: 0 })
  const press = (mark: Mark, e: React.MouseEvent) => {
    const isByKey = e.detail === 0
    const { x, y } = pressedAt.current
    if (!map || (!isByKey && Math.hypot(e.clientX - x, e.clientY - y) > DRAG_PX)) return
    clearTimeout(timer.current)
    if (!mark.corners || levelOf(map.getZoom()) >= levelOf(nearest)) return setOpen({ id: mark.id, isPinned: true })
    setOpen(undefined)
    onNear(mark.id)
    if (isByKey) map.once('moveend', () => requestAnimationFrame(focusMiddle))
    map.fitBounds(pairs(mark.corners), { ...MARGIN, maxZoom: nearest })
  }
  const isPinned = open?.isPinned === true
  useEffect(() => {
    if (isPinned) cardRef.current?.focus({ preventScroll: true })
  }, [isPinned])
  /** The focus returns to a mark whose card was closed: that must not open the card again. */
  const isComingBack = useRef(false)
  const close = () => {
    clearTimeout(timer.current)
    isComingBack.current = true
    if (open?.isPinned) markAt(marks.findIndex(m => m.id === open.id))
    isComingBack.current = false
    setOpen(undefined)
  }
  const leave = () => soon(now => (now?.isPinned ? now : undefined), LEAVE_MS)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the card of whatever inside has the focus
    <div
      ref={frame}
      style={{ position: 'absolute', inset: 0 }}
      onKeyDown={e => e.key === 'Escape' && open && close()}
      onBlur={e => {
        if (!e.currentTarget.contains(e.relatedTarget)) soon(now => (now?.isPinned ? now : undefined), 0)
      }}
    >
      <Box ref={holder} sx={mapLook} />
      {map &&
        createPortal(
          <Box ref={overlay} role="group" aria-label={`${label}: marks in sight`} sx={marksLook}>
            {marks.map((m, i) => (
              <MarkButton
                key={m.id}
                mark={m}
                isReached={i === reached}
                onPointerDown={e => {
                  pressedAt.current = { x: e.clientX, y: e.clientY }
                }}
                onPointerEnter={e =>
                  e.pointerType === 'mouse' &&
                  soon(now => (now?.isPinned ? now : { id: m.id, isPinned: false }), HOVER_MS)
                }
                onPointerLeave={leave}
                onFocus={e => {
                  setFocused(m.id)
                  if (!isComingBack.current && e.target.matches(':focus-visible'))
                    soon(() => ({ id: m.id, isPinned: false }), 0)
                }}
                onClick={e => press(m, e)}
              />
            ))}
          </Box>,
          map.getCanvasContainer(),
        )}
      <Box sx={{ position: 'absolute', left: 10, top: 10 }}>
        <Tip title="Whole map">
          <IconButton
            aria-label="Whole map"
            size="small"
            disabled={!map || !whole}
            sx={{ bgcolor: 'background.paper', borderRadius: 1, '&:hover': { bgcolor: 'background.paper' } }}
            onClick={() => {
              if (whole) map?.fitBounds(pairs(whole), { ...MARGIN, maxZoom: FIRST_ZOOM })
              setOpen(undefined)
              onNear(null)
            }}
          >
            <ZoomOutMap fontSize="small" />
          </IconButton>
        </Tip>
      </Box>
      <Box sx={attributionLook}>{attributionText(source)}</Box>
      {opened && (
        <Box
          ref={cardRef}
          role="group"
          aria-label={opened.name}
          aria-live="polite"
          tabIndex={-1}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={leave}
          sx={cardLook}
        >
          {isPinned && (
            <IconButton aria-label="Close" size="small" onClick={close} sx={{ float: 'right', mt: -0.5, mr: -0.75 }}>
              <Close fontSize="small" />
            </IconButton>
          )}
          {card(opened.id, isPinned)}
        </Box>
      )}
    </div>
  )
}

const cardLook = {
  position: 'absolute',
  zIndex: 3,
  width: 320,
  maxWidth: 'calc(100% - 16px)',
  boxSizing: 'border-box',
  maxHeight: 300,
  overflowY: 'auto',
  p: 1.5,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  boxShadow: 4,
} as const
