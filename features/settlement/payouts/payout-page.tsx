// One payout: the derivation of its amount, step by step, down to charge points and their sessions; the accounts it
// goes to, and its payment (D-PO-3, D-PO-6).
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Mail from '@mui/icons-material/EmailOutlined'
import Download from '@mui/icons-material/FileDownloadOutlined'
import ReportProblem from '@mui/icons-material/ReportProblemOutlined'
import TaskAlt from '@mui/icons-material/TaskAltOutlined'
import { Card, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, call, query } from '@wattdesk/wire/call'
import { Suspense, useState } from 'react'
import { Link as RouterLink, useParams } from 'react-router'
import { ActionButton } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { moneyText, numberText } from '#kit/figures.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { payoutRules } from '#people/teams/payout-rules.words.ts'
import { sessionsOfPayout } from './payout.actions.ts'
import { getPayout, mailPayout, type PayoutDetail } from './payout.contract.ts'
import { PayoutChip } from './payout-chip.parts.tsx'
import { PayoutAccounts, PayoutHistory } from './payout-paid.tsx'
import { saveSettlement } from './payout-papers.parts.ts'
import { dayText } from './payout-period.rules.ts'
import { PayoutSteps } from './payout-steps.tsx'

const MailPaperDialog = later(() => import('#office/mail/mail-paper-dialog.parts.tsx'))
const PayoutStatusDialog = later(() => import('./payout-status-dialog.tsx'))
const LIST = '/transactions?tab=payouts'
const crumbs = (payoutId: string) => [{ label: 'Payouts', to: LIST }, { label: payoutId }]

/** The documents of the commission, or why there are none. */
const CommissionDocuments = ({ p }: { p: PayoutDetail }) =>
  p.noCommissionInvoice ??
  p.commissionDocuments.map((d, i) => (
    <span key={d.documentId}>
      {i > 0 && ', '}
      <Link component={RouterLink} to={`/tax-papers/commission-invoice/${d.documentId}`}>
        {d.number}
      </Link>
      {d.kind === 'Credit note' && ' (credit note)'}
    </span>
  ))

function Head({ p, onStatus, onMail }: { p: PayoutDetail; onStatus: () => void; onMail: () => void }) {
  return (
    <Card component="section" aria-label="Payout" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <DetailList
        items={[
          { label: 'Final settlement', value: <strong>{moneyText(p.CPOPayout)}</strong> },
          { label: 'Status', value: <PayoutChip status={p.status} /> },
          { label: 'Team', value: p.team_name },
          { label: 'Company', value: p.company.name },
          { label: 'Period', value: `${dayText(p.periodStartDate)} to ${dayText(p.displayEndDate)}` },
          {
            label: 'Transactions',
            value: (
              <>
                <Link component={RouterLink} to={sessionsOfPayout(p.payoutId)}>
                  {numberText(p.sessions)}
                </Link>
                {p.corrections > 0 &&
                  ` and ${p.corrections === 1 ? 'a correction' : `${numberText(p.corrections)} corrections`} of earlier ones`}
              </>
            ),
          },
          { label: 'Energy', value: `${numberText(p.unitsConsumed, 3)} kWh` },
          { label: 'Payout rule', value: payoutRules[p.payoutRule] ?? String(p.payoutRule) },
          {
            label: 'Commission invoice',
            value: <CommissionDocuments p={p} />,
            hidden: p.commissionDocuments.length === 0 && p.noCommissionInvoice === null,
          },
          { label: 'Made', value: <Time at={p.madeAt} /> },
          { label: 'Paid', value: <Time at={p.completedAt} />, hidden: p.completedAt === null },
        ]}
      />
      <Stack direction="row" sx={{ mt: 2, gap: 1, flexWrap: 'wrap' }}>
        <ActionButton
          action={{
            id: 'download-payout',
            label: 'Download Payout',
            icon: Download,
            run: (t: PayoutDetail) => saveSettlement(t),
          }}
          target={p}
        />
        <ActionButton
          action={{ id: 'mail-payout', label: 'Send by mail', icon: Mail, run: onMail }}
          target={undefined}
        />
        <ActionButton
          action={{ id: 'payout-status', label: 'Set status', icon: TaskAlt, right: 'Finance.full', run: onStatus }}
          target={undefined}
        />
      </Stack>
    </Card>
  )
}

/** Whether the bills still lead to the same figures, in one line. */
const Confirmed = ({ isConfirmed }: { isConfirmed: boolean }) =>
  isConfirmed ? (
    <ToneChip tone="success" icon={CheckCircle} label="Reckoned anew from the bills: the same" />
  ) : (
    <ToneChip tone="fault" icon={ReportProblem} label="Reckoned anew from the bills: not the same" />
  )

export function PayoutPage() {
  const { payoutId = '' } = useParams()
  const { teamId } = useSession()
  const [isChanging, setChanging] = useState(false)
  const [isMailing, setMailing] = useState(false)
  const found = useQuery({
    ...query(getPayout, { params: { teamId, payoutId } }),
    enabled: teamId !== 0 && payoutId.length <= 40,
  })
  const status = found.error instanceof CallError ? found.error.status : undefined
  if (payoutId.length > 40 || status === 404 || status === 422) return <Gone text="Payout not found" to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to="/transactions" />
  const p = found.data?.data
  if (!p)
    return (
      <Page title="Payout" crumbs={crumbs(payoutId)}>
        {found.error ? (
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <FormSkeleton fields={10} />
        )}
      </Page>
    )
  return (
    <Page title={`Payout ${p.payoutId}`} crumbs={crumbs(p.payoutId)}>
      <Stack spacing={2}>
        <Head p={p} onStatus={() => setChanging(true)} onMail={() => setMailing(true)} />
        <Card component="section" aria-label="Why this number?" sx={{ p: { xs: 2, sm: 2.5 } }}>
          <Stack direction="row" sx={{ gap: 1.5, mb: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography variant="h2">Why this number?</Typography>
            <Confirmed isConfirmed={p.isConfirmed} />
          </Stack>
          <PayoutSteps p={p} />
        </Card>
        <PayoutAccounts p={p} />
        <PayoutHistory p={p} />
      </Stack>
      {isChanging && (
        <Suspense>
          <PayoutStatusDialog payoutId={p.payoutId} teamId={teamId} onClose={() => setChanging(false)} />
        </Suspense>
      )}
      {isMailing && (
        <Suspense>
          <MailPaperDialog
            title={`Settlement details ${p.payoutId}`}
            send={body => call(mailPayout, { params: { teamId, payoutId: p.payoutId }, body })}
            onClose={() => setMailing(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}
