// The step of the first charger once it is added: what is typed into it while its first message is waited for, then what
// it has told of itself.
import { Alert, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { socketAddress, socketsAddress } from '#fleet/chargers/socket-address.rules.ts'
import { TypedLine } from '#fleet/chargers/typed-line.parts.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { Time } from '#kit/time.tsx'
import { withWayBack } from '#kit/way-back.ts'
import { FIRST_STEPS } from './first-steps.actions.ts'
import type { FirstSteps } from './first-steps.contract.ts'
import { simulatorCommand } from './first-steps.rules.ts'
import { Waiting } from './waiting.tsx'

type Charger = NonNullable<FirstSteps['charger']>

/** The word for the password of each security profile. */
function Password({ charger }: { charger: Charger }) {
  const { security_profile: profile, chargepoint_pk: pk } = charger
  if (profile === 0) return <Typography>No password: security profile 0 has none.</Typography>
  if (profile === 3) return <Typography>No password: the charge point shows its certificate.</Typography>
  return (
    <Typography>
      {profile === null
        ? 'No password, unless a key was shown when the charge point was added. A new one is set on'
        : 'The password is the key that was shown when the charge point was added. A new one is set on'}{' '}
      <Link component={RouterLink} underline="always" to={`/charger/${pk}`}>
        the page of the charge point
      </Link>
      .
    </Typography>
  )
}

export function ChargerStep({ charger }: { charger: Charger }) {
  const { chargepoint_id: id, chargepoint_pk: pk } = charger
  const isAccepted = charger.registrationStatus === 'Accepted'
  return (
    <Stack spacing={1.5}>
      {!isAccepted && (
        <Alert severity="warning">
          Its Registration Status is {charger.registrationStatus}: it may connect and cannot charge.{' '}
          <Link component={RouterLink} underline="always" to={withWayBack(`/charger/${pk}`, FIRST_STEPS)}>
            Set it to Accepted
          </Link>
        </Alert>
      )}
      {charger.lastBootAt === null ? (
        <>
          <Typography>Type this into the charge point, and switch it on:</Typography>
          <Stack component="dl" spacing={1} sx={{ m: 0 }}>
            <TypedLine label="Address" text={socketAddress(location, id)} />
            <TypedLine label="Identity and user name" text={id} />
          </Stack>
          <Password charger={charger} />
          <Typography>
            No charge point at hand? A simulated one connects by this command, in the folder of the product
            {charger.security_profile === 0 ? '' : ' (with --key and the key behind, where it has one)'}:
          </Typography>
          <Stack component="dl" spacing={1} sx={{ m: 0 }}>
            <TypedLine label="Simulator" text={simulatorCommand(socketsAddress(location), charger)} />
          </Stack>
          <Waiting>Waiting for the first message of {id}</Waiting>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Nothing comes? A charge point that names itself otherwise{' '}
            <Link component={RouterLink} underline="always" to="/charger/waiting">
              waits to join
            </Link>
            .
          </Typography>
        </>
      ) : (
        <DetailList
          items={[
            { label: 'Last start', value: <Time at={charger.lastBootAt} /> },
            { label: 'Protocol', value: charger.ocppProtocol },
            { label: 'Vendor', value: charger.vendor },
            { label: 'Model', value: charger.model },
          ]}
        />
      )}
    </Stack>
  )
}
