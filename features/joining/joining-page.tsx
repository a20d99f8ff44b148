// Waiting to join: who knocks with an id that nobody made, and whose registration waits; each with the next step (S-JOINING).
import AddCircle from '@mui/icons-material/AddCircleOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import type { Action } from '../../web/kit/actions.tsx'
import type { Column } from '../../web/kit/columns.tsx'
import { DataGrid } from '../../web/kit/data-grid.tsx'
import { useList } from '../../web/kit/list.ts'
import { useListState } from '../../web/kit/list-state.ts'
import { usePolling } from '../../web/kit/live.ts'
import { Page } from '../../web/kit/page.tsx'
import { useSession } from '../../web/kit/session.ts'
import { ToneChip } from '../../web/kit/status-chip.tsx'
import { type JoiningCharger, listJoining } from './joining.contract.ts'

const POLL_MS = 10_000
const waits = { record: 'Not added yet', registration: 'Not accepted yet' } as const

const columns: readonly Column<JoiningCharger>[] = [
  { field: 'chargepoint_id', header: 'Charger ID', identity: true, minWidth: 150 },
  {
    field: 'waitsFor',
    header: 'Waits for',
    sort: false,
    minWidth: 130,
    flex: 0.7,
    head: true,
    value: j => waits[j.waitsFor],
    cell: j => <ToneChip tone={j.waitsFor === 'record' ? 'fault' : 'warning'} label={waits[j.waitsFor]} />,
  },
  { field: 'since', header: 'Since', kind: 'relative', minWidth: 120 },
  { field: 'lastAt', header: 'Last heard', kind: 'relative', minWidth: 120 },
  { field: 'refused', header: 'Turned away', kind: 'number', minWidth: 116, flex: 0.6 },
  { field: 'address', header: 'Address', sort: false, minWidth: 130 },
  { field: 'vendor', header: 'Vendor', sort: false, minWidth: 110 },
  { field: 'model', header: 'Model', sort: false, minWidth: 110 },
  { field: 'serialNumber', header: 'Serial Number', sort: false, hidden: true },
  { field: 'firmware', header: 'Firmware', sort: false, hidden: true },
  { field: 'team_name', header: 'Team', sort: false, hidden: true },
  { field: 'protocols', header: 'Protocols', sort: false, hidden: true },
  { field: 'userAgent', header: 'Software', sort: false, hidden: true },
  { field: 'isEncrypted', header: 'Encrypted', kind: 'flag', sort: false, hidden: true },
  { field: 'hasCredentials', header: 'Brought a key', kind: 'flag', sort: false, hidden: true },
]
const filterFields = [
  { field: 'chargepoint_id', label: 'Charger ID', type: 'text' },
  { field: 'address', label: 'Address', type: 'text' },
  { field: 'vendor', label: 'Vendor', type: 'text' },
  { field: 'model', label: 'Model', type: 'text' },
  { field: 'refused', label: 'Turned away', type: 'number' },
  { field: 'since', label: 'Since', type: 'date' },
  { field: 'lastAt', label: 'Last heard', type: 'date' },
] as const

const pathOf = (j: JoiningCharger): string =>
  j.chargepoint_pk === null
    ? `/charger/new?${new URLSearchParams({ chargepoint_id: j.chargepoint_id })}`
    : `/charger/${j.chargepoint_pk}`
const actions: readonly Action<JoiningCharger>[] = [
  {
    id: 'make-charger',
    label: 'Add Charge Point',
    icon: AddCircle,
    right: 'ChargerPoint.create',
    when: j => j.chargepoint_pk === null,
    run: (j, { navigate }) => navigate(pathOf(j)),
  },
  {
    id: 'decide-registration',
    label: 'Edit',
    icon: Edit,
    right: 'ChargerPoint.update',
    when: j => j.chargepoint_pk !== null,
    run: (j, { navigate }) => navigate(pathOf(j)),
  },
]

export function JoiningPage() {
  const { teamId } = useSession()
  const state = useListState({ pageSize: 10, sort: '-lastAt' })
  const list = useList(listJoining, { params: { teamId } }, state, {
    enabled: teamId !== 0,
    refetchInterval: usePolling(POLL_MS),
  })
  return (
    <Page crumbs={[{ label: 'Charge Points', to: '/charger' }, { label: 'Waiting to join' }]}>
      <DataGrid
        label="Waiting to join"
        columns={columns}
        list={list}
        state={state}
        rowId={j => j.chargepoint_id}
        rowLink={pathOf}
        actions={actions}
        search="Search by id, vendor, model or address"
        filterFields={filterFields}
        file="waiting-to-join"
        empty={{
          title: 'No charger waits to join',
          text: list.reply?.hasRefused
            ? 'A charger that connects with an id nobody made appears here within seconds.'
            : 'A charger that you have added appears here while its registration is Pending. One that you have not added yet is found by its exact id.',
        }}
      />
    </Page>
  )
}
