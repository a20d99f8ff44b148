// Chargers of the map in words: a single charger with all its details, several page by page.
import { Box, Link, Pagination, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { ChargerRow } from '#fleet/chargers/charger.contract.ts'
import { addressLine, shownLiveStatus } from '#fleet/chargers/charger.rules.ts'
import { ChargerStatus, LastConnected } from '#fleet/chargers/charger-marks.parts.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { numberText } from '#kit/figures.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { listChargersOfMap } from './charger-map.contract.ts'

const FRESH_MS = 30_000

/** The details of a point on the map: name or id, address, status, site, last heartbeat (D-DASH-11). */
function ChargerFacts({ charger: c }: { charger: ChargerRow }) {
  const { canView } = useAccess('ChargerPoint')
  const name = c.chargepoint_name || c.chargepoint_id
  return (
    <Box>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {canView ? (
            <Link component={RouterLink} to={`/charger/${c.chargepoint_pk}`} color="inherit">
              {name}
            </Link>
          ) : (
            name
          )}
        </Typography>
        {c.live_status ? (
          <StatusChip kind="station" value={shownLiveStatus(c.live_status, c.unknownSince)} />
        ) : (
          <ChargerStatus charger={c} />
        )}
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {addressLine(c) || 'No address'}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ columnGap: 2, flexWrap: 'wrap', fontSize: '0.8125rem' }}>
        {c.chargingSiteName && <span>Site: {c.chargingSiteName}</span>}
        <Stack component="span" direction="row" sx={{ gap: 0.5, alignItems: 'center' }}>
          Last heartbeat: <LastConnected heartbeatAt={c.lastHeartbeatTimestamp} messageAt={c.lastMessageAt ?? null} />
        </Stack>
      </Stack>
    </Box>
  )
}

/** The chargers of these keys, `pageSize` a page. */
export function ChargerPages({ keys, pageSize, label }: { keys: Int32Array; pageSize: number; label: string }) {
  const { teamId } = useSession()
  const [asked, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(keys.length / pageSize))
  const page = Math.min(asked, pages)
  const some = keys.slice((page - 1) * pageSize, page * pageSize).join(',')
  const q = useQuery({
    ...query(listChargersOfMap, { params: { teamId }, query: { keys: some } }),
    staleTime: FRESH_MS,
    enabled: keys.length > 0,
  })
  if (q.error) return <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />
  return (
    <Box>
      {q.isPending ? (
        <RowsSkeleton rows={Math.min(pageSize, keys.length)} height={64} />
      ) : (
        <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {q.data.data.map((c, i) => (
            <Box
              component="li"
              key={c.chargepoint_pk}
              sx={{ py: keys.length > 1 ? 0.75 : 0, ...(i > 0 && { borderTop: 1, borderColor: 'divider' }) }}
            >
              <ChargerFacts charger={c} />
            </Box>
          ))}
        </Box>
      )}
      {pages > 1 && (
        <Stack direction="row" sx={{ justifyContent: 'center', pt: 0.5 }}>
          <Pagination
            count={pages}
            page={page}
            onChange={(_, n) => setPage(n)}
            size="small"
            siblingCount={0}
            aria-label={`Pages of ${label} (${numberText(keys.length)})`}
          />
        </Stack>
      )}
    </Box>
  )
}
