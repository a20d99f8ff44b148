// A tag among the choices of a field: its text, its driver, and why it cannot start a session.
import { Box } from '@mui/material'
import type { HTMLAttributes, Key } from 'react'
import type { OfferedTag } from './tag-search.tsx'

/** The heading over a choice: the caller's own tags stand first. */
export const groupOf = ({ isOwn, isTyped }: OfferedTag): string => {
  if (isTyped) return 'As typed'
  return isOwn ? 'Your tags' : 'Other tags'
}

type Props = HTMLAttributes<HTMLLIElement> & { key?: Key }
export function TagOption({ of, props }: { of: OfferedTag; props: Props }) {
  const { key: _, ...rest } = props
  const person = [of.driver, of.phone, of.email].filter(Boolean).join(' · ')
  return (
    <li {...rest}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {of.tag}
        {person && <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{person}</Box>}
        {of.refusal && <Box sx={{ fontSize: '0.75rem', color: 'error.main' }}>{of.refusal}</Box>}
      </Box>
    </li>
  )
}
