// The address of a test of a charger, and what its handshake shows: the token of the test, what the charger appends, its
// password (docs/decisions/0097-a-charger-tests-itself.md).
import type { IncomingMessage } from 'node:http'
import { basicCredentials, identityFromPath } from '@wattdesk/ocpp/handshake'
import type { TestRow } from '#control/charger-tests/charger-test.store.ts'
import type { Handshake, Note } from '#control/charger-tests/journal.rules.ts'
import { keyMatches } from '#fleet/chargers/key-hash.crypto.ts'

const PREFIX = '/ocpp/test/'
/** Headers are kept up to this length. */
const LONGEST = 200

/** No identity of a charger has a slash, so that no charger of the network has such an address. */
export const isTestAddress = (url: string | undefined): boolean => url?.startsWith(PREFIX) ?? false

type Place = { token: string; identity: string | null }
/** The test that an address names, and what the charger appends to it; undefined: it is no such address. */
export function placeOf(url: string): Place | undefined {
  const [, token, rest] = /^([0-9a-f]{32})(?:\/([^?#]*))?(?:[?#].*)?$/.exec(url.slice(PREFIX.length)) ?? []
  if (token === undefined) return undefined
  if (!rest?.replaceAll('/', '')) return { token, identity: null }
  const identity = identityFromPath(`/ocpp/${rest}`)
  return 'ok' in identity ? { token, identity: identity.ok } : undefined
}

export const handshakeOf = ({ headers }: IncomingMessage, { identity }: Place, isTls: boolean): Handshake => ({
  identity,
  isTls,
  offered: headers['sec-websocket-protocol']?.slice(0, LONGEST) ?? null,
  software: headers['user-agent']?.slice(0, LONGEST) ?? null,
})

type Refused = Extract<Note, { note: 'refused' }>['why']
/** The user name that a charger shows with the right password, or why it is refused. */
export function credentialsOf(
  { headers: { authorization } }: IncomingMessage,
  { keyHash }: Pick<TestRow, 'keyHash'>,
): { user: string | null } | { refused: Refused } {
  const given = basicCredentials(authorization)
  if (keyHash !== null && !given) return { refused: 'no password' }
  if (keyHash !== null && given && !keyMatches(keyHash, given.password)) return { refused: 'wrong password' }
  return { user: given?.user.slice(0, LONGEST) ?? null }
}
