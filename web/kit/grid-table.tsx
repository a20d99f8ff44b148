// The table of a grid, the one file that loads MUI X Data Grid: a chunk of its own.
import { Box } from '@mui/material'
import { type GridColDef, type GridRowId, DataGrid as MuiGrid } from '@mui/x-data-grid'
import { ActionMenu } from './action-menu.tsx'
import { useGo } from './address.ts'
import { type Column, cellContent, cellText, isNumeric, sortName } from './columns.tsx'
import type { DataGridProps } from './grid-props.ts'
import { RowLink } from './row-link.tsx'

const HEADER = 40
type TableProps<R extends object> = Omit<DataGridProps<R>, 'columns'> & {
  columns: readonly Column<R>[]
  rowHeight: number
  height: number
}

function columnOf<R extends object>(c: Column<R>, { rowLink, list }: TableProps<R>): GridColDef<R> {
  const by = sortName(c)
  const right = isNumeric(c)
  return {
    field: c.field,
    headerName: c.header,
    sortable: by !== false && (list.sortable?.has(by) ?? true),
    ...(right ? { align: 'right', headerAlign: 'right' } : {}),
    ...(c.width ? { width: c.width } : { flex: c.flex ?? 1, minWidth: c.minWidth ?? (right ? 110 : 140) }),
    valueGetter: (_, row) => cellText(c, row),
    renderCell: ({ row }) => {
      const to = c.identity ? rowLink?.(row) : undefined
      const content = cellContent(c, row)
      // A flex cell does not cut its text by itself; what is cut is whole on hover.
      const cut = typeof content === 'string' ? { title: content, style: cutText } : {}
      if (!to)
        return c.identity || typeof content === 'string' ? (
          <Box component="span" sx={{ fontWeight: c.identity ? 550 : 'inherit' }} {...cut}>
            {content}
          </Box>
        ) : (
          content
        )
      return (
        <RowLink to={to} sx={{ fontWeight: 550 }} {...cut}>
          {content}
        </RowLink>
      )
    },
  }
}

const cutText = { overflow: 'hidden', textOverflow: 'ellipsis' } as const

/** True where a click means the thing clicked, not the row. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label, [role=menu], [role=menuitem]') !== null

export default function Table<R extends object>(props: TableProps<R>) {
  const { label, columns, list, state, rowId, actions, actionsFirst, rowLink, selection, rowHeight, height } = props
  const go = useGo()
  const identity = columns.find(c => c.identity) ?? columns[0]
  const menu: GridColDef<R>[] = actions
    ? [
        {
          field: '__actions',
          headerName: 'Actions',
          width: 80,
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
      columns={actionsFirst ? [...menu, ...data] : [...data, ...menu]}
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
        '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center' },
        '& .MuiDataGrid-cell--textRight': { justifyContent: 'flex-end' },
        '& .MuiDataGrid-cell--textCenter': { justifyContent: 'center' },
      }}
    />
  )
}
