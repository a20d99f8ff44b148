// One transaction whole: state, facts, the bill line by line, where the money went, payout status, meter readings; live while
// the session runs. The page of a transaction shows it, and that of a refund below its refunds.
import Bolt from '@mui/icons-material/BoltOutlined'
import CurrencyRupee from '@mui/icons-material/CurrencyRupee'
import ElectricMeter from '@mui/icons-material/ElectricMeterOutlined'
import Timer from '@mui/icons-material/TimerOutlined'
import { Box, Card, Link, Stack, Typography } from '@mui/material'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { connectorMark, connectorWords } from '#fleet/stations/evse-words.rules.ts'
import { secondsText, sessionSeconds } from '#fleet/stations/session-length.rules.ts'
import type { Action } from '#kit/actions.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { type Detail, DetailList } from '#kit/detail-list.tsx'
import { Energy, energyText, moneyText, numberText, percentText, powerText } from '#kit/figures.tsx'
import { later } from '#kit/later.ts'
import { type Crumb, Page } from '#kit/page.tsx'
import { useAccess } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { RelativeTime, Time } from '#kit/time.tsx'
import { MoneyCard } from '#settlement/money-timeline/money-card.parts.tsx'
import { StationEvents } from './station-events.tsx'
import { stopTransaction, viewLogs } from './transaction.actions.ts'
import type { TransactionDetail } from './transaction.contract.ts'
import { droppedText, paymentFacts, refundText, timeNote } from './transaction.rules.ts'
import { BillCard } from './transaction-bill.tsx'
import { StateChip } from './transaction-columns.tsx'
import { useLiveTransaction } from './transaction-live.tsx'
import { Meters } from './transaction-meters.tsx'

// The form is loaded later, with the code that all forms need; the facts above it are shown first.
const StatusForm = later(() => import('./transaction-status-form.tsx').then(m => ({ default: m.StatusForm })))

/** Seconds from the start to the stop, of a running session up to now, ticking. */
function useDuration(t: TransactionDetail): number {
  const [now, setNow] = useState(() => new Date())
  const running = t.stoptime === null
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return sessionSeconds(t.starttime, t.stoptime ?? now)
}

function Live({ t }: { t: TransactionDetail }) {
  const running = t.stoptime === null
  const seconds = useDuration(t)
  return (
    <Tiles>
      <StatTile
        label={t.energyInDoubt ? 'Energy (in doubt)' : 'Energy'}
        icon={ElectricMeter}
        value={energyText(t.kw_consumed * 1000, 3)}
        {...(t.energyInDoubt && { footer: 'As the charger told; a person looks at it.' })}
      />
      {running && (
        <StatTile
          label="Power"
          icon={Bolt}
          value={t.powerW === null ? '–' : powerText(t.powerW / 1000)}
          footer={
            t.meteredAt ? (
              <>
                last reading <RelativeTime within at={t.meteredAt} />
              </>
            ) : (
              'No reading yet'
            )
          }
        />
      )}
      {running && t.socPercent !== null && <StatTile label="State of charge" value={percentText(t.socPercent, 0)} />}
      <StatTile
        label={running ? 'Cost so far' : 'Amount Charged'}
        icon={CurrencyRupee}
        value={moneyText(t.totalAmountCharged)}
      />
      <StatTile label="Duration" icon={Timer} value={secondsText(seconds)} />
    </Tiles>
  )
}

const to = (path: string, text: ReactNode, allowed: boolean) =>
  allowed ? (
    <Link component={RouterLink} to={path}>
      {text}
    </Link>
  ) : (
    text
  )

const told = (at: string | null) => at && <Time at={at} />
/** A time, and where it comes from when that is not simply the charger. */
const NotedTime = ({ at, note }: { at: string; note: string | undefined }) => (
  <>
    <Time at={at} />
    {note && ` (${note})`}
  </>
)

function Facts({ t }: { t: TransactionDetail }) {
  const chargers = useAccess('ChargerPoint').canView
  const tags = useAccess('Tag').canView
  // The figures of a dismissed session were never billed: they are only the charger's report.
  const asTold = t.isDismissed ? ' (as the charger told)' : ''
  const doubted = t.energyInDoubt ? ' (in doubt)' : asTold
  const isPaid = t.payment_type === 'CARD' || t.payment_type === 'UPI'
  const facts: Detail[] = [
    { label: 'Charger', value: to(`/charger/${t.charge_box_pk}`, t.chargepoint_id, chargers) },
    { label: 'Charger Name', value: t.chargepoint_name },
    { label: 'Connector', value: `${connectorMark(t)} (${t.charger_type})` },
    { label: 'Team', value: t.team_name },
    { label: 'Start Time', value: <NotedTime at={t.starttime} note={timeNote(t.startTimeFrom, t.clockOffsetSec)} /> },
    { label: 'Start Time (charger)', value: told(t.told_starttime), hidden: t.told_starttime === null },
    {
      label: 'Stop Time',
      value: t.stoptime ? <NotedTime at={t.stoptime} note={timeNote(t.stopTimeFrom, t.clockOffsetSec)} /> : 'Running',
    },
    { label: 'Stop Time (charger)', value: told(t.told_stoptime), hidden: t.told_stoptime === null },
    { label: `Start Meter Value${asTold}`, value: <Energy energyWh={t.start_meter_value} digits={3} /> },
    t.stop_meter_value === null
      ? { label: 'Current Meter Value', value: <Energy energyWh={t.current_meter_value} digits={3} /> }
      : { label: `Stop Meter Value${doubted}`, value: <Energy energyWh={t.stop_meter_value} digits={3} /> },
    {
      label: 'Last Reading',
      hidden: !t.stopBelowReading,
      value: (
        <>
          <Energy energyWh={t.readingWh} digits={3} />: the stop is below it
          {t.inReview ? '' : ', and is billed as the charger told'}
        </>
      ),
    },
    { label: 'Dropped Readings', hidden: droppedText(t) === undefined, value: droppedText(t), wide: true },
    { label: 'Stop Reason', value: t.stop_reason, hidden: t.stoptime === null },
    { label: 'Tag', value: t.ocpp_tag_pk === null ? t.tag : to(`/tag/${t.ocpp_tag_pk}`, t.tag, tags) },
    { label: 'Stopped by Tag', value: t.stop_tag, hidden: t.stop_tag === null },
    { label: 'Driver', value: t.driver_name, hidden: t.driver_name === null },
    { label: 'Email', value: t.email },
    { label: 'Phone', value: t.phone },
    { label: 'Kind of Tag', value: t.idTokenType, hidden: t.idTokenType === null },
    { label: 'Station’s Transaction', value: t.stationTransactionId, hidden: t.stationTransactionId === null },
    {
      label: 'Missing Events',
      value: `${t.missingEvents} of the station never arrived`,
      hidden: t.missingEvents === null,
    },
    { label: 'Reservation', value: t.reservationId && numberText(t.reservationId), hidden: t.reservationId === null },
  ]
  const payment: Detail[] = [
    { label: 'Payment Type', value: t.payment_type },
    {
      label: 'Payment ID',
      hidden: t.paymentId === null,
      value: t.paymentId && (
        <Stack direction="row" sx={{ alignItems: 'center' }}>
          {to(`/refund-details/${encodeURIComponent(t.paymentId)}`, t.paymentId, true)}
          <CopyButton text={t.paymentId} label="payment id" />
        </Stack>
      ),
    },
    { label: 'Payment Description', value: t.paymentDescription, hidden: t.paymentDescription === null },
    ...paymentFacts(t.payment_type, t).map(f => ({ label: f.label, value: moneyText(f.rupees) })),
    { label: 'Refund Status', value: refundText(t), hidden: !isPaid },
    { label: 'Payout', value: t.payoutId, hidden: t.payoutId === null },
  ]
  return (
    <Card component="section" aria-label="Transaction details" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        Details
      </Typography>
      <DetailList items={facts} />
      <Typography variant="h2" sx={{ mt: 3, mb: 2 }}>
        Payment
      </Typography>
      <DetailList items={payment} />
      {t.payment_type === 'RFID' && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          Started with a tag: no money was collected here. The operator bills it outside this portal.
        </Typography>
      )}
    </Card>
  )
}

export type TransactionShownProps = {
  t: TransactionDetail
  /** The record's tag, where the transaction was read as a record. */
  tag: string | undefined
  crumbs: readonly Crumb[]
  /** Content above the transaction. */
  top?: ReactNode
}
export function TransactionShown({ t, tag, crumbs, top }: TransactionShownProps) {
  const { canView } = useAccess('Transaction')
  useLiveTransaction(t.transactionId)
  const { transactionId, chargepoint_id, charge_box_pk, connectorId, evseId, evseConnectorId, stoptime } = t
  const actions = useMemo(() => {
    const target = { transactionId, chargepoint_id, charge_box_pk, connectorId, evseId, evseConnectorId, stoptime }
    const bound = (a: typeof viewLogs): Action => ({
      ...(a as unknown as Action),
      when: () => a.when?.(target) ?? true,
      confirm: () => a.confirm?.(target),
      run: (_, context) => a.run(target, context),
    })
    return [bound(viewLogs), bound(stopTransaction)]
  }, [transactionId, chargepoint_id, charge_box_pk, connectorId, evseId, evseConnectorId, stoptime])
  return (
    <Page
      title={`Transaction ${t.transactionId}`}
      crumbs={crumbs}
      subtitle={
        <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <StateChip t={t} />
          <span>
            {t.chargepoint_id}, {connectorWords(t)}, started <RelativeTime within at={t.starttime} />
          </span>
        </Stack>
      }
      actions={actions}
    >
      {top}
      <Live t={t} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.2fr) minmax(0, 1fr)' },
        }}
      >
        <Stack spacing={2}>
          <BillCard t={t} />
          {canView && <MoneyCard transactionId={t.transactionId} />}
          {canView && (
            <Suspense fallback={<FormSkeleton fields={2} />}>
              <StatusForm t={t} tag={tag} />
            </Suspense>
          )}
        </Stack>
        <Facts t={t} />
      </Box>
      {t.stationEvents && <StationEvents id={t.transactionId} events={t.stationEvents} />}
      {canView && <Meters {...t} />}
    </Page>
  )
}
