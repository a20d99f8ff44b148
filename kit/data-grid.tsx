// The grid of a list: server-paged, state in the URL, cards on phones, exports of the whole filtered set.
import { Box, Card, Stack, TablePagination, useMediaQuery } from '@mui/material'
import { CallError } from '@wattdesk/wire/call'
import { type ComponentType, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { choiceText, ONLY_EXPORT, useChoice } from './choice.ts'
import { cellText, sortName, useShownColumns } from './columns.tsx'
import { Cards } from './data-cards.tsx'
import { rowHeightOf, useDensity } from './density.ts'
import { Empty, NoMatch } from './empty.tsx'
import { NoRight } from './empty-frame.tsx'
import type { DataGridProps } from './grid-props.ts'
import { Table } from './grid-table.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import { later } from './later.ts'
import { useFittingAddress } from './list-fit.ts'
import { PAGE_SIZES } from './list-state.ts'
import { isStandIn, pagerText, RowsMissing, RowsNotice } from './list-truth.tsx'
import { useListViews, useListViewsPart } from './list-views.ts'
import { PrimaryAction } from './primary-action.tsx'
import { BlockSkeleton, RowsSkeleton } from './skeleton.tsx'

// Opened seldom: loaded when first opened.
const ColumnOrder = later(() => import('./column-order.tsx'))
// biome-ignore lint/suspicious/noExplicitAny: a lazy component knows no type of rows
const ChoiceBar: ComponentType<any> = later(() => import('./choice-bar.tsx'))
const FilterBuilder = later(() => import('./filters.tsx').then(m => ({ default: m.FilterBuilder })))

export type { DataGridProps } from './grid-props.ts'

/** 52 px a row plus 100, at least 200 (S-GRID): 48 for the header, 52 for the footer. */
export const gridHeight = (rows: number, rowHeight: number): number => Math.max(200, rows * rowHeight + 100)
const FOOTER = 52

export function DataGrid<R extends object>(props: DataGridProps<R>) {
  const { label, columns, list, state, filterFields } = props
  const phone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  const [filtering, setFiltering] = useState(false)
  const kept = typeof props.file === 'object' ? props.file.excel : (props.file ?? label)
  const shown = useShownColumns(columns, kept)
  const views = useListViews(kept.toLowerCase(), state, shown)
  const Views = useListViewsPart()
  const [ordering, setOrdering] = useState(false)
  const { rowId } = props
  const many = props.many ?? (props.file ? ONLY_EXPORT : undefined)
  const identity = columns.find(c => c.identity) ?? columns[0]
  const nameOf = useCallback((row: R) => (identity ? cellText(identity, row) : String(rowId(row))), [identity, rowId])
  const picked = useChoice({ list, state, rowId, nameOf, canChoose: props.canChoose })
  const { onChosen } = props
  useEffect(() => onChosen?.(picked.chosen), [onChosen, picked.chosen])
  const choice = many && props.choosable !== false ? picked : undefined
  const isChosen = choice !== undefined && choice.chosen.count > 0
  const none = !list.isLoading && !list.error && list.rows.length === 0
  const sorts = useMemo(() => new Set(columns.map(sortName).filter(by => by !== false)), [columns])
  const fields = useMemo(() => Object.fromEntries((filterFields ?? []).map(f => [f.field, f.type])), [filterFields])
  useFittingAddress({ list, state, sorts, filterFields: fields })

  return (
    <Stack spacing={2}>
      <GridToolbar
        {...props}
        add={addOf(props)}
        shown={shown}
        phone={phone}
        filtering={filtering}
        onFilter={() => setFiltering(!filtering)}
        onOrder={() => setOrdering(true)}
        views={
          Views && (
            <Suspense>
              <Views {...views} />
            </Suspense>
          )
        }
      />
      {ordering && (
        <Suspense>
          <ColumnOrder shown={shown} onClose={() => setOrdering(false)} />
        </Suspense>
      )}
      {filtering && filterFields && (
        <Suspense fallback={<BlockSkeleton height={112} />}>
          <FilterBuilder
            key={JSON.stringify(state.filters)}
            fields={filterFields}
            value={state.filters}
            onApply={filters => state.set({ filters })}
            onClose={() => setFiltering(false)}
          />
        </Suspense>
      )}
      {list.rows.length > 0 && <RowsNotice list={list} state={state} />}
      <Card sx={{ overflow: 'hidden', ...(phone && !none && { border: 0, bgcolor: 'transparent' }) }}>
        <Body {...props} shown={shown} phone={phone} choice={choice} />
        {list.total > 0 && <Pager {...props} phone={phone} />}
      </Card>
      {choice && (
        <Box
          role="status"
          sx={choice.dropped ? { color: 'text.secondary' } : { position: 'absolute', clipPath: 'inset(50%)' }}
        >
          {choice.dropped ?? (isChosen ? choiceText(choice, list.rows.length) : '')}
        </Box>
      )}
      {many && choice && isChosen && (
        <Suspense>
          <ChoiceBar {...props} many={many} choice={choice} shown={shown} phone={phone} />
        </Suspense>
      )}
      {phone && !isChosen && <PrimaryAction action={addOf(props)} />}
    </Stack>
  )
}

/** The way to a new row; undefined where there are no rows yet and their place offers it. */
function addOf<R extends object>({ add, empty, list, state }: DataGridProps<R>) {
  const isEmpty = !list.isLoading && !list.error && list.rows.length === 0 && list.total === 0 && !state.narrowed
  return isEmpty && add && empty?.action?.id === add.id ? undefined : add
}

type PartProps<R extends object> = DataGridProps<R> & { phone: boolean }
type BodyProps<R extends object> = PartProps<R> & {
  shown: ReturnType<typeof useShownColumns<R>>
  choice: ReturnType<typeof useChoice<R>> | undefined
}
/** The rows, or what stands in their place. */
function Body<R extends object>({ shown, phone, choice, ...props }: BodyProps<R>) {
  const { label, list, state, empty } = props
  const rowHeight = rowHeightOf(useDensity())
  const none = list.rows.length === 0
  if (list.error instanceof CallError && list.error.status === 403) return <NoRight />
  if (list.error && none)
    return (
      <Box sx={{ p: 2 }}>
        <RowsMissing list={list} state={state} />
      </Box>
    )
  // Beyond the last page too: the rows of the last page are already asked for.
  if (list.isLoading || (none && list.total > 0)) return <RowsSkeleton rows={state.pageSize} height={rowHeight} />
  if (none && state.narrowed)
    return <NoMatch query={state.q} onClear={state.clear} {...(state.q && props.noMatch?.(state.q))} />
  if (none) return <Empty {...(empty ?? { title: `No ${label.toLowerCase()} yet` })} />
  // Old rows stay, dimmed: at once where other rows were asked for, else while new ones take longer than a moment.
  const [away, standIn] = [list.isFetching, isStandIn({ list })]
  const dim = { opacity: away ? 0.55 : 1, transition: `opacity 120ms ${away && !standIn ? 400 : 0}ms` }
  return (
    <Box sx={dim} aria-busy={list.isFetching}>
      {phone ? (
        <Cards {...props} columns={shown.shown} choice={choice} />
      ) : (
        <Box sx={{ minHeight: gridHeight(list.rows.length, rowHeight) - FOOTER }}>
          <Table {...props} columns={shown.shown} rowHeight={rowHeight} choice={choice} />
        </Box>
      )}
    </Box>
  )
}

function Pager<R extends object>({ list, state, pageSizes = PAGE_SIZES, phone }: PartProps<R>) {
  const sizes = [...new Set([...pageSizes, state.pageSize])].sort((a, b) => a - b)
  return (
    <TablePagination
      component="div"
      count={list.total}
      page={Math.min(state.page - 1, Math.max(0, Math.ceil(list.total / state.pageSize) - 1))}
      rowsPerPage={state.pageSize}
      rowsPerPageOptions={sizes}
      labelDisplayedRows={range => pagerText({ list, state }, range)}
      onPageChange={(_, page) => state.set({ page: page + 1 })}
      onRowsPerPageChange={e => state.set({ pageSize: Number(e.target.value) })}
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        '& .MuiTablePagination-toolbar': { minHeight: FOOTER - 1, ...(phone && { pl: 1 }) },
        '& .MuiTablePagination-input': { fontSize: 'inherit' },
        '& .MuiTablePagination-select': { py: '2px', lineHeight: 1.43 },
      }}
    />
  )
}
