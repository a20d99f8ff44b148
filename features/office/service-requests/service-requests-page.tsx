// The service requests of the current team and the teams below it.
import Add from '@mui/icons-material/Add'
import Edit from '@mui/icons-material/EditOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { useMemo } from 'react'
import type { Action } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { listServiceRequests, type ServiceRequest } from './service-request.contract.ts'
import { TicketChip } from './service-request-status.tsx'
import { statusWords } from './ticket-states.contract.ts'

const columns: readonly Column<ServiceRequest>[] = [
  { field: 'ticket_id', header: 'Ticket ID', identity: true, minWidth: 90, flex: 0.5 },
  { field: 'email', header: 'Email', minWidth: 216, flex: 1.1 },
  { field: 'phone', header: 'Phone', minWidth: 126, flex: 0.7 },
  { field: 'issueType', header: 'Issue Type', minWidth: 130, flex: 0.8 },
  { field: 'description', header: 'Description', minWidth: 188, flex: 1.6 },
  {
    field: 'status',
    header: 'Status',
    minWidth: 120,
    flex: 0.7,
    value: r => statusWords[r.status],
    cell: r => <TicketChip status={r.status} />,
    head: true,
  },
  { field: 'team_name', header: 'Team', sort: false, hidden: true },
  { field: 'createAt', header: 'Created On', kind: 'time', minWidth: 150 },
]
const filterFields = [
  { field: 'status', label: 'Status', type: 'text' },
  { field: 'issueType', label: 'Issue Type', type: 'text' },
  { field: 'email', label: 'Email', type: 'text' },
  { field: 'phone', label: 'Phone', type: 'text' },
  { field: 'description', label: 'Description', type: 'text' },
  { field: 'createAt', label: 'Created On', type: 'date' },
] as const
const pathOf = (r: ServiceRequest) => `/servicerequest/edit/${r.ticket_id}`
const add: Action = {
  id: 'add-service-request',
  label: 'Add Service Request',
  icon: Add,
  right: 'ServiceRequest.create',
  run: (_, { navigate }) => navigate('/servicerequest/new'),
}

export function ServiceRequestsPage() {
  const { teamId } = useSession()
  const { readOnly } = useAccess('ServiceRequest')
  const state = useListState({ pageSize: 10, sort: '-createAt' })
  const list = useList(listServiceRequests, { query: { teamId } }, state, { enabled: teamId !== 0 })
  const actions = useMemo<readonly Action<ServiceRequest>[]>(
    () => [
      {
        id: 'open-service-request',
        label: readOnly ? 'View' : 'Edit',
        icon: readOnly ? Visibility : Edit,
        run: (r, { navigate }) => navigate(pathOf(r)),
      },
    ],
    [readOnly],
  )
  return (
    <Page>
      <DataGrid
        label="Service Requests"
        columns={columns}
        list={list}
        state={state}
        rowId={r => r.ticket_id}
        rowLink={pathOf}
        actions={actions}
        add={add}
        search="Search service requests"
        filterFields={filterFields}
        file="service_requests"
        empty={{
          title: 'No service requests yet',
          text: 'Ask for help here: with a charger, a payment, or the portal itself.',
          action: add,
        }}
      />
    </Page>
  )
}
