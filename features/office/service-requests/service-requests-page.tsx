// The service requests of the current team and the teams below it.
import Add from '@mui/icons-material/Add'
import Edit from '@mui/icons-material/EditOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { useMemo } from 'react'
import type { Action } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { Page } from '#kit/page.tsx'
import { gridColumns, recordFilters } from '#kit/record-grid.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { listServiceRequests, type ServiceRequest } from './service-request.contract.ts'
import { serviceRequestFields } from './service-request.fields.ts'
import { TicketChip } from './service-request-status.tsx'

const columns = gridColumns(serviceRequestFields, { status: { cell: r => <TicketChip status={r.status} /> } })
const filterFields = recordFilters(serviceRequestFields)
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
