// A map with marks, in a chunk of its own. The marks are buttons over the map: seen by colour, icon and number, reached by
// Tab and then by the arrow keys. Under the pointer or the focus a mark shows its card; pressed, the map comes near until
// it parts, and where it does not part its card stays.
import Close from '@mui/icons-material/Close'
import ZoomOutMap from '@mui/icons-material/ZoomOutMap'
import { Box, IconButton } from '@mui/material'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { attributionLook, attributionText, mapLook, useMap, useOwn } from './map-base.tsx'
import { type Corners, type MapView, type Mark, MarkButton, marksLook } from './map-mark.tsx'
import { type MapSource, type OwnMap, START } from './map-style.ts'
import { Tip } from './tip.tsx'
import {
  levelOf,
  MARGIN,
  pairs,
  unlessPinned,
  useElements,
  useFollowing,
  useMarkKeys,
  useMarksNow,
  useOpenCard,
  usePress,
} from './use-map-marks.ts'

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

/** Not nearer than this at the beginning: a single charger stands in its region. */
const FIRST_ZOOM = 8
const HOVER_MS = 120
const LEAVE_MS = 250
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
