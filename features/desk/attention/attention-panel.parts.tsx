// The panel "Needs attention" (S-ATTENTION): problems that cost money now, line by line, each linked to the list of its
// rows.
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ChevronRight from '@mui/icons-material/ChevronRight'
import { Box, ButtonBase, Card, Link, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '@wattdesk/wire/call'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link as RouterLink } from 'react-router'
import { Failed } from '#kit/error.tsx'
import { numberText } from '#kit/figures.tsx'
import { useLive, usePolling } from '#kit/live.ts'
import { queryErrorText } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { toneIcons } from '#kit/status.ts'
import { RelativeTime } from '#kit/time.tsx'
import { type AttentionItem, listAttention } from './attention.contract.ts'

/** Read anew at most so often while chargers and sessions change. */
const RENEW_MS = 15_000
const POLL_MS = 30_000
const LINE = 48
const PADDED = { px: { xs: 2, sm: 2.5 } }

/** Whole rupees: an estimate has no paise. */
const rupeesText = (rupees: number): string => `₹${numberText(Math.round(rupees))}`

function useFresh(): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const renew = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void cache.invalidateQueries({ queryKey: keyOf(listAttention) })
    }, RENEW_MS)
  }
  useLive('station', renew)
  useLive('connector', renew)
  useLive('transaction', renew)
  useEffect(() => () => clearTimeout(timer.current), [])
}

const lossText = ({ soFar, covers }: NonNullable<AttentionItem['loss']>, count: number): string =>
  `About ${rupeesText(soFar)} so far, an estimate${covers < count ? ` of ${numberText(covers)} of ${numberText(count)}` : ''}`

const Row = ({ children }: { children: ReactNode }) => (
  <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', alignItems: 'baseline' }}>
    {children}
  </Stack>
)

function Line({ item: { tone, count, title, since, loss, step, to, alerts } }: { item: AttentionItem }) {
  const Icon = toneIcons[tone]
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        component={RouterLink}
        to={to}
        {...(loss && { title: lossText(loss, count) })}
        sx={{
          ...PADDED,
          py: 0.5,
          minHeight: LINE,
          width: '100%',
          display: 'flex',
          gap: 1.25,
          textAlign: 'left',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <Icon aria-hidden sx={{ fontSize: 20, flexShrink: 0, color: `status.${tone}.text` }} />
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Row>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <Box component="strong" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {numberText(count)}
              </Box>{' '}
              {title}
            </Typography>
            {loss && (
              <Typography
                variant="body2"
                sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
              >
                ~{rupeesText(loss.perHour)}/h
              </Typography>
            )}
          </Row>
          <Row>
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {step}
            </Typography>
            {since && (
              <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
                {count > 1 && 'oldest '}
                <RelativeTime within at={since} />
              </Typography>
            )}
          </Row>
        </Box>
        <ChevronRight aria-hidden sx={{ fontSize: 18, flexShrink: 0, color: 'text.secondary' }} />
      </ButtonBase>
      {alerts && (
        <Link
          component={RouterLink}
          to={alerts.to}
          variant="caption"
          sx={{ ...PADDED, display: 'block', ml: 3.75, mt: -0.5, pb: 0.75 }}
        >
          {alerts.text}
        </Link>
      )}
    </Box>
  )
}

/** The sum of the estimates, how many items they cover, and how old they are. */
function Footnote({ items }: { items: readonly AttentionItem[] }) {
  const known = items.flatMap(i => (i.loss ? [{ ...i.loss, count: i.count }] : []))
  const [oldest] = known.map(l => l.workedOutAt).sort()
  if (!oldest) return null
  const sum = (of: (l: (typeof known)[number]) => number) => known.reduce((n, l) => n + of(l), 0)
  const [covers, count] = [sum(l => l.covers), sum(l => l.count)]
  return (
    <Typography
      variant="caption"
      component="p"
      sx={{ ...PADDED, py: 1, mt: 'auto', borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}
    >
      ~ is the estimated loss an hour; {rupeesText(sum(l => l.soFar))} lost so far. Estimated
      {covers < count && ` for ${numberText(covers)} of ${numberText(count)}`} from what they earned while up in the
      last 28 days, calculated <RelativeTime within at={oldest} />.
    </Typography>
  )
}

export function AttentionPanel() {
  const { teamId } = useSession()
  const q = useQuery({
    ...query(listAttention, { params: { teamId } }),
    enabled: teamId !== 0,
    refetchInterval: usePolling(POLL_MS),
  })
  useFresh()
  const items = q.data?.data
  // A reader who may see no kind at all must not be told that nothing needs attention.
  if (q.data?.kinds === 0) return null
  return (
    <Card
      component="section"
      aria-labelledby="attention-title"
      aria-busy={q.isFetching}
      sx={{ display: 'flex', flexDirection: 'column' }}
    >
      <Typography id="attention-title" variant="h3" component="h3" sx={{ ...PADDED, py: 1.5 }}>
        Needs attention
      </Typography>
      {q.error && (
        <Failed inPanel onRetry={() => void q.refetch()}>
          Failed to load what needs attention: {queryErrorText(q.error)}
        </Failed>
      )}
      {q.isPending && <RowsSkeleton rows={4} height={LINE} />}
      {items?.length === 0 && (
        <Stack
          direction="row"
          spacing={1}
          sx={{
            ...PADDED,
            pb: 2,
            alignItems: 'center',
            justifyContent: 'center',
            flexGrow: 1,
            color: 'text.secondary',
          }}
        >
          <CheckCircle aria-hidden sx={{ color: 'status.success.text' }} />
          <Typography>Nothing needs attention</Typography>
        </Stack>
      )}
      {items && items.length > 0 && (
        <Box component="ul" aria-label="What needs attention" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map(i => (
            <Line key={i.kind} item={i} />
          ))}
        </Box>
      )}
      {items && <Footnote items={items} />}
    </Card>
  )
}
