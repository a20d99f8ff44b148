// The service requests of the current team and the teams below it.

import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { useAccess } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { listServiceRequests, type ServiceRequest } from './service-request.contract.ts'
import { serviceRequestGrid } from './service-request-columns.tsx'

const pathOf = (r: ServiceRequest) => `/servicerequest/edit/${r.ticket_id}`

const actions = recordActions('service-request', 'ServiceRequest')

const add = actions.add('Add Service Request', '/servicerequest/new')

const view = [actions.openAs('View', pathOf)]

const edit = [actions.openAs('Edit', pathOf)]

export function ServiceRequestsPage() {
  const { readOnly } = useAccess('ServiceRequest')
  return (
    <Page>
      <DataGrid
        label="Service Requests"
        {...serviceRequestGrid}
        {...useTeamList(listServiceRequests, teamId => ({ query: { teamId } }), { sort: '-createAt' })}
        rowId={r => r.ticket_id}
        rowLink={pathOf}
        actions={readOnly ? view : edit}
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
