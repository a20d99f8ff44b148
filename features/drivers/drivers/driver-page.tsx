// One EV driver: made anew, read, or changed, with the history of the record.

import { Box } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { moneyText } from '#kit/figures.tsx'
import { Page } from '#kit/page.tsx'
import { RecordPage, useReadOnly } from '#kit/record-page.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { LIST } from './driver.actions.ts'
import { getDriver } from './driver.contract.ts'
import { DRIVER_STATES } from './driver.words.ts'
import { driverAudited } from './driver-audit.rules.ts'
import { DriverForm, NewDriver } from './driver-form.tsx'

// Below the form, and opened seldom: it comes while the form is read.

const crumbs = (label: string) => [{ label: 'EV Drivers', to: LIST }, { label }]

function Existing({ id }: { id: string }) {
  const readOnly = useReadOnly('Customers')
  const title = readOnly ? 'Customer Details' : 'Edit customer details'
  return (
    <RecordPage
      id={id}
      read={driverId => query(getDriver, { params: { id: driverId } })}
      missing="Customer not found"
      list={LIST}
      title={title}
      crumbs={crumbs('…')}
    >
      {({ data: driver, tag }) => (
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
          <DriverForm key={`${driver.id} ${readOnly}`} driver={driver} tag={tag} readOnly={readOnly} />
          <LaterHistory feature="Customers" recordId={driver.id} fields={driverAudited} />
        </Page>
      )}
    </RecordPage>
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
