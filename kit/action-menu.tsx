// Actions behind three dots, as in the rows of a grid.
import MoreVert from '@mui/icons-material/MoreVert'
import { IconButton, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { useEffect, useId, useState } from 'react'
import { type Action, labelOf, standing, useRole, useRun } from './actions.tsx'
import { preloadConfirm } from './confirm.tsx'

export type ActionMenuProps<T> = {
  actions: readonly Action<T>[]
  target: T
  /** Names the menu: 'Actions of CP-01'. */
  label: string
}
/** Actions behind three dots; nothing when none is allowed. A disabled one says why in its second line. */
export function ActionMenu<T>({ actions, target, label }: ActionMenuProps<T>) {
  const run = useRun()
  const role = useRole()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const mayAsk = actions.some(a => a.confirm)
  useEffect(() => {
    if (mayAsk) preloadConfirm()
  }, [mayAsk])
  const items = actions.map(a => ({ a, now: standing(a, target, role) })).filter(({ now }) => now !== 'hidden')
  if (!items.length) return null
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor && { 'aria-controls': id })}
        onClick={e => {
          e.stopPropagation()
          setAnchor(e.currentTarget)
        }}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu
        id={id}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        onClick={e => e.stopPropagation()}
      >
        {items.map(({ a, now }) => (
          <MenuItem
            key={a.id}
            disabled={now !== 'ready'}
            // A disabled item stays readable: its second line says why it is disabled.
            sx={{ ...(a.danger && { color: 'error.main' }), '&.Mui-disabled': { opacity: 1, color: 'text.disabled' } }}
            onClick={() => {
              setAnchor(null)
              void run(a, target)
            }}
          >
            <ListItemIcon sx={{ color: 'inherit' }}>
              <a.icon fontSize="small" />
            </ListItemIcon>
            <ListItemText primary={labelOf(a, target)} secondary={typeof now === 'object' ? now.why : undefined} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
