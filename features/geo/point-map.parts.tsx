// The frame of the map: its height, its place while it loads, and a clear line where it cannot be drawn. Everything it
// does can be done with the search and the fields beside it.
import { Alert, Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { Point } from '@wattdesk/base/place'
import { query } from '@wattdesk/wire/call'
import { Suspense, useState } from 'react'
import { Boundary } from '../../web/kit/error.tsx'
import { later } from '../../web/kit/later.ts'
import { BlockSkeleton } from '../../web/kit/skeleton.tsx'
import { useWasShown } from '../../web/kit/tabs.tsx'
import { readMapSource } from './geo.contract.ts'

/** In pixels, inside its line (S-MAP). */
export const MAP_HEIGHT = 400

const MapPicker = later(() => import('../../web/kit/map-picker.tsx'))

let drawable: boolean | undefined
/** Asked once: some browsers and remote desktops have no WebGL 2. */
const canDraw = (): boolean => {
  drawable ??= document.createElement('canvas').getContext('webgl2') !== null
  return drawable
}
const waiting = <BlockSkeleton height={MAP_HEIGHT} />
/** Where it fails the shipped outlines are drawn, as without a source. */
const noSource = { tilesUrl: null, attribution: null }

/** Why the map shows no streets, said once below it. */
const NO_SOURCE = 'Coasts, borders and places only: streets need a tile source, which this installation does not have.'
const NOT_REACHED = 'Coasts, borders and places only: the tile source, which streets need, cannot be reached.'

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
  const [hasPictures, setPictures] = useState(true)
  if (!canDraw())
    return <Alert severity="info">This browser cannot draw the map. The search and the fields work without it.</Alert>
  const known = source.isPending ? undefined : (source.data?.data ?? noSource)
  const missing = known && (known.tilesUrl === null ? NO_SOURCE : hasPictures ? undefined : NOT_REACHED)
  return (
    <Box>
      <Box
        sx={{
          position: 'relative',
          height: MAP_HEIGHT,
          // The line around it is not of its height.
          boxSizing: 'content-box',
          overflow: 'hidden',
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
        }}
      >
        <Boundary>
          <Suspense fallback={waiting}>
            {known ? (
              <MapPicker point={point} onPick={onPick} source={known} onPictures={setPictures} waiting={waiting} />
            ) : (
              waiting
            )}
          </Suspense>
        </Boundary>
      </Box>
      {missing && (
        <Typography variant="caption" component="p" sx={{ m: 0, mt: 0.5, color: 'text.secondary' }}>
          {missing}
        </Typography>
      )}
    </Box>
  )
}
