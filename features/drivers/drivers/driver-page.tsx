// One EV driver: made anew, read, or changed, with the history of the record.

import { Box } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { moneyText } from '#kit/figures.tsx'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { LIST } from './driver.actions.ts'
import { getDriver } from './driver.contract.ts'
import { DRIVER_STATES } from './driver.words.ts'
import { driverAudited } from './driver-audit.rules.ts'
import { DriverForm, NewDriver } from './driver-form.tsx'

export function DriverPage() {
  const { id } = useParams()
  const readOnly = useReadOnly('Customers')
  return (
    <RecordPages
      id={id}
      list={{ label: 'EV Drivers', path: LIST }}
      read={driverId => query(getDriver, { params: { id: driverId } })}
      missing="Customer not found"
      title={readOnly ? 'Customer Details' : 'Edit customer details'}
      fresh={{ title: 'Create new customer', children: <NewDriver /> }}
    >
      {({ data: driver, tag }) => ({
        name: driver.fullName,
        subtitle: (
          <Box component="span" sx={{ display: 'inline-flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <StatusChip kind="record" value={DRIVER_STATES[driver.active === 'Y' ? 0 : 1]} />
            <span>
              {driver.team_name}, wallet {moneyText(driver.balanceAmount)}
            </span>
          </Box>
        ),
        children: (
          <>
            <DriverForm key={`${driver.id} ${readOnly}`} driver={driver} tag={tag} readOnly={readOnly} />
            <LaterHistory feature="Customers" recordId={driver.id} fields={driverAudited} />
          </>
        ),
      })}
    </RecordPages>
  )
}
