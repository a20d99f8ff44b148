// The monthly block of the Payouts tab: a month is chosen and fetched, its teams are listed below, and the finance
// admin downloads the bank's file here or runs a month that was not run (D-PO-4, D-PO-5). The month on screen is in the
// address.
import Download from '@mui/icons-material/FileDownloadOutlined'
import { Alert, Box, Button, Card, MenuItem, Select, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useEffect, useRef } from 'react'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { useAddress } from '#kit/address.ts'
import { Failed } from '#kit/error.tsx'
import { FieldFrame } from '#kit/field-frame.tsx'
import { dismiss, notify, reasonOf } from '#kit/notices.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { makePayouts } from './payout.actions.ts'
import { getMonth, type MonthlyPayout } from './payout.contract.ts'
import { CHOOSE_BOTH, NOTHING_FOUND, NOTHING_TO_DOWNLOAD, ONLY_FINANCE_ADMIN, unable } from './payout.words.ts'
import { saveTransfers } from './payout-file.actions.ts'
import { PayoutMonthCard } from './payout-month-card.tsx'
import { monthsOf, monthWord, type Period, periodOf, periodText, yearsOf } from './payout-period.rules.ts'
import { transfersOf } from './payout-transfer.rules.ts'

type File = {
  months: readonly MonthlyPayout[]
  period: Period | undefined
  isFinance: boolean
  zone: string
  /** Says why there is no file. */
  refuse: (text: string) => void
}
const downloadExcel: Action<File> = {
  id: 'payout-file',
  label: 'Download Excel',
  icon: Download,
  when: ({ isFinance }) => isFinance || ONLY_FINANCE_ADMIN,
  confirm: ({ months, period }) => {
    const made = period && transfersOf(months, period)
    return made?.ok && made.value.notes.length > 0
      ? {
          title: `Payouts of ${periodText(period as Period)}`,
          text: `${made.value.notes.join('. ')}.`,
          yes: 'Download',
        }
      : undefined
  },
  run: async ({ months, period, zone, refuse }) => {
    if (!period || !months.some(m => (m.payout.data.summary?.totalPayoutAmount ?? 0) > 0))
      return refuse(NOTHING_TO_DOWNLOAD)
    const made = transfersOf(months, period)
    if (!made.ok) return refuse(made.error)
    await saveTransfers(made.value.lines, period, zone)
  },
}

type Choice = { id: string; label: string; value: string; disabled?: boolean; onChoose: (value: string) => void }
const Choose = ({
  id,
  label,
  value,
  disabled = false,
  onChoose,
  options,
  word,
}: Choice & { options: readonly string[]; word: (o: string) => string }) => (
  <FieldFrame id={id} label={label}>
    <Select
      fullWidth
      displayEmpty
      id={id}
      labelId={`${id}-label`}
      value={options.includes(value) ? value : ''}
      disabled={disabled}
      onChange={e => onChoose(e.target.value)}
    >
      <MenuItem value="" disabled>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {options.length > 0 || disabled ? 'Select' : 'No month is over yet'}
        </Box>
      </MenuItem>
      {options.map(o => (
        <MenuItem key={o} value={o}>
          {word(o)}
        </MenuItem>
      ))}
    </Select>
  </FieldFrame>
)

/** Shows a refusal that speaks of `state`, and takes it away once the state is another. */
function useRefusal(state: readonly unknown[]): (text: string) => void {
  const shown = useRef<number>(undefined)
  const key = JSON.stringify(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another state takes a refusal away
  useEffect(
    () => () => {
      if (shown.current !== undefined) dismiss(shown.current)
      shown.current = undefined
    },
    [key],
  )
  return text => {
    shown.current = notify.error(text)
  }
}

export function PayoutMonth() {
  const { teamId, user } = useSession()
  const isFinance = useAccess('Finance').may('FA')
  const [params, change] = useAddress()
  const zone = user.businessZone
  const now = new Date()
  const year = params.get('year') ?? ''
  const month = params.get('month') ?? ''
  const chosen = periodOf(year, month, now, zone)
  // The fetched month stays on screen while another month is only selected.
  const [shownYear = null, shownMonth = null] = (params.get('payouts') ?? '').split('-')
  const period = periodOf(shownYear, shownMonth, now, zone)
  const found = useQuery({
    ...query(getMonth, { params: { teamId, ...(period ?? { year: '', month: '' }) } }),
    enabled: teamId !== 0 && period !== undefined,
  })
  const months = (period && found.data?.data) ?? []
  const refuse = useRefusal([year, month, shownYear, shownMonth, found.dataUpdatedAt])
  const fetchMonth = () => {
    if (!chosen) return refuse(CHOOSE_BOTH)
    if (period && period.year === year && period.month === month) return void found.refetch()
    change(to => to.set('payouts', `${year}-${month}`))
  }
  const unrun = months.filter(m => m.payout.data.summary && !m.payout.data.summary.payoutId).length
  return (
    <Stack spacing={2}>
      <Card component="section" aria-label="Monthly payouts" sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            alignItems: 'end',
            gridTemplateColumns: { xs: '1fr 1fr', sm: '140px 180px auto auto 1fr' },
            '& > button, & > span': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
          }}
        >
          <Choose
            id="payout-year"
            label="Year"
            value={year}
            options={yearsOf(now, zone)}
            word={y => y}
            onChoose={y =>
              change(to => {
                to.set('year', y)
                to.delete('month')
                to.delete('payouts')
              })
            }
          />
          <Choose
            id="payout-month"
            label="Month"
            value={month}
            disabled={year === ''}
            options={monthsOf(year, now, zone)}
            word={monthWord}
            onChoose={m => change(to => to.set('month', m))}
          />
          <Button variant="contained" onClick={fetchMonth} disabled={found.isFetching}>
            Fetch Payout Data
          </Button>
          <ActionButton action={downloadExcel} target={{ months, period, isFinance, zone, refuse }} />
        </Box>
      </Card>
      {period && (
        <Months
          period={period}
          months={found.data?.data}
          error={found.data ? null : found.error}
          onRetry={() => void found.refetch()}
          unrun={unrun}
        />
      )}
    </Stack>
  )
}

type MonthsProps = {
  period: Period
  months: readonly MonthlyPayout[] | undefined
  error: Error | null
  onRetry: () => void
  unrun: number
}
/** Teams without figures of the month and without late sessions of the month. */
const isEmpty = (m: MonthlyPayout): boolean => {
  const { summary, nextPayout } = m.payout.data
  return summary === null && nextPayout.sessions === 0
}

function Months({ period, months, error, onRetry, unrun }: MonthsProps) {
  const hasAny = months?.some(m => !isEmpty(m)) === true
  return (
    <Stack component="section" spacing={2} aria-label={`Payouts of ${periodText(period)}`}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h2">{periodText(period)}</Typography>
        {unrun > 0 && <ActionButton action={makePayouts} target={{ period, teams: unrun }} />}
      </Box>
      {error && <Failed onRetry={onRetry}>{unable(reasonOf(error))}</Failed>}
      {!months && !error && <BlockSkeleton height={240} />}
      {months && !hasAny && <Alert severity="info">{NOTHING_FOUND}</Alert>}
      {months && hasAny && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))' }}>
          {months.map(m => (
            <PayoutMonthCard key={m.teamId} month={m} period={period} />
          ))}
        </Box>
      )}
    </Stack>
  )
}
