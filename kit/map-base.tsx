// Shared by all maps: the library, our own outlines and place names, the light and the dark style, and tiles that may fail
// to load. Loaded with the first map.
import { type Theme, useColorScheme } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Map as MapLibre, type MapOptions, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import 'maplibre-gl/dist/maplibre-gl.css'
import { readNames, readOutlines } from './map-data.ts'
import { type MapSource, mapStyle, nearestZoom, OWN_ATTRIBUTION, type OwnMap, type Scheme } from './map-style.ts'

setWorkerUrl(workerUrl)

const never = { staleTime: Number.POSITIVE_INFINITY }
/** Returns the map's own data, undefined until it is there; files that fail to load are left out. */
export function useOwn(): OwnMap | undefined {
  const outlines = useQuery({ queryKey: ['map outlines'], queryFn: readOutlines, ...never })
  const names = useQuery({ queryKey: ['map names'], queryFn: readNames, ...never })
  const own = useMemo(() => ({ outlines: outlines.data, names: names.data }), [outlines.data, names.data])
  return outlines.isPending || names.isPending ? undefined : own
}

type Drawn = {
  source: MapSource
  own: OwnMap
  /** Told false when the pictures of the source cannot be had, true when they can again. */
  onPictures: (had: boolean) => void
  /** How the map begins; asked once, with how near it goes. */
  begin: (nearest: number) => Omit<Partial<MapOptions>, 'container' | 'style'>
}
/** A map in the holder, for as long as the caller is shown; and how near it goes. */
export function useMap(
  holder: RefObject<HTMLDivElement | null>,
  { source, own, onPictures, begin }: Drawn,
): { map: MapLibre | undefined; nearest: number } {
  const [map, setMap] = useState<MapLibre>()
  const { mode, systemMode } = useColorScheme()
  const scheme: Scheme = (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light'
  const style = useMemo(() => mapStyle(scheme, source, own), [scheme, source, own])
  const [hasPictures, setPictures] = useState(source.tilesUrl !== null)
  const nearest = nearestZoom(hasPictures)
  const first = useRef({ style, begin, nearest })

  useEffect(() => {
    if (!holder.current) return
    const { style, begin, nearest } = first.current
    const made = new MapLibre({
      container: holder.current,
      style,
      maxZoom: nearest,
      attributionControl: false,
      // The page scrolls past the map; Ctrl and the wheel, or two fingers, are the map's.
      cooperativeGestures: true,
      dragRotate: false,
      pitchWithRotate: false,
      ...begin(nearest),
    })
    made.touchZoomRotate.disableRotation()
    made.keyboard.disableRotation()
    made.addControl(new NavigationControl({ showCompass: false }))
    made.addControl(new ScaleControl())
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
    setMap(made)
    return () => {
      setMap(undefined)
      made.remove()
    }
  }, [holder])

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

  return { map, nearest }
}

const isLoaded = (tile: unknown): boolean => (tile as { state?: string } | undefined)?.state === 'loaded'

/** Whose data the map shows. */
export const attributionText = (source: MapSource): string =>
  [source.attribution, OWN_ATTRIBUTION].filter(Boolean).join(' · ')

export const mapLook = (theme: Theme) => ({
  position: 'absolute !important',
  inset: 0,
  borderRadius: '7px',
  '& canvas:focus-visible': { outlineOffset: '-3px' },
  '& .maplibregl-ctrl-scale': {
    color: theme.vars?.palette.text.primary,
    borderColor: theme.vars?.palette.text.secondary,
    backgroundColor: 'transparent',
  },
  // MapLibre's buttons are pictures in black.
  '& .maplibregl-ctrl-group': theme.applyStyles('dark', { filter: 'invert(0.88)' }),
})
export const attributionLook = {
  position: 'absolute',
  right: 0,
  bottom: 0,
  px: 0.75,
  fontSize: '0.6875rem',
  color: 'text.secondary',
  bgcolor: 'background.paper',
  borderTopLeftRadius: 6,
  borderBottomRightRadius: 7,
  pointerEvents: 'none',
} as const
