// API keys, by which programs call (KEY-02): bearer tokens that begin with `wdk_`. A key has the rights that are stored with it,
// and none that the person who keeps it lacks at the moment of the call.
import { createHash, randomBytes } from 'node:crypto'
import { type AccessEntry, FLAG_LETTERS, type Flag } from '@wattdesk/base/access'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { trusted } from '#platform/http/forwarded.ts'

/** A key as it narrows the rights of its keeper: to a team with all teams below it, and to its own flags. */
export type HeldKey = {
  apiKeyId: number
  name: string
  teamId: number
  path: readonly number[]
  rights: KeyRights
  /** The version of the API that serves its calls, a date. */
  apiVersion: string
}
/** The letters of flags by the id of the feature: `{ 5: 'vcu' }`. */
export type KeyRights = Readonly<Record<string, string>>

const START = 'wdk_'
/** The characters that people tell keys apart by. */
const SHOWN_CHARACTERS = 10
export const isApiKey = (token: string): boolean => token.startsWith(START)
/** A new secret of 256 random bits. */
export const newSecret = (): string => START + randomBytes(32).toString('base64url')
export const startOf = (secret: string): string => secret.slice(0, SHOWN_CHARACTERS)
/** What is stored of a secret. Its randomness needs no slow hash. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const FLAGS = Object.keys(FLAG_LETTERS) as Flag[]
export const rightsOf = (access: readonly AccessEntry[]): KeyRights =>
  Object.fromEntries(
    access.flatMap(e => {
      const letters = FLAGS.filter(f => e[f] === 'Y').map(f => FLAG_LETTERS[f])
      return letters.length > 0 ? [[e.featureId, letters.join('')]] : []
    }),
  )
/** The flags that both the entries and the rights have. */
export const narrowed = (access: readonly AccessEntry[], rights: KeyRights): AccessEntry[] =>
  access.map(e => {
    const both = (f: Flag) => (e[f] === 'Y' && rights[e.featureId]?.includes(FLAG_LETTERS[f]) ? 'Y' : 'N')
    return { ...e, view: both('view'), create: both('create'), update: both('update'), delete: both('delete') }
  })
/** A key whose secret was sent, with the person who keeps it; or the key with the reason why it does not count. */
export type SentKey =
  | { key: HeldKey & { keptBy: number }; refusal?: undefined }
  | { key: HeldKey; refusal: { status: 401 | 403; text: string } }

type KeyRow = {
  apiKeyId: number
  name: string
  teamId: number
  path: number[]
  rights: KeyRights
  apiVersion: string
  keptBy: number | null
  addresses: string[]
  isOver: boolean
  isReplaced: boolean
  isRevoked: boolean
}

/**
 * The key of a secret, for a call from an address; undefined: no key has this secret. 401 where the key no longer counts, 403
 * from another address.
 */
export async function readKey(
  db: Db,
  secret: string,
  { ip, now }: { ip: string; now: Date },
): Promise<SentKey | undefined> {
  const { rows } =
    await sql<KeyRow>`select k.api_key_id, k.name, k.team_id, t.path, k.rights, k.api_version, k.kept_by, k.addresses,
      coalesce(k.ends_at <= ${now}, false) as is_over, coalesce(s.ends_at <= ${now}, false) as is_replaced,
      k.revoked_at is not null as is_revoked
    from api_key_secret s join api_key k using (api_key_id) join team t on t.id = k.team_id
    where s.hash = ${hashOf(secret)}`.execute(db)
  const k = rows[0]
  if (!k) return undefined
  const { apiKeyId, name, teamId, path, rights, apiVersion, keptBy } = k
  const key = { apiKeyId, name, teamId, path, rights, apiVersion }
  const refused = (status: 401 | 403, text: string) => ({ key, refusal: { status, text } })
  if (k.isRevoked) return refused(401, 'This API key was revoked.')
  if (k.isOver) return refused(401, 'This API key is no longer valid.')
  if (k.isReplaced) return refused(401, 'This API key was replaced by a newer one.')
  if (keptBy === null) return refused(401, 'Nobody keeps this API key any more.')
  if (k.addresses.length > 0 && !trusted(k.addresses.join(','))(ip))
    return refused(403, `This API key may not be used from ${ip}.`)
  return { key: { ...key, keptBy } }
}

/** The key as of now, in the transaction of a change; undefined where it was revoked meanwhile. */
export async function readKeyAgain(trx: Trx, { apiKeyId }: HeldKey): Promise<HeldKey | undefined> {
  const { rows } = await sql<HeldKey>`select k.api_key_id, k.name, k.team_id, t.path, k.rights, k.api_version
    from api_key k join team t on t.id = k.team_id where k.api_key_id = ${apiKeyId} and k.revoked_at is null`.execute(
    trx,
  )
  return rows[0]
}
