// The Remote Operation modal of the charger list: the same list and forms as the tab; once an operation is sent, the same
// dialog shows its Task Details.
import ArrowBack from '@mui/icons-material/ArrowBack'
import { Button, DialogActions, DialogContent } from '@mui/material'
import { useState } from 'react'
import type { FormTarget } from '#control/remote-operations/operations/operation.contract.ts'
import { TaskView } from '#control/remote-operations/task-dialog.parts.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { RemoteOperations } from './remote-operations.tsx'

export type RemoteOperationDialogProps = {
  teamId: number
  /** The charge point it is for; undefined closes it. */
  charger: FormTarget | undefined
  onClose: () => void
}

export function RemoteOperationDialog({ teamId, charger, onClose }: RemoteOperationDialogProps) {
  return (
    <DialogFrame open={charger !== undefined} onClose={onClose} maxWidth="md">
      {charger && <Content key={charger.chargepoint_pk} teamId={teamId} charger={charger} onClose={onClose} />}
    </DialogFrame>
  )
}

function Content({ teamId, charger, onClose }: { teamId: number; charger: FormTarget; onClose: () => void }) {
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
      <DialogHead>Remote Operation · {charger.chargepoint_id}</DialogHead>
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
