// The guide of outgoing webhooks: what comes, how to check it, and what a receiver may rely on (HOOK-01 to HOOK-04).

import { EVENT_KINDS, MOST_SENT_AGAIN, MOST_WEBHOOKS, SECRET_OVERLAPS } from '#people/webhooks/webhook.words.ts'
import { IN_A_ROW, LONGEST_REST, PAUSES, SWITCHED_OFF_MS, TRIED_MS } from '#people/webhooks/webhook-pause.rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const lasting = (ms: number): string =>
  ms < MINUTE ? `${ms / 1000} seconds` : ms < HOUR ? `${ms / MINUTE} minutes` : `${ms / HOUR} hours`
const figure = (n: number): string => n.toLocaleString('en-US')

/** A receiver in JavaScript that checks signatures with Node alone; a test runs it against the product. */
export const RECEIVER = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from(process.env.WEBHOOK_SECRET.slice('whsec_'.length), 'base64')

function isOurs(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false
  const expected = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest()
  return signatures.split(' ').some(signature => {
    const [version, text = ''] = signature.split(',')
    const sent = Buffer.from(text, 'base64')
    return version === 'v1' && sent.length === expected.length && timingSafeEqual(sent, expected)
  })
}

const server = createServer(async (request, response) => {
  const pieces = []
  for await (const piece of request) pieces.push(piece)
  const body = Buffer.concat(pieces).toString('utf8')
  if (!isOurs(request.headers, body)) return response.writeHead(401).end()
  const event = JSON.parse(body)
  console.log(request.headers['webhook-id'], event.type, event.timestamp)
  response.writeHead(204).end()
})
server.listen(process.env.PORT, () => console.log('Listening'))`

export const webhookGuide = (): string => `## Webhooks

A webhook is an address that is called when something happens in a team and the teams below it. Webhooks are made in the portal under Integrations (or with \`createWebhook\`), up to ${MOST_WEBHOOKS} in a team; the secret begins with \`whsec_\` and is shown once. \`testWebhook\` sends an event \`webhook.test\`.

Each event is a POST of JSON: \`type\`, \`timestamp\` (when it happened), \`sequence\` and \`data\`. Unlike in the rest of the API, amounts are whole paise and energy is Wh; the names of the fields say so. \`listWebhookEvents\` answers every event with an example and its JSON schema. New fields may come at any time: read past what you do not know.

| event | when |
|---|---|
${EVENT_KINDS.map(e => `| \`${e.kind}\` | ${e.text} |`).join('\n')}

### The signature

Calls are signed as [Standard Webhooks](https://www.standardwebhooks.com) say, so that its libraries check them with the secret as it stands. The headers:

- \`webhook-id\`: the id of the event, as \`msg_…\`.
- \`webhook-timestamp\`: when the call was sent, in seconds since 1970. Refuse what is more than five minutes away.
- \`webhook-signature\`: \`v1,\` and the Base64 of HMAC-SHA256 over id, timestamp and the body as it came, joined by dots. The key is what follows \`whsec_\`, read as Base64. While a secret is changed (\`rotateWebhookSecret\`) there may be two signatures with a space between: one that fits is enough. The old secret signs beside the new one for up to ${lasting(Math.max(...SECRET_OVERLAPS.map(o => o.hours)) * HOUR)}, as the rotation says.

A receiver for Node, with nothing else:

\`\`\`
${RECEIVER}
\`\`\`

Check the raw body before anything reads it as JSON: the same JSON written anew has another signature.

### Taken, or tried again

An event is taken when the receiver answers with a status from 200 to 299 within 10 seconds. Any other status, a redirect, or no whole answer in that time is a failure, and the event is tried again: after ${PAUSES.slice(0, -1).map(lasting).join(', ')}, and then every ${lasting(PAUSES.at(-1) ?? 0)}, until ${lasting(TRIED_MS)} after the first try. Then it is given up. So answer at once and work afterwards.

After ${IN_A_ROW} failures in a row the receiver as a whole is left alone, at most ${lasting(LONGEST_REST)} at a time, and tried with a single event; once that is taken, what had failed follows at once. A receiver that has taken nothing for ${lasting(SWITCHED_OFF_MS)} is switched off, and its people are told by mail. What happens while a webhook is switched off is not sent to it later.

### Ids and order

- An event comes once or more often: an answer may be lost on its way. Its \`webhook-id\` and its body stay the same each time. Keep the ids of what you have worked off, and answer the same id again with 204.
- Events about the same object (a session, a charger, a payment …) come one after the other: the next is sent when the one before was taken or given up. Events about different objects come side by side, in any order.
- \`sequence\` tells the order whatever arrives when: of two events about the same object the one with the higher \`sequence\` happened later. Keep the highest for each object, and drop what is below it. Numbers have gaps.

### Send again

What was sent is listed for 30 days with its request, its tries and the beginning of the last answer (\`listWebhookDeliveries\`). \`sendWebhookDeliveryAgain\` sends one event once more; \`sendWebhookDeliveriesAgain\` all since a moment, or only those that were given up, up to ${figure(MOST_SENT_AGAIN)}. It is the same event: same id, same \`timestamp\`, same data, as things stood then, with a new \`webhook-timestamp\` and signature. It is queued behind what waits already, and so may arrive after newer events about the same object: \`sequence\` is as it was, and tells.

### The owner

A webhook belongs to its company and has an owner, whoever made, redirected, extended, switched on or took it over last. When the owner is switched off, leaves, or may no longer change integrations or view what the webhook is told of, nothing is sent any more: the webhook pauses, says why, and its people are told by mail. Events wait, and go out once somebody takes it over (\`takeWebhook\`); after a day in waiting they are given up and can be sent again, and after three days the webhook is switched off.
`
