// Check Transaction Status, for everyone: the payments made from a UPI address with their refunds (CORE 2.9).
import {
  Alert,
  Box,
  Button,
  Card,
  CardActionArea,
  CircularProgress,
  DialogActions,
  DialogContent,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
  useMediaQuery,
} from '@mui/material'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { DetailList } from '#kit/detail-list.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { moneyText, percentText } from '#kit/figures.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { NO_ADDRESS, NO_REFUNDS, PLACEHOLDER } from './upi.words.ts'
import { lookUp } from './upi-lookup.actions.ts'
import type { UpiPayment } from './upi-status.contract.ts'
import { type Lookup, succeeded } from './upi-status.rules.ts'

/** Idle, searching, then results or an error. */
type State = { is: 'idle' } | { is: 'searching' } | { is: 'found'; found: Lookup } | { is: 'failed'; text: string }

/** Paise as rupees with two decimals; another currency with its code. */
const amountText = (paise: number, currency: string): string =>
  currency === 'INR' || !currency ? moneyText(BigInt(paise)) : `${currency} ${(paise / 100).toFixed(2)}`
const timeOf = (seconds: number | null): ReactNode =>
  seconds === null ? null : <Time at={new Date(seconds * 1000).toISOString()} />

export function UpiStatusPage() {
  const [text, setText] = useState('')
  const [state, setState] = useState<State>({ is: 'idle' })
  const [shown, setShown] = useState<UpiPayment>()
  const asked = useRef(0)
  const isSearching = state.is === 'searching'
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const upiId = text.trim()
    if (isSearching) return
    if (upiId === '') return setState({ is: 'failed', text: NO_ADDRESS })
    const n = ++asked.current
    setState({ is: 'searching' })
    lookUp(upiId).then(
      found => n === asked.current && setState({ is: 'found', found }),
      (error: unknown) => n === asked.current && setState({ is: 'failed', text: (error as Error).message }),
    )
  }
  return (
    <Stack spacing={3} sx={{ maxWidth: 1040, mx: 'auto' }}>
      <Box>
        <Typography variant="h1">Check Transaction Status</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 0.5, maxWidth: '72ch' }}>
          Payments made from a UPI ID in the last 180 days, and what went back of them.
        </Typography>
      </Box>
      <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Stack
          component="form"
          noValidate
          onSubmit={submit}
          direction={{ xs: 'column', sm: 'row' }}
          spacing={2}
          sx={{ alignItems: { sm: 'flex-end' } }}
        >
          <TextField
            label="UPI ID"
            placeholder={PLACEHOLDER}
            value={text}
            onChange={e => setText(e.target.value)}
            // The button is off while nothing is typed, so the form is not submitted by the key.
            onKeyDown={e => e.key === 'Enter' && text === '' && setState({ is: 'failed', text: NO_ADDRESS })}
            fullWidth
            autoComplete="off"
            slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false, maxLength: 255 } }}
          />
          <Button
            type="submit"
            variant="contained"
            disabled={text === '' || isSearching}
            sx={{ flexShrink: 0, minWidth: 140 }}
            {...(isSearching && { startIcon: <CircularProgress size={16} color="inherit" aria-hidden /> })}
          >
            {isSearching ? 'Searching...' : 'Check Status'}
          </Button>
        </Stack>
      </Card>
      <Box aria-live="polite">
        {state.is === 'failed' && <Alert severity="error">{state.text}</Alert>}
        {state.is === 'found' && <Results {...state.found} onShow={setShown} />}
      </Box>
      {shown && <PaymentDialog p={shown} onClose={() => setShown(undefined)} />}
    </Stack>
  )
}

function Results({ payments, summary: s, onShow }: Lookup & { onShow: (p: UpiPayment) => void }) {
  const phone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  return (
    <Stack spacing={2}>
      <Tiles>
        <StatTile label="Total Payments" value={s.totalPayments} />
        <StatTile
          label="Total Amount"
          value={moneyText(s.totalAmount)}
          // The sum covers succeeded payments only, the count beside it covers all.
          footer={`of ${succeeded(payments).length} that succeeded`}
        />
        <StatTile label="Total Refunded" value={moneyText(s.totalRefunded)} />
        <StatTile label="Success Rate" value={percentText(s.successRate)} />
      </Tiles>
      {phone ? (
        <Stack component="ul" spacing={1} aria-label="Payments" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {payments.map(p => (
            <Card component="li" key={p.paymentId}>
              <CardActionArea onClick={() => onShow(p)} sx={{ p: 1.5, font: 'inherit' }}>
                <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
                  <b>{amountText(p.amount, p.currency)}</b>
                  <StatusChip kind="payment" value={p.status} />
                </Stack>
                <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {p.paymentId}, {timeOf(p.createdAt)}.{' '}
                  {p.refunds.length > 0 ? `Refund of ${refundsText(p)}` : 'No refund'}
                </Typography>
              </CardActionArea>
            </Card>
          ))}
        </Stack>
      ) : (
        <Card>
          <Table aria-label="Payments" size="small">
            <TableHead>
              <TableRow>
                <TableCell>Payment ID</TableCell>
                <TableCell align="right">Amount</TableCell>
                <TableCell>Status</TableCell>
                <TableCell>Method</TableCell>
                <TableCell>Created At</TableCell>
                <TableCell>Refunds</TableCell>
                <TableCell />
              </TableRow>
            </TableHead>
            <TableBody>
              {payments.map(p => (
                <TableRow key={p.paymentId}>
                  <TableCell>{p.paymentId}</TableCell>
                  <TableCell align="right">{amountText(p.amount, p.currency)}</TableCell>
                  <TableCell>
                    <StatusChip kind="payment" value={p.status} />
                  </TableCell>
                  <TableCell>{p.method?.toUpperCase() ?? '–'}</TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{timeOf(p.createdAt)}</TableCell>
                  <TableCell>{refundsText(p)}</TableCell>
                  <TableCell align="right">
                    <Button size="small" aria-label={`Details of ${p.paymentId}`} onClick={() => onShow(p)}>
                      Details
                    </Button>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Card>
      )}
    </Stack>
  )
}

function refundsText({ refunds, currency }: UpiPayment): string {
  const [last] = refunds
  return last ? `${amountText(last.amount, currency)} ${last.status}` : 'None'
}

function PaymentDialog({ p, onClose }: { p: UpiPayment; onClose: () => void }) {
  return (
    <DialogFrame onClose={onClose}>
      <DialogHead cross={false}>Payment Details</DialogHead>
      <DialogContent>
        <DetailList
          items={[
            { label: 'Payment ID', value: p.paymentId },
            { label: 'Amount', value: amountText(p.amount, p.currency) },
            { label: 'Currency', value: p.currency || 'INR' },
            { label: 'Status', value: <StatusChip kind="payment" value={p.status} /> },
            { label: 'Method', value: p.method?.toUpperCase() },
            { label: 'VPA', value: p.vpa },
            { label: 'Email', value: p.email },
            { label: 'Contact', value: p.contact },
            { label: 'Description', value: p.description },
            { label: 'Created At', value: timeOf(p.createdAt) },
            { label: 'Captured At', value: timeOf(p.capturedAt) },
          ]}
        />
        <Typography variant="h3" component="h3" sx={{ mt: 3, mb: 1 }}>
          Refunds
        </Typography>
        {p.refunds.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{NO_REFUNDS}</Typography>
        ) : (
          <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {p.refunds.map(r => (
              <Box component="li" key={r.refundId}>
                <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
                  <b>{amountText(r.amount, p.currency)}</b>
                  <StatusChip kind="payment" value={r.status} />
                </Stack>
                <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {r.refundId}, {timeOf(r.createdAt)}. RRN or UTR{' '}
                  {r.acquirerData.rrn ?? r.acquirerData.utr ?? r.acquirerData.arn ?? 'not named yet by the bank'}
                </Typography>
              </Box>
            ))}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </DialogFrame>
  )
}
