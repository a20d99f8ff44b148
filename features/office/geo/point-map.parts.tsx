// A map with one point. Everything it does can be done with the search and the fields beside it.
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { Point } from '@wattdesk/base/place'
import { query } from '@wattdesk/wire/call'
import { later } from '#kit/later.ts'
import { canDraw, MapFrame, noSource } from '#kit/map-frame.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { useWasShown } from '#kit/tabs.tsx'
import { readMapSource } from './geo.contract.ts'

/** In pixels, inside its line (S-MAP). */
export const MAP_HEIGHT = 400

const MapPicker = later(() => import('#kit/map-picker.tsx'))

const waiting = <BlockSkeleton height={MAP_HEIGHT} />

type PointMapProps = {
  point: Point | null
  /** A point was chosen; without it the map only shows. */
  onPick?: ((point: Point) => void) | undefined
}
/** A map of 400 px with one point; on a tab that nobody has opened, its place alone. */
export function PointMap(props: PointMapProps) {
  return useWasShown() ? <ShownMap {...props} /> : waiting
}

function ShownMap({ point, onPick }: PointMapProps) {
  const source = useQuery({ ...query(readMapSource, {}), staleTime: Number.POSITIVE_INFINITY, enabled: canDraw() })
  if (!canDraw())
    return <Alert severity="info">This browser cannot draw the map. The search and the fields work without it.</Alert>
  const known = source.isPending ? undefined : (source.data?.data ?? noSource)
  return (
    <MapFrame height={MAP_HEIGHT} source={known} waiting={waiting}>
      {(found, onPictures) => (
        <MapPicker point={point} onPick={onPick} source={found} onPictures={onPictures} waiting={waiting} />
      )}
    </MapFrame>
  )
}
