// To which chargers a profile was sent, and where it was cleared: the latest first, live, each with its Task Details.
import { Box, Button, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { ErrorNotice } from '../../web/kit/error.tsx'
import { useLive } from '../../web/kit/live.ts'
import { useAccess } from '../../web/kit/session.ts'
import { RowsSkeleton } from '../../web/kit/skeleton.tsx'
import { StatusChip } from '../../web/kit/status-chip.tsx'
import { RelativeTime } from '../../web/kit/time.tsx'
import { TaskDialog } from '../remote-operations/task-dialog.parts.tsx'
import { meaningOf } from '../remote-operations/task-outcome.rules.ts'
import { type ChargingProfile, listProfileTasks, type ProfileTask } from './charging-profile.contract.ts'

const SHOWN_FIRST = 10
/** What was done where, in words. */
export const placeText = ({ operation, connectorId }: Pick<ProfileTask, 'operation' | 'connectorId'>): string => {
  if (operation === 'ClearChargingProfile') return 'Cleared'
  return connectorId === 0 ? 'Sent, whole charge point' : `Sent, connector ${connectorId}`
}
const whyNot = (t: ProfileTask): string =>
  t.error === null ? '' : [t.error === t.response ? '' : `${t.error}.`, meaningOf(t)].filter(Boolean).join(' ')

export function SentProfiles({ profile }: { profile: Pick<ChargingProfile, 'charging_profile_pk'> }) {
  const { canView } = useAccess('ChargerPoint')
  const [open, setOpen] = useState<ProfileTask>()
  const [isWhole, setWhole] = useState(false)
  const q = useQuery({
    ...query(listProfileTasks, { params: { id: profile.charging_profile_pk } }),
    enabled: canView,
    staleTime: 0,
  })
  useLive('task', events => {
    if (events.some(e => /ChargingProfile$/.test(e.operation))) void q.refetch()
  })
  if (!canView) return null
  const tasks = q.data?.data ?? []
  const shown = isWhole ? tasks : tasks.slice(0, SHOWN_FIRST)
  return (
    <Card component="section" aria-label="Chargers" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 0.25 }}>
        Chargers
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '72ch' }}>
        Where this profile was sent and cleared. A charger keeps what it was sent; a change reaches it when the profile
        is applied again.
      </Typography>
      {q.error && !q.data && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {q.isPending && <RowsSkeleton rows={3} />}
      {q.data && tasks.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>This profile was not sent to any charger yet.</Typography>
      )}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(t => (
          <Box
            component="li"
            key={t.taskId}
            sx={{
              display: 'grid',
              columnGap: 2,
              rowGap: 0.5,
              alignItems: 'center',
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
              gridTemplateColumns: { xs: '1fr auto', md: 'minmax(140px, 1fr) minmax(180px, 1fr) 130px 2fr auto' },
            }}
          >
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
          </Box>
        ))}
      </Stack>
      {tasks.length > shown.length && (
        <Button size="small" color="inherit" onClick={() => setWhole(true)}>
          Show all {tasks.length}
        </Button>
      )}
      <TaskDialog charger={open?.chargepoint_id ?? ''} taskId={open?.taskId} onClose={() => setOpen(undefined)} />
    </Card>
  )
}
