// The operations of a charge point: a list to choose from on the left, the form of the chosen one beside it.
import TouchApp from '@mui/icons-material/TouchAppOutlined'
import { Box, Card, FormControlLabel, Radio, RadioGroup, Stack, Typography } from '@mui/material'
import { NoRight } from '../../web/kit/empty-frame.tsx'
import { useAccess } from '../../web/kit/session.ts'
import { OperationFormView } from './operation-form.tsx'
import { type Chosen, formOf, operationForms } from './operation-forms.tsx'
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
          {operationForms.map(({ operation: o, icon: Icon }) => (
            <FormControlLabel
              key={o}
              value={o}
              control={<Radio size="small" />}
              label={
                <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
                  <Icon aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
                  <span>{o}</span>
                </Stack>
              }
              sx={{
                m: 0,
                px: 1,
                minHeight: 44,
                borderRadius: 2,
                ...(form?.operation === o && { bgcolor: 'action.selected' }),
                '&:hover': { bgcolor: 'action.hover' },
              }}
            />
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
