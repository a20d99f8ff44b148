// The step of the first session: the two ways to begin one, and the session once it is there.
import { Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { Time } from '#kit/time.tsx'
import type { FirstSteps } from './first-steps.contract.ts'
import { Waiting } from './waiting.tsx'

type Props = { charger: NonNullable<FirstSteps['charger']>; session: FirstSteps['session'] }
export function SessionStep({ charger, session }: Props) {
  const { chargepoint_id: id, chargepoint_pk: pk } = charger
  if (session)
    return (
      <Typography>
        Began <Time at={session.startedAt} />; its page shows how it charges and what it costs:{' '}
        <Link component={RouterLink} underline="always" to={`/transactions/${session.transactionId}`}>
          Session {session.transactionId}
        </Link>
      </Typography>
    )
  return (
    <>
      <Typography>
        As a driver: scan the QR code of connector 1, which is on{' '}
        <Link component={RouterLink} underline="always" to={`/charger/${pk}`}>
          the page of the charge point
        </Link>
        , or open{' '}
        <Link underline="always" href={`/pay/${encodeURIComponent(id)}/1`} target="_blank" rel="noopener">
          its pay page
        </Link>
        , pay, and plug in; a simulated charge point plugs itself in, and its first figures come after half a minute. In
        test mode a sandbox stands in for the payment provider and no money moves.
      </Typography>
      <Typography>
        As the operator: send RemoteStart from{' '}
        <Link component={RouterLink} underline="always" to={`/charger/${pk}?tab=remote_operations`}>
          the remote operations of the charge point
        </Link>
        . It takes an{' '}
        <Link component={RouterLink} underline="always" to="/tag">
          RFID tag
        </Link>
        .
      </Typography>
      <Waiting>Waiting for the first session</Waiting>
    </>
  )
}
