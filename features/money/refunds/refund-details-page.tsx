// A payment with its refunds, of the current team: loading, error, empty, detail (D-REF-4).
import ArrowBack from '@mui/icons-material/ArrowBack'
import OpenInNew from '@mui/icons-material/OpenInNew'
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Card,
  Link,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
  useMediaQuery,
} from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, keyOf, query } from '@wattdesk/wire/call'
import type { ReactNode } from 'react'
import { Link as RouterLink, useNavigate, useParams } from 'react-router'
import { CopyButton } from '#kit/copy-button.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { moneyText } from '#kit/figures.tsx'
import { useLive } from '#kit/live.ts'
import { reasonOr } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { brandOf } from '#office/brand/brand.rules.ts'
import { getRefundDetails, type PaymentRefund, type RefundDetails } from './refund.contract.ts'
import { BAD_PAYMENT_ID } from './refund.words.ts'

/** Paise as rupees with two decimals. */
const amountText = (paise: number): string => moneyText(BigInt(paise))
const timeOf = (seconds: number | null): ReactNode =>
  seconds === null ? null : <Time at={new Date(seconds * 1000).toISOString()} />
const copied = { said: 'Refund ID copied to clipboard!', failed: 'Unable to copy refund ID. Please try again.' }

export function RefundDetailsPage() {
  const { paymentId = '' } = useParams()
  const { teamId } = useSession()
  const cache = useQueryClient()
  const found = useQuery({
    ...query(getRefundDetails, { params: { paymentId }, query: { teamId } }),
    enabled: teamId !== 0,
  })
  useLive('refund', events => {
    if (events.some(e => e.paymentId === paymentId)) void cache.invalidateQueries({ queryKey: keyOf(getRefundDetails) })
  })
  const navigate = useNavigate()
  const back = () => void (history.length > 1 ? navigate(-1) : navigate('/transactions'))
  const details = found.data?.data as RefundDetails | undefined
  return (
    <Page
      title="Payment Refund Details"
      subtitle={
        <Button size="small" color="inherit" startIcon={<ArrowBack />} onClick={back}>
          Back
        </Button>
      }
    >
      {details?.paymentDetails ? (
        <Shown details={details} />
      ) : found.error ? (
        <Failure error={found.error} paymentId={paymentId} teamId={teamId} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Alert severity="warning">No refund details found for payment {paymentId}</Alert>
      ) : (
        <FormSkeleton fields={10} />
      )}
      <RefundHelp />
    </Page>
  )
}

function Shown({
  details: { paymentDetails: p, refunds, refundSummary: s, transactionId },
}: {
  details: RefundDetails
}) {
  const { canView } = useAccess('Transaction')
  return (
    <Stack spacing={2}>
      <Card component="section" aria-label="Payment Information" sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Typography variant="h2" sx={{ mb: 2 }}>
          Payment Information
        </Typography>
        <DetailList
          items={[
            { label: 'Payment ID', value: p.id },
            { label: 'Amount', value: amountText(p.amount) },
            { label: 'Currency', value: p.currency },
            { label: 'Status', value: <StatusChip kind="payment" value={p.status} /> },
            { label: 'Method', value: p.method?.toUpperCase() },
            { label: 'VPA', value: p.vpa },
            { label: 'Email', value: p.email },
            { label: 'Contact', value: p.contact },
            { label: 'Created At', value: timeOf(p.createdAt) },
            { label: 'Captured At', value: timeOf(p.capturedAt) },
            { label: 'Description', value: p.description },
            {
              label: 'Transaction',
              hidden: transactionId === null,
              value: canView ? (
                <Link component={RouterLink} to={`/transactions/${transactionId}`}>
                  {transactionId}
                </Link>
              ) : (
                transactionId
              ),
            },
          ]}
        />
      </Card>
      <Card component="section" aria-label="Refund History" sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Typography variant="h2" sx={{ mb: 1 }}>
          Refund History
        </Typography>
        {refunds.length === 0 ? (
          <Alert severity="warning">No refund details found for payment {p.id}</Alert>
        ) : (
          <>
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
              {s.totalRefunds} {s.totalRefunds === 1 ? 'refund' : 'refunds'}, {amountText(s.totalRefundedAmount)}{' '}
              refunded
              {s.lastRefundAt !== null && <>, the last one {timeOf(s.lastRefundAt)}</>}
            </Typography>
            <RefundTable refunds={refunds} />
          </>
        )}
      </Card>
    </Stack>
  )
}

/** The bank's number of a refund, under whichever name it came. */
const referenceOf = ({ acquirerData: a }: PaymentRefund): string => a.rrn ?? a.utr ?? a.arn ?? '–'
const Id = ({ id }: { id: string }) => (
  <Stack direction="row" sx={{ alignItems: 'center', whiteSpace: 'nowrap' }}>
    {id}
    <CopyButton text={id} label={`refund id ${id}`} {...copied} />
  </Stack>
)

function RefundTable({ refunds }: { refunds: readonly PaymentRefund[] }) {
  const phone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  if (phone)
    return (
      <Stack component="ul" aria-label="Refunds of the payment" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {refunds.map(r => (
          <Stack component="li" key={r.refundId} spacing={0.5} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
            <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
              <b>{amountText(r.amount)}</b>
              <StatusChip kind="payment" value={r.status} />
            </Stack>
            <Id id={r.refundId} />
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              UTR/RRN {referenceOf(r)}, {timeOf(r.createdAt)}
            </Typography>
          </Stack>
        ))}
      </Stack>
    )
  return (
    // Scrolled by keyboard too.
    <Box sx={{ overflowX: 'auto' }} role="region" aria-label="Refunds of the payment" tabIndex={0}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Refund ID</TableCell>
            <TableCell align="right">Amount</TableCell>
            <TableCell>Status</TableCell>
            <TableCell>UTR/RRN</TableCell>
            <TableCell>Created At</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {refunds.map(r => (
            <TableRow key={r.refundId}>
              <TableCell>
                <Id id={r.refundId} />
              </TableCell>
              <TableCell align="right">{amountText(r.amount)}</TableCell>
              <TableCell>
                <StatusChip kind="payment" value={r.status} />
              </TableCell>
              <TableCell>{referenceOf(r)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{timeOf(r.createdAt)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

/** The title and the text of a failure. */
function words(error: unknown, paymentId: string): [title: string, text: string] {
  const status = error instanceof CallError ? error.status : undefined
  if (status === 422) return ['Invalid Payment ID', BAD_PAYMENT_ID]
  if (status === 404)
    return [
      'Payment Not Found',
      `We couldn't find any refund details for payment ID ${paymentId}. Please check if the payment ID is correct.`,
    ]
  if (status === 500) return ['Server Error', 'Our servers are experiencing issues. Please try again in a few moments.']
  return ['Unable to Load Payment Information', reasonOr(error, "We're having trouble loading the payment details")]
}

type FailureProps = { error: unknown; paymentId: string; teamId: number; onRetry: () => void }
function Failure({ error, paymentId, teamId, onRetry }: FailureProps) {
  const [title, text] = words(error, paymentId)
  const code = error instanceof CallError && error.status > 0 ? error.status : 'Unknown'
  return (
    <Stack spacing={2}>
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={onRetry}>
            Retry
          </Button>
        }
      >
        <AlertTitle>{title}</AlertTitle>
        {text}
      </Alert>
      <Card component="section" aria-label="Need help?" sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Typography variant="h2" sx={{ mb: 0.5 }}>
          Need help?
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>Tell support these details.</Typography>
        <DetailList
          items={[
            { label: 'Payment ID', value: paymentId },
            { label: 'Team ID', value: teamId },
            { label: 'Error Code', value: code },
          ]}
        />
      </Card>
    </Stack>
  )
}

/** The provider's own page on refunds (D-REF-5). */
function RefundHelp() {
  const { refundSupportUrl } = brandOf(location.host)
  if (refundSupportUrl === '') return null
  return (
    <Link href={refundSupportUrl} target="_blank" rel="noreferrer" sx={{ display: 'inline-flex', gap: 0.5 }}>
      Refund support of the payment provider
      <OpenInNew fontSize="inherit" aria-label="(opens in a new tab)" sx={{ alignSelf: 'center' }} />
    </Link>
  )
}
