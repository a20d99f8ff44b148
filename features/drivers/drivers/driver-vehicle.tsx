// The Vehicle Details tab of a driver: the vehicle, or the choice of one that nobody has. One vehicle per driver (D-DRV-2).
import { Alert, Box, Button, Card, FormHelperText, FormLabel, Link, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, query } from '@wattdesk/wire/call'
import { useId, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import {
  type AvailableVehicle,
  getVehicle,
  listAvailableVehicles,
  listVehicles,
} from '#drivers/vehicles/vehicle.contract.ts'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { FoundSelect } from '#kit/found-field.tsx'
import { notify, reasonOf } from '#kit/notices.tsx'
import { useAccess } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { type Finder, OFFERED, useFound } from '#kit/use-found.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import {
  type DriverVehicle as Attached,
  assignVehicle,
  type Driver,
  getAttachedVehicle,
  unassignVehicle,
} from './driver.contract.ts'
import { NO_VEHICLE_CHOSEN } from './driver.words.ts'

/** Assigns a vehicle or takes it away; reports the outcome, and reads again which driver has which vehicle. */
function useVehicleCall(driver: Driver) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async (what: 'assign' | 'unassign', vehicleId: number): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setFailure(undefined)
    try {
      const endpoint = what === 'assign' ? assignVehicle : unassignVehicle
      const { message } = await call(endpoint, { params: { id: driver.id }, body: { vehicleId } })
      notify.success(message)
      return true
    } catch (e) {
      const failed = `Failed to ${what} vehicle`
      setFailure(reasonOf(e) ? `${failed}: ${reasonOf(e)}` : failed)
      return false
    } finally {
      setBusy(false)
      // Also after a refusal: somebody else was quicker.
      for (const e of [getAttachedVehicle, listAvailableVehicles, listVehicles, getVehicle, listRecordAudit])
        void cache.invalidateQueries({ queryKey: keyOf(e) })
    }
  }
  return { busy, failure, run }
}
type VehicleCall = ReturnType<typeof useVehicleCall>

function Has({
  vehicle: v,
  readOnly,
  vehicleCall,
}: {
  vehicle: Attached
  readOnly: boolean
  vehicleCall: VehicleCall
}) {
  const { canView } = useAccess('Vehicle')
  const plate = canView ? (
    <Link component={RouterLink} to={`/vehicles/${v.vehicle_id}?mode=view`}>
      {v.registration_number}
    </Link>
  ) : (
    v.registration_number
  )
  return (
    <Stack spacing={2}>
      <DetailList
        items={[
          { label: 'Vehicle ID', value: v.vehicle_id },
          { label: 'Registration Number', value: plate },
          { label: 'Make', value: v.make },
          { label: 'Model', value: v.model },
          { label: 'Vehicle Type', value: v.vehicle_type },
        ]}
      />
      {!readOnly && (
        <Box>
          <Button
            variant="outlined"
            color="error"
            disabled={vehicleCall.busy}
            onClick={() => void vehicleCall.run('unassign', v.vehicle_id)}
          >
            Unassign Vehicle
          </Button>
        </Box>
      )}
    </Stack>
  )
}

const nameOf = (v: AvailableVehicle): string =>
  [v.registration_number, [v.make, v.model].filter(Boolean).join(' ')].filter(Boolean).join(', ')
const finderOf = (teamId: number) =>
  ({
    find: q => query(listAvailableVehicles, { query: { teamId, limit: OFFERED, ...(q && { q }) } }),
    read: keys => query(listAvailableVehicles, { query: { teamId, keys: keys.join(',') } }),
    found: reply => ({
      options: reply.data.map(v => ({ value: v.vehicle_id, label: nameOf(v) })),
      total: reply.total,
    }),
  }) satisfies Finder<number, { data: AvailableVehicle[]; total: number }>

function Choose({ driver, vehicleCall }: { driver: Driver; vehicleCall: VehicleCall }) {
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const finder = useMemo(() => finderOf(driver.teamId), [driver.teamId])
  const found = useFound(finder, chosen === null ? [] : [chosen])
  const assign = async () => {
    if (chosen === null) return setError(NO_VEHICLE_CHOSEN)
    setError(undefined)
    await vehicleCall.run('assign', chosen)
    setChosen(null)
  }
  const count = found.typed === '' ? found.total : undefined
  return (
    <Box sx={{ maxWidth: 640 }}>
      <FormLabel
        htmlFor={id}
        sx={{ display: 'block', mb: 0.5, fontSize: '0.8125rem', fontWeight: 500, color: 'text.primary' }}
      >
        Vehicle
      </FormLabel>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <FoundSelect
            id={id}
            found={found}
            value={chosen}
            hasError={error !== undefined}
            aria={{ 'aria-describedby': `${id}-below`, ...(error && { 'aria-invalid': true }) }}
            placeholder="Select a vehicle"
            noOptionsText="No vehicles found"
            onChange={v => {
              setChosen(v)
              setError(undefined)
            }}
          />
          {!found.error && (
            <FormHelperText id={`${id}-below`} role="status" error={error !== undefined}>
              {error ??
                (count === undefined
                  ? (found.hint ?? '\u00a0')
                  : count === 0
                    ? 'No vehicle is without a driver. A new one is added under Vehicle.'
                    : `${count.toLocaleString('en-IN')} ${count === 1 ? 'vehicle' : 'vehicles'} without a driver`)}
            </FormHelperText>
          )}
        </Box>
        <Button
          variant="contained"
          disabled={vehicleCall.busy}
          onClick={() => void assign()}
          sx={{ flexShrink: 0, height: 40, alignSelf: 'flex-start' }}
        >
          Assign Vehicle
        </Button>
      </Stack>
      {found.error && (
        <Box sx={{ mt: 1 }}>
          <ErrorNotice error={found.error} onRetry={found.retry} />
        </Box>
      )}
    </Box>
  )
}

export default function DriverVehicle({ driver, readOnly }: { driver: Driver; readOnly: boolean }) {
  const q = useQuery(query(getAttachedVehicle, { params: { id: driver.id } }))
  const vehicleCall = useVehicleCall(driver)
  const [vehicle] = q.data?.data ?? []
  return (
    <Card component="section" aria-label="Vehicle Details" sx={{ p: { xs: 2, sm: 2.5 }, overflow: 'visible' }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        Vehicle Details
      </Typography>
      {vehicleCall.failure && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {vehicleCall.failure}
        </Alert>
      )}
      {q.error && !q.data && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {q.isPending && <BlockSkeleton height={64} />}
      {vehicle && <Has vehicle={vehicle} readOnly={readOnly} vehicleCall={vehicleCall} />}
      {q.data && !vehicle && readOnly && (
        <Typography sx={{ color: 'text.secondary' }}>This driver has no vehicle.</Typography>
      )}
      {q.data && !vehicle && !readOnly && <Choose driver={driver} vehicleCall={vehicleCall} />}
    </Card>
  )
}
