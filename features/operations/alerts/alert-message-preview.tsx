// What a rule would tell, by each way, as it is filled in now; and a test to its recipients once it is stored (ALERT-07).
import Send from '@mui/icons-material/SendOutlined'
import { Box, Button, Card, Stack, Typography } from '@mui/material'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useMutation } from '@tanstack/react-query'
import { call } from '@wattdesk/wire/call'
import { useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { CopyButton } from '#kit/copy-button.tsx'
import { notify } from '#kit/notices.tsx'
import { useAccess } from '#kit/session.ts'
import { CHANNEL_NAMES } from './alert.words.ts'
import type { AlertRuleValues } from './alert-rule-body.contract.ts'
import { changeWebhookSecret, getWebhookSecret, previewAlertMessage, testAlertRule } from './alert-telling.contract.ts'

const WAYS = { ...CHANNEL_NAMES, webhook: 'Webhook' } as const
type Way = keyof typeof WAYS

function Preview({ teamId }: { teamId: number }) {
  const { getValues } = useFormContext<AlertRuleValues>()
  const [way, setWay] = useState<Way>('mail')
  const asked = useMutation({
    mutationFn: () => {
      const { name, kind, severity } = getValues()
      return call(previewAlertMessage, { params: { teamId }, body: { name, kind, severity: severity ?? 'Major' } })
    },
    onError: error => notify.error(error),
  })
  const shown = asked.data?.data
  return (
    <>
      <Button color="inherit" variant="outlined" onClick={() => asked.mutate()} disabled={asked.isPending}>
        Show what is sent
      </Button>
      {shown && (
        <Box sx={{ mt: 2, width: '100%' }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label="Way"
            value={way}
            onChange={(_, v: Way | null) => v && setWay(v)}
            sx={{ flexWrap: 'wrap', mb: 1 }}
          >
            {Object.entries(WAYS).map(([value, label]) => (
              <ToggleButton key={value} value={value} sx={{ px: 2, textTransform: 'none' }}>
                {label}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2 }} role="region" aria-label="Preview">
            <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{shown[way].subject}</Typography>
            <Typography
              component="pre"
              variant="body2"
              sx={{
                m: 0,
                mt: 1,
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
                fontFamily: way === 'webhook' ? 'monospace' : 'inherit',
              }}
            >
              {way === 'webhook' ? JSON.stringify(JSON.parse(shown.webhook.body), null, 2) : shown[way].body}
            </Typography>
          </Box>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {shown.alertId === null
              ? 'There was no alert of this kind yet: its title stands for what would have happened.'
              : 'With the last alert of this kind in the team.'}
          </Typography>
        </Box>
      )}
    </>
  )
}

/** The secret by which a receiver knows that a call is ours. */
function WebhookSecret({ alertRuleId }: { alertRuleId: number }) {
  const [secret, setSecret] = useState<string>()
  const read = useMutation({
    mutationFn: () => call(getWebhookSecret, { params: { alertRuleId } }),
    onSuccess: r => setSecret(r.data.secret),
    onError: error => notify.error(error),
  })
  const change = useMutation({
    mutationFn: () => call(changeWebhookSecret, { params: { alertRuleId } }),
    onSuccess: r => {
      setSecret(r.data.secret)
      notify.success(r.message)
    },
    onError: error => notify.error(error),
  })
  if (secret === undefined)
    return (
      <Button color="inherit" onClick={() => read.mutate()} disabled={read.isPending}>
        Show the webhooks’ secret
      </Button>
    )
  return (
    <Stack spacing={0.5} sx={{ width: '100%' }}>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="code" sx={{ overflowWrap: 'anywhere' }}>
          {secret}
        </Typography>
        <CopyButton text={secret} label="Copy the secret" />
        <Button color="inherit" size="small" onClick={() => change.mutate()} disabled={change.isPending}>
          Change it
        </Button>
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        The header Wattdesk-Signature holds t, the moment in seconds, and v1: HMAC-SHA256 by this secret over t, a dot
        and the body.
      </Typography>
    </Stack>
  )
}

type Props = { teamId: number; alertRuleId: number | undefined; hasWebhooks: boolean; isSomebodyTold: boolean }
export function AlertMessagePreview({ teamId, alertRuleId, hasWebhooks, isSomebodyTold }: Props) {
  const { canUpdate } = useAccess('Alert')
  const { isDirty } = useFormState<AlertRuleValues>()
  const test = useMutation({
    mutationFn: (id: number) => call(testAlertRule, { params: { alertRuleId: id } }),
    onSuccess: r => notify.success(r.message),
    onError: error => notify.error(error),
  })
  const mayTest = alertRuleId !== undefined && canUpdate && isSomebodyTold
  return (
    <Card component="section" aria-label="What is sent" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        What is sent
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        {mayTest && (
          <Button
            color="inherit"
            variant="outlined"
            startIcon={<Send />}
            disabled={test.isPending || isDirty}
            title={isDirty ? 'Save the rule first: a test goes to its stored recipients' : undefined}
            onClick={() => test.mutate(alertRuleId)}
          >
            Send a test
          </Button>
        )}
        {alertRuleId !== undefined && canUpdate && hasWebhooks && <WebhookSecret alertRuleId={alertRuleId} />}
        <Preview teamId={teamId} />
      </Stack>
    </Card>
  )
}
