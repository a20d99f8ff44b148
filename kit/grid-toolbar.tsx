// Above a grid: search, filter chips, sort (on phones, where no header is), columns, density, export, refresh, and the
// page's primary action; only those the list has.

import Down from '@mui/icons-material/ArrowDownward'
import Up from '@mui/icons-material/ArrowUpward'
import Density from '@mui/icons-material/DensityMediumOutlined'
import Filter from '@mui/icons-material/FilterListOutlined'
import Refresh from '@mui/icons-material/Refresh'
import Sort from '@mui/icons-material/SwapVert'
import Columns from '@mui/icons-material/ViewColumnOutlined'
import { Badge, Checkbox, Divider, IconButton, ListItemText, MenuItem, Stack } from '@mui/material'
import { sortOf } from '@wattdesk/base/paging'
import { type ReactNode, Suspense } from 'react'
import { type ShownColumns, sortName } from './columns.tsx'
import { setDensity, useDensity } from './density.ts'
import { streamOf } from './export.ts'
import type { DataGridProps } from './grid-props.ts'
import { later } from './later.ts'
import { PrimaryAction } from './primary-action.tsx'
import { SearchField } from './search-field.tsx'
import { Tip } from './tip.tsx'
import { ExportMenu, ToolMenu } from './tool-menu.tsx'

const FilterChips = later(() => import('./filters.tsx').then(m => ({ default: m.FilterChips })))

/**
 * The sort orders of a grid without headers: the columns, and a second choice of the same column for the other
 * direction.
 */
function SortMenu<R extends object>({ columns, list, state }: Pick<DataGridProps<R>, 'columns' | 'list' | 'state'>) {
  const by = columns.flatMap(c => {
    const name = sortName(c)
    return name !== false && (list.sortable?.has(name) ?? true) ? [{ name, header: c.header }] : []
  })
  if (by.length === 0) return null
  const { field, descending } = state.sort ? sortOf(state.sort) : { field: '', descending: false }
  return (
    <ToolMenu label="Sort" icon={Sort}>
      {close =>
        by.map(({ name, header }) => (
          <MenuItem
            key={name}
            dense
            role="menuitemradio"
            aria-checked={name === field}
            selected={name === field}
            onClick={() => {
              close()
              state.set({ sort: name === field && !descending ? `-${name}` : name })
            }}
          >
            <ListItemText>{header}</ListItemText>
            {name === field &&
              (descending ? (
                <Down fontSize="small" titleAccess="descending" sx={{ ml: 2 }} />
              ) : (
                <Up fontSize="small" titleAccess="ascending" sx={{ ml: 2 }} />
              ))}
          </MenuItem>
        ))
      }
    </ToolMenu>
  )
}

type ColumnsMenuProps<R extends object> = { shown: ShownColumns<R>; onOrder: () => void }
/** Shows and hides columns, and leads to their order. */
function ColumnsMenu<R extends object>({ shown, onOrder }: ColumnsMenuProps<R>) {
  return (
    <ToolMenu label="Columns" icon={Columns}>
      {close => [
        ...shown.choosable.map(c => (
          <MenuItem
            key={c.field}
            dense
            role="menuitemcheckbox"
            aria-checked={shown.isShown(c)}
            disabled={c.identity === true}
            onClick={() => shown.toggle(c)}
          >
            <Checkbox
              size="small"
              edge="start"
              checked={shown.isShown(c)}
              tabIndex={-1}
              slotProps={{ input: { 'aria-hidden': true } }}
            />
            <ListItemText>{c.header}</ListItemText>
          </MenuItem>
        )),
        <Divider key="divider" />,
        <MenuItem
          key="order"
          dense
          onClick={() => {
            close()
            onOrder()
          }}
        >
          Order of columns
        </MenuItem>,
        <MenuItem key="reset" dense onClick={shown.reset}>
          Show the usual columns
        </MenuItem>,
      ]}
    </ToolMenu>
  )
}

type Props<R extends object> = DataGridProps<R> & {
  shown: ShownColumns<R>
  /** Cards instead of a table. */
  phone: boolean
  filtering: boolean
  onFilter: () => void
  onOrder: () => void
  /** The menu of saved views. */
  views: ReactNode
}
export function GridToolbar<R extends object>({
  columns,
  list,
  state,
  search,
  filterFields,
  file,
  toolbar,
  add,
  shown,
  phone,
  filtering,
  onFilter,
  onOrder,
  views,
}: Props<R>) {
  const density = useDensity()
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }} data-noprint>
      {search && <SearchField label={search} value={state.q} onSearch={q => state.set({ q })} />}
      {filterFields && state.filters.conditions.length > 0 && (
        <Suspense>
          <FilterChips fields={filterFields} value={state.filters} onApply={filters => state.set({ filters })} />
        </Suspense>
      )}
      {toolbar}
      <Stack direction="row" sx={{ ml: 'auto' }}>
        {phone && <SortMenu columns={shown.shown} list={list} state={state} />}
        {filterFields && (
          <Tip title="Filters">
            <IconButton aria-label="Filters" aria-expanded={filtering} onClick={onFilter}>
              <Badge badgeContent={state.filters.conditions.length} color="primary">
                <Filter fontSize="small" />
              </Badge>
            </IconButton>
          </Tip>
        )}
        {views}
        <ColumnsMenu shown={shown} onOrder={onOrder} />
        {!phone && (
          <Tip title={density === 'compact' ? 'Comfortable rows' : 'Compact rows'}>
            <IconButton
              aria-label="Compact rows"
              aria-pressed={density === 'compact'}
              onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
            >
              <Density fontSize="small" />
            </IconButton>
          </Tip>
        )}
        {file && (
          <ExportMenu
            file={file}
            disabled={list.total === 0}
            {...(!list.isCounting && { total: list.total })}
            stream={() =>
              streamOf(
                columns.filter(c => c.exportOnly || c.inFiles || shown.isShown(c)),
                list.every(),
              )
            }
          />
        )}
        <Tip title="Refresh">
          <IconButton aria-label="Refresh" onClick={list.refetch}>
            <Refresh fontSize="small" />
          </IconButton>
        </Tip>
      </Stack>
      {!phone && <PrimaryAction action={add} />}
    </Stack>
  )
}
