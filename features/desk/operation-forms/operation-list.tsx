// The operations of a charge point to choose from: the first nine, and the others in groups that fold, with a search over all.
import ExpandMore from '@mui/icons-material/ExpandMore'
import {
  Box,
  Button,
  Card,
  FormControlLabel,
  Radio,
  RadioGroup,
  Stack,
  TextField,
  Typography,
  useMediaQuery,
} from '@mui/material'
import { Fragment, useState } from 'react'
import {
  type FormTarget,
  OPERATION_GROUPS,
  type OperationGroup,
} from '#control/remote-operations/operations/operation.contract.ts'
import type { OperationForm } from './operation-form-shape.tsx'
import { operationForms } from './operation-forms.tsx'
import { isFoundBy } from './operation-search.rules.ts'

export type OperationListProps = {
  charger: FormTarget
  chosen: string | undefined
  isOffered: (o: OperationForm) => boolean
  onChoose: (operation: string) => void
}
export function OperationList({ charger, chosen, isOffered, onChoose }: OperationListProps) {
  const [q, setQ] = useState('')
  const [folded, setFolded] = useState<Partial<Record<OperationGroup, boolean>>>({})
  // The form stands below the list: folded, the list leaves it in reach.
  const isNarrow = useMediaQuery('(max-width:899.95px)', { noSsr: true })
  const found = operationForms.filter(o => o.isFor(charger) && isFoundBy(q.trim(), o))
  const choices = (of: OperationForm[]) =>
    of.map(o => <Choice key={o.operation} of={o} isChosen={chosen === o.operation} isOff={!isOffered(o)} />)
  const groups = OPERATION_GROUPS.flatMap(name => {
    const of = found.filter(o => o.group === name)
    return of.length > 0 ? [{ name, of }] : []
  })
  const isOpen = ({ name, of }: { name: OperationGroup; of: OperationForm[] }) =>
    !(folded[name] ?? (isNarrow && q === '' && !of.some(o => o.operation === chosen)))
  return (
    <Card sx={{ p: 1, maxHeight: { md: 'max(480px, calc(100vh - 160px))' }, overflowY: { md: 'auto' } }}>
      <Box sx={{ position: { md: 'sticky' }, top: 0, zIndex: 1, bgcolor: 'background.paper' }}>
        {/* The search of lists, in a chunk of its own, would cost every list more than this field costs here. */}
        <TextField
          type="search"
          fullWidth
          value={q}
          placeholder="Search operations"
          onChange={e => {
            setQ(e.target.value)
            setFolded({})
          }}
          slotProps={{ htmlInput: { 'aria-label': 'Search operations', maxLength: 200 } }}
        />
      </Box>
      <RadioGroup
        aria-label="Remote operation"
        value={chosen ?? ''}
        onChange={(_, value) => onChoose(value)}
        sx={{ flexWrap: 'nowrap', pt: 1 }}
      >
        {choices(found.filter(o => !o.isMore))}
        {groups.length > 0 && (
          <Typography variant="h3" sx={{ px: 1, pt: 2, pb: 0.5, fontSize: '0.875rem' }}>
            More operations
          </Typography>
        )}
        {groups.map(g => (
          <Fragment key={g.name}>
            <Button
              color="inherit"
              onClick={() => setFolded({ ...folded, [g.name]: isOpen(g) })}
              aria-expanded={isOpen(g)}
              endIcon={<ExpandMore sx={{ rotate: isOpen(g) ? '180deg' : '0deg' }} />}
              sx={{ justifyContent: 'space-between', minHeight: 44, px: 1, color: 'text.secondary' }}
            >
              {g.name} ({g.of.length})
            </Button>
            {isOpen(g) && choices(g.of)}
          </Fragment>
        ))}
      </RadioGroup>
      {found.length === 0 && (
        <Typography role="status" sx={{ px: 1, py: 2, color: 'text.secondary' }}>
          No operation of this charge point matches
        </Typography>
      )}
    </Card>
  )
}

type ChoiceProps = { of: OperationForm; isChosen: boolean; isOff: boolean }
function Choice({ of: { operation, icon: Icon }, isChosen, isOff }: ChoiceProps) {
  return (
    <FormControlLabel
      value={operation}
      disabled={isOff}
      control={<Radio size="small" />}
      label={
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <Icon aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {operation}
            {isOff && (
              <Typography component="span" variant="caption" sx={{ display: 'block' }}>
                Only with full access
              </Typography>
            )}
          </Box>
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
