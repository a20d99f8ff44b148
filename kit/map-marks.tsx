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
type DrawnProps = Omit<MapMarksProps, 'waiting'> & { own: OwnMap }
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

const beginning = (whole: Corners | null, label: string) => ({
  ...(whole ? { bounds: pairs(whole), fitBoundsOptions: { padding: MARGIN.padding, maxZoom: FIRST_ZOOM } } : START),
  // Each charger stands once.
  renderWorldCopies: false,
  locale: { 'Map.Title': label },
})

type Open = { id: string; isPinned: boolean }
type DrawnMap = ReturnType<typeof useMap>['map']

/** The card that is open, and a change of it after some milliseconds, which replaces a change that is still to come. */
function useOpenCard() {
  const [open, setOpen] = useState<Open>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = useCallback(() => clearTimeout(timer.current), [])
  const soon = useCallback((change: (now: Open | undefined) => Open | undefined, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(change), ms)
  }, [])
  useEffect(() => cancel, [cancel])
  return { open, setOpen, soon, cancel }
}
/** Closes a card that is not pinned. */
const unlessPinned = (now: Open | undefined) => (now?.isPinned ? now : undefined)

/** The elements that follow the map. */
function useElements() {
  const frame = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLDivElement>(null)
  return { frame, overlay, card }
}
type Elements = ReturnType<typeof useElements>

/** Marks and card follow the map, frame by frame, without React. */
function useFollowing(map: DrawnMap, { frame, overlay, card }: Elements, marks: readonly Mark[], opened?: Mark): void {
  useLayoutEffect(() => {
    if (!map) return
    const put = () => {
      marks.forEach((m, i) => {
        const el = overlay.current?.children[i] as HTMLElement | undefined
        const { x, y } = map.project([m.lng, m.lat])
        if (el) el.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`
      })
      const [el, box] = [card.current, frame.current]
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
  }, [map, marks, opened, frame, overlay, card])
}

/** The number of the mark that a key leads to. */
const markByKey = (key: string, reached: number, last: number): number | undefined => {
  const to = {
    ArrowRight: reached + 1,
    ArrowDown: reached + 1,
    ArrowLeft: reached - 1,
    ArrowUp: reached - 1,
    Home: 0,
    End: last,
  }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(last, to))
}

/**
 * Arrow keys go from mark to mark, and a click on the map closes the card. By the listeners of the page, since the map
 * listens below React: arrow keys and double clicks on marks do not reach the map.
 */
function useMarkKeys(map: DrawnMap, overlay: Elements['overlay'], state: MarksNow, setOpen: (open: undefined) => void) {
  const { current, focusMark } = state
  useEffect(() => {
    const el = overlay.current
    if (!map || !el) return
    const go = (e: KeyboardEvent) => {
      const { marks, reached } = current.current
      const to = markByKey(e.key, reached, marks.length - 1)
      if (to === undefined) return
      e.stopPropagation()
      e.preventDefault()
      focusMark(to)
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
  }, [map, overlay, current, focusMark, setOpen])
}

/** The marks of the last drawing, for listeners that outlive a drawing. */
type MarksNow = {
  current: { readonly current: { marks: readonly Mark[]; reached: number } }
  focusMark: (i: number) => void
}
function useMarksNow(overlay: Elements['overlay'], marks: readonly Mark[], reached: number): MarksNow {
  const current = useRef({ marks, reached })
  current.current = { marks, reached }
  const focusMark = useCallback(
    (i: number) => (overlay.current?.children[i] as HTMLElement | undefined)?.focus(),
    [overlay],
  )
  return { current, focusMark }
}

/** A press on a mark comes near until the mark parts, and pins the card of a mark that does not part. */
function usePress(
  { map, nearest }: Pick<ReturnType<typeof useMap>, 'map' | 'nearest'>,
  { current, focusMark }: MarksNow,
  { cancel, setOpen }: Pick<ReturnType<typeof useOpenCard>, 'cancel' | 'setOpen'>,
  onNear: MapMarksProps['onNear'],
) {
  /** After the map has come near by the keyboard: the mark nearest to its middle. */
  const focusMiddle = () => {
    const { lng, lat } = map?.getCenter() ?? START.center
    const far = current.current.marks.map(m => (m.lng - lng) ** 2 + (m.lat - lat) ** 2)
    focusMark(far.indexOf(Math.min(...far)))
  }
  const pressedAt = useRef({ x: 0, y: 0 })
  const press = (mark: Mark, e: React.MouseEvent) => {
    const isByKey = e.detail === 0
    const { x, y } = pressedAt.current
    if (!map || (!isByKey && Math.hypot(e.clientX - x, e.clientY - y) > DRAG_PX)) return
    cancel()
    if (!mark.corners || levelOf(map.getZoom()) >= levelOf(nearest)) return setOpen({ id: mark.id, isPinned: true })
    setOpen(undefined)
    onNear(mark.id)
    if (isByKey) map.once('moveend', () => requestAnimationFrame(focusMiddle))
    map.fitBounds(pairs(mark.corners), { ...MARGIN, maxZoom: nearest })
  }
  const notePointer = (e: React.PointerEvent) => {
    pressedAt.current = { x: e.clientX, y: e.clientY }
  }
  return { press, notePointer }
}

function Drawn({ label, whole, marksIn, card, onNear, source, onPictures, own }: DrawnProps) {
  const holder = useRef<HTMLDivElement>(null)
  const elements = useElements()
  const { overlay } = elements
  const { map, nearest } = useMap(holder, {
    source,
    own,
    onPictures,
    begin: () => beginning(whole, label),
  })
  const view = useView(map)
  const marks = useMemo(() => (view ? marksIn(view) : []), [view, marksIn])
  const openCard = useOpenCard()
  const { open, setOpen, soon, cancel } = openCard
  const [focused, setFocused] = useState<string>()
  const opened = marks.find(m => m.id === open?.id)
  const reached = Math.max(
    0,
    marks.findIndex(m => m.id === focused),
  )
  useFollowing(map, elements, marks, opened)
  const marksNow = useMarksNow(overlay, marks, reached)
  const { focusMark } = marksNow
  useMarkKeys(map, overlay, marksNow, setOpen)

  const { notePointer, press } = usePress({ map, nearest }, marksNow, openCard, onNear)
  /** The focus returns to a mark whose card was closed: that must not open the card again. */
  const isComingBack = useRef(false)
  const close = () => {
    cancel()
    isComingBack.current = true
    if (open?.isPinned) focusMark(marks.findIndex(m => m.id === open.id))
    isComingBack.current = false
    setOpen(undefined)
  }
  const leave = () => soon(unlessPinned, LEAVE_MS)
  const listeners = (id: string) => ({
    onPointerDown: notePointer,
    onPointerEnter: (e: React.PointerEvent) =>
      e.pointerType === 'mouse' && soon(now => (now?.isPinned ? now : { id, isPinned: false }), HOVER_MS),
    onPointerLeave: leave,
    onFocus: (e: React.FocusEvent) => {
      setFocused(id)
      if (!isComingBack.current && e.target.matches(':focus-visible')) soon(() => ({ id, isPinned: false }), 0)
    },
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the card of whatever inside has the focus
    <div
      ref={elements.frame}
      style={{ position: 'absolute', inset: 0 }}
      onKeyDown={e => e.key === 'Escape' && open && close()}
      onBlur={e => {
        if (!e.currentTarget.contains(e.relatedTarget)) soon(unlessPinned, 0)
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
                {...listeners(m.id)}
                onClick={e => press(m, e)}
              />
            ))}
          </Box>,
          map.getCanvasContainer(),
        )}
      <WholeMap
        isDisabled={!map || !whole}
        onPress={() => {
          if (whole) map?.fitBounds(pairs(whole), { ...MARGIN, maxZoom: FIRST_ZOOM })
          setOpen(undefined)
          onNear(null)
        }}
      />
      <Box sx={attributionLook}>{attributionText(source)}</Box>
      {opened && (
        <MarkCard
          ref={elements.card}
          name={opened.name}
          isPinned={open?.isPinned === true}
          onEnter={cancel}
          onLeave={leave}
          onClose={close}
        >
          {card(opened.id, open?.isPinned === true)}
        </MarkCard>
      )}
    </div>
  )
}

function WholeMap({ isDisabled, onPress }: { isDisabled: boolean; onPress: () => void }) {
  return (
    <Box sx={{ position: 'absolute', left: 10, top: 10 }}>
      <Tip title="Whole map">
        <IconButton
          aria-label="Whole map"
          size="small"
          disabled={isDisabled}
          sx={{ bgcolor: 'background.paper', borderRadius: 1, '&:hover': { bgcolor: 'background.paper' } }}
          onClick={onPress}
        >
          <ZoomOutMap fontSize="small" />
        </IconButton>
      </Tip>
    </Box>
  )
}

type MarkCardProps = {
  ref: React.RefObject<HTMLDivElement | null>
  name: string
  isPinned: boolean
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
  children: ReactNode
}
/** The card of a mark; a pinned card takes the focus. */
function MarkCard({ ref, name, isPinned, onEnter, onLeave, onClose, children }: MarkCardProps) {
  useEffect(() => {
    if (isPinned) ref.current?.focus({ preventScroll: true })
  }, [isPinned, ref])
  return (
    <Box
      ref={ref}
      role="group"
      aria-label={name}
      aria-live="polite"
      tabIndex={-1}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      sx={cardLook}
    >
      {isPinned && (
        <IconButton aria-label="Close" size="small" onClick={onClose} sx={{ float: 'right', mt: -0.5, mr: -0.75 }}>
          <Close fontSize="small" />
        </IconButton>
      )}
      {children}
    </Box>
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
