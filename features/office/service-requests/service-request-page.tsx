// One service request: written anew, or read, changed and led on from state to state.
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, call, query } from '@wattdesk/wire/call'
import { useNavigate, useParams } from 'react-router'
import type { z } from 'zod'
import { ErrorNotice } from '#kit/error.tsx'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { Gone } from '#kit/gone.tsx'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { History } from '#office/audit/history.parts.tsx'
import { UploadField } from '#office/uploads/upload-field.parts.tsx'
import {
  getServiceRequest,
  listServiceRequests,
  type ServiceRequest,
  saveServiceRequest,
  serviceRequestRecord,
} from './service-request.contract.ts'
import { CLOSED_IS_FINAL, statesAfter } from './service-request.rules.ts'
import { issueTypes, MAX_DESCRIPTION, ServiceRequestChange } from './service-request-body.contract.ts'
import { TicketChip } from './service-request-status.tsx'
import { statusWords } from './ticket-states.contract.ts'

type Values = z.input<typeof ServiceRequestChange>
const LIST = '/servicerequest'
const crumbs = (label: string) => [{ label: 'Service Requests', to: LIST }, { label }]
const valuesOf = (t: ServiceRequest): Values => ({
  email: t.email,
  phone: t.phone,
  issueType: t.issueType as Values['issueType'],
  description: t.description,
  attachment: t.attachment ?? '',
  status: t.status,
})
const blank = { email: '', phone: '', issueType: '' as Values['issueType'], description: '', attachment: '' }

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
  const navigate = useNavigate()
  const back = () => void navigate(LIST)
  const isClosed = ticket?.status === 'CLOSED'
  const form = useRecordForm<Values, ServiceRequestChange, unknown>({
    schema: ServiceRequestChange,
    values: ticket ? valuesOf(ticket) : blank,
    version: ticket && {
      kind: serviceRequestRecord,
      recordId: ticket.ticket_id,
      reader: getServiceRequest,
      tag,
      valuesOf,
    },
    readOnly: ticket !== undefined && (!canUpdate || isClosed),
    save: async (body, sent) => {
      const args = ticket ? { query: {}, body: { ...body, ticketId: ticket.ticket_id } } : { query: { teamId }, body }
      return demandSuccess(await call(saveServiceRequest, args, sent))
    },
    refreshes: [listServiceRequests, getServiceRequest],
    onSaved: back,
  })
  const { Text, Select, Multiline } = form.fields
  return (
    <Form form={form} label="Service request" submit="Save" submitting="Saving..." onCancel={back}>
      {isClosed && <Alert severity="info">{CLOSED_IS_FINAL}.</Alert>}
      <Section title="Request" help="Who is to be answered, and what it is about.">
        <Text name="email" label="Email" type="email" autoComplete="email" required />
        <Text name="phone" label="Phone" type="tel" autoComplete="tel" required />
        <Select
          name="issueType"
          label="Issue Type"
          required
          placeholder="Select an issue type"
          options={issueTypes.map(t => ({ value: t, label: t }))}
        />
        {ticket && (
          <Select
            name="status"
            label="Status"
            options={statesAfter(ticket.status).map(s => ({ value: s, label: statusWords[s] }))}
          />
        )}
        <Multiline
          name="description"
          label="Description"
          required
          wide
          rows={3}
          help={`At most ${MAX_DESCRIPTION} characters`}
        />
        <UploadField name="attachment" label="Attachment" wide />
      </Section>
    </Form>
  )
}

function Existing({ ticketId }: { ticketId: string }) {
  const isId = /^[1-9]\d{0,9}$/.test(ticketId) && Number(ticketId) <= 2_147_483_647
  const q = useQuery({ ...query(getServiceRequest, { params: { ticketId: Number(ticketId) } }), enabled: isId })
  const status = q.error instanceof CallError ? q.error.status : undefined
  if (!isId || status === 404) return <Gone text="Service request not found" to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  const title = `Service Request ${ticketId}`
  if (!q.data)
    return (
      <Page title={title} crumbs={crumbs(ticketId)}>
        {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton />}
      </Page>
    )
  const ticket = q.data.data
  return (
    <Page
      title={title}
      crumbs={crumbs(ticketId)}
      subtitle={
        <>
          <TicketChip status={ticket.status} /> {ticket.team_name}, created <RelativeTime within at={ticket.createAt} />
        </>
      }
    >
      <RequestForm key={ticketId} ticket={ticket} tag={q.data.tag} />
      <History feature="ServiceRequest" recordId={ticket.ticket_id} />
    </Page>
  )
}

export function ServiceRequestPage() {
  const { ticketId } = useParams()
  if (ticketId !== undefined) return <Existing ticketId={ticketId} />
  return (
    <Page title="Create Service Request" crumbs={crumbs('New')}>
      <RequestForm />
    </Page>
  )
}
