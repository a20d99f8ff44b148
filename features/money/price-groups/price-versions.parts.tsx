// The prices of a group over time: each version with its start, never changed afterwards (M-2.2).
import { Box, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { ErrorNotice } from '#kit/error.tsx'
import { percentText } from '#kit/figures.tsx'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { typeLabel } from './price.words.ts'
import { listPriceVersions, type PriceVersion } from './price-group.contract.ts'
import { weekText } from './price-text.rules.ts'

const chips = { now: ['success', 'Holds now'], past: ['offline', 'Past'], 'to come': ['active', 'To come'] } as const

function Version({ v }: { v: PriceVersion }) {
  const [tone, label] = chips[v.state]
  return (
    <Box component="details" open={v.state === 'now'} sx={{ borderTop: 1, borderColor: 'divider', py: 1.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer' }}>
        <Stack component="span" direction="row" useFlexGap sx={{ display: 'inline-flex', gap: 1, flexWrap: 'wrap' }}>
          <ToneChip tone={tone} label={label} />
          <span>
            from <Time at={v.valid_from} />
            {v.valid_until && (
              <>
                {' '}
                until <Time at={v.valid_until} />
              </>
            )}
          </span>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {typeLabel[v.priceGroupType]}, tax {percentText(v.taxPercent, 2)}, transaction charge{' '}
            {percentText(v.transactionPercent, 2)} borne by {v.pgChargesBearer}
          </Box>
        </Stack>
      </Box>
      <Box component="dl" sx={{ m: 0, mt: 1, display: 'grid', gap: 1 }}>
        {weekText(v.priceGroupType, v.priceDetails).map(d => (
          <Box key={d.days}>
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {d.days}
            </Typography>
            {d.slots.map(s => (
              <Typography key={s.time} component="dd" variant="body2" sx={{ m: 0 }}>
                {s.time}: {s.price}
              </Typography>
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

export function PriceVersions({ priceGroupId }: { priceGroupId: number }) {
  const q = useQuery(query(listPriceVersions, { params: { priceGroupId } }))
  return (
    <Card component="section" aria-label="Versions" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2">Versions</Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '72ch' }}>
        Every change of prices is a new version. A session is billed by the version that held when it started. The
        transaction charge is that of payment methods for which the company has set no surcharge. Times of day are UTC.
      </Typography>
      {q.error && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {q.isLoading && <RowsSkeleton />}
      {q.data?.data.map(v => (
        <Version key={v.priceVersionId} v={v} />
      ))}
    </Card>
  )
}
