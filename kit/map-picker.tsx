// The map on which a point is chosen, in a chunk of its own: set by click, by dragging the pin, or with Enter at the centre
// (S-MAP). Its frame is features/office/geo/point-map.parts.tsx.
import { Box } from '@mui/material'
import type { Point } from '@wattdesk/base/place'
import { Marker } from 'maplibre-gl'
import { type ReactNode, useEffect, useRef } from 'react'
import { attributionLook, attributionText, mapLook, useMap, useOwn } from './map-base.tsx'
import { type MapSource, type OwnMap, PICKED_ZOOM, START } from './map-style.ts'

type MapPickerProps = {
  point: Point | null
  onPick: ((point: Point) => void) | undefined
  source: MapSource
  /** Told false when the pictures of the source cannot be had, true when they can again. */
  onPictures: (had: boolean) => void
  /** Its place until it can be drawn; given, so that this chunk needs nothing of the frame. */
  waiting: ReactNode
}
export default function MapPicker(props: MapPickerProps) {
  const own = useOwn()
  return own ? <Drawn {...props} own={own} /> : props.waiting
}

const closeTo = (nearest: number): number => Math.min(PICKED_ZOOM, nearest)

function Drawn({ point, onPick, source, onPictures, own }: Omit<MapPickerProps, 'waiting'> & { own: OwnMap }) {
  const holder = useRef<HTMLDivElement>(null)
  const { map, nearest } = useMap(holder, {
    source,
    own,
    onPictures,
    begin: nearest => (point ? { center: [point.lng, point.lat], zoom: closeTo(nearest) } : START),
  })
  const close = closeTo(nearest)
  const pick = useRef(onPick)
  pick.current = onPick
  const marker = useRef<Marker>(undefined)

  useEffect(() => {
    if (!map) return
    map.on('click', e => pick.current?.(e.lngLat.wrap()))
    const canvas = map.getCanvas()
    const take = (e: KeyboardEvent) => {
      if (e.key !== 'Enter') return
      e.preventDefault()
      pick.current?.(map.getCenter().wrap())
    }
    canvas.addEventListener('keydown', take)
    return () => {
      canvas.removeEventListener('keydown', take)
      // The pin goes with its map.
      marker.current = undefined
    }
  }, [map])

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
      <Box ref={holder} sx={mapLook} />
      <Box aria-hidden className="crosshair" sx={crosshair} />
      <Box sx={attributionLook}>{attributionText(source)}</Box>
    </>
  )
}

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
