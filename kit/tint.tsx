// Marks a cell that the live stream has just changed with a tint for 600 ms (look: Motion), again for every change.
import { Box } from '@mui/material'
import { keyframes } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'

const shade = 'color-mix(in srgb, var(--mui-palette-primary-main) 22%, transparent)'
const from = { backgroundColor: shade, boxShadow: `0 0 0 4px ${shade}` }
// Two keyframes with the same look: an animation restarts only under another name, and the name follows from the
// content.
const odd = keyframes({ from })
const even = keyframes({ from, to: {} })

/** Tints when `value` is another than before; not when it first shows. */
export function Tint({ value, children }: { value: unknown; children: ReactNode }) {
  const [seen, setSeen] = useState({ value, count: 0 })
  if (!Object.is(seen.value, value)) setSeen({ value, count: seen.count + 1 })
  return (
    <Box
      component="span"
      sx={{ borderRadius: '4px', animation: seen.count > 0 ? `${seen.count % 2 ? odd : even} 600ms ease-out` : 'none' }}
    >
      {children}
    </Box>
  )
}
