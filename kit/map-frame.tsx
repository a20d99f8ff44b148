// The frame of a map: its fixed height, its place while it loads, and a line below it if the map shows no streets.
import { Box, Typography } from '@mui/material'
import { type ReactNode, Suspense, useState } from 'react'
import { Boundary } from './error.tsx'
import type { MapSource } from './map-style.ts'

let drawable: boolean | undefined
/** Asked once: some browsers and remote desktops have no WebGL 2. */
export const canDraw = (): boolean => {
  drawable ??= document.createElement('canvas').getContext('webgl2') !== null
  return drawable
}
/** Where the source cannot be asked for, the shipped outlines are drawn, as without one. */
export const noSource: MapSource = { tilesUrl: null, attribution: null }

/** Why the map shows no streets, said once below it. */
const NO_SOURCE = 'Coasts, borders and places only: streets need a tile source, which this installation does not have.'
const NOT_REACHED = 'Coasts, borders and places only: the tile source, which streets need, cannot be reached.'

type MapFrameProps = {
  height: number
  /** The source of the pictures; undefined until the source is known. */
  source: MapSource | undefined
  waiting: ReactNode
  /** The map itself, a part that loads later; it tells whether its pictures can be had. */
  children: (source: MapSource, onPictures: (had: boolean) => void) => ReactNode
}
export function MapFrame({ height, source, waiting, children }: MapFrameProps) {
  const [hasPictures, setPictures] = useState(true)
  const missing = source && (source.tilesUrl === null ? NO_SOURCE : hasPictures ? undefined : NOT_REACHED)
  return (
    <Box>
      <Box
        sx={{
          position: 'relative',
          height,
          // The line around it is not of its height.
          boxSizing: 'content-box',
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
        }}
      >
        <Boundary>
          <Suspense fallback={waiting}>{source ? children(source, setPictures) : waiting}</Suspense>
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
