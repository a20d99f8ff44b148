// The computation of a payout: its steps with their formulas, each charge point with its sums, and from there its
// sessions, each a link to its transaction.
import ExpandMore from '@mui/icons-material/ExpandMore'
import {
  Box,
  Button,
  ButtonBase,
  Collapse,
  Link,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { Figure, moneyText, numberText } from '#kit/figures.tsx'
import { narrowRows } from '#kit/narrow-rows.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { Time } from '#kit/time.tsx'
import { FigureList, type LabelledFigure } from './figure-list.tsx'
import { listPayoutSessions, type PayoutDetail, type PayoutSession } from './payout.contract.ts'

type Step = PayoutDetail['steps'][number]
type ChargerPart = PayoutDetail['chargerParts'][number]
const SIGNS: Record<Step['kind'], string> = { plus: '+', minus: '−', sum: '=', note: '' }

const StepRow = ({ s }: { s: Step }) => (
  <Box
    component="li"
    sx={{
      display: 'grid',
      gridTemplateColumns: '16px minmax(0, 1fr) auto',
      columnGap: 1,
      py: 1,
      borderTop: 1,
      borderColor: s.kind === 'sum' ? 'text.secondary' : 'divider',
      '&:first-of-type': { borderTop: 0 },
      ...(s.kind === 'sum' && { fontWeight: 600 }),
      ...(s.kind === 'note' && { color: 'text.secondary' }),
    }}
  >
    <Box component="span" aria-hidden sx={{ color: 'text.secondary' }}>
      {SIGNS[s.kind]}
    </Box>
    <Box sx={{ minWidth: 0 }}>
      {s.label}
      {s.kind === 'minus' && (
        <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
          , taken off
        </Box>
      )}
      {s.formula && (
        <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {s.formula}
        </Typography>
      )}
    </Box>
    <Figure>{moneyText(s.amount)}</Figure>
  </Box>
)

const SESSION_FIGURES: readonly (readonly [label: string, text: (r: PayoutSession) => string])[] = [
  ['Energy (kWh)', r => numberText(r.kwh, 3)],
  ['Net', r => moneyText(r.net)],
  ['GST', r => moneyText(r.gst)],
  ['Gateway Fee', r => moneyText(r.gatewayFee)],
  ['Total', r => moneyText(r.total)],
  ['Commission by unit', r => moneyText(r.unitCommission)],
]

const SessionRow = ({ r }: { r: PayoutSession }) => (
  <TableRow>
    <TableCell component="th" scope="row">
      <Link component={RouterLink} to={`/transactions/${r.transactionId}`}>
        {r.transactionId}
      </Link>
      {r.priorVersion !== null && (
        <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
          Correction
        </Typography>
      )}
    </TableCell>
    <TableCell data-label="Ended">
      <Time at={r.stoptime} />
    </TableCell>
    <TableCell data-label="Paid by">{r.payment_type}</TableCell>
    {SESSION_FIGURES.map(([label, textOf]) => (
      <TableCell key={label} align="right" data-label={label}>
        <Figure>{textOf(r)}</Figure>
      </TableCell>
    ))}
  </TableRow>
)

const PAGE = 10
function Sessions({ payoutId, charger }: { payoutId: string; charger: ChargerPart }) {
  const { teamId } = useSession()
  const [page, setPage] = useState(1)
  const found = useQuery({
    ...query(listPayoutSessions, {
      params: { teamId, payoutId },
      query: { chargepoint_pk: charger.chargepoint_pk, page, pageSize: PAGE },
    }),
    // The former page stays until the next one is loaded.
    placeholderData: before => before,
  })
  if (found.error) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <RowsSkeleton rows={3} />
  const { data: rows, total } = found.data
  const pages = Math.max(1, Math.ceil(total / PAGE))
  return (
    <Box aria-busy={found.isPlaceholderData} sx={{ opacity: found.isPlaceholderData ? 0.6 : 1 }}>
      <TableContainer tabIndex={0} role="region" aria-label={`Sessions of ${charger.chargepoint_id}`}>
        <Table size="small" sx={narrowRows}>
          <TableHead>
            <TableRow>
              <TableCell>Transaction</TableCell>
              <TableCell>Ended</TableCell>
              <TableCell>Paid by</TableCell>
              {SESSION_FIGURES.map(([label]) => (
                <TableCell key={label} align="right">
                  {label}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(r => (
              <SessionRow key={`${r.transactionId} ${r.priorVersion}`} r={r} />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {rows.some(r => r.priorVersion !== null) && (
        <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', mt: 1 }}>
          A correction counts with its difference, and with the commission by the rule that its session was settled by
          first. Where that was the higher of two parts, only what it was above the fixed part comes back.
        </Typography>
      )}
      {pages > 1 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1, flexWrap: 'wrap' }}>
          <Button size="small" color="inherit" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <Typography variant="caption" role="status">
            {found.isPlaceholderData ? `Loading page ${page} …` : `Page ${page} of ${pages}, ${numberText(total)} rows`}
          </Typography>
          <Button size="small" color="inherit" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </Box>
      )}
    </Box>
  )
}

const chargerFigures = (c: ChargerPart): readonly LabelledFigure[] => [
  ['Energy', `${numberText(c.kwh, 3)} kWh`],
  ['Net', moneyText(c.net)],
  ['GST', moneyText(c.gst)],
  ['Gateway fee', moneyText(c.gatewayFee)],
  ['Total', moneyText(c.total)],
  ['Collected by operator', moneyText(c.collected)],
  ['Commission by unit', moneyText(c.unit)],
  ['Fixed charge', `${moneyText(c.fixed)} (${c.activeDays} of ${c.daysInMonth} days)`],
  ['Commission taken', moneyText(c.commission)],
]

function ChargerRow({ payoutId, c }: { payoutId: string; c: ChargerPart }) {
  const maySee = useAccess('Transaction').canView
  const [isOpen, setOpen] = useState(false)
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
        sx={{
          width: '100%',
          py: 1.25,
          px: 0.5,
          borderRadius: 1,
          textAlign: 'left',
          columnGap: 1.5,
          display: 'grid',
          gridTemplateColumns: { xs: '24px minmax(0, 1fr) auto', sm: '24px minmax(0, 1fr) 110px 130px' },
        }}
      >
        <ExpandMore aria-hidden sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)', color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ fontWeight: 550 }}>
            {c.chargepoint_id}
          </Box>{' '}
          <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
            {[c.chargepoint_name !== c.chargepoint_id && c.chargepoint_name, c.charger_type].filter(Boolean).join(', ')}
          </Typography>
        </Box>
        <Box
          component="span"
          sx={{ textAlign: 'right', color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}
        >
          {numberText(c.sessions)} {c.sessions === 1 ? 'session' : 'sessions'}
        </Box>
        <Box component="span" sx={{ textAlign: 'right' }}>
          <Figure>{moneyText(c.net)}</Figure>
        </Box>
      </ButtonBase>
      <Collapse in={isOpen} unmountOnExit>
        <Box sx={{ pl: { xs: 0, sm: 4.5 }, pb: 2 }}>
          <FigureList figures={chargerFigures(c)} gap={1} mb={1.5} />
          {maySee && (c.sessions > 0 || c.total !== 0) && <Sessions payoutId={payoutId} charger={c} />}
        </Box>
      </Collapse>
    </Box>
  )
}

/** Charge points that are shown at once. */
const FIRST = 20
export function PayoutSteps({ p }: { p: PayoutDetail }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? p.chargerParts : p.chargerParts.slice(0, FIRST)
  return (
    <>
      <Box component="ol" aria-label="Steps" sx={{ listStyle: 'none', m: 0, p: 0, maxWidth: 720 }}>
        {p.steps.map(s => (
          <StepRow key={`${s.label} ${s.formula}`} s={s} />
        ))}
      </Box>
      <Typography variant="h3" sx={{ mt: 3, mb: 1, fontSize: '0.9375rem', fontWeight: 600 }}>
        Charge points, with their net amount
      </Typography>
      {p.chargerParts.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>No charge point has a part in it.</Typography>
      )}
      <Box component="ul" aria-label="Charge points" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map(c => (
          <ChargerRow key={c.chargepoint_pk} payoutId={p.payoutId} c={c} />
        ))}
      </Box>
      {p.chargerParts.length > shown.length && (
        <Button size="small" color="inherit" onClick={() => setWhole(true)}>
          Show all {numberText(p.chargerParts.length)}
        </Button>
      )}
    </>
  )
}
