// The table of a grid, the one file that loads MUI X Data Grid: a chunk of its own.
import { Box } from '@mui/material'
import { type GridColDef, type GridRowId, DataGrid as MuiGrid } from '@mui/x-data-grid'
import { ActionMenu } from './action-menu.tsx'
import { useGo } from './address.ts'
import { type Column, cellContent, cellText, isNumeric, sortName } from './columns.tsx'
import type { DataGridProps } from './grid-props.ts'
import { RowLink } from './row-link.tsx'

const HEADER = 48
/** Of a tabular digit at 13 px, and of the padding of a cell with some air; a figure is never cut (document 1 §9). */
const DIGIT = 8
const PADDING = 28
type TableProps<R extends object> = Omit<DataGridProps<R>, 'columns'> & {
  columns: readonly Column<R>[]
  rowHeight: number
  height: number
}

/** Wide enough for the longest figure shown. */
const figureWidth = <R,>(c: Column<R>, rows: readonly R[]): number =>
  rows.reduce((wide, r) => Math.max(wide, cellText(c, r).length * DIGIT + PADDING), 0)

/** The width of a column: as its screen says, and never less than its figures need. */
export function widthOf<R extends object>(
  c: Column<R>,
  rows: readonly R[],
): Pick<GridColDef, 'width' | 'flex' | 'minWidth'> {
  const figure = isNumeric(c) ? figureWidth(c, rows) : 0
  if (c.width) return { width: Math.max(c.width, figure) }
  return { flex: c.flex ?? 1, minWidth: Math.max(c.minWidth ?? (isNumeric(c) ? 110 : 140), figure) }
}

function columnOf<R extends object>(c: Column<R>, { rowLink, list }: TableProps<R>): GridColDef<R> {
  const by = sortName(c)
  const right = isNumeric(c)
  return {
    field: c.field,
    headerName: c.header,
    sortable: by !== false && (list.sortable?.has(by) ?? true),
    ...(right ? { align: 'right', headerAlign: 'right' } : {}),
    ...widthOf(c, list.rows),
    valueGetter: (_, row) => cellText(c, row),
    renderCell: ({ row }) => {
      const to = c.identity ? rowLink?.(row) : undefined
      const content = cellContent(c, row)
      const shape = typeof content !== 'string' ? {} : right ? { style: whole } : { title: content, style: twoLines }
      if (!to)
        return c.identity || typeof content === 'string' ? (
          <Box component="span" sx={{ fontWeight: c.identity ? 550 : 'inherit' }} {...shape}>
            {content}
          </Box>
        ) : (
          content
        )
      return (
        <RowLink to={to} sx={{ fontWeight: 550 }} {...shape}>
          {content}
        </RowLink>
      )
    },
  }
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
  target instanceof Element && target.closest('a, button, input, label, [role=menu], [role=menuitem]') !== null

export default function Table<R extends object>(props: TableProps<R>) {
  const { label, columns, list, state, rowId, actions, rowLink, selection, rowHeight, height } = props
  const go = useGo()
  const identity = columns.find(c => c.identity) ?? columns[0]
  const menu: GridColDef<R>[] = actions
    ? [
        {
          field: '__actions',
          headerName: 'Actions',
          width: 76,
          sortable: false,
          align: 'center',
          headerAlign: 'center',
          renderCell: ({ row }) => (
            <ActionMenu
              actions={actions}
              target={row}
              label={`Actions of ${identity ? cellText(identity, row) : ''}`}
            />
          ),
        },
      ]
    : []
  const data = columns.map(c => columnOf(c, props))
  const sorted = columns.find(c => state.sort?.replace(/^-/, '') === sortName(c))
  return (
    <MuiGrid<R>
      aria-label={label}
      rows={list.rows as R[]}
      columns={[...data, ...menu]}
      getRowId={rowId}
      rowHeight={rowHeight}
      columnHeaderHeight={HEADER}
      hideFooter
      disableColumnMenu
      disableColumnFilter
      disableColumnSelector
      disableRowSelectionOnClick
      paginationMode="server"
      rowCount={list.total}
      paginationModel={{ page: 0, pageSize: Math.max(list.rows.length, 1) }}
      pageSizeOptions={[Math.max(list.rows.length, 1)]}
      sortingMode="server"
      sortModel={sorted ? [{ field: sorted.field, sort: state.sort?.startsWith('-') ? 'desc' : 'asc' }] : []}
      onSortModelChange={([by]) => {
        const column = columns.find(c => c.field === by?.field)
        const name = column && sortName(column)
        state.set({ sort: name ? (by?.sort === 'desc' ? `-${name}` : name) : undefined })
      }}
      {...(selection && {
        checkboxSelection: true,
        isRowSelectable: ({ row }: { row: R }) => selection.can?.(row) !== false,
        rowSelectionModel: { type: 'include' as const, ids: new Set<GridRowId>(selection.ids) },
        onRowSelectionModelChange: (model: { type: 'include' | 'exclude'; ids: Set<GridRowId> }) =>
          selection.onChange(
            model.type === 'include'
              ? model.ids
              : new Set(
                  list.rows
                    .filter(r => selection.can?.(r) !== false)
                    .map(rowId)
                    .filter(id => !model.ids.has(id)),
                ),
          ),
      })}
      onRowClick={({ row }, event) => {
        const to = rowLink?.(row)
        if (to && !isControl(event.target)) go(to)
      }}
      sx={{
        height,
        border: 0,
        fontSize: '0.8125rem',
        fontVariantNumeric: 'tabular-nums',
        '--DataGrid-t-color-background-base': 'transparent',
        '--DataGrid-rowBorderColor': 'var(--mui-palette-divider)',
        '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 550, color: 'text.secondary' },
        '& .MuiDataGrid-columnSeparator': { display: 'none' },
        '& .MuiDataGrid-row': { cursor: rowLink ? 'pointer' : 'default' },
        '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center', lineHeight: 1.35 },
        '& .MuiDataGrid-cell--textRight': { justifyContent: 'flex-end' },
        '& .MuiDataGrid-cell--textCenter': { justifyContent: 'center' },
      }}
    />
  )
}
