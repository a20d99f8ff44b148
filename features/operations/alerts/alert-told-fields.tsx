// Who is told by a rule, when, and how: a part of its form (ALERT-02, ALERT-07, ALERT-08).
import Add from '@mui/icons-material/AddOutlined'
import Remove from '@mui/icons-material/DeleteOutlined'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { zoneName } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { useEffect, useMemo } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { boundFields } from '#kit/fields.tsx'
import { Section } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { useSession } from '#kit/session.ts'
import { CHANNEL_NAMES, CHANNELS, WEEKDAYS } from './alert.words.ts'
import { peopleFinder } from './alert-people.parts.ts'
import type { AlertRuleValues } from './alert-rule-body.contract.ts'
import { listAlertRoles } from './alert-telling.contract.ts'

const { MultiSelect, TextList, Number: Figure, Switch, Text } = boundFields<AlertRuleValues>()

const channelOptions = CHANNELS.map(value => ({ value, label: CHANNEL_NAMES[value] }))
const dayOptions = WEEKDAYS.map((label, n) => ({ value: n + 1, label }))
const NO_QUIET = { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }

function QuietHours({ readOnly }: { readOnly: boolean }) {
  const { fields, append, remove } = useFieldArray<AlertRuleValues, 'quiet_hours'>({ name: 'quiet_hours' })
  const { user } = useSession()
  if (readOnly && fields.length === 0) return null
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        Quiet hours
      </Typography>
      {!readOnly && (
        <Typography sx={{ color: 'text.secondary', mb: 1 }}>
          What happens meanwhile is told when they end, unless it is over by then. The bell and webhooks have none.
          Times of the business time zone ({zoneName(user.businessZone)}).
        </Typography>
      )}
      <Stack spacing={1}>
        {fields.map((f, n) => (
          <Box
            key={f.id}
            sx={{
              display: 'grid',
              gap: 1,
              alignItems: 'start',
              gridTemplateColumns: { xs: '1fr 1fr auto', md: 'minmax(0, 3fr) 1fr 1fr auto' },
              '& > :first-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } },
            }}
          >
            <MultiSelect name={`quiet_hours.${n}.days`} label="Days" options={dayOptions} required />
            <Text name={`quiet_hours.${n}.from`} label="From" type="time" required />
            <Text name={`quiet_hours.${n}.to`} label="Until" type="time" required />
            {!readOnly && (
              <IconButton aria-label={`Remove quiet hours ${n + 1}`} onClick={() => remove(n)} sx={{ mt: 3 }}>
                <Remove />
              </IconButton>
            )}
          </Box>
        ))}
      </Stack>
      {!readOnly && (
        <Button startIcon={<Add />} color="inherit" onClick={() => append(NO_QUIET)} sx={{ mt: 1 }}>
          Add quiet hours
        </Button>
      )}
    </Box>
  )
}

type Props = { teamId: number; readOnly: boolean; stopped: readonly string[] }
export function AlertToldFields({ teamId, readOnly, stopped }: Props) {
  const people = useMemo(() => peopleFinder(teamId, 'recipient'), [teamId])
  const roles = useQuery(query(listAlertRoles, { params: { teamId } }))
  const roleOptions = useMemo(
    () => (roles.data?.data ?? []).map(r => ({ value: r.id, label: `${r.name}, ${r.detail}` })),
    [roles.data],
  )
  const escalates = useWatch<AlertRuleValues>({ name: 'escalate_minutes' }) !== null
  const { setValue } = useFormContext<AlertRuleValues>()
  // Recipients of an escalation that the form no longer shows are not told.
  useEffect(() => {
    if (escalates) return
    setValue('escalate_users', [])
    setValue('escalate_roles', [])
  }, [escalates, setValue])
  return (
    <>
      <Section
        title="Who is told"
        help="Everybody who may see alerts has them in the bell. These are told besides. Nobody is told of what the portal would not show to that person."
      >
        <FoundField
          multiple
          name="users"
          label="People"
          finder={people}
          placeholder="Search by name"
          noOptionsText="Nobody found"
        />
        <MultiSelect
          name="roles"
          label="Roles"
          options={roleOptions}
          help="Everybody who has the role where the alert is."
        />
        <MultiSelect
          name="channels"
          label="By"
          options={channelOptions}
          help="How people and roles are told. Each person may choose less under Settings, What I am told."
        />
        <TextList
          name="addresses"
          label="Mail addresses"
          placeholder="guard@company.example"
          help={
            stopped.length === 0
              ? 'Of people outside the portal.'
              : `Stopped by their receivers: ${stopped.join(', ')}. They get nothing.`
          }
        />
        <TextList
          name="phones"
          label="Phones"
          placeholder="98765 43210"
          help="They get text messages. Such as +91 98765 43210."
        />
        <TextList
          name="webhooks"
          label="Webhooks"
          placeholder="https://host.example/alerts"
          help="Called with signed JSON."
        />
      </Section>
      <Section title="When">
        <Figure
          name="wait_minutes"
          label="Wait"
          unit="minutes"
          help="An alert that is over by then, or acknowledged, is not told."
        />
        <Figure
          name="gather_minutes"
          label="Gather"
          unit="minutes"
          help="What follows within this time goes out in one message. 0: each at once."
        />
        <Switch name="tells_end" label="Tell when it is over" help="To those who were told that it began." />
        <QuietHours readOnly={readOnly} />
        <Figure
          name="escalate_minutes"
          label="Tell others after"
          unit="minutes"
          help="If nobody has acknowledged it by then, counted from when it was told: after the wait and the gathering. Empty: nobody else."
        />
        {escalates && (
          <>
            <FoundField
              multiple
              name="escalate_users"
              label="Then people"
              finder={people}
              placeholder="Search by name"
              noOptionsText="Nobody found"
            />
            <MultiSelect name="escalate_roles" label="Then roles" options={roleOptions} />
          </>
        )}
      </Section>
    </>
  )
}
