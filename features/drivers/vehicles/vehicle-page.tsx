// One vehicle: made anew, read, or changed, with the history of the record.
import { Link } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink, useParams } from 'react-router'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { useAccess } from '#kit/session.ts'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { LIST } from './vehicle.actions.ts'
import { getVehicle, type Vehicle } from './vehicle.contract.ts'
import { vehicleFields } from './vehicle.fields.ts'
import { VehicleForm } from './vehicle-form.tsx'

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

export function VehiclePage() {
  const { vehicleId } = useParams()
  const readOnly = useReadOnly('Vehicle')
  return (
    <RecordPages
      id={vehicleId}
      list={{ label: 'Vehicles', path: LIST }}
      read={id => query(getVehicle, { params: { vehicleId: id } })}
      missing="Vehicle not found"
      title={readOnly ? 'Vehicle Details' : 'Edit Vehicle details'}
      fresh={{ title: 'Create new Vehicle', children: <VehicleForm readOnly={false} /> }}
    >
      {({ data: [vehicle], tag }) =>
        // A list of vehicles, of which the first one is meant; an empty one is none.
        vehicle && {
          name: vehicle.registration_number,
          subtitle: <Driver vehicle={vehicle} />,
          children: (
            <>
              <VehicleForm key={`${vehicle.vehicle_id} ${readOnly}`} vehicle={vehicle} tag={tag} readOnly={readOnly} />
              <LaterHistory feature="Vehicle" recordId={vehicle.vehicle_id} fields={vehicleFields} />
            </>
          ),
        }
      }
    </RecordPages>
  )
}
