// One API key: made anew, read or changed, with its use, its rotation and its history (KEY-01).
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
import { KEY_LIST, keepKey, revokeKey } from './api-key.actions.ts'
import { type ApiKey, getApiKey } from './api-key.contract.ts'
import { apiKeyFields } from './api-key.fields.ts'
import { KeyStateChip } from './api-key-chip.parts.tsx'
import { ApiKeyForm } from './api-key-form.tsx'

const AUDITED = { ...apiKeyFields, begins_with: { label: 'Begins with' } }
const RotateDialog = lazy(() => import('./api-key-rotate-dialog.tsx'))

/** How the key stands, and what may be done with it beside its form. */
function Standing({ apiKey, tag }: { apiKey: ApiKey; tag: string | undefined }) {
  const [isRotating, setRotating] = useState(false)
  const { canUpdate } = useAccess('Integration')
  const { user } = useSession()
  return (
    <Card component="section" aria-label="Use" sx={{ p: { xs: 2, sm: 2.5 } }}>
      {apiKey.state === 'resting' && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {apiKey.keeper === null
            ? 'Nobody keeps it any more'
            : `${apiKey.keeper}, who keeps it, has no role here any more`}
          , so all its calls are refused. Keep it yourself, or revoke it.
        </Alert>
      )}
      <DetailList
        items={[
          { label: 'State', value: <KeyStateChip state={apiKey.state} /> },
          { label: 'Team', value: apiKey.team_name },
          { label: 'Team number', value: apiKey.teamId },
          { label: 'Begins with', value: `${apiKey.secret_start}…` },
          { label: 'Kept by', value: apiKey.keeper ?? 'Nobody' },
          { label: 'Last used', value: apiKey.last_used_at ? <Time at={apiKey.last_used_at} /> : 'Never' },
          { label: 'Last used from', value: apiKey.last_used_from },
          { label: 'Calls in 30 days', value: apiKey.calls.toLocaleString('en-IN') },
          { label: 'Refused of these', value: apiKey.refused.toLocaleString('en-IN') },
          {
            label: 'Last refused',
            value: apiKey.last_refused_at && <Time at={apiKey.last_refused_at} />,
            hidden: apiKey.last_refused_at === null,
          },
          { label: 'Last refused from', value: apiKey.last_refused_from, hidden: apiKey.last_refused_at === null },
          { label: 'Why it was refused', value: apiKey.last_refused_why, hidden: apiKey.last_refused_at === null },
          {
            label: 'The secret before counts until',
            value: apiKey.overlap_until && <Time at={apiKey.overlap_until} />,
            hidden: apiKey.overlap_until === null,
          },
        ]}
      />
      {apiKey.state !== 'revoked' && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mt: 2 }}>
          {canUpdate && (
            <Button color="inherit" variant="outlined" startIcon={<Autorenew />} onClick={() => setRotating(true)}>
              New secret
            </Button>
          )}
          {apiKey.keeper !== user.username && <ActionButton action={keepKey} target={apiKey} />}
          <ActionButton action={revokeKey} target={apiKey} />
        </Stack>
      )}
      {isRotating && (
        <Suspense>
          <RotateDialog apiKey={apiKey} tag={tag} onClose={() => setRotating(false)} />
        </Suspense>
      )}
    </Card>
  )
}

export function ApiKeyPage() {
  const { id } = useParams()
  const readOnly = useReadOnly('Integration')
  return (
    <RecordPages
      id={id}
      list={{ label: 'API keys', path: KEY_LIST }}
      read={apiKeyId => query(getApiKey, { params: { apiKeyId } })}
      missing="API key not found"
      title="API key"
      fresh={{ title: 'New API key', children: <ApiKeyForm readOnly={false} /> }}
    >
      {({ data, tag }) => ({
        name: data.name,
        title: data.name,
        children: (
          <>
            <Standing apiKey={data} tag={tag} />
            <ApiKeyForm
              key={`${data.api_key_id} ${data.state}`}
              stored={data}
              tag={tag}
              readOnly={readOnly || data.state === 'revoked'}
            />
            <LaterHistory feature="Integration" recordId={`key ${data.api_key_id}`} fields={AUDITED} />
          </>
        ),
      })}
    </RecordPages>
  )
}
