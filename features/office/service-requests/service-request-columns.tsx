// The columns of the list of service requests, for the grid and for files.
import { recordGrid } from '#kit/record-grid.ts'
import { serviceRequestFields } from './service-request.fields.ts'
import { TicketChip } from './service-request-status.tsx'

export const serviceRequestGrid = recordGrid(serviceRequestFields, {
  status: { cell: r => <TicketChip status={r.status} /> },
})
