// One station of the live panel: name, state and place, its figures, its menu.
import { Box, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { shownLiveStatus } from '#fleet/chargers/charger.rules.ts'
import { ActionMenu } from '#kit/action-menu.tsx'
import type { Action } from '#kit/actions.tsx'
import { Figure, powerText } from '#kit/figures.tsx'
import { useAccess } from '#kit/session.ts'
import { StatusChip } from '#kit/status-chip.tsx'
import { RelativeTime } from '#kit/time.tsx'
import type { LiveStation } from './live-status.contract.ts'
import { unansweredChangeText } from './live-status.rules.ts'

/** A label over a figure of a station. */
const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
      {label}
    </Typography>
    <Typography component="dd" variant="body2" sx={{ m: 0 }}>
      {children}
    </Typography>
  </Box>
)

type StationProps = { station: LiveStation; actions: readonly Action<LiveStation>[] }
export function Station({ station: s, actions }: StationProps) {
  const { canView } = useAccess('ChargerPoint')
  const notTaken = unansweredChangeText(s)
  const shown = shownLiveStatus(s.status, s.unknownSince)
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr auto', md: 'minmax(0, 7fr) minmax(0, 5fr) 40px' },
        columnGap: 2,
        rowGap: 1,
        alignItems: 'center',
        px: { xs: 2, sm: 2.5 },
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
            {canView ? (
              <Link component={RouterLink} to={`/charger/${s.id}`} color="inherit">
                {s.name}
              </Link>
            ) : (
              s.name
            )}
          </Typography>
          <StatusChip kind="station" value={shown} />
        </Stack>
        <Typography
          variant="body2"
          noWrap
          sx={{ color: 'text.secondary' }}
          title={s.location.address ?? s.chargepointId}
        >
          {s.location.address ?? s.chargepointId}
        </Typography>
        {shown === 'unknown' && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            The server that held its connection ended, and it has not come back yet
          </Typography>
        )}
        {notTaken && (
          <Typography variant="caption" component="p" sx={{ color: 'status.warning.text' }}>
            {notTaken}
          </Typography>
        )}
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
          gap: 1,
          gridColumn: { xs: '1 / -1', md: 'auto' },
          gridRow: { xs: 2, md: 'auto' },
        }}
      >
        <Fact label="Connectors">
          <Figure>
            {/* Nobody knows how the connectors of a station stand that is not heard; its power is null then. */}
            {s.powerOutput === null ? '–' : s.connectors.active}/{s.connectors.total}
          </Figure>
        </Fact>
        <Fact label="Power">
          <Figure>{s.powerOutput === null ? 'N/A' : powerText(s.powerOutput)}</Figure>
        </Fact>
        <Fact label="Last updated">
          <RelativeTime at={s.lastUpdate} />
        </Fact>
      </Box>
      <Box sx={{ justifySelf: 'end' }}>
        <ActionMenu actions={actions} target={s} label={`Actions of ${s.name}`} />
      </Box>
    </Box>
  )
}
