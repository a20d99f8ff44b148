// One webhook: made anew, read or changed, with how its receiver stands, its deliveries and its history (HOOK-01, HOOK-03).
import Autorenew from '@mui/icons-material/AutorenewOutlined'
import { Alert, Button, Card, Stack } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { ActionButton } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { Time } from '#kit/time.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { sendTest, takeOver, WEBHOOK_LIST } from './webhook.actions.ts'
import { getWebhook, type Webhook } from './webhook.contract.ts'
import { webhookFields } from './webhook.fields.ts'
import { WebhookChip } from './webhook-chips.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'

const SecretDialog = lazy(() => import('./webhook-secret-dialog.tsx'))

/** How the receiver stands, and what may be done beside the form. */
function Standing({ webhook: w }: { webhook: Webhook }) {
  const [isRotating, setRotating] = useState(false)
  const { canUpdate } = useAccess('Integration')
  const { user } = useSession()
  return (
    <Card component="section" aria-label="Receiver" sx={{ p: { xs: 2, sm: 2.5 } }}>
      {w.state === 'stopped' && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {w.stopped_why}, so it was switched off. Switch it on once the receiver works, then send again what was given
          up.
        </Alert>
      )}
      {w.paused_why && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {w.paused_why}, so it is paused and what happens waits. Once that is put right, it goes on when somebody takes
          it over; after three days it is switched off.
        </Alert>
      )}
      {w.failing_since && w.is_active && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          The receiver has taken nothing since <Time at={w.failing_since} />. After three days it is switched off.
        </Alert>
      )}
      <DetailList
        items={[
          { label: 'State', value: <WebhookChip state={w.state} /> },
          { label: 'Waiting', value: w.waiting.toLocaleString('en-IN') },
          { label: 'Last delivered', value: w.delivered_at ? <Time at={w.delivered_at} /> : 'Never' },
          { label: 'Owner', value: w.owner ?? 'Nobody' },
          { label: 'Made by', value: w.maker ?? 'Nobody who is still here' },
          {
            label: 'The secret before signs until',
            value: w.overlap_until && <Time at={w.overlap_until} />,
            hidden: w.overlap_until === null,
          },
        ]}
      />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mt: 2 }}>
        {(w.paused_why !== null || w.owner !== user.username) && <ActionButton action={takeOver} target={w} />}
        <ActionButton action={sendTest} target={w} />
        {canUpdate && (
          <Button color="inherit" variant="outlined" startIcon={<Autorenew />} onClick={() => setRotating(true)}>
            New secret
          </Button>
        )}
      </Stack>
      {isRotating && (
        <Suspense>
          <SecretDialog webhook={w} onClose={() => setRotating(false)} />
        </Suspense>
      )}
    </Card>
  )
}

export function WebhookPage() {
  const { id } = useParams()
  const readOnly = useReadOnly('Integration')
  return (
    <RecordPages
      id={id}
      list={{ label: 'Webhooks', path: WEBHOOK_LIST }}
      read={webhookId => query(getWebhook, { params: { webhookId } })}
      missing="Webhook not found"
      title="Webhook"
      fresh={{ title: 'New webhook', children: <WebhookForm readOnly={false} /> }}
    >
      {({ data, tag }) => ({
        name: data.name,
        children: (
          <>
            <Standing webhook={data} />
            <WebhookForm key={data.webhook_id} stored={data} tag={tag} readOnly={readOnly} />
            <WebhookDeliveries webhook={data} />
            <LaterHistory feature="Integration" recordId={`webhook ${data.webhook_id}`} fields={webhookFields} />
          </>
        ),
      })}
    </RecordPages>
  )
}
