// One vehicle: made anew, read, or changed, with the history of the record.
import { Link } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink, useParams } from 'react-router'
import { Gone } from '#kit/gone.tsx'
import { Page } from '#kit/page.tsx'
import { RecordPage, useReadOnly } from '#kit/record-page.tsx'
import { useAccess } from '#kit/session.ts'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { LIST } from './vehicle.actions.ts'
import { getVehicle, type Vehicle } from './vehicle.contract.ts'
import { vehicleFields } from './vehicle.fields.ts'
import { VehicleForm } from './vehicle-form.tsx'

const MISSING = 'Vehicle not found'
const crumbs = (label: string) => [{ label: 'Vehicles', to: LIST }, { label }]

/** Who drives it; assigned on the screen of the driver. */
function Driver({ vehicle: v }: { vehicle: Vehicle }) {
  const { canView } = useAccess('Customers')
  if (v.user_pk === null) return <>No driver is assigned</>
  return (
    <>
      Assigned to{' '}
      {canView ? (
        <Link component={RouterLink} to={`/customer/${v.user_pk}?tab=vehicle`}>
          {v.assigned_driver_name}
        </Link>
      ) : (
        v.assigned_driver_name
      )}
    </>
  )
}

function Existing({ id }: { id: string }) {
  const readOnly = useReadOnly('Vehicle')
  const title = readOnly ? 'Vehicle Details' : 'Edit Vehicle details'
  return (
    <RecordPage
      id={id}
      read={vehicleId => query(getVehicle, { params: { vehicleId } })}
      missing={MISSING}
      list={LIST}
      title={title}
      crumbs={crumbs('…')}
    >
      {({ data: [vehicle], tag }) =>
        // A list of vehicles, of which the first one is meant; an empty one is none.
        vehicle ? (
          <Page title={title} crumbs={crumbs(vehicle.registration_number)} subtitle={<Driver vehicle={vehicle} />}>
            <VehicleForm key={`${vehicle.vehicle_id} ${readOnly}`} vehicle={vehicle} tag={tag} readOnly={readOnly} />
            <LaterHistory feature="Vehicle" recordId={vehicle.vehicle_id} fields={vehicleFields} />
          </Page>
        ) : (
          <Gone text={MISSING} to={LIST} />
        )
      }
    </RecordPage>
  )
}

export function VehiclePage() {
  const { vehicleId } = useParams()
  if (vehicleId !== undefined) return <Existing id={vehicleId} />
  return (
    <Page title="Create new Vehicle" crumbs={crumbs('New')}>
      <VehicleForm readOnly={false} />
    </Page>
  )
}
