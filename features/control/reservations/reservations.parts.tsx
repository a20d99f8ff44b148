// The reservations of a charge point: the outcome of each, live, and the action that ends it (S-RESERVATION).

import EventBusy from '@mui/icons-material/EventBusyOutlined'
import { Box, Link } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { answerWords } from '#control/remote-operations/answer-words.rules.ts'
import { sendOperation } from '#control/remote-operations/send.actions.ts'
import { connectorText } from '#fleet/stations/evse-words.rules.ts'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { useLive, usePolling } from '#kit/live.ts'
import { ShortList, ShortRow } from '#kit/short-list.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { RelativeTime, Time } from '#kit/time.tsx'
import { listReservations, MOST_RESERVATIONS, type Reservation } from './reservation.contract.ts'

const POLL_MS = 30_000
type Charger = { chargepoint_pk: number; chargepoint_id: string }
type Row = Reservation & { charger: Charger }

const states: Record<
  Reservation['state'],
  { tone: 'success' | 'active' | 'neutral' | 'fault' | 'warning'; label: string }
> = {
  asked: { tone: 'active', label: 'Asked for' },
  reserved: { tone: 'success', label: 'Reserved' },
  used: { tone: 'neutral', label: 'Used' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
  expired: { tone: 'neutral', label: 'Expired' },
  ended: { tone: 'warning', label: 'Ended' },
  refused: { tone: 'fault', label: 'Refused' },
  unknown: { tone: 'warning', label: 'Not known' },
}

const cancel: Action<Row> = {
  id: 'cancel-reservation',
  label: 'Cancel reservation',
  icon: EventBusy,
  right: 'ChargerPoint.update',
  danger: true,
  when: r => r.state === 'reserved' || r.state === 'unknown',
  confirm: r => ({
    title: `Reservation ${r.reservationId} on ${r.charger.chargepoint_id}`,
    text: `The connector is no longer kept for ${r.idTag}.`,
    yes: 'Cancel reservation',
    no: 'Keep it',
    danger: true,
  }),
  run: async ({ charger: { chargepoint_id }, reservationId }, { teamId }) => {
    const parameters = { reservationId }
    await sendOperation(
      teamId,
      { chargerId: chargepoint_id, remoteOperationType: 'CancelReservation', parameters },
      `Cancel reservation ${reservationId} on ${chargepoint_id}`,
    )
  },
}

function Became({ reservation: r }: { reservation: Reservation }) {
  switch (r.state) {
    case 'asked':
      return 'The charge point has not answered yet.'
    case 'reserved':
      return (
        <>
          Until <Time at={r.expiryDate} />
        </>
      )
    case 'used':
      return (
        <Link component={RouterLink} to={`/transactions/${r.transactionId}`}>
          Transaction {r.transactionId}
        </Link>
      )
    case 'cancelled':
      return r.maintenance === null ? 'It was cancelled from the portal.' : `Planned maintenance: ${r.maintenance}`
    case 'expired':
      return (
        <>
          Nobody came until <Time at={r.expiryDate} />
        </>
      )
    case 'ended':
      if (r.endedAs === 'Removed') return 'The charge point could not keep it any longer.'
      if (r.endedAs === 'NoTransaction') return 'It was used, and no session followed.'
      return 'The connector had a fault or went out of service.'
    case 'refused':
      return answerWords({ operation: 'ReserveNow', response: r.error }) || r.error
    case 'unknown':
      return (
        <>
          The answer never came. The charge point may keep it until <Time at={r.expiryDate} />
        </>
      )
  }
}

const COLUMNS = { xs: 'minmax(0, 1fr) auto', lg: 'minmax(0, 2fr) 120px minmax(0, 2fr) 200px' }
export function Reservations({ teamId, charger }: { teamId: number; charger: Charger }) {
  const q = useQuery({
    ...query(listReservations, { params: { teamId, id: String(charger.chargepoint_pk) } }),
    refetchInterval: usePolling(POLL_MS),
  })
  const again = () => void q.refetch()
  useLive('task', events => events.some(e => e.chargepoint_id === charger.chargepoint_id) && again())
  useLive(
    'transaction',
    events => events.some(e => e.chargepoint_pk === charger.chargepoint_pk && e.change === 'started') && again(),
  )
  useLive('connector', events => events.some(e => e.chargepoint_pk === charger.chargepoint_pk) && again())
  return (
    <ShortList
      title="Reservations"
      help="Connectors that are kept for a tag. A reservation is made by the operation ReserveNow."
      source={q}
      none="No connector was reserved from the portal yet."
      most={MOST_RESERVATIONS}
      row={r => (
        <ShortRow key={r.reservationId} columns={COLUMNS}>
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
              {r.connectorId === 0 ? 'Any connector' : connectorText(r)} for {r.idTag}
            </Box>
            <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
              Reservation {r.reservationId} · <RelativeTime at={r.askedAt} />
              {r.askedBy && ` by ${r.askedBy}`}
            </Box>
          </Box>
          <Box sx={{ justifySelf: { xs: 'end', lg: 'start' } }}>
            <ToneChip tone={states[r.state].tone} label={states[r.state].label} />
          </Box>
          <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' }, color: 'text.secondary' }}>
            <Became reservation={r} />
          </Box>
          <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' }, justifySelf: { lg: 'end' } }}>
            <ActionButton action={cancel} target={{ ...r, charger }} size="small" />
          </Box>
        </ShortRow>
      )}
    />
  )
}
