// The Remote Operation modal of the charger list: the same list, forms and Task Details as the tab.
import Close from '@mui/icons-material/Close'
import { Box, Dialog, DialogContent, DialogTitle, IconButton } from '@mui/material'
import { useState } from 'react'
import type { Target } from './option-fields.tsx'
import { RemoteOperations } from './remote-operations.tsx'
import { TaskDialog } from './task-dialog.tsx'

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
      aria-labelledby="remote-operation-title"
    >
      {charger && (
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
            <Content key={charger.chargepoint_pk} teamId={teamId} charger={charger} />
          </DialogContent>
        </>
      )}
    </Dialog>
  )
}

function Content({ teamId, charger }: { teamId: number; charger: Target }) {
  const [operation, setOperation] = useState<string | null>(null)
  const [taskId, setTaskId] = useState<string>()
  return (
    <>
      <RemoteOperations
        teamId={teamId}
        charger={charger}
        operation={operation}
        connectorId={null}
        onChoose={setOperation}
        onSent={setTaskId}
      />
      <TaskDialog charger={charger.chargepoint_id} taskId={taskId} onClose={() => setTaskId(undefined)} />
    </>
  )
}
