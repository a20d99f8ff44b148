// The rows of a grid as cards, for phones: title, the shown columns as labels and values, the same actions.
import { Box, Card, Checkbox, Stack, Typography } from '@mui/material'
import { ActionMenu } from './action-menu.tsx'
import { type Column, cellContent, cellText } from './columns.tsx'
import type { DataGridProps } from './grid-props.ts'
import { RowLink } from './row-link.tsx'

export type CardsProps<R extends object> = Pick<
  DataGridProps<R>,
  'label' | 'list' | 'rowId' | 'actions' | 'rowLink' | 'selection'
> & { columns: readonly Column<R>[] }

export function Cards<R extends object>({ label, columns, list, rowId, actions, rowLink, selection }: CardsProps<R>) {
  const identity = columns.find(c => c.identity) ?? columns[0]
  const rest = columns.filter(c => c !== identity)
  const pick = (row: R) => {
    if (!selection) return
    const id = rowId(row)
    const ids = new Set(selection.ids)
    if (!ids.delete(id)) ids.add(id)
    selection.onChange(ids)
  }
  return (
    <Stack component="ul" spacing={1.5} aria-label={label} sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {list.rows.map(row => {
        const to = rowLink?.(row)
        const name = identity ? cellText(identity, row) : ''
        return (
          <Card component="li" key={rowId(row)} sx={{ p: 2 }}>
            <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1 }}>
              {selection && (
                <Checkbox
                  edge="start"
                  sx={{ mt: -1 }}
                  checked={selection.ids.has(rowId(row))}
                  disabled={selection.can?.(row) === false}
                  onChange={() => pick(row)}
                  slotProps={{ input: { 'aria-label': `Select ${name}` } }}
                />
              )}
              <Box sx={{ flexGrow: 1, minWidth: 0, fontWeight: 550, overflowWrap: 'anywhere' }}>
                {identity &&
                  (to ? <RowLink to={to}>{cellContent(identity, row)}</RowLink> : cellContent(identity, row))}
              </Box>
              {actions && <ActionMenu actions={actions} target={row} label={`Actions of ${name}`} />}
            </Stack>
            <Box component="dl" sx={{ m: 0, mt: 1, display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
              {rest.map(c => (
                <Box key={c.field} sx={{ minWidth: 0 }}>
                  <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
                    {c.header}
                  </Typography>
                  <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                    {cellContent(c, row)}
                  </Typography>
                </Box>
              ))}
            </Box>
          </Card>
        )
      })}
    </Stack>
  )
}
