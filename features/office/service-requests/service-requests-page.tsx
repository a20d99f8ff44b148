// The service requests of the current team and the teams below it.
import Edit from '@mui/icons-material/EditOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { useMemo } from 'react'
import type { Action } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { recordGrid } from '#kit/record-grid.ts'
import { useAccess } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { listServiceRequests, type ServiceRequest } from './service-request.contract.ts'
import { serviceRequestFields } from './service-request.fields.ts'
import { TicketChip } from './service-request-status.tsx'

const grid = recordGrid(serviceRequestFields, { status: { cell: r => <TicketChip status={r.status} /> } })
const pathOf = (r: ServiceRequest) => `/servicerequest/edit/${r.ticket_id}`
const add = recordActions('service-request', 'ServiceRequest').add('Add Service Request', '/servicerequest/new')

export function ServiceRequestsPage() {
  const { readOnly } = useAccess('ServiceRequest')
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
        {...grid}
        {...useTeamList(listServiceRequests, teamId => ({ query: { teamId } }), { sort: '-createAt' })}
        rowId={r => r.ticket_id}
        rowLink={pathOf}
        actions={actions}
        add={add}
        search="Search service requests"
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
