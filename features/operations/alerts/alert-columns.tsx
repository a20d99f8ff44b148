// The columns of the list of alerts, for the grid and for files.
import { Box, Typography } from '@mui/material'
import { ActionButton } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { gridColumns } from '#kit/record-grid.ts'
import { stepAction } from './alert.actions.ts'
import type { Alert } from './alert.contract.ts'
import { alertFields } from './alert.fields.ts'
import { AlertStateChip, SeverityChip, Silenced } from './alert-chips.parts.tsx'
import { CostText } from './alert-cost.tsx'

/** A row has room for no more; the whole text shows on hover, and on the page of the alert. */
const clamped = (lines: 1 | 2) =>
  ({
    display: { xs: 'block', sm: '-webkit-box' },
    WebkitLineClamp: lines,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  }) as const
/** Whether the sentence says the kind already, and the kind needs no line of its own. */
const saysKind = ({ title, text }: Alert): boolean =>
  title
    .toLowerCase()
    .split(' ')
    .every(word => text.toLowerCase().includes(word))

/** The state, and who has it; of a closed one, why it closed. */
function State({ alert: a }: { alert: Alert }) {
  const more = a.state === 'Closed' ? a.closedWhy : a.assignee
  return (
    <Box sx={{ minWidth: 0, lineHeight: 1 }}>
      <AlertStateChip state={a.state} />
      {more && (
        <Typography
          variant="caption"
          component="div"
          noWrap
          title={more}
          sx={{ color: 'text.secondary', lineHeight: 1.3 }}
        >
          {more}
        </Typography>
      )}
    </Box>
  )
}

/** What happened, with the kind above it where there is room: two lines fit into a row. */
const What = ({ alert: a }: { alert: Alert }) => {
  const hasKind = !saysKind(a) && !a.plannedUntil
  return (
    <Box sx={{ minWidth: 0, whiteSpace: 'normal', lineHeight: 1.3 }}>
      {hasKind && (
        <Typography variant="caption" component="div" noWrap sx={{ color: 'text.secondary', lineHeight: 1.3 }}>
          {a.title}
        </Typography>
      )}
      <Box title={a.text} sx={{ overflowWrap: 'anywhere', ...clamped(hasKind || a.plannedUntil ? 1 : 2) }}>
        {a.text}
      </Box>
      <Silenced plannedUntil={a.plannedUntil} />
    </Box>
  )
}

const cost: Column<Alert> = {
  field: 'cost',
  header: 'Cost so far',
  kind: 'money',
  value: a => a.cost?.rupees ?? null,
  cell: a => a.cost && <CostText cost={a.cost} />,
  sort: false,
  minWidth: 115,
  flex: 0.5,
}

const step: Column<Alert> = {
  field: 'step',
  header: 'Next step',
  value: a => a.step.text,
  cell: a => (
    <Box sx={{ '& button': { lineHeight: 1.3, textAlign: 'left' } }}>
      <ActionButton action={stepAction} target={a} size="small" />
    </Box>
  ),
  foot: true,
  sort: false,
  noExport: true,
  minWidth: 180,
  flex: 1,
}

const ofFields = gridColumns<typeof alertFields, Alert>(alertFields, {
  severity: { cell: a => <SeverityChip severity={a.severity} /> },
  state: { cell: a => <State alert={a} />, live: a => `${a.state} ${a.assignee ?? ''}` },
  subject_name: { header: 'What', value: a => a.text, cell: a => <What alert={a} />, flex: 4 },
  since: { kind: 'relative' },
  occurrences: { live: a => a.occurrences },
})

export const alertColumns: readonly Column<Alert>[] = [
  ...ofFields.flatMap(c => (c.field === 'since' ? [c, cost] : [c])),
  step,
]
