// The guides that stand before the operations in the reference: Markdown, one heading of the second level for each.
import { maxExportRows, maxUnpagedRows, PAGE_SIZE } from '@wattdesk/base/paging'
import { VERSION_HEADER, VERSIONS } from '#people/api-keys/api-version.words.ts'
import type { Limits } from '#platform/http/limits.ts'
import { signInGuide } from './guide-sign-in.ts'
import { webhookGuide } from './guide-webhooks.ts'

const figure = (n: number): string => n.toLocaleString('en-US')
const megabytes = (bytes: number): string => `${figure(Math.floor(bytes / 1_048_576))} MB`

/** The changes of the API, the newest version first. */
const changes = (): string =>
  VERSIONS.map(
    v =>
      `### ${v.date}\n\n${[...v.changes, ...v.breaking.map(b => `No longer, in calls that are served this version: ${b}`)].map(c => `- ${c}`).join('\n')}`,
  ).join('\n\n')

/** The guides, with the limits of this installation. */
export const guide = (limits: Limits): string => `
Everything that the portal does goes through this API. Each reply is JSON: \`{success, message, data}\`, and lists have figures such as \`total\` beside \`data\`. Times are ISO 8601 in UTC. Amounts are rupees with two decimals, energy is Wh or kWh as the field says.

This page comes from this installation alone and calls nothing else. The same description is there for programs: [OpenAPI 3.1](/docs/api.json) and [a Postman collection](/docs/api/postman.json).

${signInGuide()}
## Scope of teams

Teams form a tree, and a call reaches a team with all teams below it.

- A path with \`{teamId}\` speaks of that team. \`getCaller\` (\`GET /cms/v1/caller\`) answers the number and the name of your own team, what you may do there, and until when a key counts; a key of any rights may call it.
- A list or a new record without a team in the path takes \`?teamId=\`; without it the team is the company’s own, or for a caller without a role there the team of the first role.
- A record that is asked for by its number alone is looked for in every team where the caller holds the right.

A record outside the scope reads like one that does not exist: 404. A right that is missing on the team is 403. Each operation below names the right that it needs, as \`Tag.update\`: the feature and one of view, create, update, delete.

## Paging, filters and sorts

Lists take \`page\` (from 1) and \`pageSize\` (${PAGE_SIZE} unless given, at most 100), and answer \`total\`. Without \`page\` at most ${figure(maxUnpagedRows)} rows come.

- \`sort=name\`, or \`sort=-name\` for the reverse. Each list names the fields it sorts by.
- \`q=text\` searches the fields that people see, in any case of letters.
- \`filters\` is JSON: \`{"combine": "AND", "conditions": [{"field": "status", "operator": "equals", "value": "Active"}]}\`. Each list names its fields with their operators. Days are read by the offset \`tz\` in minutes east of UTC, else by the business time zone.

Programs that read a whole list go by \`cursor\`: empty at first, then the \`next_cursor\` of the reply before, until that is null. Each page is found as fast as the first, and nothing is missed or comes twice while the list changes. The order is the list’s own: \`sort\`, \`page\` and \`export\` are refused beside it; \`q\`, \`filters\` and \`pageSize\` (100 unless given) count.

Large lists also take \`total=fast\`, which stops counting at 10,000 and says so in \`totalIsExact\`.

## ETag and If-Match

A reply with one record carries \`ETag\`. Send it back as \`If-Match\` with a change: if somebody has changed the record meanwhile, the change is refused with 409, nothing is written, and the reply holds the record as it is now with its \`ETag\`. Without \`If-Match\` the change is made as it is.

## Idempotency-Key

A POST may carry \`Idempotency-Key\`, a text of the caller’s own such as a UUID. The same key with the same call answers the same as the first time, within 24 hours, with the header \`Idempotent-Replayed\`, and nothing is done twice; the same key with another address or body is refused with 409. So a call whose answer was lost can be sent again. A refusal counts as an answer and is repeated too; 429, 500 and 503 are not, and neither is a refusal for want of a token or a right. A new try after a refusal, or after an operation that failed, is a new call and takes a new key.

While the first call is under way, the same key is answered 409 with \`Retry-After\`. If the product was ended in between, the call is carried out by the repetition where nothing had been changed; where it had, 409 says so, and the record shows what became of it. Calls with files take no key.

## Live stream

\`GET /cms/v1/team/{teamId}/events\` is a stream of server-sent events: \`station\`, \`connector\`, \`transaction\`, \`task\` and others, each with the fields that its reader may see. It takes the token of a sign-in (\`fetch\` with the header, not \`EventSource\`), ends with the token, and at most 20 are open for a user. \`?charger=\` adds the OCPP frames of one charge point. Programs with a key read lists again, or are told of events by webhooks.

${webhookGuide()}

## Uploads

\`POST /cms/v1/util/image-upload\` takes a picture as Base64 in JSON, or as \`multipart/form-data\`, at most 10 MB, and answers a link for the fields of records. Firmware and files of an import are sent as the body itself, \`application/octet-stream\`. Uploads of a company may take ${megabytes(limits.uploadBytesPerCompany)}, those of a user ${megabytes(limits.uploadBytesPerUserADay)} within 24 hours.

## Exports

\`export=true\` brings the whole filtered set of a list up to ${figure(maxExportRows)} rows, in one reply; more is refused with 422 \`Please narrow the filter\`. \`export=all\` brings any number of rows as a stream: read it row by row. A reply that breaks off is no JSON, and never a shorter list. At most ${limits.exportsPerUser} exports of a user run at a time.

## Errors

A refusal is \`{success: false, message, errors?}\`. \`message\` is for people; \`errors\` has a text for each wrong field. Programs go by the status:

| status | meaning | try again |
|---|---|---|
| 400 | unknown \`${VERSION_HEADER}\` | no |
| 401 | no token, or one that counts no more | after a sign-in |
| 403 | a right is missing, or a person is needed; with \`needs: "proof"\` only a proof | after a proof, else no |
| 404 | not there, or not in your scope | no |
| 409 | against the present state, or changed meanwhile | after reading the record |
| 422 | a wrong field or parameter, one that names a record which is not there or not in the right state, or a body that cannot be read or is too long | not as it is |
| 429 | too often | after \`Retry-After\` seconds |
| 500 | our failure; \`requestId\` finds it | once |
| 503 | the database or the file store is away | after \`Retry-After\` seconds |

## Limits

| what | limit |
|---|---|
| calls of a user or an API key | ${figure(limits.callsPerUser)} a minute |
| calls from an address | ${figure(limits.callsPerAddress)} a minute |
| exports of a user at a time | ${limits.exportsPerUser} |
| live streams of a user | 20 |
| body of a call | 1 MB, unless its operation says otherwise |
| rows on a page | 100 |

## Versions

Each version of the API is a date. Send \`${VERSION_HEADER}: ${VERSIONS[0]?.date}\` to be served the version that you wrote for. An API key has a version too, that of the day of its making, which serves its calls without the header; people with the right Integration.update change it where keys are listed. Without either the newest serves. The reply names the version that answered in the same header, and a version that does not exist is refused with 400. New operations, fields, parameters and words of a choice may come at any time: read past what you do not know. Nothing that exists is taken away or narrowed without 12 months’ notice on this page.

## Changes

${changes()}
`
