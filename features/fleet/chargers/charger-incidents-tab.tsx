// The Report Incidents tab of a charger: what drivers reported by the app; nobody edits it here (D-CHARGER-10).
import { Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useLocalList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { type Charger, getCharger } from './charger.contract.ts'
import { MOST_INCIDENTS } from './charger-form.words.ts'

type Incident = Charger['report_issues'][number]
const columns: readonly Column<Incident>[] = [
  { field: 'serial_number', header: 'Serial Number', identity: true, width: 130 },
  { field: 'charge_box_id', header: 'Charge Box Id', minWidth: 140 },
  { field: 'created_at', header: 'Created At', kind: 'time', minWidth: 170 },
  { field: 'category', header: 'Category', minWidth: 140 },
  { field: 'comment', header: 'Comment', minWidth: 240, flex: 2 },
]

export default function ChargerIncidentsTab({ incidents }: { incidents: readonly Incident[] }) {
  const state = useListState({ pageSize: 10, prefix: 'incidents-' })
  const cache = useQueryClient()
  // They come with the charger.
  const source = {
    data: incidents,
    isPending: false,
    isFetching: false,
    error: null,
    refetch: () => cache.invalidateQueries({ queryKey: keyOf(getCharger) }),
  }
  const list = useLocalList<Incident>(source, state)
  return (
    <>
      {incidents.length >= MOST_INCIDENTS && (
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          The newest {MOST_INCIDENTS} are shown; older ones are kept.
        </Typography>
      )}
      <DataGrid
        label="Incidents"
        columns={columns}
        list={list}
        state={state}
        rowId={i => i.serial_number}
        empty={{ title: 'No incidents reported', text: 'What drivers report by the app appears here.' }}
      />
    </>
  )
}
