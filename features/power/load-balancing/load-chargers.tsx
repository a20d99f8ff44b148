// The chargers of a balanced site: the limit of each, its state and the reason, and the share of each connector.

import { Box, Card, Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { connectorText } from '#fleet/stations/evse-words.rules.ts'
import { useAccess } from '#kit/session.ts'
import { StatusChip, ToneChip } from '#kit/status-chip.tsx'
import { RelativeTime } from '#kit/time.tsx'
import type { LoadCharger, SiteLoad } from './load.contract.ts'
import { figureText, STATE_WORDS } from './load-words.rules.ts'

/** Id, figures, state, reason; on a phone in two columns. */
const COLUMNS = { xs: 'minmax(0, 1fr) auto', md: 'minmax(140px, 1.2fr) 190px 140px minmax(0, 3fr)' }
export function LoadChargers({ load: { chargers, unit } }: { load: Pick<SiteLoad, 'chargers' | 'unit'> }) {
  return (
    <Card component="section" aria-label="Limits of the chargers" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 0.25 }}>
        Limits of the chargers
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '72ch' }}>
        Each charger counts with the limit that it has acknowledged. One that is not heard falls back to its safe limit
        within a quarter of an hour; one without a safe limit, or that has restarted and taken no limit since, counts
        with its full power.
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {chargers.map(c => (
          <Charger key={c.chargepoint_pk} charger={c} unit={unit} />
        ))}
      </Box>
    </Card>
  )
}

function Charger({ charger: c, unit }: { charger: LoadCharger; unit: SiteLoad['unit'] }) {
  const { canView } = useAccess('ChargerPoint')
  const { tone, label } = STATE_WORDS[c.state]
  return (
    <Box component="li" aria-label={c.chargepoint_id} sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          rowGap: 0.25,
          alignItems: 'center',
          gridTemplateColumns: COLUMNS,
        }}
      >
        <Box sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
          {canView ? (
            <Link
              component={RouterLink}
              to={`/charger/${encodeURIComponent(c.chargepoint_id)}`}
              color="inherit"
              underline="hover"
            >
              {c.chargepoint_id}
            </Link>
          ) : (
            c.chargepoint_id
          )}
        </Box>
        <Box sx={{ fontVariantNumeric: 'tabular-nums', textAlign: { xs: 'right', md: 'left' } }}>
          <Box component="span" sx={{ fontWeight: 550 }}>
            {figureText(c.limit, unit)}
          </Box>
          <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            {c.isUnlimited ? 'No safe limit' : `Safe limit ${figureText(c.safe, unit)}`}
          </Box>
        </Box>
        <Box>
          <ToneChip tone={tone} label={label} />
          {c.overdraw && (
            <Box sx={{ mt: 0.5 }}>
              <ToneChip tone="fault" label="Draws more" />
            </Box>
          )}
          {c.outsideLimits.length > 0 && (
            <Box sx={{ mt: 0.5 }}>
              <ToneChip tone="active" label="Limited from outside" />
            </Box>
          )}
        </Box>
        <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, color: 'text.secondary' }}>
          {c.why}
          {c.outsideLimits.map(o => (
            <Box key={o.text}>
              From outside: {o.text}, since <RelativeTime at={o.since} within />
            </Box>
          ))}
        </Box>
      </Box>
      {/* The states of the connectors are unknown while the charger is not heard. */}
      {c.state !== 'silent' && (
        <Box
          component="ul"
          aria-label={`Connectors of ${c.chargepoint_id}`}
          sx={{ m: 0, mt: 0.75, p: 0, listStyle: 'none' }}
        >
          {c.connectors.map(n => (
            <Box
              component="li"
              key={n.connectorId}
              sx={{
                display: 'grid',
                columnGap: 2,
                rowGap: 0.25,
                alignItems: 'center',
                py: 0.25,
                fontSize: '0.8125rem',
                gridTemplateColumns: COLUMNS,
              }}
            >
              <Box sx={{ pl: { md: 2 }, color: 'text.secondary' }}>{connectorText(n)}</Box>
              <Box sx={{ fontVariantNumeric: 'tabular-nums', textAlign: { xs: 'right', md: 'left' } }}>
                {figureText(n.share, unit)}
                {n.draw !== null && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {`, draws ${figureText(n.draw, unit) === figureText(0, unit) ? 'nothing' : figureText(n.draw, unit)}`}
                  </Box>
                )}
              </Box>
              <Box>
                <StatusChip kind="connector" value={n.status ?? 'Unknown'} />
              </Box>
              <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, color: 'text.secondary' }}>{n.why}</Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
