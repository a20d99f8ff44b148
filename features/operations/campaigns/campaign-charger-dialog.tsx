// The history of one charger in a campaign, with the way to its log (CAMP-05).
import { Alert, Box, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useNavigate } from 'react-router'
import { DetailList } from '#kit/detail-list.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { Time } from '#kit/time.tsx'
import { type CampaignChargerDetail, getCampaignCharger } from './campaign-charger.contract.ts'
import { ChargerStateChip } from './campaign-chips.tsx'

const Lines = ({ events }: Pick<CampaignChargerDetail, 'events'>) => (
  <Stack component="ol" spacing={1.5} aria-label="History" sx={{ listStyle: 'none', p: 0, m: 0 }}>
    {events.map(e => (
      <Box component="li" key={e.id}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <ChargerStateChip state={e.what} />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            <Time at={e.at} />
            {e.attempt !== null && e.attempt > 1 && `, attempt ${e.attempt}`}
          </Typography>
        </Stack>
        {e.note && <Typography sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>{e.note}</Typography>}
      </Box>
    ))}
  </Stack>
)

type Props = { campaignId: number; pk: number; name: string; onClose: () => void }
export default function CampaignChargerDialog({ campaignId, pk, name, onClose }: Props) {
  const navigate = useNavigate()
  const asked = useQuery(query(getCampaignCharger, { params: { campaignId, chargepointPk: pk } }))
  const c = asked.data?.data
  return (
    <DialogFrame onClose={onClose}>
      <DialogHead>{name}</DialogHead>
      <DialogContent>
        {asked.error && !c && <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />}
        {!c && !asked.error && <BlockSkeleton height={240} />}
        {c && (
          <Stack spacing={2}>
            <DetailList
              items={[
                { label: 'State', value: <ChargerStateChip state={c.state} /> },
                { label: 'Wave', value: c.wave },
                { label: 'Version before', value: c.version_before },
                { label: 'Version now', value: c.version_now },
                ...(c.next_at ? [{ label: 'Next try', value: <Time at={c.next_at} /> }] : []),
              ]}
            />
            {c.reason && <Alert severity={c.state === 'Verified' ? 'info' : 'warning'}>{c.reason}</Alert>}
            {c.events.length === 0 ? (
              <Typography sx={{ color: 'text.secondary' }}>Nothing has happened to it yet.</Typography>
            ) : (
              <Lines events={c.events} />
            )}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => navigate(`/charger/${pk}?tab=logs`)}>
          Log of its messages
        </Button>
        <Button color="inherit" onClick={() => navigate(`/charger/${pk}`)}>
          Charge point
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
