// What the reader is told of alerts by mail, text message and push, in which hours, and in which browsers (ALERT-07).
import { Box, Button, Card, Stack, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { zoneName } from '@wattdesk/base/time'
import { call, keyOf, query } from '@wattdesk/wire/call'
import type { Reply } from '@wattdesk/wire/endpoint'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { RelativeTime, Time } from '#kit/time.tsx'
import { CHANNEL_NAMES, SEVERITIES } from '#operations/alerts/alert.words.ts'
import { AlertChoicesBody } from '#operations/alerts/alert-choices-body.contract.ts'
import {
  addPushBrowser,
  getAlertChoices,
  removePushBrowser,
  setAlertChoices,
} from '#operations/alerts/alert-telling.contract.ts'
import {
  isPushSupported,
  nameOfBrowser,
  subscribeHere,
  subscriptionHere,
  unsubscribeHere,
} from './push-here.actions.ts'

type Mine = Reply<typeof getAlertChoices>['data']
type Values = AlertChoicesBody

const LEAST = {
  Minor: 'Everything',
  Major: 'Major and critical',
  Critical: 'Critical alone',
  Nothing: 'Nothing',
} as const
const leastOptions = [...SEVERITIES.toReversed(), 'Nothing' as const].map(value => ({ value, label: LEAST[value] }))

const whereTo = (channel: Values['choices'][number]['channel'], mine: Mine): string => {
  if (channel === 'mail') return `To ${mine.email}.`
  if (channel === 'push')
    return mine.browsers.length === 0 ? 'No browser takes them yet: see above.' : 'To the browsers above.'
  return mine.phone ? `To ${mine.phone}.` : 'Your profile has no phone number: none arrives.'
}

function Choices({ mine }: { mine: Mine }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const form = useRecordForm<Values, Values, unknown>({
    schema: AlertChoicesBody,
    values: { choices: mine.choices },
    save: body => call(setAlertChoices, { body }),
    refreshes: [getAlertChoices],
  })
  const { Select, Text } = form.fields
  const chosen = useWatch({ control: form.rhf.control, name: 'choices' })
  return (
    <Form form={form} label="What I am told" submit="Save" onCancel={() => void navigate('/dashboard')}>
      {mine.choices.map(({ channel }, n) => (
        <Section
          key={channel}
          title={CHANNEL_NAMES[channel]}
          help={`${whereTo(channel, mine)} What comes outside of your hours waits for them, unless it is over by then.`}
        >
          <Select name={`choices.${n}.least`} label="Alerts" options={leastOptions} required />
          {chosen[n]?.least !== 'Nothing' && (
            <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
              <Text
                name={`choices.${n}.from`}
                label="From"
                type="time"
                help={`Empty: at all hours. In ${zoneName(user.businessZone)}.`}
              />
              <Text name={`choices.${n}.to`} label="Until" type="time" />
            </Box>
          )}
        </Section>
      ))}
    </Form>
  )
}

function Browsers({ mine }: { mine: Mine }) {
  const cache = useQueryClient()
  const here = useQuery({
    queryKey: ['push subscription of this browser'],
    queryFn: async () => (await subscriptionHere())?.endpoint ?? null,
  })
  const renew = async () => {
    await here.refetch()
    await cache.invalidateQueries({ queryKey: keyOf(getAlertChoices) })
  }
  const add = useMutation({
    mutationFn: async () => {
      const subscription = await subscribeHere(mine.pushKey)
      const { endpoint, keys } = subscription.toJSON()
      const body = {
        name: nameOfBrowser(),
        endpoint: endpoint ?? '',
        keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      }
      return call(addPushBrowser, { body })
    },
    onSuccess: async r => {
      notify.success(r.message)
      await renew()
    },
    onError: error => notify.error(error),
  })
  const remove = useMutation({
    mutationFn: async ({ id, endpoint }: { id: number; endpoint: string }) => {
      const reply = await call(removePushBrowser, { params: { id } })
      if (endpoint === here.data) await unsubscribeHere()
      return reply
    },
    onSuccess: async r => {
      notify.success(r.message)
      await renew()
    },
    onError: error => notify.error(error),
  })
  const isHere = mine.browsers.some(b => b.endpoint === here.data)
  return (
    <Card component="section" aria-label="Browsers" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 0.25 }}>
        Browsers
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: '72ch' }}>
        They show push messages even while the portal is closed.
      </Typography>
      <Stack component="ul" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0, mb: 2 }}>
        {mine.browsers.map(b => (
          <Stack
            component="li"
            key={b.id}
            direction="row"
            sx={{ gap: 2, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
          >
            <Box>
              <Typography sx={{ fontWeight: 550 }}>
                {b.name}
                {b.endpoint === here.data && ', this one'}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                Since <Time at={b.since} />
                {b.usedAt && (
                  <>
                    , last message <RelativeTime at={b.usedAt} within />
                  </>
                )}
              </Typography>
            </Box>
            <Button color="inherit" disabled={remove.isPending} onClick={() => remove.mutate(b)}>
              Remove
            </Button>
          </Stack>
        ))}
      </Stack>
      {!isPushSupported() ? (
        <Typography sx={{ color: 'text.secondary' }}>This browser takes no push messages.</Typography>
      ) : (
        !isHere && (
          <Button
            variant="outlined"
            color="inherit"
            disabled={add.isPending || here.isPending}
            onClick={() => add.mutate()}
          >
            Show messages in this browser
          </Button>
        )
      )}
    </Card>
  )
}

export function MyMessagesPage() {
  const { data, error, refetch } = useQuery(query(getAlertChoices, {}))
  const mine = data?.data
  return (
    <Page subtitle="Rules of alerts say who is told. Here you choose what of it reaches you, and how. The bell has everything.">
      {error && !mine && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!error && !mine && <BlockSkeleton height={320} />}
      {mine && (
        <Stack spacing={2}>
          <Browsers mine={mine} />
          <Choices mine={mine} />
        </Stack>
      )}
    </Page>
  )
}
