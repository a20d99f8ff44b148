// EV drivers: the cards of the whole scope, and the grid that the server searches, filters, sorts and pages.
import Group from '@mui/icons-material/GroupOutlined'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import { Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '@wattdesk/wire/call'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { type ListControls, useListState } from '#kit/list-state.ts'
import { useLive } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { addDriver, pathOf, rowActions } from './driver.actions.ts'
import { listDrivers } from './driver.contract.ts'
import { driverFields } from './driver.fields.ts'
import { driverColumns } from './driver-columns.tsx'

const filterFields = recordFilters(driverFields)

/** The list; its exact total comes by a call of its own where the first one only knows a part. */
function useDrivers(state: ListControls) {
  const { teamId } = useSession()
  const fast = { teamId, total: 'fast' as const }
  const list = useList(listDrivers, { query: fast }, state, { enabled: teamId !== 0 })
  const { page: _, pageSize: __, sort: ___, ...narrowed } = state.query
  const isPart = list.reply !== undefined && !list.reply.totalIsExact
  const exact = useQuery({
    ...query(listDrivers, { query: { ...narrowed, teamId, total: 'only' } }),
    enabled: isPart,
    staleTime: 30_000,
  })
  const isCounting = isPart && exact.data === undefined
  return { ...list, total: isPart ? (exact.data?.total ?? list.total) : list.total, isCounting }
}

export function DriversPage() {
  const { canUpdate } = useAccess('Customers')
  const cache = useQueryClient()
  const state = useListState({ pageSize: 10, sort: '-createdAt' })
  const list = useDrivers(state)
  // Somebody else's change of a driver.
  useLive('record', events => {
    if (events.some(e => e.feature === 'Customers')) void cache.invalidateQueries({ queryKey: keyOf(listDrivers) })
  })
  const summary = list.reply?.summary
  return (
    <Page>
      <Tiles>
        <StatTile label="Total Drivers" icon={Group} value={summary?.total} isLoading={list.isLoading} />
        <StatTile label="Active Drivers" icon={Person} value={summary?.active} isLoading={list.isLoading} />
        <StatTile label="Inactive Drivers" icon={PersonOff} value={summary?.inactive} isLoading={list.isLoading} />
      </Tiles>
      <DataGrid
        label="EV Drivers"
        columns={driverColumns}
        list={list}
        state={state}
        rowId={d => d.id}
        rowLink={d => (canUpdate ? pathOf(d) : `${pathOf(d)}?mode=view`)}
        actions={rowActions}
        add={addDriver}
        search="Search by name, email or phone number"
        filterFields={filterFields}
        file="ev_drivers"
        empty={{
          title: 'No EV drivers yet',
          text: 'A driver has a wallet and may have RFID tags and a vehicle. The first one is added here, or signs up in the app.',
          action: addDriver,
        }}
        toolbar={
          list.isCounting && (
            <Typography variant="caption" role="status" sx={{ color: 'text.secondary' }}>
              At least {list.total.toLocaleString('en-IN')}, counting
            </Typography>
          )
        }
      />
    </Page>
  )
}
