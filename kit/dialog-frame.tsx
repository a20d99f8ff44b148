// The frame of every dialog with content: title, cross, and the way out. On a phone it rises from the bottom and is as
// wide as the window. Forms inside say how they stand: closing by Escape, cross or a click beside it asks when something
// was typed, and waits while something is being saved. The buttons of a form close without asking.
import Close from '@mui/icons-material/Close'
import { Box, Dialog, DialogTitle, IconButton } from '@mui/material'
import { type ReactNode, useContext, useId, useRef, useState } from 'react'
import { useAsk } from './confirm.tsx'
import { type Around, Dialogs } from './dialog-guard.ts'
import { leaving } from './leave-guard.ts'

export type DialogFrameProps = {
  open?: boolean
  onClose: () => void
  maxWidth?: 'xs' | 'sm' | 'md'
  /** What it shows is shown this once: neither Escape nor a click beside it closes it, a button of its own does. */
  holds?: boolean
  /** DialogHead, DialogContent, and DialogActions where there are any. */
  children: ReactNode
}
export function DialogFrame({ open = true, onClose, maxWidth = 'sm', holds = false, children }: DialogFrameProps) {
  const titleId = useId()
  const ask = useAsk()
  const latest = useRef(onClose)
  latest.current = onClose
  const [around] = useState((): Around => {
    const guards: Around['guards'] = new Map()
    const close = async () => {
      const forms = [...guards.values()]
      if (forms.some(g => g.isSaving)) return
      if (forms.some(g => g.isDirty) && !(await ask(leaving))) return
      latest.current()
    }
    return { titleId, guards, close: () => void close() }
  })
  return (
    <Dialog
      open={open}
      onClose={holds ? undefined : around.close}
      fullWidth
      maxWidth={maxWidth}
      aria-labelledby={around.titleId}
      sx={theme => ({
        [theme.breakpoints.down('sm')]: {
          '& .MuiDialog-container': { alignItems: 'flex-end' },
          '& .MuiDialog-paper': { m: 0, width: '100%', maxHeight: '100%', borderRadius: '12px 12px 0 0' },
        },
      })}
    >
      <Dialogs value={around}>{children}</Dialogs>
    </Dialog>
  )
}

type HeadProps = {
  /** The title: it names the dialog. */
  children: ReactNode
  /** Beside the title. */
  tools?: ReactNode
  /** False where a button below closes it. */
  cross?: boolean
}
export function DialogHead({ children, tools, cross = true }: HeadProps) {
  const around = useContext(Dialogs)
  return (
    <DialogTitle
      id={around?.titleId ?? ''}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, ...(cross && { pr: 1.5 }) }}
    >
      <Box component="span" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
      {tools}
      {cross && (
        <IconButton size="small" aria-label="Close" onClick={around?.close}>
          <Close fontSize="small" />
        </IconButton>
      )}
    </DialogTitle>
  )
}
