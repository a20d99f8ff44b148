// One service request: written anew, or read, changed and led on from state to state.
import { Alert } from '@mui/material'
import { CallError, call, query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { Form, Section } from '#kit/form.tsx'
import { type RecordValues, recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { RecordPages } from '#kit/record-page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { RelativeTime } from '#kit/time.tsx'
import { usePageForm } from '#kit/use-page-form.ts'
import { History } from '#office/audit/history.parts.tsx'
import { UploadField } from '#office/uploads/upload-field.parts.tsx'
import {
  getServiceRequest,
  listServiceRequests,
  type ServiceRequest,
  saveServiceRequest,
} from './service-request.contract.ts'
import { serviceRequestFields, statusWords } from './service-request.fields.ts'
import { CLOSED_IS_FINAL, statesAfter } from './service-request.rules.ts'
import { ServiceRequestBody } from './service-request-body.contract.ts'
import { TicketChip } from './service-request-status.tsx'

const LIST = '/servicerequest'
type Values = RecordValues<typeof serviceRequestFields>
const valuesOf = (ticket?: ServiceRequest) => recordValues(serviceRequestFields, ticket)
const Input = recordInputs(serviceRequestFields)
const { description, attachment } = serviceRequestFields

/**
 * A save succeeded when the reply's status says so, or the words of an older server (D-SR-1); anything else is an
 * error.
 */
function demandSuccess<R extends { message: string }>(reply: R): R {
  const { status } = reply as { status?: string }
  if (status !== 'success' && reply.message !== 'Customer update successful!') throw new CallError(0, reply.message)
  return reply
}

function RequestForm({ ticket, tag }: { ticket?: ServiceRequest; tag?: string | undefined }) {
  const { teamId } = useSession()
  const { canUpdate } = useAccess('ServiceRequest')
  const isClosed = ticket?.status === 'CLOSED'
  const page = usePageForm<Values, ServiceRequestBody, ServiceRequest>({
    schema: ServiceRequestBody,
    valuesOf,
    stored: ticket && { id: ticket.ticket_id, record: ticket, tag },
    calls: { list: listServiceRequests, read: getServiceRequest },
    list: LIST,
    readOnly: ticket !== undefined && (!canUpdate || isClosed),
    save: async (body, sent) => {
      const args = ticket ? { query: {}, body: { ...body, ticketId: ticket.ticket_id } } : { query: { teamId }, body }
      return demandSuccess(await call(saveServiceRequest, args, sent))
    },
  })
  return (
    <Form {...page} label="Service request" submit="Save" submitting="Saving...">
      {isClosed && <Alert severity="info">{CLOSED_IS_FINAL}.</Alert>}
      <Section title="Request" help="Who is to be answered, and what it is about.">
        <Input name="email" autoComplete="email" />
        <Input name="phone" type="tel" autoComplete="tel" />
        <Input name="issueType" placeholder="Select an issue type" />
        {ticket && (
          <Input
            name="status"
            required={false}
            options={statesAfter(ticket.status).map(s => ({ value: s, label: statusWords[s] }))}
          />
        )}
        <Input name="description" wide rows={3} help={`At most ${description.setting.max} characters`} />
        <UploadField name="attachment" label={attachment.setting.label} wide />
      </Section>
    </Form>
  )
}

export function ServiceRequestPage() {
  const { ticketId } = useParams()
  return (
    <RecordPages
      id={ticketId}
      list={{ label: 'Service Requests', path: LIST }}
      read={id => query(getServiceRequest, { params: { ticketId: id } })}
      missing="Service request not found"
      title={`Service Request ${ticketId}`}
      unread={ticketId ?? ''}
      fresh={{ title: 'Create Service Request', children: <RequestForm /> }}
    >
      {({ data: ticket, tag }) => ({
        name: String(ticket.ticket_id),
        subtitle: (
          <>
            <TicketChip status={ticket.status} /> {ticket.team_name}, created{' '}
            <RelativeTime within at={ticket.createAt} />
          </>
        ),
        children: (
          <>
            <RequestForm key={ticketId} ticket={ticket} tag={tag} />
            <History feature="ServiceRequest" recordId={ticket.ticket_id} fields={serviceRequestFields} />
          </>
        ),
      })}
    </RecordPages>
  )
}
