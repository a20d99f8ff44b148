// The operations of a charge point: a list to choose from on the left, the form of the chosen one beside it.
import TouchApp from '@mui/icons-material/TouchAppOutlined'
import { Box, Card, FormControlLabel, Radio, RadioGroup, Stack, Typography } from '@mui/material'
import { Fragment } from 'react'
import { NoRight } from '../../web/kit/empty-frame.tsx'
import { useAccess } from '../../web/kit/session.ts'
import { OperationFormView } from './operation-form.tsx'
import type { Chosen, OperationForm } from './operation-form-shape.tsx'
import { formOf, operationForms } from './operation-forms.tsx'
import type { Target } from './option-fields.tsx'

export type RemoteOperationsProps = {
  teamId: number
  charger: Target
  /** The chosen operation, and what it is for where that is known beforehand. */
  operation: string | null
  chosen: Chosen
  onChoose: (operation: string) => void
  onSent: (taskId: string) => void
}

export function RemoteOperations(props: RemoteOperationsProps) {
  const { teamId, charger, operation, chosen, onChoose, onSent } = props
  const { canUpdate } = useAccess('ChargerPoint')
  const form = formOf(operation)
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
      <Card sx={{ p: 1 }}>
        <RadioGroup
          aria-label="Remote operation"
          value={form?.operation ?? ''}
          onChange={(_, value) => onChoose(value)}
        >
          {operationForms.map((o, i) => (
            <Fragment key={o.operation}>
              {o.isMore && !operationForms[i - 1]?.isMore && (
                <Typography variant="h3" sx={{ px: 1, pt: 2, pb: 0.5, fontSize: '0.875rem' }}>
                  More operations
                </Typography>
              )}
              <Choice of={o} isChosen={form?.operation === o.operation} />
            </Fragment>
          ))}
        </RadioGroup>
      </Card>
      {form ? (
        <OperationFormView
          // Another operation, or another connector or session asked for, starts afresh.
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
  )
}

function Choice({ of: { operation, icon: Icon }, isChosen }: { of: OperationForm; isChosen: boolean }) {
  return (
    <FormControlLabel
      value={operation}
      control={<Radio size="small" />}
      label={
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <Icon aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
          <span>{operation}</span>
        </Stack>
      }
      sx={{
        m: 0,
        px: 1,
        minHeight: 44,
        borderRadius: 2,
        ...(isChosen && { bgcolor: 'action.selected' }),
        '&:hover': { bgcolor: 'action.hover' },
      }}
    />
  )
}
