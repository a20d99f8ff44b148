// Waiting to join: chargers with an unknown id, and chargers whose registration is pending; each with the next step
// (S-JOINING).
import AddCircle from '@mui/icons-material/AddCircleOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import FactCheck from '@mui/icons-material/FactCheckOutlined'
import type { Action } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { usePolling } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { useTeamList } from '#kit/team-list.ts'
import { type JoiningCharger, listJoining } from './joining.contract.ts'
import { joiningColumns } from './joining-columns.tsx'

const POLL_MS = 10_000

/** The hint for operators: unknown ids belong to no team. */
const BY_ID =
  'To find a charge point that has not been added yet, search for its exact id, as it is set in the charge point. It is shown once it has tried to connect.'

const filterFields = [
  { field: 'chargepoint_id', label: 'Charger ID', type: 'text' },
  { field: 'address', label: 'Address', type: 'text' },
  { field: 'vendor', label: 'Vendor', type: 'text' },
  { field: 'model', label: 'Model', type: 'text' },
  { field: 'refused', label: 'Refused attempts', type: 'number' },
  { field: 'since', label: 'Since', type: 'date' },
  { field: 'lastAt', label: 'Last heard', type: 'date' },
] as const

const pathOf = (j: JoiningCharger): string =>
  j.chargepoint_pk === null
    ? `/charger/new?${new URLSearchParams({ chargepoint_id: j.chargepoint_id })}`
    : `/charger/${j.chargepoint_pk}`

const pageActions: readonly Action[] = [
  {
    id: 'test-charger',
    label: 'Test a charger',
    icon: FactCheck,
    right: 'ChargerPoint.create',
    run: (_, { navigate }) => navigate('/charger/new?tab=test'),
  },
]

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
  const { list, state } = useTeamList(listJoining, teamId => ({ params: { teamId } }), {
    sort: '-lastAt',
    refetchInterval: usePolling(POLL_MS),
  })
  const isByIdAlone = list.reply !== undefined && !list.reply.hasRefused
  return (
    <Page
      crumbs={[{ label: 'Charge Points', to: '/charger' }, { label: 'Waiting to join' }]}
      {...(isByIdAlone && { subtitle: BY_ID })}
      actions={pageActions}
    >
      <DataGrid
        label="Waiting to join"
        columns={joiningColumns}
        list={list}
        state={state}
        rowId={j => j.chargepoint_id}
        rowLink={pathOf}
        actions={actions}
        search={isByIdAlone ? 'Search, or type an exact id' : 'Search by id, vendor, model or address'}
        filterFields={filterFields}
        file="waiting-to-join"
        empty={{
          title: 'No charger waits to join',
          text: list.reply?.hasRefused
            ? 'A charger that connects with an id nobody made appears here within seconds.'
            : 'A charger that you have added appears here while its registration is Pending. One that you have not added yet is found by its exact id.',
        }}
        noMatch={q => ({
          title: 'Not found',
          text: isByIdAlone
            ? `No charger of yours waits under "${q}", and none with exactly this id has tried to connect in the last 30 days. Capital and small letters count.`
            : `No charger that waits to join has "${q}" in its id, vendor, model, serial number or address.`,
        })}
      />
    </Page>
  )
}
