// The GST registrations of a team on its Finance tab (TAX-02): listed, added and ended.
import Add from '@mui/icons-material/Add'
import Ended from '@mui/icons-material/EventBusyOutlined'
import { Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { RECIPIENT_TYPES } from '@wattdesk/base/business'
import { call, query } from '@wattdesk/wire/call'
import { useMemo, useState } from 'react'
import type { Action } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { useLocalList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { useAccess } from '#kit/session.ts'
import { StatusChip } from '#kit/status-chip.tsx'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { getSupplier } from './team.contract.ts'
import {
  addRegistration,
  endRegistration,
  listRegistrations,
  type TeamRegistration,
} from './team-registration.contract.ts'
import { RegistrationBody, type RegistrationValues, registrationFields } from './team-registration-body.contract.ts'

const stateText = ({ state }: Pick<TeamRegistration, 'state'>) => `${state.name} (${state.code})`
const statusOf = ({ until }: Pick<TeamRegistration, 'until'>) => (until === null ? 'Active' : 'Inactive')
const columns: readonly Column<TeamRegistration>[] = [
  { field: 'gstin', header: 'GSTIN', identity: true, sort: false, minWidth: 168 },
  { field: 'state', header: 'State', sort: false, minWidth: 140, value: stateText },
  { field: 'legalName', header: 'Legal Name', sort: false, minWidth: 160 },
  { field: 'address', header: 'Address', sort: false, minWidth: 180, flex: 1.4 },
  {
    field: 'recipientType',
    header: 'Recipient Type',
    sort: false,
    minWidth: 160,
    hidden: true,
    inFiles: true,
    value: r => (r.recipientType ? RECIPIENT_TYPES[r.recipientType] : null),
  },
  { field: 'isFirst', header: 'First', sort: false, minWidth: 70, flex: 0.4, value: r => (r.isFirst ? 'Yes' : 'No') },
  { field: 'since', header: 'Since', kind: 'time', sort: false, minWidth: 140 },
  { field: 'until', header: 'Until', kind: 'time', sort: false, minWidth: 140, hidden: true, inFiles: true },
  {
    field: 'status',
    header: 'Status',
    sort: false,
    minWidth: 100,
    flex: 0.6,
    value: statusOf,
    cell: r => <StatusChip kind="record" value={statusOf(r)} />,
    head: true,
  },
]
const refreshes = [listRegistrations, getSupplier, listRecordAudit]

const ending = (teamId: number): Action<TeamRegistration> => ({
  id: 'end-registration',
  label: 'End registration',
  icon: Ended,
  right: 'Finance.full',
  danger: true,
  when: r => r.until === null || 'It has ended already',
  confirm: r => ({
    title: `GSTIN ${r.gstin}`,
    text: 'Sessions that begin from now on are supplied by another GSTIN. Bills that exist stay as they are.',
    yes: 'End registration',
  }),
  run: r => call(endRegistration, { params: { teamId, registrationId: r.registrationId } }),
  refreshes,
})

const OWNER_TYPE_HELP =
  'Not specified: a regular recipient. The commission of a unit in a Special Economic Zone is invoiced with IGST; without tax only while the platform has a letter of undertaking.'
const Input = recordInputs(registrationFields)
const blank: RegistrationValues = recordValues(registrationFields)
function NewRegistration({ teamId, onClose }: { teamId: number; onClose: () => void }) {
  const form = useRecordForm<RegistrationValues, RegistrationBody, unknown>({
    schema: RegistrationBody,
    values: blank,
    save: body => call(addRegistration, { params: { teamId }, body }),
    refreshes,
    onSaved: onClose,
  })
  return (
    <Form
      in="dialog"
      form={form}
      title="New GST registration"
      text="It holds for sessions that begin after it was added. A team has one registration for each state."
      submit="Add"
      submitting="Adding..."
      onClose={onClose}
    >
      <Input name="gstin" autoComplete="off" />
      <Input name="legalName" autoComplete="off" />
      <Input name="address" autoComplete="off" />
      <Input name="recipientType" help={OWNER_TYPE_HELP} />
    </Form>
  )
}

type Props = { teamId: number; readOnly: boolean }
export function TeamRegistrations({ teamId, readOnly }: Props) {
  const { may } = useAccess('Finance')
  const [isAdding, setAdding] = useState(false)
  const state = useListState({ pageSize: 15, prefix: 'registrations-' })
  const actions = useMemo(() => [ending(teamId)], [teamId])
  const found = useQuery({ ...query(listRegistrations, { params: { teamId } }), select: reply => reply.data })
  const list = useLocalList(found, state, { search: r => [r.gstin, r.legalName, stateText(r)] })
  const mayChange = may('FA') && !readOnly
  return (
    <Section
      title="GST registrations"
      help="Bills take the registration of the state where the charge point stands, else the first. Without one, the GST number of the first payout account counts."
    >
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <DataGrid
          label="GST registrations"
          columns={columns}
          list={list}
          state={state}
          rowId={r => r.registrationId}
          {...(mayChange && { actions })}
          search="Search registrations"
          toolbar={
            mayChange && (
              <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={() => setAdding(true)}>
                Add registration
              </Button>
            )
          }
          empty={{ title: 'No registrations yet', text: 'The GST number of the first payout account counts.' }}
        />
        {isAdding && <NewRegistration teamId={teamId} onClose={() => setAdding(false)} />}
      </Box>
    </Section>
  )
}
