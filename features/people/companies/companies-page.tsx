// The companies of the scope; only the platform makes and deletes them (D-COMP-1).
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { useQuery } from '@tanstack/react-query'
import { dayOf } from '@wattdesk/base/time'
import { call, query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import type { Action } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { deletion } from '#kit/confirm.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useLocalList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { type CompanyRow, deleteCompany, listCompanies } from './company.contract.ts'
import { COMPANY_STATES, companyState } from './company.rules.ts'
import { CompanyChip, usePlatformAccess } from './company-parts.tsx'

/** `today` is that of the business time zone, as the server counts. */
const columns = (today: string): readonly Column<CompanyRow>[] => [
  { field: 'name', header: 'Name', identity: true, minWidth: 180, flex: 1.4 },
  { field: 'domain', header: 'Domain', minWidth: 140 },
  {
    field: 'companyProtocolType',
    header: 'Protocol',
    minWidth: 100,
    flex: 0.6,
    value: c => c.companyProtocolType.toUpperCase(),
  },
  { field: 'paymentCurrency', header: 'Currency', minWidth: 100, flex: 0.6 },
  {
    field: 'active',
    header: 'Status',
    minWidth: 120,
    flex: 0.7,
    value: c => companyState(c, today),
    cell: c => <CompanyChip state={companyState(c, today)} />,
    head: true,
  },
  { field: 'creationTime', header: 'Created On', kind: 'time', minWidth: 150 },
]
const pathOf = (c: CompanyRow) => `/company/${c.companyId}`
const add: Action = {
  id: 'add-company',
  label: 'Add Company',
  icon: Add,
  right: 'Company.create',
  run: (_, { navigate }) => navigate('/company/new'),
}
const remove: Action<CompanyRow> = {
  id: 'delete-company',
  label: 'Delete',
  icon: Delete,
  right: 'Company.delete',
  danger: true,
  when: c => c.companyType !== 'GP' || 'The platform company cannot be deleted',
  confirm: c => deletion(`Company ${c.name}`),
  run: c => call(deleteCompany, { params: { id: c.id } }),
  refreshes: [listCompanies],
}

export function CompaniesPage() {
  const { teamId, user } = useSession()
  const today = dayOf(new Date(), user.businessZone)
  const { readOnly } = useAccess('Company')
  const platform = usePlatformAccess()
  const state = useListState({ pageSize: 10, sort: '-creationTime' })
  const companies = useQuery({ ...query(listCompanies, { query: { teamId } }), enabled: teamId !== 0 })
  const list = useLocalList({ ...companies, data: companies.data?.data }, state, {
    search: c => [c.name, c.domain, c.companyProtocolType, c.paymentCurrency],
    words: { of: c => companyState(c, today), all: COMPANY_STATES },
  })
  const mayDelete = platform.canDelete && !readOnly
  const actions = useMemo<readonly Action<CompanyRow>[]>(
    () => [
      {
        id: 'open-company',
        label: readOnly ? 'View' : 'Edit',
        icon: readOnly ? Visibility : Edit,
        run: (c, { navigate }) => navigate(pathOf(c)),
      },
      ...(mayDelete ? [remove] : []),
    ],
    [readOnly, mayDelete],
  )
  return (
    <Page>
      <DataGrid
        label="Companies"
        columns={useMemo(() => columns(today), [today])}
        list={list}
        state={state}
        rowId={c => c.id}
        rowLink={pathOf}
        actions={actions}
        {...(platform.canCreate && { add })}
        search="Search companies"
        file="companies"
        empty={{
          title: 'No companies yet',
          text: 'A company is an operator of its own: with teams, users, chargers and payment settings.',
          ...(platform.canCreate && { action: add }),
        }}
      />
    </Page>
  )
}
