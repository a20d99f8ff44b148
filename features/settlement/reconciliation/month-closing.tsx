// How a month stands in its company: open or closed, the buttons of a finance admin, what came late, and the history.
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { formatDateTime } from '@wattdesk/base/time'
import { Suspense, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { ActionButton } from '#kit/actions.tsx'
import { moneyText } from '#kit/figures.tsx'
import { later } from '#kit/later.ts'
import { holdsAny, useSession } from '#kit/session.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { BookCard } from './book-parts.tsx'
import { booksPath } from './books-address.rules.ts'
import { closeAction } from './month-closing.actions.ts'
import type { MonthClosing as Closing, MonthEnd } from './month-end.contract.ts'
import { OPEN_WORDS } from './open-item.words.ts'

const ReopenDialog = later(() => import('./month-reopen-dialog.tsx'))

type Props = { data: MonthEnd; closing: Closing; open: number }
export function MonthClosing({ data, closing, open }: Props) {
  const { role } = useSession()
  const [isReopening, reopen] = useState(false)
  const { month, late } = data
  const mayReopen = closing.isOwn && closing.isClosed && closing.isLast && holdsAny(role, 'Finance.full')
  return (
    <BookCard
      title="Closing"
      help={
        closing.isClosed
          ? 'Nothing with a date in this month is written or changed any more.'
          : 'A closed month stays as it is: what comes late is dated on the day it is decided.'
      }
      beside={
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <ToneChip tone={closing.isClosed ? 'success' : 'neutral'} label={closing.isClosed ? 'Closed' : 'Open'} />
          <ActionButton action={closeAction} target={{ month: data, open }} variant="contained" />
          {mayReopen && (
            <Button color="error" variant="outlined" onClick={() => reopen(true)}>
              Reopen
            </Button>
          )}
        </Stack>
      }
    >
      {!closing.isOwn && !closing.isClosed && (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          Months are closed on the company’s own team.
        </Alert>
      )}
      {late.open > 0 && (
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap', py: 1 }}>
          <Box sx={{ flexGrow: 1 }}>
            <Typography sx={{ fontWeight: 550 }}>{OPEN_WORDS.late.label}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{OPEN_WORDS.late.asked}</Typography>
          </Box>
          <ToneChip tone="neutral" label={`${late.open.toLocaleString('en-IN')} late, ${moneyText(late.amount)}`} />
          <Button
            component={RouterLink}
            to={booksPath({ tab: 'month', month, open: 'late' })}
            size="small"
            aria-label={`Show ${late.open.toLocaleString('en-IN')}: ${OPEN_WORDS.late.label}`}
          >
            Show {late.open.toLocaleString('en-IN')}
          </Button>
        </Stack>
      )}
      {closing.history.length > 0 && <History of={closing.history} />}
      {isReopening && (
        <Suspense>
          <ReopenDialog month={month} onClose={() => reopen(false)} />
        </Suspense>
      )}
    </BookCard>
  )
}

function History({ of }: { of: Closing['history'] }) {
  const { user } = useSession()
  return (
    <Box component="ul" aria-label="History of the closing" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {of.map(e => (
        <Box component="li" key={e.at} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Typography>
            {e.event === 'closed' ? 'Closed' : 'Reopened'} by {e.by ?? 'a user who is gone'},{' '}
            {formatDateTime(new Date(e.at), user.businessZone)}
          </Typography>
          {e.reason !== '' && <Typography sx={{ color: 'text.secondary' }}>{e.reason}</Typography>}
        </Box>
      ))}
    </Box>
  )
}
