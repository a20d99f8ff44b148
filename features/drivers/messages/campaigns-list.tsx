// The messages that were sent to many drivers, and what became of them (D-MSG-1).
import { Typography } from '@mui/material'
import { useState } from 'react'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useSession } from '#kit/session.ts'
import { type Campaign, listCampaigns } from './campaign.contract.ts'

const domainsText = ({ domains }: Campaign): string =>
  domains.length === 0 ? 'All domains' : domains.map(d => d || 'No domain').join(', ')
const columns: readonly Column<Campaign>[] = [
  { field: 'message', header: 'Message', identity: true, minWidth: 220, flex: 1.6 },
  { field: 'createdAt', header: 'Sent On', kind: 'time', minWidth: 170 },
  { field: 'sentBy', header: 'Sent By', minWidth: 110 },
  { field: 'receivers', header: 'Recipients', kind: 'number', minWidth: 110 },
  { field: 'delivered', header: 'Delivered', kind: 'number', minWidth: 100, sort: false },
  { field: 'failed', header: 'Failed', kind: 'number', minWidth: 80, sort: false },
  { field: 'waiting', header: 'Waiting', kind: 'number', minWidth: 90, sort: false },
  { field: 'notSent', header: 'Not Sent', kind: 'number', minWidth: 90, sort: false },
  { field: 'domains', header: 'Domains', value: domainsText, sort: false, hidden: true },
  { field: 'teamName', header: 'Team', sort: false, hidden: true },
]
const POLL_MS = 5000

export function CampaignsList({ isSending }: { isSending: boolean }) {
  const { teamId } = useSession()
  const state = useListState({ pageSize: 10, sort: '-createdAt', prefix: 'sent-' })
  const [isOpen, setOpen] = useState(false)
  const list = useList(
    listCampaigns,
    { query: { teamId } },
    state,
    // Batches run, or the push service has messages to take.
    { enabled: teamId !== 0, refetchInterval: isSending || isOpen ? POLL_MS : false },
  )
  const isWaiting = list.rows.some(c => c.waiting > 0)
  if (isWaiting !== isOpen) setOpen(isWaiting)
  return (
    <section aria-labelledby="sent-messages">
      <Typography variant="h2" id="sent-messages" sx={{ mb: 0.25 }}>
        Sent messages
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '72ch' }}>
        Delivered: taken by the push service. Failed: refused by it, or not taken within a day. Not sent: recipients of
        batches that did not go out, and devices that are no longer known.
      </Typography>
      <DataGrid
        label="Sent messages"
        columns={columns}
        list={list}
        state={state}
        rowId={c => c.campaignId}
        search="Search by message, sender or team"
        file="messages"
        empty={{ title: 'No messages yet', text: 'What is sent to many drivers is recorded here.' }}
      />
    </section>
  )
}
