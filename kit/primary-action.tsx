// The one primary action of a page: top right, on phones a bar that sticks to the bottom of the window.
import { Box, Paper, useMediaQuery } from '@mui/material'
import { useMemo } from 'react'
import { type Action, ActionButton, standing, useRole } from './actions.tsx'
import { useOffer } from './shortcuts.ts'

const nothing: readonly Action[] = []

/** True when the reader gets to see the action at all. */
export const useHasAction = (action: Action | undefined): boolean => {
  const role = useRole()
  return action !== undefined && standing(action, undefined, role) !== 'hidden'
}

/** The action as a button, offered to the palette as well; nothing without its right. */
export function PrimaryAction({ action }: { action: Action | undefined }) {
  const phone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  const role = useRole()
  const isReady = action !== undefined && standing(action, undefined, role) === 'ready'
  useOffer(useMemo(() => (isReady ? [action] : nothing), [isReady, action]))
  const isShown = useHasAction(action)
  if (!action || !isShown) return null
  const button = (
    <ActionButton action={action} target={undefined} variant="contained" {...(phone && { fullWidth: true })} />
  )
  if (!phone) return button
  return (
    <>
      {/* Room for the bar at the end of the page. */}
      <Box aria-hidden sx={{ height: 56, width: '100%' }} />
      <Paper
        square
        variant="outlined"
        data-noprint
        sx={{ position: 'fixed', insetInline: 0, bottom: 0, zIndex: 'appBar', p: 1.5, borderWidth: '1px 0 0' }}
      >
        {button}
      </Paper>
    </>
  )
}
