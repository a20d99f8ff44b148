// Files with which records were moved in: who sent them, when, and what became of them (IMPORT-03).
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useLive, usePolling } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { ImportStateChip, resultText } from './import-state.tsx'
import { LIST, newImport, saveRefused, takeBack } from './network-import.actions.ts'
import { listNetworkImports, type NetworkImport } from './network-import.contract.ts'
import { KEPT_DAYS, KIND_WORDS } from './network-import.words.ts'

const POLL_MS = 5000
const columns: readonly Column<NetworkImport>[] = [
  { field: 'file_name', header: 'File', identity: true, minWidth: 190, flex: 1.4 },
  { field: 'kind', header: 'Holds', value: i => KIND_WORDS[i.kind].label, minWidth: 130 },
  { field: 'state', header: 'State', cell: i => <ImportStateChip of={i} />, head: true, width: 170 },
  { field: 'result', header: 'Result', value: resultText, sort: false, minWidth: 220, flex: 1.6 },
  { field: 'team_name', header: 'Team', sort: false, minWidth: 130 },
  { field: 'username', header: 'Sent by', minWidth: 130 },
  { field: 'createdAt', header: 'Sent', kind: 'time', minWidth: 170 },
  { field: 'takenBackAt', header: 'Taken back', kind: 'time', sort: false, hidden: true, minWidth: 170 },
]
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
        columns={columns}
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
