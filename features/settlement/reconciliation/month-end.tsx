// The month's end as a list that turns green line by line: the question, the number of open items, and the list of
// exactly these.

import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined'
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { monthText } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { useAddress } from '#kit/address.ts'
import { ErrorNotice } from '#kit/error.tsx'
import { moneyText } from '#kit/figures.tsx'
import { MonthSelect, useMonth } from '#kit/month-select.tsx'
import { useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { BookCard } from './book-parts.tsx'
import { booksPath } from './books-address.rules.ts'
import { MonthClosing } from './month-closing.tsx'
import { getMonthEnd, type MonthEnd as Month } from './month-end.contract.ts'
import { ADVICE, LATE_KIND, MONTH_KINDS, OPEN_WORDS } from './open-item.words.ts'
import { OpenItems } from './open-items.tsx'

export function MonthEnd() {
  const [params] = useAddress()
  const [month, choose] = useMonth()
  const { teamId } = useSession()
  const kind = ([...MONTH_KINDS, LATE_KIND] as const).find(k => k === params.get('open'))
  const q = useQuery({
    ...query(getMonthEnd, { params: { teamId }, query: { month } }),
    enabled: teamId !== 0 && kind === undefined,
  })
  if (kind)
    return (
      <OpenItems
        kind={kind}
        month={month}
        back={booksPath({ tab: 'month', month })}
        backLabel={`End of ${monthText(month)}`}
      />
    )
  const data: Month | undefined = q.data?.data
  // The trial balance is a line of its own.
  const countOpen = (lines: Month['lines']) =>
    data ? [data.difference, ...lines.map(l => l.open)].filter(n => n !== 0).length : 0
  const open = countOpen(data?.lines ?? [])
  const toClose = countOpen(data?.lines.filter(l => !ADVICE.includes(l.kind)) ?? [])
  return (
    <Stack spacing={2}>
      <BookCard
        title={`End of ${monthText(month)}`}
        help={data && (open === 0 ? 'Everything is done.' : `${open} of ${data.lines.length + 1} lines are open.`)}
        beside={<MonthSelect label="Month" value={month} onChoose={choose} />}
      >
        {q.error && !data && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
        {data && !data.isOver && (
          <Alert severity="info" sx={{ mb: 1.5 }}>
            This month is not over: what is shown is of now.
          </Alert>
        )}
        {data ? <Lines data={data} /> : q.isPending && <RowsSkeleton rows={6} />}
      </BookCard>
      {data?.closing && <MonthClosing data={data} closing={data.closing} open={toClose} />}
      {data && (
        <Tiles>
          <StatTile
            label="Overrun"
            value={moneyText(data.overrun.amount)}
            footer={`Served beyond what was kept back, in ${data.overrun.sessions.toLocaleString('en-IN')} sessions; nobody pays it`}
          />
          <StatTile
            label="Small rests"
            value={moneyText(data.smallRests.amount)}
            footer={`Below 1 rupee each, of ${data.smallRests.sessions.toLocaleString('en-IN')} sessions; the provider gives back no less`}
          />
        </Tiles>
      )}
    </Stack>
  )
}

function Lines({ data }: { data: Month }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      <Line
        title="Trial balance"
        asked={`Does everything up to the end of ${monthText(data.month)} come out at zero?`}
        isDone={data.difference === 0}
        done="Balanced"
        left={`${moneyText(data.difference)} differ`}
        to={booksPath({ asOf: data.month })}
        show="Show"
      />
      {data.lines.map(l => {
        const words = OPEN_WORDS[l.kind]
        return (
          <Line
            key={l.kind}
            title={words.label}
            asked={words.asked}
            isDone={l.open === 0}
            done={words.none}
            left={`${l.open.toLocaleString('en-IN')} open${l.amount === 0 ? '' : `, ${moneyText(l.amount)}`}`}
            to={l.open === 0 ? undefined : booksPath({ tab: 'month', month: data.month, open: l.kind })}
            show={`Show ${l.open.toLocaleString('en-IN')}`}
          />
        )
      })}
    </Box>
  )
}
type LineProps = {
  title: string
  asked: string
  isDone: boolean
  done: string
  left: string
  to: string | undefined
  show: string
}
function Line({ title, asked, isDone, done, left, to, show }: LineProps) {
  const I = isDone ? CheckCircle : ErrorOutline
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'center',
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: '24px minmax(0, 1fr)', sm: '24px minmax(0, 1fr) auto 112px' },
      }}
    >
      <I aria-hidden fontSize="small" sx={{ color: isDone ? 'status.success.text' : 'status.warning.text' }} />
      <div>
        <Typography sx={{ fontWeight: 550 }}>{title}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>{asked}</Typography>
      </div>
      <Box sx={{ gridColumn: { xs: 2, sm: 'auto' } }}>
        <ToneChip tone={isDone ? 'success' : 'warning'} label={isDone ? done : left} />
      </Box>
      <Box sx={{ gridColumn: { xs: 2, sm: 'auto' }, textAlign: { sm: 'right' } }}>
        {to && (
          <Button component={RouterLink} to={to} size="small" aria-label={`${show}: ${title}`}>
            {show}
          </Button>
        )}
      </Box>
    </Box>
  )
}
