// The audit log (D-GEN-15): what was changed, by whom and from where, in the current team and below. Only read.
import { DialogContent, Divider, Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useAddress } from '#kit/address.ts'
import { DataGrid } from '#kit/data-grid.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { Time } from '#kit/time.tsx'
import { type AuditEntry, listAudit } from '#office/audit/audit.contract.ts'
import { changesOf } from '#office/audit/change-words.parts.ts'
import { Changes } from '#office/audit/history.parts.tsx'
import { auditColumns, deed, fieldsOf, recordOf } from './audit-columns.tsx'

const filterFields: readonly FilterField[] = [
  { field: 'at', label: 'Time', type: 'date' },
  { field: 'username', label: 'User', type: 'text' },
  { field: 'action', label: 'Action', type: 'text' },
  { field: 'feature', label: 'Feature', type: 'text' },
  { field: 'recordId', label: 'Record', type: 'text' },
  { field: 'ip', label: 'Address', type: 'text' },
]

/** Where the record of a feature has its page. */
const pages: Record<string, string> = {
  ChargingSite: '/charging-site',
  ChargerPoint: '/charger',
  ChargingProfile: '/chargingprofile',
  Team: '/team',
  Tag: '/tag',
  PriceGroup: '/pricegroup',
  Users: '/users',
  Transaction: '/transactions',
  ServiceRequest: '/servicerequest/edit',
  Company: '/company',
  Role: '/roles',
  Vehicle: '/vehicles',
  Customers: '/customer',
  CMCustomers: '/cm-customer',
}

const pageOf = ({ feature, recordId, action }: AuditEntry): string | undefined =>
  recordId && action !== 'delete' && pages[feature] ? `${pages[feature]}/${encodeURIComponent(recordId)}` : undefined

function Detail({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const to = pageOf(entry)
  return (
    <DialogFrame onClose={onClose}>
      <DialogHead>Entry {entry.id}</DialogHead>
      <DialogContent>
        <DetailList
          items={[
            { label: 'Time', value: <Time at={entry.at} /> },
            { label: 'User', value: entry.username },
            { label: 'Action', value: deed(entry) },
            { label: 'Feature', value: entry.feature },
            {
              label: 'Record',
              value: to ? (
                <Link component={RouterLink} to={to}>
                  {recordOf(entry)}
                </Link>
              ) : (
                recordOf(entry)
              ),
            },
            { label: 'Team', value: entry.teamName },
            { label: 'Address', value: entry.ip },
          ]}
        />
        <Divider sx={{ my: 2 }} />
        <Typography variant="h3">Changes</Typography>
        {changesOf(entry, fieldsOf(entry)).length > 0 ? (
          <Changes entry={entry} fields={fieldsOf(entry)} />
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>No values were changed.</Typography>
        )}
      </DialogContent>
    </DialogFrame>
  )
}

export function AuditPage() {
  const { teamId } = useSession()
  const state = useListState({ pageSize: 20, sort: '-at' })
  const list = useList(listAudit, { params: { teamId } }, state, { enabled: teamId !== 0 })
  const [params, change] = useAddress()
  const entry = list.rows.find(e => String(e.id) === params.get('entry'))
  return (
    <Page crumbs={[{ label: 'Settings', to: '/settings' }, { label: 'Audit Log' }]}>
      <DataGrid
        label="Audit log"
        columns={auditColumns}
        list={list}
        state={state}
        rowId={e => e.id}
        rowLink={e => `?entry=${e.id}`}
        search="Search user, action or record"
        filterFields={filterFields}
        file="audit"
        empty={{
          title: 'No entries yet',
          text: 'Every change, sign-in and refused right in this team is listed here.',
        }}
      />
      {entry && <Detail entry={entry} onClose={() => change(now => now.delete('entry'), { replace: true })} />}
    </Page>
  )
}
