// What people are told of alerts and how: their own choices, their browsers, the link that stops mails, and what a rule's form
// needs: recipients to choose, a preview, a test (ALERT-02, ALERT-07).
import { recordId, requiredText } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { CHANNELS, SEVERITIES } from './alert.words.ts'
import { AlertChoice, AlertChoicesBody } from './alert-choices-body.contract.ts'
import { MOST_BROWSERS } from './alert-telling.words.ts'

const choices = z.object({
  choices: z.array(AlertChoice),
  email: z.string(),
  phone: z.string().nullable(),
  /** The public key by which browsers know push messages of this installation (VAPID). */
  pushKey: z.string(),
  browsers: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      since: z.string(),
      usedAt: z.string().nullable(),
      endpoint: z.string(),
    }),
  ),
})
export const getAlertChoices = endpoint({
  method: 'GET',
  path: '/cms/v1/alert-choices',
  can: 'signed in',
  summary: 'What the caller is told of alerts by mail, text message and push, and in which hours',
  data: choices,
})
export const setAlertChoices = endpoint({
  method: 'PUT',
  path: '/cms/v1/alert-choices',
  can: 'signed in',
  summary: 'Change what the caller is told of alerts',
  body: AlertChoicesBody,
  data: choices,
})
export const addPushBrowser = endpoint({
  method: 'POST',
  path: '/cms/v1/push-browsers',
  can: 'signed in',
  summary: `Have a browser take push messages for the caller, who may have ${MOST_BROWSERS} of them`,
  /** A PushSubscription of the browser as it turns into JSON. */
  body: z.object({
    name: requiredText('Name', 100),
    endpoint: requiredText('Endpoint', 1000),
    keys: z.object({
      p256dh: z.string().regex(/^[\w-]{80,100}=*$/, 'Should be a key of the browser'),
      auth: z.string().regex(/^[\w-]{16,40}=*$/, 'Should be a key of the browser'),
    }),
  }),
  data: z.object({ id: z.number().int() }),
})
export const removePushBrowser = endpoint({
  method: 'DELETE',
  path: '/cms/v1/push-browsers/{id}',
  can: 'signed in',
  summary: 'Push no more messages to a browser of the caller',
  params: z.object({ id: recordId() }),
  data: z.object({ id: z.number().int() }),
})

const link = z.object({ of: z.string().max(300), key: z.string().max(100) })
export const getMailStop = endpoint({
  method: 'GET',
  path: '/public/v1/alert-mails',
  can: 'anyone',
  summary: 'Whether the receiver of a mail about alerts gets more of them, by the link of the mail',
  query: link,
  data: z.object({ receiver: z.string(), isStopped: z.boolean() }),
})
/** Takes a form, which says nothing that the link does not. */
export const stopMailsAtOnce = endpoint({
  method: 'POST',
  path: '/public/v1/alert-mails/one-click',
  can: 'anyone',
  summary: 'Stop mails about alerts as mail programs ask for it (RFC 8058), with a form',
  query: link,
  data: z.object({ receiver: z.string(), isStopped: z.boolean() }),
})
export const stopMails = endpoint({
  method: 'POST',
  path: '/public/v1/alert-mails/stop',
  can: 'anyone',
  summary: 'Stop mails about alerts by the link of one of them',
  query: link,
  data: z.object({ receiver: z.string(), isStopped: z.boolean() }),
})
export const startMails = endpoint({
  method: 'POST',
  path: '/public/v1/alert-mails/start',
  can: 'anyone',
  summary: 'Let mails about alerts come again, by the same link',
  query: link,
  data: z.object({ receiver: z.string(), isStopped: z.boolean() }),
})

const ofTeam = z.object({ teamId: recordId() })
const option = z.object({ id: z.number().int(), name: z.string(), detail: z.string() })
export const listAlertPeople = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/alert-people',
  can: 'Alert.view',
  summary:
    'Active users of the company, by name, whom a rule of the team may tell: those who see alerts on the team, above it or below it; as assignee: who sees all alerts of the team, and so may have them',
  params: ofTeam,
  query: z.object({
    q: z.string().trim().max(100).default(''),
    as: z.enum(['recipient', 'assignee']).default('recipient'),
    keys: z
      .string()
      .regex(/^\d+(,\d+)*$/)
      .max(2000)
      .optional(),
  }),
  data: z.array(option),
  beside: { total: z.number().int() },
})
export const listAlertRoles = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/alert-roles',
  can: 'Alert.view',
  summary:
    'The roles of the company that see alerts, each with how many people have it on the team, above it or below it',
  params: ofTeam,
  data: z.array(option),
})

const words = z.object({ subject: z.string(), body: z.string() })
export const previewAlertMessage = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/alert-rules/preview',
  can: 'Alert.view',
  reads: true,
  summary:
    'What a rule would tell, by each way, with the last alert of its kind in the team, or with none where there was none',
  params: ofTeam,
  body: z.object({ name: z.string().trim().max(100), kind: z.string().max(60), severity: z.enum(SEVERITIES) }),
  data: z.object({
    /** The alert whose words stand in the preview; null: there was none yet. */
    alertId: z.number().int().nullable(),
    mail: words,
    sms: words,
    push: words,
    webhook: words,
  }),
})
export const testAlertRule = endpoint({
  method: 'POST',
  path: '/cms/v1/alert-rules/{alertRuleId}/test',
  can: 'Alert.update',
  summary: 'Send a test to every recipient of a rule, now',
  params: z.object({ alertRuleId: recordId() }),
  /** How many messages are on their way. */
  data: z.object({ messages: z.number().int() }),
})
const secret = z.object({ secret: z.string() })
export const getWebhookSecret = endpoint({
  method: 'GET',
  path: '/cms/v1/alert-rules/{alertRuleId}/webhook-secret',
  can: 'Alert.update',
  asksAgain: true,
  summary: 'The secret that signs calls to the webhooks of a rule',
  params: z.object({ alertRuleId: recordId() }),
  data: secret,
})
export const changeWebhookSecret = endpoint({
  method: 'POST',
  path: '/cms/v1/alert-rules/{alertRuleId}/webhook-secret',
  can: 'Alert.update',
  asksAgain: true,
  summary: 'Sign calls to the webhooks of a rule by another secret from now on',
  params: z.object({ alertRuleId: recordId() }),
  data: secret,
})
const told = z.object({
  id: z.number().int(),
  at: z.string(),
  what: z.enum(['opened', 'escalated', 'over', 'held back', 'test']),
  channel: z.enum([...CHANNELS, 'webhook']),
  to: z.string(),
  state: z.string(),
  error: z.string().nullable(),
})
export type ToldMessage = z.infer<typeof told>
export const listToldMessages = endpoint({
  method: 'GET',
  path: '/cms/v1/alerts/{alertId}/messages',
  can: 'Alert.view',
  summary: 'What was told of an alert, newest first: to whom, by which way, and what became of it; the last 100',
  params: z.object({ alertId: recordId() }),
  data: z.array(told),
})
