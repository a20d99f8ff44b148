// Files with which records were moved in: who sent them, when, and what became of them (IMPORT-03).
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useLive, usePolling } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { LIST, newImport, saveRefused, takeBack } from './network-import.actions.ts'
import { listNetworkImports } from './network-import.contract.ts'
import { KEPT_DAYS } from './network-import.words.ts'
import { importColumns } from './network-import-columns.tsx'

const POLL_MS = 5000
const filterFields = [
  { field: 'createdAt', label: 'Sent', type: 'date' },
  { field: 'file_name', label: 'File', type: 'text' },
  { field: 'username', label: 'Sent by', type: 'text' },
] as const
const actions = [takeBack, saveRefused]

export function NetworkImportsPage() {
  const state = useListState({ pageSize: 10 })
  const list = useList(listNetworkImports, {}, state, { refetchInterval: usePolling(POLL_MS) })
  const cache = useQueryClient()
  useLive('network-import', () => void cache.invalidateQueries({ queryKey: keyOf(listNetworkImports) }))
  return (
    <Page subtitle={`Files of the last ${KEPT_DAYS} days, with what became of their rows.`}>
      <DataGrid
        label="Imports"
        columns={importColumns}
        list={list}
        state={state}
        rowId={i => i.id}
        rowLink={i => `${LIST}/${i.id}`}
        actions={actions}
        add={newImport}
        search="Search files and people"
        filterFields={filterFields}
        empty={{
          title: 'No imports yet',
          text: 'Sites, price groups, charge points, drivers, vehicles and RFID tags can be moved in by files, each checked before anything is made.',
          action: newImport,
        }}
      />
    </Page>
  )
}
