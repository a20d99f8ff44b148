// Where the money of a session went: a line of steps with their evidence, and the sum below, green if both sides are
// equal.
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined'
import { Box, Card, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '@wattdesk/wire/call'
import type { Icon } from '#kit/actions.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { moneyText } from '#kit/figures.tsx'
import { useLive } from '#kit/live.ts'
import { useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { getSessionMoney, type MoneyStep, type SessionMoney } from './money.contract.ts'

const icons: Record<MoneyStep['state'], Icon> = { done: CheckCircle, waiting: HourglassEmpty, failed: ErrorIcon }
const words: Record<MoneyStep['state'], string> = { done: '', waiting: ', waiting', failed: ', failed' }
const colors: Record<MoneyStep['state'], string> = {
  done: 'text.secondary',
  waiting: 'warning.main',
  failed: 'error.main',
}
const figure = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

function Step({ s, isLast }: { s: MoneyStep; isLast: boolean }) {
  const I = icons[s.state]
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr) auto', columnGap: 1.5 }}>
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', color: colors[s.state] }}>
        <I sx={{ fontSize: 18, mt: '2px' }} aria-hidden />
        {!isLast && <Box aria-hidden sx={{ flexGrow: 1, width: '1px', bgcolor: 'divider', my: 0.5 }} />}
      </Box>
      <Box sx={{ pb: isLast ? 0 : 1.5, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 550 }}>
          {s.title}
          <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
            {words[s.state]}
          </Box>
        </Typography>
        {s.details.map(d => (
          <Typography key={d} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {d}
          </Typography>
        ))}
        <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block', overflowWrap: 'anywhere' }}>
          <Time at={s.at} />. {s.evidence}
        </Typography>
      </Box>
      <Box sx={figure}>{s.amount === null ? '' : moneyText(s.amount)}</Box>
    </Box>
  )
}

function Line({ label, amount, isSum = false }: { label: string; amount: number; isSum?: boolean }) {
  return (
    <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, fontWeight: isSum ? 600 : 'inherit' }}>
      <span>{label}</span>
      <Box component="span" sx={figure}>
        {moneyText(amount)}
      </Box>
    </Stack>
  )
}

function Sum({ sum }: { sum: SessionMoney['sum'] }) {
  const isEven = sum.difference === 0
  return (
    <Box
      role="group"
      aria-label="Sum of the money"
      sx={{ mt: 2, pt: 1.5, borderTop: 1, borderColor: 'divider', maxWidth: 480 }}
    >
      <Line label={sum.label} amount={sum.paid} isSum />
      <Box sx={{ pl: 2, color: 'text.secondary' }}>
        {sum.parts.map(p => (
          <Line key={p.label} {...p} />
        ))}
      </Box>
      {!isEven && <Line label="Not accounted for" amount={sum.difference} isSum />}
      <Box sx={{ mt: 1 }}>
        {isEven ? (
          <ToneChip tone="success" label={sum.isFinal ? 'The sum is even' : 'Even so far'} />
        ) : (
          <ToneChip tone="fault" label="The sum is not even" />
        )}
      </Box>
    </Box>
  )
}

/** The money card of one session; nothing is shown to readers who may not see the session. */
export function MoneyCard({ transactionId }: { transactionId: number }) {
  const { teamId } = useSession()
  const cache = useQueryClient()
  const found = useQuery({
    ...query(getSessionMoney, { params: { teamId, id: transactionId } }),
    enabled: teamId !== 0,
  })
  const readAgain = () => void cache.invalidateQueries({ queryKey: keyOf(getSessionMoney) })
  useLive('transaction', events => {
    if (events.some(e => e.transactionId === transactionId)) readAgain()
  })
  useLive('refund', events => {
    if (events.some(e => e.transactionId === transactionId)) readAgain()
  })
  const money = found.data?.data
  return (
    <Card component="section" aria-label="Money of the session" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Money
      </Typography>
      {money ? (
        <>
          <Box component="ol" aria-label="Steps of the money" sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {money.steps.map((s, i) => (
              <Step key={`${s.at} ${s.title} ${s.evidence}`} s={s} isLast={i === money.steps.length - 1} />
            ))}
          </Box>
          <Sum sum={money.sum} />
        </>
      ) : found.error ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <BlockSkeleton height={240} />
      )}
    </Card>
  )
}
