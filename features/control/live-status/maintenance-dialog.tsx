// Setting and ending maintenance of a station by hand, with a reason (D-LIVE-3).
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, call, query } from '@wattdesk/wire/call'
import { z } from 'zod'
import { followTask } from '#control/remote-operations/followed.actions.ts'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useLive } from '#kit/live.ts'
import { reasonOr } from '#kit/notices.tsx'
import { useAccess } from '#kit/session.ts'
import {
  getLiveStation,
  type LiveStation,
  listLiveHistory,
  listLiveStatus,
  setLiveStatus,
} from './live-status.contract.ts'
import { MAINTENANCE_REASON, StatusWish } from './status-wish.contract.ts'

const wishes = {
  maintenance: {
    text: 'Set maintenance? No session can be started at this station until maintenance is ended.',
    yes: 'Set Maintenance',
    otherwise:
      'The portal counts the station as in maintenance and refuses new sessions, but the charge point itself stays in service.',
    unknown:
      'The portal counts the station as in maintenance, refuses new sessions, and tells the charge point again until it answers.',
  },
  online: {
    text: 'End maintenance? The station takes new sessions as soon as it is connected.',
    yes: 'End Maintenance',
    otherwise: 'The portal has ended the maintenance, but the charge point refused to go back into service.',
    unknown: 'The portal has ended the maintenance and tells the charge point again until it answers.',
  },
}
/** Ended by a charge point that had never taken the maintenance: its refusal changes nothing. */
const NEVER_OUT =
  'The charge point had not taken the maintenance before, so nothing changes: its own status says whether it is in service.'
const schema = z
  .object({ status: StatusWish.shape.status, reason: z.string() })
  .transform(({ status, reason }) => ({ status, ...(reason.trim() && { reason }) }) as z.input<typeof StatusWish>)
  .pipe(StatusWish)

type Props = { teamId: number; station: LiveStation; onClose: () => void }
export default function MaintenanceDialog({ teamId, station: s, onClose }: Props) {
  const status = s.status === 'maintenance' ? 'online' : 'maintenance'
  const { text, yes, otherwise, unknown } = wishes[status]
  const refused = status === 'online' && s.notTaken !== null ? NEVER_OUT : otherwise
  const form = useRecordForm<z.input<typeof schema>, StatusWish, unknown>({
    schema,
    values: { status, reason: '' },
    save: async body => {
      try {
        const reply = await call(setLiveStatus, { params: { teamId, stationId: String(s.id) }, body })
        const { taskId } = reply
        // A connected charger is told by an operation of its own: how that went, its task says.
        if (taskId === null) return reply
        followTask({ taskId, charger: s.chargepointId, label: `${yes}: ${s.name}`, otherwise: refused, unknown })
      } catch (error) {
        if (error instanceof CallError && (error.endsSession || Object.keys(error.errors).length > 0)) throw error
        throw new Error(reasonOr(error, 'Failed to update station status'), { cause: error })
      }
    },
    refreshes: [listLiveStatus, getLiveStation, listLiveHistory],
    onSaved: onClose,
  })
  const { Multiline } = form.fields
  // As it is by now: somebody else may set or end the maintenance while the dialog is open.
  const { canView } = useAccess('ChargerPoint')
  const now = useQuery({
    ...query(getLiveStation, { params: { teamId, stationId: String(s.id) } }),
    enabled: canView,
  })
  useLive('station', events => {
    if (events.some(e => e.chargepoint_pk === s.id)) void now.refetch()
  })
  const isOther = now.data !== undefined && now.data.data.maintenanceByHand !== s.maintenanceByHand
  const reason = now.data?.data.maintenanceReason
  return (
    <Form in="dialog" form={form} title={s.name} text={text} submit={yes} onClose={onClose} maxWidth="xs">
      {now.error !== null && <Alert severity="warning">{reasonOr(now.error, 'Failed to fetch station details')}</Alert>}
      {isOther && (
        <Alert severity="warning">
          {s.maintenanceByHand
            ? 'Somebody has ended the maintenance of this station meanwhile.'
            : `Somebody has set maintenance for this station meanwhile${reason ? `: ${reason}` : '.'}`}
        </Alert>
      )}
      <Multiline
        name="reason"
        label="Reason (optional)"
        rows={2}
        help={`At most ${MAINTENANCE_REASON} characters, kept in the history.`}
      />
    </Form>
  )
}
