// One EV driver: made anew, read, or changed, with the history of the record.
import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { moneyText } from '#kit/figures.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { useAccess } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { LIST } from './driver.actions.ts'
import { getDriver } from './driver.contract.ts'
import { driverFields } from './driver.fields.ts'
import { DriverForm, NewDriver } from './driver-form.tsx'
import { DRIVER_STATES } from './driver-words.contract.ts'

// Below the form, and opened seldom: it comes while the form is read.
const History = later(() => import('#office/audit/history.parts.tsx').then(m => ({ default: m.History })))

const crumbs = (label: string) => [{ label: 'EV Drivers', to: LIST }, { label }]

function Existing({ id }: { id: string }) {
  const { canUpdate } = useAccess('Customers')
  const [params] = useSearchParams()
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const q = useQuery({ ...query(getDriver, { params: { id: Number(id) } }), enabled: isId })
  const status = q.error instanceof CallError ? q.error.status : undefined
  if (!isId || status === 404) return <Gone text="Customer not found" to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  const readOnly = !canUpdate || params.get('mode') === 'view'
  const title = readOnly ? 'Customer Details' : 'Edit customer details'
  const driver = q.data?.data
  if (!driver)
    return (
      <Page title={title} crumbs={crumbs('…')}>
        {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton />}
      </Page>
    )
  return (
    <Page
      title={title}
      crumbs={crumbs(driver.fullName)}
      subtitle={
        <Box component="span" sx={{ display: 'inline-flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <StatusChip kind="record" value={DRIVER_STATES[driver.active === 'Y' ? 0 : 1]} />
          <span>
            {driver.team_name}, wallet {moneyText(driver.balanceAmount)}
          </span>
        </Box>
      }
    >
      <DriverForm key={`${driver.id} ${readOnly}`} driver={driver} tag={q.data?.tag} readOnly={readOnly} />
      <Suspense>
        <History feature="Customers" recordId={driver.id} fields={driverFields} />
      </Suspense>
    </Page>
  )
}

export function DriverPage() {
  const { id } = useParams()
  if (id !== undefined) return <Existing id={id} />
  return (
    <Page title="Create new customer" crumbs={crumbs('New')}>
      <NewDriver />
    </Page>
  )
}
