// The refusals of the API in the reference: when each status comes, and a reply as the product answers it.
import { tooManyAttempts } from '@wattdesk/base/text'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { UNKNOWN_VERSION } from '#people/api-keys/api-version.words.ts'
import type { Json } from './shapes.ts'

type Refusal = { name: string; when: string; examples: Readonly<Record<string, Json>>; headers?: readonly string[] }
const refusal = (message: string, beside: Json = {}): Json => ({ success: false, message, ...beside })

/** By status; `app/api-reference/errors.test.ts` asks the product for each of the examples. */
export const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'BadVersion',
    when: 'The header `Wattdesk-Version` names a version that does not exist.',
    examples: { unknownVersion: refusal(UNKNOWN_VERSION) },
  },
  401: {
    name: 'NotSignedIn',
    when: 'No token, or a token or key that is wrong, has expired or was ended. Of a sign-in: a wrong password, or a ticket that is over.',
    examples: { noToken: refusal('No token provided.'), badToken: refusal('Invalid token.') },
  },
  403: {
    name: 'NotAllowed',
    when: 'The caller lacks the right on the team, or the call takes a person and came with an API key. With `needs: "proof"`, from the operations that say so: the same call counts after a proof of who is calling (`prove`); nothing was changed.',
    examples: {
      noRight: refusal('Not Authorized'),
      notByKey: refusal('An API key cannot do this: it takes a person who is signed in.'),
      needsProof: refusal('Please confirm that it is you.', { needs: 'proof' }),
    },
  },
  404: {
    name: 'NotFound',
    when: 'No such record within the teams of the caller. A record of another company reads like a missing one.',
    examples: { notFound: refusal('RFID Tag not found') },
  },
  409: {
    name: 'Conflict',
    when: 'The present state does not allow the change. With `If-Match`, also when the record has changed meanwhile: `data` is the record as it is now, `changed` its last change, and `ETag` its tag. Nothing was written.',
    examples: {
      changedMeanwhile: refusal('This record was changed by asha 2 minutes ago', {
        data: { role_id: 7, role_name: 'Operator' },
        changed: { by: 'asha', at: '2026-11-29T09:58:00.000Z' },
      }),
      inUse: refusal('Role is held by asha, and cannot be deleted'),
    },
    headers: ['ETag'],
  },
  422: {
    name: 'Invalid',
    when: 'A parameter or a field is wrong, or the body is no JSON, too long or of another media type. `errors` has a text for each field.',
    examples: {
      wrongField: refusal('Cannot sort by colour', { errors: { sort: 'Cannot sort by colour' } }),
      noJson: refusal('The request is no valid JSON'),
    },
  },
  429: {
    name: 'TooOften',
    when: 'More calls than the limits of the caller or of its address allow. `Retry-After` says in how many seconds to try again.',
    examples: { tooOften: refusal(tooManyAttempts) },
    headers: ['Retry-After'],
  },
  500: {
    name: 'Failed',
    when: 'The product failed. Support finds the failure by `requestId`.',
    examples: {
      failed: refusal('Something went wrong. Please try again.', { requestId: 'req-1' }),
    },
  },
  503: {
    name: 'Unavailable',
    when: 'The database or the file store cannot be reached at the moment. `Retry-After` says in how many seconds to try again.',
    examples: { databaseAway: refusal('The database is not reachable. Please try again.') },
    headers: ['Retry-After'],
  },
}

/** Calls without a sign-in that look at a secret of their own: which statuses they refuse with. */
const DOORS: readonly (readonly [path: RegExp, statuses: readonly number[]])[] = [
  [/^\/auth\//, [401, 403]],
  [/^\/public\/v1\/pay\//, [403]],
  [/\/upi\//i, [401, 403]],
]
const ofDoor = ({ path }: AnyEndpoint): readonly number[] => DOORS.find(([door]) => door.test(path))?.[1] ?? []

/** The statuses with which an endpoint may refuse a call. */
export function refusalsOf(e: AnyEndpoint): number[] {
  const changes = e.method !== 'GET' && !e.reads
  return [
    400,
    ...(e.can === 'anyone' ? ofDoor(e) : [401, 403]),
    ...(e.params || (e.can !== 'anyone' && e.can !== 'signed in') ? [404] : []),
    ...(changes ? [409] : []),
    ...(e.params || e.query || e.body || changes ? [422] : []),
    429,
    500,
    503,
  ]
}
