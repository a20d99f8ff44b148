// The chargers to which a profile was sent, or on which it was cleared: latest first, live, each with its Task Details.
import { Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { TaskDialog } from '#control/remote-operations/task-dialog.parts.tsx'
import { meaningOf } from '#control/remote-operations/task-outcome.rules.ts'
import { connectorWords } from '#fleet/stations/evse-words.rules.ts'
import { useLive } from '#kit/live.ts'
import { useAccess } from '#kit/session.ts'
import { ShortList, ShortRow } from '#kit/short-list.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { type ChargingProfile, listProfileTasks, MOST_TASKS, type ProfileTask } from './charging-profile.contract.ts'

const SHOWN_FIRST = 10
const COLUMNS = { xs: '1fr auto', md: 'minmax(140px, 1fr) minmax(180px, 1fr) 130px 2fr auto' }
/** Returns the operation and its place in words. */
const placeText = ({ operation, connectorId, ...evse }: ProfileTask): string => {
  if (connectorId === null) return 'Cleared'
  if (operation === 'RemoteStart') return `Sent with a start, ${connectorWords({ connectorId, ...evse })}`
  return connectorId === 0 ? 'Sent, whole charge point' : `Sent, ${connectorWords({ connectorId, ...evse })}`
}
const whyNot = (t: ProfileTask): string =>
  t.error === null ? '' : [t.error === t.response ? '' : `${t.error}.`, meaningOf(t)].filter(Boolean).join(' ')

export function SentProfiles({ profile }: { profile: Pick<ChargingProfile, 'charging_profile_pk'> }) {
  const { canView } = useAccess('ChargerPoint')
  const [open, setOpen] = useState<ProfileTask>()
  const q = useQuery({
    ...query(listProfileTasks, { params: { id: profile.charging_profile_pk } }),
    enabled: canView,
    staleTime: 0,
  })
  useLive('task', events => {
    if (events.some(e => /ChargingProfile$|^RemoteStart$/.test(e.operation))) void q.refetch()
  })
  if (!canView) return null
  return (
    <ShortList
      title="Chargers"
      help="Where this profile was sent and cleared. A charger keeps what it was sent; a change reaches it when the profile is applied again."
      source={q}
      none="This profile was not sent to any charger yet."
      first={SHOWN_FIRST}
      most={MOST_TASKS}
      row={t => (
        <ShortRow key={t.taskId} columns={COLUMNS}>
          <Box sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{t.chargepoint_id}</Box>
          <Box sx={{ gridRow: { xs: 2, md: 'auto' }, color: 'text.secondary' }}>
            {placeText(t)}
            <Box sx={{ fontSize: '0.75rem' }}>
              <RelativeTime at={t.at} />
              {t.by && ` by ${t.by}`}
            </Box>
          </Box>
          <Box sx={{ justifySelf: { xs: 'end', md: 'start' } }}>
            <StatusChip kind="task" value={t.state} />
          </Box>
          <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, gridRow: { xs: 3, md: 'auto' } }}>{whyNot(t)}</Box>
          <Button
            size="small"
            aria-label={`Details of ${t.chargepoint_id}, ${placeText(t)}`}
            sx={{ gridRow: { xs: 2, md: 'auto' }, justifySelf: 'end' }}
            onClick={() => setOpen(t)}
          >
            Details
          </Button>
        </ShortRow>
      )}
    >
      <TaskDialog charger={open?.chargepoint_id ?? ''} taskId={open?.taskId} onClose={() => setOpen(undefined)} />
    </ShortList>
  )
}
