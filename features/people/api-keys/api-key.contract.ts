// Keys by which programs call the API (KEY-01). A key is shown once, when it is made or rotated; only people make them.
import type { AccessEntry as Entry } from '@wattdesk/base/access'
import { recordId } from '@wattdesk/base/fields'
import type { ShownRecord } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { AccessEntry } from '@wattdesk/base/session-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { recordEndpoints, recordKind } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { apiKeyFields } from './api-key.fields.ts'
import { ApiKeyBody, RotationBody } from './api-key-body.contract.ts'

export const ApiKey = replySchema(apiKeyFields, 'ApiKey').extend({
  addresses: z.array(z.string()),
  /** An entry for each feature. */
  access: z.array(AccessEntry),
  /** Until when the secret before the last rotation still counts; null: it does not. */
  overlap_until: z.string().nullable(),
})
export type ApiKey = ShownRecord<typeof apiKeyFields> & {
  addresses: string[]
  access: Entry[]
  overlap_until: string | null
}
const kind = recordKind<ApiKey>('Integration', apiKeyFields)
/** What people write of a key. */
export const apiKeyRecord = {
  ...kind,
  prefix: 'key ',
  // A new secret is a change too: of two people who rotate a key, the second is told of the first.
  part: (data: ApiKey) => ({
    ...(kind.part(data) as object),
    addresses: data.addresses,
    api_version: data.api_version,
    access: data.access,
    secret_start: data.secret_start,
  }),
}
const keys = recordEndpoints({
  kind: apiKeyRecord,
  fields: apiKeyFields,
  key: 'api_key_id',
  reply: ApiKey,
  body: ApiKeyBody,
})

export const listApiKeys = keys.list('/cms/v1/team/{teamId}/api-keys', {
  summary: 'The API keys of a team and the teams below it, newest first',
})
export const getApiKey = keys.read('/cms/v1/api-keys/{apiKeyId}', { summary: 'One API key' })
export const createApiKey = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/api-keys',
  can: 'Integration.create',
  callers: 'people',
  record: apiKeyRecord,
  asksAgain: true,
  summary: 'A new API key of a team; `secret` is shown this once',
  params: z.object({ teamId: recordId() }),
  body: ApiKeyBody,
  data: ApiKey,
  beside: { secret: z.string() },
  status: 201,
})
/** Who calls: a program by its key, or a person who is signed in. */
export const Caller = z
  .object({
    kind: z.enum(['key', 'person']),
    /** The name of the key, or the username of the person. */
    name: z.string(),
    /** The team that the key is for, or that counts for the person where a call names none; null: the person holds no role. */
    teamId: z.number().int().nullable(),
    team_name: z.string().nullable(),
    /** The rights that the caller has on the team now, an entry for each feature. */
    access: z.array(AccessEntry),
    /** The last day on which the key counts, `yyyy-MM-dd`; null: it counts until it is revoked. */
    valid_until: z.string().nullable(),
  })
  .meta({ id: 'Caller' })
export type Caller = z.infer<typeof Caller>
export const getCaller = endpoint({
  method: 'GET',
  path: '/cms/v1/caller',
  can: 'signed in',
  callers: 'people and keys',
  summary: 'Who calls: the key or the person, its team with its number, its rights, and until when it counts',
  data: Caller,
})
export const updateApiKey = endpoint({
  method: 'PUT',
  path: '/cms/v1/api-keys/{apiKeyId}',
  can: 'Integration.update',
  callers: 'people',
  record: apiKeyRecord,
  asksAgain: true,
  summary: 'Change an API key; acts at once',
  params: z.object({ apiKeyId: recordId() }),
  body: ApiKeyBody,
  data: ApiKey,
})
export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/cms/v1/api-keys/{apiKeyId}/rotation',
  can: 'Integration.update',
  callers: 'people',
  record: apiKeyRecord,
  asksAgain: true,
  summary: 'Give an API key a new secret; the old one may count for a while',
  params: z.object({ apiKeyId: recordId() }),
  body: RotationBody,
  data: ApiKey,
  beside: { secret: z.string() },
})
export const keepApiKey = endpoint({
  method: 'POST',
  path: '/cms/v1/api-keys/{apiKeyId}/keeper',
  can: 'Integration.update',
  callers: 'people',
  asksAgain: true,
  summary: "Keep an API key from now on: its rights are bounded by the caller's",
  params: z.object({ apiKeyId: recordId() }),
  data: ApiKey,
})
export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/cms/v1/api-keys/{apiKeyId}',
  can: 'Integration.delete',
  callers: 'people',
  record: apiKeyRecord,
  summary: 'Revoke an API key; acts at once and cannot be undone',
  params: z.object({ apiKeyId: recordId() }),
  data: z.object({ api_key_id: z.number().int() }),
})
