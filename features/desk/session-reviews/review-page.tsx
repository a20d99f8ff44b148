// Sessions to review (D-TXN-11): the sessions that are not billed without a decision, the reason of each, and the
// result if nobody decides within 48 hours.
import Gavel from '@mui/icons-material/GavelOutlined'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Suspense, useMemo, useState } from 'react'
import { CONTRADICTED } from '#charging/sessions/contradiction.words.ts'
import { connectorCell } from '#fleet/stations/evse-words.rules.ts'
import type { Action } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { energyText } from '#kit/figures.tsx'
import { later } from '#kit/later.ts'
import { useLocalList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { type Lacking, listSessionReviews, type SessionReview } from './session-review.contract.ts'

// Loaded when first opened: the list needs no forms.
const ReviewDialog = later(() => import('./review-dialog.tsx'))

/** Why a session is not billed without a decision. */
const WHY_UNBILLED: Readonly<Record<Lacking, string>> = {
  price: 'it has no price',
  state: 'no known state',
  supplier: 'no GST number',
  balance: 'billed is what the balance has then',
  register: 'no register tells its energy',
}
/** The outcome at the end of the 48 hours, in words. */
function proposalText({ proposal, reason, transactionId, start_meter_value }: SessionReview): string {
  if (reason === CONTRADICTED) return 'Waits for a person: the bill stands meanwhile'
  if (transactionId === null) return 'Dismissed: there is no session'
  const why = proposal.lacks && WHY_UNBILLED[proposal.lacks]
  if (proposal.action === 'wait') return why ? `Waits for a person: ${why}` : 'Waits for a person'
  if (proposal.action === 'dismiss') return why ? `Dismissed: ${why}` : 'Dismissed'
  return `Billed for ${energyText((proposal.stop_meter_value ?? 0) - (start_meter_value ?? 0), 3)}`
}

const columns: readonly Column<SessionReview>[] = [
  { field: 'reason', header: 'Reason', identity: true, minWidth: 210, flex: 1.4 },
  { field: 'transactionId', header: 'Transaction ID', minWidth: 116, flex: 0.7 },
  { field: 'chargepoint_id', header: 'Charger', minWidth: 118 },
  {
    field: 'connectorId',
    header: 'Connector',
    kind: 'number',
    exportOnly: true,
    value: ({ connectorId, ...evse }) => (connectorId === null ? null : connectorCell({ connectorId, ...evse })),
  },
  { field: 'tag', header: 'Tag', hidden: true },
  { field: 'why', header: 'Why', hidden: true, sort: false, minWidth: 240 },
  { field: 'starttime', header: 'Start Time', kind: 'time', minWidth: 140 },
  { field: 'stoptime', header: 'Stop Time', kind: 'time', minWidth: 140 },
  { field: 'start_meter_value', header: 'Start (Wh)', kind: 'number', hidden: true, minWidth: 110 },
  { field: 'stop_meter_value', header: 'Stop (Wh)', kind: 'number', hidden: true, minWidth: 110 },
  { field: 'proposal', header: 'Without a decision', sort: false, minWidth: 170, value: proposalText },
  { field: 'createdAt', header: 'Waiting since', kind: 'relative', minWidth: 112 },
]
const crumbs = [{ label: 'Transactions', to: '/transactions' }, { label: 'To review' }]

export function ReviewPage() {
  const { teamId } = useSession()
  const state = useListState({ pageSize: 10 })
  const reviews = useQuery({ ...query(listSessionReviews, { params: { teamId } }), enabled: teamId !== 0 })
  const [deciding, setDeciding] = useState<SessionReview>()
  const actions = useMemo<readonly Action<SessionReview>[]>(
    () => [{ id: 'decide-review', label: 'Decide', icon: Gavel, right: 'Transaction.full', run: r => setDeciding(r) }],
    [],
  )
  const list = useLocalList({ ...reviews, data: reviews.data?.data }, state, {
    search: r => [r.reason, r.why, r.transactionId, r.chargepoint_id, r.tag],
  })
  return (
    <Page
      title="Sessions to review"
      crumbs={crumbs}
      subtitle="These sessions are not billed yet, or their bill is contradicted by what came later. What nobody decides within 48 hours is billed on the last certain meter reading, or dismissed where there is no session; a session that lacks a price, a register that tells its energy, the state of its charge point or a GST number of its supplier, or that its wallet or card could not pay for, waits for a person; where a driver’s money is held for such a session, it is dismissed and the money goes back."
    >
      <DataGrid
        label="Sessions to review"
        columns={columns}
        list={list}
        state={state}
        rowId={r => r.id}
        rowLink={r => (r.transactionId === null ? undefined : `/transactions/${r.transactionId}`)}
        actions={actions}
        search="Search sessions to review"
        file="sessions_to_review"
        empty={{ title: 'Nothing to review', text: 'Every session that has ended was billed without doubt.' }}
      />
      {deciding && (
        <Suspense>
          <ReviewDialog review={deciding} all={reviews.data?.data ?? []} onClose={() => setDeciding(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
