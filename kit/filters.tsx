// The filter builder: conditions on text, number and date fields, joined by AND or OR (S-FILTERS).
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import {
  Box,
  Button,
  Card,
  Chip,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material'
import { type Condition, type FieldType, type Filters, isActive, operators } from '@wattdesk/base/filters'
import { useState } from 'react'
import { addRow, applied, type DraftRow, draftOf, removeRow, setField, setOperator, setValue } from './filter-draft.ts'

export type FilterField = { field: string; label: string; type: FieldType }
export type FilterBuilderProps = {
  fields: readonly FilterField[]
  value: Filters
  onApply: (filters: Filters) => void
  onClose?: () => void
}

export const operatorLabels: Record<string, string> = {
  contains: 'contains',
  notContains: 'does not contain',
  equals: 'equals',
  notEquals: 'does not equal',
  startsWith: 'starts with',
  endsWith: 'ends with',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
  isAnyOf: 'is any of',
  greaterThan: 'greater than',
  greaterThanOrEqual: 'greater than or equal',
  lessThan: 'less than',
  lessThanOrEqual: 'less than or equal',
  between: 'between',
  after: 'after',
  onOrAfter: 'on or after',
  before: 'before',
  onOrBefore: 'on or before',
}

function ValueInput({
  row,
  type,
  onChange,
}: {
  row: DraftRow
  type: FieldType
  onChange: (v: DraftRow['value']) => void
}) {
  const { operator, value } = row
  if (operator === '' || operator === 'isEmpty' || operator === 'isNotEmpty') return <span />
  const input = (label: string, text: string, set: (t: string) => void) => (
    <TextField
      label={label}
      value={text}
      onChange={e => set(e.target.value)}
      type={type === 'text' ? 'text' : type}
      {...(operator === 'isAnyOf' && { placeholder: 'one, two, three' })}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { maxLength: 1000, ...(type === 'number' && { step: 'any' }) },
      }}
    />
  )
  if (operator !== 'between') return input('Value', String(value ?? ''), onChange)
  const [from, to] = (Array.isArray(value) ? value : ['', '']) as [string, string]
  return (
    <Stack direction="row" spacing={1}>
      {input('From', from, t => onChange([t, to]))}
      {input('To', to, t => onChange([from, t]))}
    </Stack>
  )
}

export function FilterBuilder({ fields, value, onApply, onClose }: FilterBuilderProps) {
  const [draft, setDraft] = useState(() => draftOf(value))
  const typeOf = (field: string): FieldType => fields.find(f => f.field === field)?.type ?? 'text'
  const ready = draft.rows.some(r => isActive(r))
  return (
    <Card sx={{ p: 2 }} component="section" aria-label="Filters">
      <Stack spacing={2}>
        {draft.rows.map((row, i) => (
          <Box
            key={row.id}
            role="group"
            aria-label={`Condition ${i + 1}`}
            sx={{
              display: 'grid',
              gap: 1,
              alignItems: 'center',
              gridTemplateColumns: {
                xs: '1fr auto',
                md: 'minmax(160px, 1fr) minmax(160px, 1fr) minmax(200px, 2fr) auto',
              },
              '& > :not(:last-child)': { gridColumn: { xs: '1', md: 'auto' } },
              '& > :last-child': { gridColumn: { xs: '2', md: 'auto' }, gridRow: { xs: '1', md: 'auto' } },
            }}
          >
            <TextField
              select
              label="Field"
              value={row.field}
              onChange={e => setDraft(setField(draft, row.id, e.target.value))}
            >
              {fields.map(f => (
                <MenuItem key={f.field} value={f.field}>
                  {f.label}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              label="Operator"
              value={row.operator}
              disabled={row.field === ''}
              onChange={e => setDraft(setOperator(draft, row.id, e.target.value as DraftRow['operator']))}
            >
              {operators[typeOf(row.field)].map(o => (
                <MenuItem key={o} value={o}>
                  {operatorLabels[o]}
                </MenuItem>
              ))}
            </TextField>
            <ValueInput row={row} type={typeOf(row.field)} onChange={v => setDraft(setValue(draft, row.id, v))} />
            <IconButton
              aria-label={`Delete condition ${i + 1}`}
              disabled={draft.rows.length === 1}
              onClick={() => setDraft(removeRow(draft, row.id))}
            >
              <Delete fontSize="small" />
            </IconButton>
          </Box>
        ))}
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <Button color="inherit" startIcon={<Add />} onClick={() => setDraft(addRow(draft))}>
            Add condition
          </Button>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={draft.combine}
            aria-label="Combine conditions"
            onChange={(_, combine: 'AND' | 'OR' | null) => combine && setDraft({ ...draft, combine })}
          >
            <ToggleButton value="AND">AND (all)</ToggleButton>
            <ToggleButton value="OR">OR (any)</ToggleButton>
          </ToggleButtonGroup>
          <Box sx={{ flexGrow: 1 }} />
          {onClose && (
            <Button color="inherit" onClick={onClose}>
              Close
            </Button>
          )}
          <Button variant="contained" disabled={!ready} onClick={() => onApply(applied(draft, typeOf))}>
            Apply
          </Button>
        </Stack>
      </Stack>
    </Card>
  )
}

/** A condition in words: 'Status equals Active'. */
export function conditionText(c: Condition, fields: readonly FilterField[]): string {
  const label = fields.find(f => f.field === c.field)?.label ?? c.field
  const value = Array.isArray(c.value) ? c.value.join(' and ') : String(c.value ?? '')
  return `${label} ${operatorLabels[c.operator] ?? c.operator}${value ? ` ${value}` : ''}`
}

/** The applied conditions as chips; taking one away applies the rest. */
export function FilterChips({ fields, value, onApply }: Pick<FilterBuilderProps, 'fields' | 'value' | 'onApply'>) {
  return value.conditions.map((c, i) => (
    <Chip
      key={`${c.field}${c.operator}${String(c.value)}`}
      size="small"
      variant="outlined"
      label={conditionText(c, fields)}
      onDelete={() => onApply({ ...value, conditions: value.conditions.toSpliced(i, 1) })}
    />
  ))
}
