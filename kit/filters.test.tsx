import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Filters } from '@wattdesk/base/filters'
import { expect, test } from 'vitest'
import { show } from '#testing/web/render.tsx'
import { addRow, applied, draftOf, removeRow, setField, setOperator, setValue } from './filter-draft.ts'
import { conditionText, FilterBuilder, FilterChips, operatorLabels } from './filters.tsx'
import { noFilters } from './list-state.ts'

const fields = [
  { field: 'email', label: 'Email', type: 'text' },
  { field: 'kw', label: 'kWh', type: 'number' },
  { field: 'at', label: 'Start', type: 'date' },
] as const
const typeOf = (f: string) => fields.find(x => x.field === f)?.type ?? 'text'

test('choosing a field resets operator and value, choosing an operator resets the value', () => {
  const start = draftOf({ combine: 'AND', conditions: [{ field: 'kw', operator: 'between', value: [1, 2] }] })
  const id = start.rows[0]?.id ?? ''
  expect(start.rows[0]).toMatchObject({ field: 'kw', operator: 'between', value: ['1', '2'] })
  expect(setOperator(start, id, 'equals').rows[0]).toEqual({ id, field: 'kw', operator: 'equals' })
  expect(setField(start, id, 'email').rows[0]).toEqual({ id, field: 'email', operator: '' })
})

test('the last row cannot be deleted', () => {
  const one = draftOf(noFilters)
  expect(removeRow(one, one.rows[0]?.id ?? '')).toBe(one)
  const two = addRow(one)
  expect(removeRow(two, two.rows[0]?.id ?? '').rows).toHaveLength(1)
})

test('only active rows are applied: numbers as numbers, no value where none belongs', () => {
  let d = addRow(addRow(draftOf(noFilters)))
  const [a, b] = d.rows.map(r => r.id) as [string, string]
  d = setValue(setOperator(setField(d, a, 'kw'), a, 'between'), a, ['1.5', '3'])
  d = setOperator(setField(d, b, 'email'), b, 'isEmpty')
  expect(applied(d, typeOf)).toEqual({
    combine: 'AND',
    conditions: [
      { field: 'kw', operator: 'between', value: [1.5, 3] },
      { field: 'email', operator: 'isEmpty' },
    ],
  })
})

const pick = async (label: string, option: string) => {
  await userEvent.click(screen.getByLabelText(label))
  await userEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }))
}

test('Apply opens with the first active condition and hands on what was written', async () => {
  let got: Filters | undefined
  show(
    <FilterBuilder
      fields={fields}
      value={noFilters}
      onApply={f => {
        got = f
      }}
    />,
  )
  const apply = screen.getByRole('button', { name: 'Apply' })
  expect(apply).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Delete condition 1' })).toBeDisabled()
  await pick('Field', 'Email')
  await userEvent.click(screen.getByLabelText('Operator'))
  const offered = within(await screen.findByRole('listbox'))
    .getAllByRole('option')
    .map(o => o.textContent)
  expect(offered).toEqual(
    [
      'contains',
      'notContains',
      'equals',
      'notEquals',
      'startsWith',
      'endsWith',
      'isEmpty',
      'isNotEmpty',
      'isAnyOf',
    ].map(o => operatorLabels[o]),
  )
  await userEvent.click(screen.getByRole('option', { name: 'contains' }))
  expect(apply).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Value'), 'volt')
  expect(apply).toBeEnabled()
  await userEvent.click(screen.getByRole('button', { name: 'OR (any)' }))
  await userEvent.click(apply)
  expect(got).toEqual({ combine: 'OR', conditions: [{ field: 'email', operator: 'contains', value: 'volt' }] })
})

test('an applied condition reads in words and goes away by its chip', async () => {
  const value: Filters = {
    combine: 'AND',
    conditions: [
      { field: 'kw', operator: 'between', value: [1, 2] },
      { field: 'at', operator: 'isEmpty' },
    ],
  }
  expect(conditionText(value.conditions[0] as never, fields)).toBe('kWh between 1 and 2')
  let got: Filters | undefined
  show(
    <FilterChips
      fields={fields}
      value={value}
      onApply={f => {
        got = f
      }}
    />,
  )
  const chip = screen.getByText('kWh between 1 and 2').closest('.MuiChip-root')
  await userEvent.click(within(chip as HTMLElement).getByTestId('CancelIcon'))
  expect(got?.conditions).toEqual([{ field: 'at', operator: 'isEmpty' }])
})
