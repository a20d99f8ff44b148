// The reader's own bulk actions on charge points, the newest first (D-BULK-3).
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useLive, usePolling } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { type BulkAction, KEPT_DAYS, listBulkActions } from './bulk-action.contract.ts'
import { detailOf, headingOf } from './bulk-action.rules.ts'
import { BulkProgress } from './bulk-state-chip.tsx'

const POLL_MS = 5000
const columns: readonly Column<BulkAction>[] = [
  { field: 'heading', header: 'Action', value: headingOf, sort: false, identity: true, minWidth: 220, flex: 1.5 },
  { field: 'detail', header: 'What', value: detailOf, sort: false, minWidth: 180, flex: 1.5 },
  { field: 'createdAt', header: 'Asked for', kind: 'time', minWidth: 170 },
  {
    field: 'progress',
    header: 'Finished',
    value: a => `${a.counts.Done + a.counts.Failed + a.counts.Skipped} of ${a.total}`,
    cell: a => <BulkProgress action={a} />,
    sort: false,
    minWidth: 190,
  },
  { field: 'failed', header: 'Failed', kind: 'number', value: a => a.counts.Failed, sort: false, width: 84 },
]
const filterFields = [
  { field: 'createdAt', label: 'Asked for', type: 'date' },
  { field: 'kind', label: 'Action', type: 'text' },
] as const

export function BulkActionsPage() {
  const cache = useQueryClient()
  const state = useListState({ pageSize: 10 })
  const list = useList(listBulkActions, {}, state, { refetchInterval: usePolling(POLL_MS) })
  useLive('bulk-action', () => void cache.invalidateQueries({ queryKey: keyOf(listBulkActions) }))
  return (
    <Page
      crumbs={[{ label: 'Charge Points', to: '/charger' }, { label: 'Actions on many' }]}
      subtitle={`What you have had done to many charge points at once in the last ${KEPT_DAYS} days.`}
    >
      <DataGrid
        label="Actions on many"
        columns={columns}
        list={list}
        state={state}
        rowId={a => a.id}
        rowLink={a => `/charger/actions/${a.id}`}
        filterFields={filterFields}
        empty={{
          title: 'No actions yet',
          text: 'Tick charge points in their list: what can be done with all of them appears below the list.',
        }}
      />
    </Page>
  )
}
