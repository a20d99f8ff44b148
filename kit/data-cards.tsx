// The rows of a grid as cards, for phones: title with its state and menu, then the shown columns, label and value in one
// line each, as many to a line as fit. Six columns stay under 150 px.
import { Box, Card, Stack } from '@mui/material'
import { ActionMenu } from './action-menu.tsx'
import type { Choice } from './choice.ts'
import { ChooseBox } from './choose-box.tsx'
import { type Column, cellContent, cellText, isNumeric } from './columns.tsx'
import type { DataGridProps } from './grid-props.ts'
import { RowLink } from './row-link.tsx'

export type CardsProps<R extends object> = Pick<
  DataGridProps<R>,
  'label' | 'list' | 'rowId' | 'actions' | 'rowLink'
> & { columns: readonly Column<R>[]; choice: Choice<R> | undefined }

const cut = { overflow: 'hidden', textOverflow: 'ellipsis' } as const

/** A cell of the screen's own, or at the foot, that has nothing to show: no header stands without a value. */
const isBlank = <R,>(c: Column<R>, row: R): boolean =>
  c.cell ? (c.cell(row) ?? '') === '' : c.foot === true && cellText(c, row) === '–'

function Fact<R>({ column: c, row }: { column: Column<R>; row: R }) {
  if (isBlank(c, row)) return null
  const text = cellText(c, row)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0, maxWidth: '100%' }}>
      <Box component="dt" sx={{ flexShrink: 0, fontSize: '0.75rem', color: 'text.secondary' }}>
        {c.header}
      </Box>
      <Box
        component="dd"
        title={text}
        // A text may be cut, a figure never.
        sx={{ m: 0, minWidth: 0, fontSize: '0.8125rem', ...(isNumeric(c) ? { flexShrink: 0 } : cut) }}
      >
        {cellContent(c, row)}
      </Box>
    </Box>
  )
}

export function Cards<R extends object>({ label, columns, list, rowId, actions, rowLink, choice }: CardsProps<R>) {
  const identity = columns.find(c => c.identity) ?? columns[0]
  const heads = columns.filter(c => c !== identity && c.head)
  const others = columns.filter(c => c !== identity && !c.head)
  const feet = others.filter(c => c.foot)
  const rest = others.filter(c => !c.foot)
  return (
    <Stack component="ul" spacing={1} aria-label={label} sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {list.rows.map(row => {
        const to = identity?.leads?.(row) ?? rowLink?.(row)
        const name = identity ? cellText(identity, row) : ''
        return (
          <Card component="li" key={rowId(row)} sx={{ px: 1.5, py: 0.75, overflowWrap: 'anywhere' }}>
            <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minHeight: 32 }}>
              {choice && (
                <Box sx={{ ml: -1, mr: -0.5 }}>
                  <ChooseBox
                    label={`Choose ${name}`}
                    isChosen={choice.isChosen(row)}
                    isOff={!choice.canChoose(row)}
                    onToggle={() => choice.toggle(row)}
                  />
                </Box>
              )}
              <Box sx={{ flexGrow: 1, minWidth: 0, fontWeight: 550 }}>
                {identity &&
                  (to ? <RowLink to={to}>{cellContent(identity, row)}</RowLink> : cellContent(identity, row))}
              </Box>
              {heads.map(c => (
                <Box key={c.field} sx={{ flexShrink: 0 }}>
                  {cellContent(c, row)}
                </Box>
              ))}
              {actions && (
                <Box sx={{ mr: -1, flexShrink: 0 }}>
                  <ActionMenu actions={actions} target={row} label={`Actions of ${name}`} />
                </Box>
              )}
            </Stack>
            {rest.length > 0 && (
              <Box
                component="dl"
                sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, whiteSpace: 'nowrap', lineHeight: '20px' }}
              >
                {rest.map(c => (
                  <Fact key={c.field} column={c} row={row} />
                ))}
              </Box>
            )}
            {feet.map(
              c =>
                isBlank(c, row) || (
                  <Box key={c.field} sx={{ py: 0.5 }}>
                    {cellContent(c, row)}
                  </Box>
                ),
            )}
          </Card>
        )
      })}
    </Stack>
  )
}
