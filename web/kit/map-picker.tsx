// The map itself, in a chunk of its own: shows a point, which is set by click, by dragging the pin, or with Enter at
// the centre (S-MAP). Drawn by MapLibre; its frame is features/geo/point-map.parts.tsx.
import { Box } from '@mui/material'
import { type Theme, useColorScheme } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Map as MapLibre, Marker, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import 'maplibre-gl/dist/maplibre-gl.css'
import type { Point } from '@wattdesk/base/place'
import { readNames, readOutlines } from './map-data.ts'
import {
  type MapSource,
  mapStyle,
  nearestZoom,
  OWN_ATTRIBUTION,
  type Own,
  PICKED_ZOOM,
  type Scheme,
  START,
} from './map-style.ts'

setWorkerUrl(workerUrl)

const never = { staleTime: Number.POSITIVE_INFINITY }

type MapPickerProps = {
  point: Point | null
  onPick: ((point: Point) => void) | undefined
  source: MapSource
  /** Told false when the pictures of the source cannot be had, true when they can again. */
  onPictures: (had: boolean) => void
  /** Its place until it can be drawn; given, so that this chunk needs nothing of the frame. */
  waiting: ReactNode
}
/** Waits for what the map is drawn from; what cannot be had is left out. */
export default function MapPicker(props: MapPickerProps) {
  const outlines = useQuery({ queryKey: ['map outlines'], queryFn: readOutlines, ...never })
  const names = useQuery({ queryKey: ['map names'], queryFn: readNames, ...never })
  const own = useMemo(() => ({ outlines: outlines.data, names: names.data }), [outlines.data, names.data])
  if (outlines.isPending || names.isPending) return props.waiting
  return <Drawn {...props} own={own} />
}

function Drawn({ point, onPick, source, onPictures, own }: Omit<MapPickerProps, 'waiting'> & { own: Own }) {
  const holder = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre>()
  const { mode, systemMode } = useColorScheme()
  const scheme: Scheme = (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light'
  const style = useMemo(() => mapStyle(scheme, source, own), [scheme, source, own])
  const pick = useRef(onPick)
  pick.current = onPick
  const [hasPictures, setPictures] = useState(source.tilesUrl !== null)
  const nearest = nearestZoom(hasPictures)
  const close = Math.min(PICKED_ZOOM, nearest)
  const first = useRef({ point, style, close, nearest })
  const marker = useRef<Marker>(undefined)

  useEffect(() => {
    if (!holder.current) return
    const { point, style, close, nearest } = first.current
    const made = new MapLibre({
      container: holder.current,
      style,
      ...(point ? { center: [point.lng, point.lat], zoom: close } : START),
      maxZoom: nearest,
      attributionControl: false,
      // The page scrolls past the map; Ctrl and the wheel, or two fingers, are the map's.
      cooperativeGestures: true,
      dragRotate: false,
      pitchWithRotate: false,
    })
    made.touchZoomRotate.disableRotation()
    made.keyboard.disableRotation()
    made.addControl(new NavigationControl({ showCompass: false }))
    made.addControl(new ScaleControl())
    made.on('click', e => pick.current?.(e.lngLat.wrap()))
    let cameOnce = false
    made.on('error', e => {
      if ((e as { sourceId?: string }).sourceId !== 'tiles') return console.error(e.error)
      // A picture that cannot be had leaves our own drawing in sight; one alone says nothing of the others.
      if (!cameOnce) setPictures(false)
    })
    made.on('sourcedata', e => {
      if (e.sourceId !== 'tiles' || !isLoaded((e as { tile?: unknown }).tile)) return
      cameOnce = true
      setPictures(true)
    })
    const canvas = made.getCanvas()
    const take = (e: KeyboardEvent) => {
      if (e.key !== 'Enter') return
      e.preventDefault()
      pick.current?.(made.getCenter().wrap())
    }
    canvas.addEventListener('keydown', take)
    setMap(made)
    return () => {
      canvas.removeEventListener('keydown', take)
      setMap(undefined)
      // The pin goes with its map.
      marker.current = undefined
      made.remove()
    }
  }, [])

  // A change of scheme is a new style.
  useEffect(() => {
    if (!map || first.current.style === style) return
    first.current.style = style
    map.setStyle(style, { diff: false })
  }, [map, style])

  useEffect(() => {
    map?.setMaxZoom(nearest)
    if (source.tilesUrl !== null) onPictures(hasPictures)
  }, [map, nearest, hasPictures, source.tilesUrl, onPictures])

  const { lat, lng } = point ?? {}
  useEffect(() => {
    if (!map || lat === undefined || lng === undefined) {
      marker.current?.remove()
      marker.current = undefined
      return
    }
    if (!marker.current) {
      marker.current = new Marker({ color: '#c0392b' }).setLngLat([lng, lat]).addTo(map)
      marker.current.on('dragend', () => {
        const at = marker.current?.getLngLat().wrap()
        if (at) pick.current?.(at)
      })
    }
    marker.current.setLngLat([lng, lat])
    // A point set closer than that stays as close.
    map.easeTo({ center: [lng, lat], zoom: Math.max(close, map.getZoom()) })
  }, [map, lat, lng, close])
  useEffect(() => {
    marker.current?.setDraggable(onPick !== undefined)
  })

  return (
    <>
      <Box ref={holder} sx={look} />
      <Box aria-hidden className="crosshair" sx={crosshair} />
      <Box sx={attribution}>{[source.attribution, OWN_ATTRIBUTION].filter(Boolean).join(' · ')}</Box>
    </>
  )
}

const isLoaded = (tile: unknown): boolean => (tile as { state?: string } | undefined)?.state === 'loaded'

const look = (theme: Theme) => ({
  position: 'absolute !important',
  inset: 0,
  '& canvas:focus-visible': { outlineOffset: '-3px' },
  '& .maplibregl-ctrl-scale': {
    color: theme.vars?.palette.text.primary,
    borderColor: theme.vars?.palette.text.secondary,
    backgroundColor: 'transparent',
  },
  // MapLibre's buttons are pictures in black.
  '& .maplibregl-ctrl-group': theme.applyStyles('dark', { filter: 'invert(0.88)' }),
})
/** Where Enter sets the pin; seen while the keyboard is on the map. */
const crosshair = {
  display: 'none',
  position: 'absolute',
  left: '50%',
  top: '50%',
  width: 24,
  height: 24,
  transform: 'translate(-50%, -50%)',
  pointerEvents: 'none',
  background:
    'linear-gradient(var(--mui-palette-text-primary) 0 0) center / 2px 100% no-repeat, linear-gradient(var(--mui-palette-text-primary) 0 0) center / 100% 2px no-repeat',
  '*:has(canvas:focus-visible) + &': { display: 'block' },
} as const
const attribution = {
  position: 'absolute',
  right: 0,
  bottom: 0,
  px: 0.75,
  fontSize: '0.6875rem',
  color: 'text.secondary',
  bgcolor: 'background.paper',
  borderTopLeftRadius: 6,
  pointerEvents: 'none',
} as const
