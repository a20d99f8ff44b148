// Deciding on one session to review: what to do, on which figures, and why. The dialog shows the bill that would
// follow, and exactly that bill is made.
import { Alert, Link } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { useEffect, useRef } from 'react'
import { Link as RouterLink } from 'react-router'
import { z } from 'zod'
import { BillLines } from '#charging/billing/bill-lines.parts.tsx'
import { CONTRADICTED } from '#charging/sessions/contradiction.words.ts'
import { getTransaction, listActiveTransactions, listTransactions } from '#desk/transactions/transaction.contract.ts'
import { connectorWords } from '#fleet/stations/evse-words.rules.ts'
import type { Confirmation } from '#kit/confirm.tsx'
import { type Detail, DetailList } from '#kit/detail-list.tsx'
import { energyText, moneyText, numberText } from '#kit/figures.tsx'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { Time } from '#kit/time.tsx'
import { ReviewDecision } from './review-decision.contract.ts'
import {
  decideSessionReview,
  listSessionReviews,
  previewSessionReview,
  type ReviewPreview,
  type SessionReview,
} from './session-review.contract.ts'

const Values = z.object({
  action: z.string(),
  transactionId: z.union([z.string(), z.number()]),
  stop_meter_value: z.union([z.number(), z.string()]).nullable(),
  registers_in_kwh: z.boolean(),
  stoptime: z.string(),
  note: z.string(),
})
type Values = z.input<typeof Values>
/** Empty figures are left to the server; dismissing a session needs none. */
const schema = Values.transform(({ action, transactionId, stop_meter_value, registers_in_kwh, stoptime, note }) => {
  const figures = {
    ...(stop_meter_value !== null && { stop_meter_value }),
    ...(stoptime && { stoptime: instantOf(stoptime) }),
  }
  return {
    action,
    note,
    ...(action === 'match' && transactionId !== '' && { transactionId }),
    ...(action !== 'dismiss' && figures),
    ...(action === 'bill' && registers_in_kwh && { registers_in_kwh }),
  } as z.input<typeof ReviewDecision>
}).pipe(ReviewDecision)
const instantOf = (local: string): string => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/** The stop register that the dialog offers, in Wh. */
const stopOf = (r: SessionReview, isInKwh: boolean): number | null => {
  if (r.transactionId === null) return r.stop_meter_value
  return isInKwh && r.in_kwh ? r.in_kwh.stop_meter_value : r.proposal.stop_meter_value
}

/** The time by the charger's own clock, where another time counts. */
const toldTimes = (r: SessionReview): Detail[] =>
  [
    { label: 'Start Time (charger)', told: r.told_starttime, counts: r.starttime },
    { label: 'Stop Time (charger)', told: r.told_stoptime, counts: r.stoptime },
  ].flatMap(({ label, told, counts }) => (told && told !== counts ? [{ label, value: <Time at={told} /> }] : []))

const kwhText = ({ start_meter_value: start, stop_meter_value: stop }: NonNullable<SessionReview['in_kwh']>) =>
  `${numberText(start, 0)} to ${numberText(stop, 0)} Wh, ${energyText(stop - start, 3)}`
const whText = (wh: number | null) => (wh === null ? null : numberText(wh, 0))

const actionsOf = (r: SessionReview) =>
  r.transactionId === null
    ? [
        { value: 'match', label: 'Match: the stop belongs to a transaction' },
        { value: 'dismiss', label: 'Dismiss: there was no session' },
      ]
    : r.reason === CONTRADICTED
      ? [{ value: 'dismiss', label: 'Keep the bill as it is' }]
      : [
          { value: 'bill', label: 'Bill the session' },
          { value: 'dismiss', label: 'Dismiss: the session is not billed' },
        ]

/** The bill in words: energy and total, or that nothing is billed. */
function billText({ bill, start_meter_value, stop_meter_value, totalAmountCharged }: ReviewPreview): string {
  const energy = energyText((stop_meter_value ?? 0) - (start_meter_value ?? 0), 3)
  return bill
    ? `billed for ${energy}: ${moneyText(totalAmountCharged)}`
    : `ended with ${energy}, and nothing is charged`
}
const ONLY_LOWERED = 'Afterwards a finance admin can only lower the bill, by Correct Bill on the transaction.'
const NOTHING_MORE = 'Afterwards nothing more can be billed for it.'
/** The confirmation of a decision: the session, the decision and its consequences. */
function questionOf(r: SessionReview, d: ReviewDecision, p: ReviewPreview): Confirmation {
  const name = r.transactionId === null ? `Stop of ${r.chargepoint_id}` : `Transaction ${r.transactionId}`
  const details = p.bill && p.bill.lines.length > 0 && <BillLines bill={p.bill} />
  const final = p.bill && p.bill.total > 0 ? ONLY_LOWERED : NOTHING_MORE
  const why = p.nothingToTake ? `${p.nothingToTake} ` : ''
  if (d.action === 'bill')
    return { title: name, text: `${why}The session is ${billText(p)}. ${final}`, yes: 'Bill', details }
  if (d.action === 'match')
    return {
      title: name,
      text: `Transaction ${d.transactionId ?? ''} on ${r.chargepoint_id} ends with this stop. ${why}It is ${billText(p)}. ${final}`,
      yes: 'Match',
      details,
    }
  if (r.reason === CONTRADICTED)
    return { title: name, text: `The bill stays as it is, and the review ends. ${ONLY_LOWERED}`, yes: 'Keep the bill' }
  const text =
    r.transactionId === null ? 'The stop is put aside and no session is billed for it.' : 'The session is never billed.'
  return { title: name, text, yes: 'Dismiss', danger: true }
}

type Place = Pick<SessionReview, 'connectorId' | 'evseId' | 'evseConnectorId' | 'tag'>
/** Running sessions of the charger, and those in review because their stop never came. */
function useCandidates(r: SessionReview, all: readonly SessionReview[]) {
  const { teamId } = useSession()
  const active = useQuery({
    ...query(listActiveTransactions, { params: { teamId, id: r.chargepoint_id } }),
    enabled: r.transactionId === null && r.chargepoint_id !== '',
  })
  const named = (id: number, { connectorId, evseId, evseConnectorId, tag }: Place) => {
    const place = connectorId === null ? 'connector -' : connectorWords({ connectorId, evseId, evseConnectorId })
    return { value: id, label: `${id}, ${place}, tag ${tag ?? '-'}` }
  }
  const options = [
    ...(active.data?.data ?? []).map(t => named(t.transactionId, t)),
    ...all.flatMap(o =>
      o.transactionId !== null && o.reason === 'Stop never came' && o.chargepoint_id === r.chargepoint_id
        ? [named(o.transactionId, o)]
        : [],
    ),
  ]
  return { options, isLoading: active.isLoading }
}

/** Without a register a person has to say the energy first, and a bill that is there lacks nothing. */
const mayLackSetting = (r: SessionReview): boolean => r.reason !== CONTRADICTED && r.proposal.lacks !== 'register'

type Lacks = NonNullable<ReviewPreview['lacks']>
/** The setting that a bill of the session waits for, known before anything is typed; null while none is known. */
function useLacks(r: SessionReview): [Lacks | null, (lacks: Lacks) => void] {
  const { teamId } = useSession()
  const body = { action: 'bill' as const, ...(r.in_kwh && { registers_in_kwh: true }) }
  const params = { teamId, id: r.id }
  const cache = useQueryClient()
  // Asked anew whenever the reader comes back, perhaps from where the setting is made.
  const asked = query(previewSessionReview, { params, body })
  const { data } = useQuery({
    ...asked,
    enabled: r.transactionId !== null && mayLackSetting(r),
    staleTime: 0,
    retry: false,
  })
  const set = (lacks: Lacks) =>
    cache.setQueryData(asked.queryKey, (old: typeof data) => old && { ...old, data: { ...old.data, lacks } })
  return [data?.data.lacks ?? null, set]
}

/** The settings that are missing, with links for readers who may change them. */
function SetFirst({ lacks: { setting, text, chargepoint_pk, teamId } }: { lacks: Lacks }) {
  const chargers = useAccess('ChargerPoint').canView
  const teams = useAccess('Team').canView
  const ways = {
    price: { to: `/charger/${chargepoint_pk}`, text: 'The charge point', mayGo: chargers },
    state: { to: `/charger/${chargepoint_pk}?tab=address`, text: 'Address of the charge point', mayGo: chargers },
    supplier: { to: `/team/${teamId}?tab=accounts`, text: 'Payout accounts of the team', mayGo: teams },
  }
  const way = ways[setting]
  return (
    <Alert severity="warning">
      {text}: until then the session can only be dismissed.{' '}
      {way.mayGo && (
        <Link component={RouterLink} to={way.to}>
          {way.text}
        </Link>
      )}
    </Alert>
  )
}

/** The times and registers of the session, and what the charger reported. */
function Facts({ review: r }: { review: SessionReview }) {
  return (
    <DetailList
      items={[
        { label: 'Reason', value: r.reason },
        { label: 'Why', value: r.why, hidden: r.why === null },
        { label: 'Charger', value: r.chargepoint_id },
        { label: 'Tag', value: r.tag },
        { label: 'Start Time', value: r.starttime && <Time at={r.starttime} /> },
        { label: 'Stop Time', value: r.stoptime && <Time at={r.stoptime} /> },
        ...toldTimes(r),
        { label: 'Start (Wh)', value: whText(r.start_meter_value) },
        { label: 'Stop (Wh)', value: whText(r.stop_meter_value) },
        { label: 'Read as kWh', value: r.in_kwh && kwhText(r.in_kwh), hidden: r.in_kwh === null },
      ]}
    />
  )
}

export type ReviewDialogProps = { review: SessionReview; all: readonly SessionReview[]; onClose: () => void }
export default function ReviewDialog({ review: r, all, onClose }: ReviewDialogProps) {
  const { teamId } = useSession()
  const { options, isLoading } = useCandidates(r, all)
  const params = { teamId, id: r.id }
  /** The total that was shown: the server makes exactly that bill. */
  const shown = useRef<number | null>(null)
  const [lacks, setLacks] = useLacks(r)
  const form = useRecordForm<Values, ReviewDecision, unknown>({
    schema,
    values: {
      action: actionsOf(r)[0]?.value ?? 'dismiss',
      transactionId: '',
      stop_meter_value: stopOf(r, r.in_kwh !== null),
      registers_in_kwh: r.in_kwh !== null,
      stoptime: '',
      note: '',
    },
    // The server works out the consequences; nothing is sent before the reader has seen them.
    confirm: async decision => {
      const { data } = await call(previewSessionReview, { params, body: decision })
      if (data.lacks) {
        setLacks(data.lacks)
        throw new Error(data.lacks.text)
      }
      shown.current = data.totalAmountCharged
      return questionOf(r, decision, data)
    },
    save: body => call(decideSessionReview, { params, body: { ...body, totalAmountCharged: shown.current ?? null } }),
    refreshes: [listSessionReviews, listTransactions, getTransaction],
    onSaved: onClose,
  })
  const { Checkbox, Select, Number: Figure, Text, Multiline } = form.fields
  const action = form.rhf.watch('action')
  const isInKwh = form.rhf.watch('registers_in_kwh')
  const { setValue } = form.rhf
  const offered = useRef(isInKwh)
  useEffect(() => {
    if (offered.current === isInKwh) return
    offered.current = isInKwh
    setValue('stop_meter_value', stopOf(r, isInKwh))
  }, [isInKwh, r, setValue])
  // Dismissing needs no setting.
  const isOff = lacks !== null && action !== 'dismiss'
  const title = r.transactionId === null ? `Stop of ${r.chargepoint_id}` : `Transaction ${r.transactionId}`
  return (
    <Form in="dialog" form={form} title={title} label="Decision" submit="Decide" bar={!isOff} onClose={onClose}>
      <Facts review={r} />
      {isOff && <SetFirst lacks={lacks} />}
      <Select name="action" label="Decision" required options={actionsOf(r)} />
      {action === 'match' && (
        <Select
          name="transactionId"
          label="Transaction"
          required
          options={options}
          placeholder="Select a transaction"
          {...(!isLoading && options.length === 0 && { help: 'No transaction of this charger waits for a stop.' })}
        />
      )}
      {action === 'bill' && r.in_kwh && (
        <Checkbox name="registers_in_kwh" label="The registers are in kWh" disabled={isOff} />
      )}
      {action !== 'dismiss' && (
        <>
          <Figure
            name="stop_meter_value"
            label="Stop meter value"
            unit="Wh"
            help="Billed up to this reading."
            disabled={isOff}
          />
          <Text
            name="stoptime"
            label="Stop time"
            type="datetime-local"
            help="Empty: the stop time above."
            disabled={isOff}
          />
        </>
      )}
      <Multiline
        name="note"
        label="Note"
        required
        rows={2}
        maxLength={600}
        help="Why; kept with the decision."
        disabled={isOff}
      />
    </Form>
  )
}
