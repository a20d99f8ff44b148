// One customer of the charge management, on five tabs.
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { Page } from '#kit/page.tsx'
import { useAccess } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { getCmCustomer } from './cm-customer.contract.ts'
import { CmCustomerForm } from './cm-customer-form.tsx'

const LIST = '/cm-customer'
const TITLE = 'Edit Customer Details'

export function CmCustomerPage() {
  const { id = '' } = useParams()
  const { canUpdate } = useAccess('CMCustomers')
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const q = useQuery({ ...query(getCmCustomer, { params: { id: Number(id) } }), enabled: isId })
  const status = q.error instanceof CallError ? q.error.status : undefined
  if (!isId || status === 404) return <Gone text="Customer not found" to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  const customer = q.data?.data
  const crumbs = [{ label: 'Customers', to: LIST }, { label: customer?.fullName ?? '…' }]
  return (
    <Page title={TITLE} crumbs={crumbs} {...(customer && { subtitle: `${customer.fullName}, ${customer.team_name}` })}>
      {customer && (
        <CmCustomerForm
          key={`${customer.id} ${canUpdate}`}
          customer={customer}
          tag={q.data?.tag}
          readOnly={!canUpdate}
        />
      )}
      {!customer &&
        (q.error ? (
          <ErrorNotice error={q.error} text="Error fetching customer data" onRetry={() => void q.refetch()} />
        ) : (
          <FormSkeleton />
        ))}
    </Page>
  )
}
