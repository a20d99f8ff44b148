// The order of a grid's columns: each can go up or down, but for the one that names the row.
import Down from '@mui/icons-material/ArrowDownward'
import Up from '@mui/icons-material/ArrowUpward'
import { Button, DialogActions, DialogContent, IconButton, List, ListItem, ListItemText } from '@mui/material'
import { DialogFrame, DialogHead } from './dialog-frame.tsx'

type Movable = {
  shown: readonly { field: string; header: string; identity?: boolean }[]
  canMove: (field: string, places: 1 | -1) => boolean
  move: (field: string, places: 1 | -1) => void
  reset: () => void
}
export default function ColumnOrder({ shown, onClose }: { shown: Movable; onClose: () => void }) {
  return (
    <DialogFrame onClose={onClose} maxWidth="xs">
      <DialogHead>Order of columns</DialogHead>
      <DialogContent>
        <List dense disablePadding>
          {shown.shown.map(c => (
            <ListItem
              key={c.field}
              divider
              disableGutters
              secondaryAction={
                !c.identity && (
                  <>
                    <IconButton
                      aria-label={`${c.header} further left`}
                      disabled={!shown.canMove(c.field, -1)}
                      onClick={() => shown.move(c.field, -1)}
                    >
                      <Up fontSize="small" />
                    </IconButton>
                    <IconButton
                      aria-label={`${c.header} further right`}
                      disabled={!shown.canMove(c.field, 1)}
                      onClick={() => shown.move(c.field, 1)}
                    >
                      <Down fontSize="small" />
                    </IconButton>
                  </>
                )
              }
            >
              <ListItemText primary={c.header} {...(c.identity && { secondary: 'Names the row and stays first' })} />
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={shown.reset}>Usual columns</Button>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </DialogFrame>
  )
}
