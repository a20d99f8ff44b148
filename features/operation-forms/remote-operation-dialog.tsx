// The Remote Operation modal of the charger list: the same list and forms as the tab; once an operation is sent, the same
// dialog shows its Task Details.
import ArrowBack from '@mui/icons-material/ArrowBack'
import Close from '@mui/icons-material/Close'
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton } from '@mui/material'
import { useState } from 'react'
import { TaskView } from '../remote-operations/task-dialog.parts.tsx'
import type { Target } from './option-fields.tsx'
import { RemoteOperations } from './remote-operations.tsx'

export type RemoteOperationDialogProps = {
  teamId: number
  /** The charge point it is for; undefined closes it. */
  charger: Target | undefined
  onClose: () => void
}

export function RemoteOperationDialog({ teamId, charger, onClose }: RemoteOperationDialogProps) {
  return (
    <Dialog
      open={charger !== undefined}
      onClose={onClose}
      fullWidth
      maxWidth="md"
      aria-labelledby="remote-operation-title task-title"
    >
      {charger && <Content key={charger.chargepoint_pk} teamId={teamId} charger={charger} onClose={onClose} />}
    </Dialog>
  )
}

function Content({ teamId, charger, onClose }: { teamId: number; charger: Target; onClose: () => void }) {
  const [operation, setOperation] = useState<string | null>(null)
  const [taskId, setTaskId] = useState<string>()
  if (taskId !== undefined)
    return (
      <>
        <TaskView key={taskId} charger={charger.chargepoint_id} taskId={taskId} />
        <DialogActions>
          <Button
            color="inherit"
            startIcon={<ArrowBack fontSize="small" />}
            onClick={() => setTaskId(undefined)}
            sx={{ mr: 'auto' }}
          >
            Another operation
          </Button>
          <Button onClick={onClose} autoFocus>
            Close
          </Button>
        </DialogActions>
      </>
    )
  return (
    <>
      <DialogTitle id="remote-operation-title" sx={{ display: 'flex', alignItems: 'center', gap: 1, pr: 1.5 }}>
        <Box component="span" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          Remote Operation · {charger.chargepoint_id}
        </Box>
        <IconButton size="small" aria-label="Close" onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </DialogTitle>
      <DialogContent>
        <RemoteOperations
          teamId={teamId}
          charger={charger}
          operation={operation}
          chosen={{}}
          onChoose={setOperation}
          onSent={setTaskId}
        />
      </DialogContent>
    </>
  )
}
