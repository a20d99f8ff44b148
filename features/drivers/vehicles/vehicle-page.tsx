// One vehicle: made anew, read, or changed, with the history of the record.
import { Link } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { Suspense } from 'react'
import { Link as RouterLink, useParams, useSearchParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { useAccess } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { LIST } from './vehicle.actions.ts'
import { getVehicle, type Vehicle } from './vehicle.contract.ts'
import { vehicleFields } from './vehicle.fields.ts'
import { VehicleForm } from './vehicle-form.tsx'

const History = later(() => import('#office/audit/history.parts.tsx').then(m => ({ default: m.History })))

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
  const { canUpdate } = useAccess('Vehicle')
  const [params] = useSearchParams()
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const q = useQuery({ ...query(getVehicle, { params: { vehicleId: Number(id) } }), enabled: isId })
  const status = q.error instanceof CallError ? q.error.status : undefined
  // A list of vehicles, of which the first one is meant; an empty one is none.
  const vehicle = q.data?.data[0]
  if (!isId || status === 404 || (q.data && !vehicle)) return <Gone text="Vehicle not found" to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  const readOnly = !canUpdate || params.get('mode') === 'view'
  const title = readOnly ? 'Vehicle Details' : 'Edit Vehicle details'
  if (!vehicle)
    return (
      <Page title={title} crumbs={crumbs('…')}>
        {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton />}
      </Page>
    )
  return (
    <Page title={title} crumbs={crumbs(vehicle.registration_number)} subtitle={<Driver vehicle={vehicle} />}>
      <VehicleForm key={`${vehicle.vehicle_id} ${readOnly}`} vehicle={vehicle} tag={q.data?.tag} readOnly={readOnly} />
      <Suspense>
        <History feature="Vehicle" recordId={vehicle.vehicle_id} fields={vehicleFields} />
      </Suspense>
    </Page>
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
