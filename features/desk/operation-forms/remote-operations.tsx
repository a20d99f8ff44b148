// The operations of a charge point: a list to choose from on the left, the form of the chosen one beside it.
import TouchApp from '@mui/icons-material/TouchAppOutlined'
import { Box, Card, Stack, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import type { FormTarget } from '#control/remote-operations/operations/operation.contract.ts'
import { NoRight } from '#kit/empty-frame.tsx'
import { useAccess } from '#kit/session.ts'
import { OperationFormView } from './operation-form.tsx'
import type { OperationForm } from './operation-form-shape.tsx'
import { formOf } from './operation-forms.tsx'
import type { Chosen } from './operation-inputs.rules.ts'
import { OperationList } from './operation-list.tsx'

export type RemoteOperationsProps = {
  teamId: number
  charger: FormTarget
  /** The chosen operation, and its target where the address names one. */
  operation: string | null
  chosen: Chosen
  onChoose: (operation: string) => void
  onSent: (taskId: string) => void
  /** The offset at which the form stays while the list beside it is scrolled: below the bars on top of the page. */
  stickyTop?: string
}

export function RemoteOperations(props: RemoteOperationsProps) {
  const { teamId, charger, operation, chosen, onChoose, onSent, stickyTop = '0px' } = props
  const { canUpdate, may } = useAccess('ChargerPoint')
  const asked = formOf(operation)
  const isOffered = (o: OperationForm) => !o.needsFull || may('FA')
  const form = asked?.isFor(charger) && isOffered(asked) ? asked : undefined
  const formRef = useRef<HTMLDivElement>(null)
  // Where the form is below the list, it is scrolled into view when another operation is chosen.
  const opened = useRef(operation)
  useEffect(() => {
    if (opened.current === operation) return
    opened.current = operation
    const { top = 0 } = formRef.current?.getBoundingClientRect() ?? {}
    if (top > window.innerHeight / 2) formRef.current?.scrollIntoView?.({ block: 'start' })
  }, [operation])
  if (!canUpdate) return <NoRight />
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '280px minmax(0, 1fr)' },
      }}
    >
      <OperationList charger={charger} chosen={form?.operation} isOffered={isOffered} onChoose={onChoose} />
      <Box ref={formRef} sx={{ minWidth: 0, scrollMarginTop: 72, position: { md: 'sticky' }, top: { md: stickyTop } }}>
        {form ? (
          <OperationFormView
            // Another operation, or another connector or session in the address, starts with a fresh form.
            key={`${form.operation} ${chosen.connectorId ?? ''} ${chosen.transactionId ?? ''} ${charger.chargepoint_pk}`}
            teamId={teamId}
            charger={charger}
            form={form}
            chosen={chosen}
            onSent={onSent}
          />
        ) : (
          <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
            <Stack
              spacing={1}
              sx={{ minHeight: 200, alignItems: 'center', justifyContent: 'center', textAlign: 'center' }}
            >
              <TouchApp aria-hidden sx={{ fontSize: 32, color: 'text.secondary' }} />
              <Typography variant="h3" component="p">
                Select an Operation
              </Typography>
              <Typography sx={{ color: 'text.secondary', maxWidth: '72ch' }}>
                Choose a remote operation from the left panel to configure and execute it
              </Typography>
            </Stack>
          </Card>
        )}
      </Box>
    </Box>
  )
}
