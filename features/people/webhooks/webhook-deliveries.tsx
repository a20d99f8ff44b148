// The deliveries of a webhook, of the last 30 days and those that wait (HOOK-03).
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { Box, Button, Stack, Typography } from '@mui/material'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Action } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { recordFilters } from '#kit/record-grid.ts'
import { useAccess } from '#kit/session.ts'
import { sendDeliveryAgain } from './webhook.actions.ts'
import type { Webhook } from './webhook.contract.ts'
import { deliveryColumns } from './webhook-columns.tsx'
import { listDeliveries, type WebhookDelivery } from './webhook-delivery.contract.ts'
import { deliveryFields } from './webhook-delivery.fields.ts'

const DeliveryDialog = lazy(() => import('./webhook-delivery-dialog.tsx'))
const AgainDialog = lazy(() => import('./webhook-again-dialog.tsx'))
const filterFields = recordFilters(deliveryFields)

export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const { webhook_id: webhookId } = webhook
  const state = useListState({ pageSize: 10, prefix: 'sent-' })
  const list = useList(listDeliveries, { params: { webhookId } }, state, { refetchInterval: 5000 })
  const [open, setOpen] = useState<number>()
  const [isSending, setSending] = useState(false)
  const { canUpdate } = useAccess('Integration')
  const actions = useMemo<readonly Action<WebhookDelivery>[]>(
    () => [
      {
        id: 'view-delivery',
        label: 'View',
        icon: Visibility,
        right: 'Integration.view',
        run: d => setOpen(d.delivery_id),
      },
      sendDeliveryAgain(webhookId),
    ],
    [webhookId],
  )
  return (
    <Box component="section" aria-label="Deliveries">
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', mb: 1.5, gap: 1 }}>
        <Typography variant="h2">Deliveries of 30 days</Typography>
        {canUpdate && webhook.is_active && webhook.paused_why === null && (
          <Button color="inherit" variant="outlined" onClick={() => setSending(true)}>
            Send many again
          </Button>
        )}
      </Stack>
      <DataGrid
        label="Deliveries"
        search="Search by event, object or message"
        columns={deliveryColumns}
        list={list}
        state={state}
        rowId={d => d.delivery_id}
        actions={actions}
        filterFields={filterFields}
        empty={{ title: 'Nothing was sent yet', text: 'A test shows whether the receiver can be reached.' }}
      />
      {open !== undefined && (
        <Suspense>
          <DeliveryDialog webhookId={webhookId} deliveryId={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      {isSending && (
        <Suspense>
          <AgainDialog webhook={webhook} onClose={() => setSending(false)} />
        </Suspense>
      )}
    </Box>
  )
}
