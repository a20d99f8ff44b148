// The table of a grid: columns that share the width by their weights and never cut a figure, headers that sort, rows
// that link to pages, a menu at the end of each. CSS grid layout makes some browsers drop the table's semantics: hence
// the roles.

import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import { Box, ButtonBase } from '@mui/material'
import type { ReactNode } from 'react'
import { ActionMenu } from './action-menu.tsx'
import { useGo } from './address.ts'
import type { Choice } from './choice.ts'
import { ChooseBox } from './choose-box.tsx'
import { type Column, cellContent, cellText, isNumeric, sortName } from './columns.tsx'
import type { DataGridProps } from './grid-props.ts'
import { RowLink } from './row-link.tsx'

const HEADER = 48
/** Width of a tabular digit at 13 px, and of a cell's padding with some air; a figure is never cut (S-FIGURES). */
const DIGIT = 8
const PADDING = 28
const ACTIONS = '76px'
const BOX = '38px'
type TableProps<R extends object> = Omit<DataGridProps<R>, 'columns'> & {
  columns: readonly Column<R>[]
  rowHeight: number
  choice: Choice<R> | undefined
}

/** Wide enough for the longest figure shown. */
const figureWidth = <R,>(c: Column<R>, rows: readonly R[]): number =>
  rows.reduce((wide, r) => Math.max(wide, cellText(c, r).length * DIGIT + PADDING), 0)

/** The track of a column: as its screen says, and never less than its figures need. */
export function trackOf<R extends object>(c: Column<R>, rows: readonly R[]): string {
  const figure = isNumeric(c) ? figureWidth(c, rows) : 0
  if (c.width) return `${Math.max(c.width, figure)}px`
  const least = Math.max(c.minWidth ?? (isNumeric(c) ? 110 : 140), figure)
  return `minmax(${least}px, ${c.flex ?? 1}fr)`
}

const whole = { whiteSpace: 'nowrap' } as const
/** A text has two lines; what is cut all the same is whole on hover. */
const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const

/** True where a click means the thing clicked, not the row. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label, .box, [role=menu], [role=menuitem]') !== null

type CellProps<R> = { column: Column<R>; row: R; to: string | undefined }
function Content<R>({ column: c, row, to }: CellProps<R>) {
  const content = cellContent(c, row)
  const isText = typeof content === 'string'
  const shape = !isText ? {} : isNumeric(c) ? { style: whole } : { title: content, style: twoLines }
  if (to)
    return (
      <RowLink to={to} sx={{ fontWeight: 550 }} {...shape}>
        {content}
      </RowLink>
    )
  if (!isText && !c.identity) return content
  return (
    <Box component="span" sx={{ fontWeight: c.identity ? 550 : 'inherit' }} {...shape}>
      {content}
    </Box>
  )
}

type HeaderProps = { title: string; right: boolean; by: 'asc' | 'desc' | undefined; onSort: (() => void) | undefined }
function Header({ title, right, by, onSort }: HeaderProps) {
  const Arrow = by === 'desc' ? ArrowDownward : ArrowUpward
  return (
    <th
      role="columnheader"
      scope="col"
      className={right ? 'right' : undefined}
      aria-sort={by ? (by === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      {onSort ? (
        <ButtonBase className="sort" onClick={onSort}>
          {title}
          <Arrow aria-hidden opacity={by ? 1 : 0} />
        </ButtonBase>
      ) : (
        title
      )}
    </th>
  )
}

/** Without a sort, ascending; then descending; then none again. */
const next = (name: string, sort: string | undefined): string | undefined =>
  sort === name ? `-${name}` : sort === `-${name}` ? undefined : name

const cells = {
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  p: '0 10px',
  textAlign: 'left',
  fontWeight: 'inherit',
  '&.right': { justifyContent: 'flex-end', textAlign: 'right' },
  '&.middle': { justifyContent: 'center' },
} as const

const lookOf = (tracks: readonly string[], { rowHeight, isLink }: { rowHeight: number; isLink: boolean }) =>
  ({
    display: 'grid',
    gridTemplateColumns: tracks.join(' '),
    fontSize: '0.8125rem',
    lineHeight: 1.35,
    fontVariantNumeric: 'tabular-nums',
    '& thead, & tbody, & tr': { display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1' },
    '& th': { ...cells, height: HEADER, fontWeight: 550, color: 'text.secondary' },
    '& .sort': { font: 'inherit', height: '100%', textAlign: 'inherit', position: 'relative' },
    // Beside the words, in the space between the columns.
    '& .sort svg': { position: 'absolute', left: '100%', fontSize: 16 },
    '& .right .sort svg': { left: 'auto', right: '100%' },
    '& .sort:hover svg': { opacity: 0.6 },
    '& td': { ...cells, height: rowHeight, borderTop: 1, borderColor: 'divider' },
    '& .box': { p: '0 0 0 4px' },
    '& tbody tr.chosen': { bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 7%, transparent)' },
    '& tbody tr': { cursor: isLink ? 'pointer' : 'default', '&:hover': { bgcolor: 'action.hover' } },
  }) as const

export function Table<R extends object>(props: TableProps<R>) {
  const { label, columns, list, state, rowId, actions, rowLink, rowHeight, choice } = props
  const go = useGo()
  const identity = columns.find(c => c.identity) ?? columns[0]
  const nameOf = (row: R) => (identity ? cellText(identity, row) : '')
  const tracks = [...(choice ? [BOX] : []), ...columns.map(c => trackOf(c, list.rows)), ...(actions ? [ACTIONS] : [])]
  const headerOf = (c: Column<R>): ReactNode => {
    const name = sortName(c)
    const canSort = name !== false && (list.sortable?.has(name) ?? true)
    const by = state.sort === name ? 'asc' : state.sort === `-${name}` ? 'desc' : undefined
    return (
      <Header
        key={c.field}
        title={c.header}
        right={isNumeric(c)}
        by={canSort ? by : undefined}
        onSort={canSort ? () => state.set({ sort: next(name, state.sort) }) : undefined}
      />
    )
  }
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        role="table"
        aria-label={label}
        sx={lookOf(tracks, { rowHeight, isLink: rowLink !== undefined })}
      >
        <thead role="rowgroup">
          <tr role="row">
            {choice && (
              <th role="columnheader" scope="col" className="box">
                <ChooseBox
                  id={choice.headId}
                  label={`Choose all ${list.rows.length} on this page`}
                  isChosen={choice.page.isWhole}
                  isSome={choice.page.isSome}
                  onToggle={choice.page.toggle}
                />
              </th>
            )}
            {columns.map(headerOf)}
            {actions && (
              <th role="columnheader" scope="col" className="middle">
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {list.rows.map(row => {
            const to = rowLink?.(row)
            return (
              <tr
                role="row"
                key={rowId(row)}
                {...(choice?.isChosen(row) && { className: 'chosen' })}
                onClick={e => to && !isControl(e.target) && go(to)}
              >
                {choice && (
                  <td role="cell" className="box">
                    <ChooseBox
                      label={`Choose ${nameOf(row)}`}
                      isChosen={choice.isChosen(row)}
                      isOff={!choice.canChoose(row)}
                      onToggle={through => choice.toggle(row, { through })}
                    />
                  </td>
                )}
                {columns.map(c => (
                  <td role="cell" key={c.field} className={isNumeric(c) ? 'right' : undefined}>
                    <Content column={c} row={row} to={c.identity ? (c.leads?.(row) ?? to) : undefined} />
                  </td>
                ))}
                {actions && (
                  <td role="cell" className="middle">
                    <ActionMenu actions={actions} target={row} label={`Actions of ${nameOf(row)}`} />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </Box>
    </Box>
  )
}
