// The messages that were sent to many drivers, and what became of them (D-MSG-1).
import { Typography } from '@mui/material'
import { useState } from 'react'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useSession } from '#kit/session.ts'
import { listCampaigns } from './campaign.contract.ts'
import { sentMessageColumns } from './sent-message-columns.tsx'

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
        columns={sentMessageColumns}
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
