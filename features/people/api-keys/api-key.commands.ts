// Making, changing, rotating, keeping and revoking API keys (KEY-01). A key has no rights that the person who gives them
// lacks on its team.
import { type AccessEntry, accessOfLetters } from '@wattdesk/base/access'
import { notAuthorized } from '@wattdesk/base/text'
import { dayOf, dayStart, hourMs } from '@wattdesk/base/time'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { flagsText } from '#people/roles/above.rules.ts'
import { beyond, FLAGS, granted, wholeAccess } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import { newSecret, rightsOf } from '#platform/access/api-key.ts'
import { roleOn, type Who } from '#platform/access/scope.ts'
import { type Caller, UNIQUE_VIOLATION, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { recordActs } from '#platform/records/acts.ts'
import { type ApiKey, apiKeyRecord } from './api-key.contract.ts'
import * as store from './api-key.store.ts'
import { MOST_KEYS } from './api-key.words.ts'
import type { ApiKeyBody } from './api-key-body.contract.ts'
import { versionOn } from './api-version.words.ts'

const MISSING = 'API key not found'
const WORDS: Words = { [UNIQUE_VIOLATION]: { text: 'An API key of the team has this name', field: 'name' } }

/** A key in the audit log: a line for each feature, as roles have it; of the secret its first characters. */
const auditValues = (row: store.ApiKeyRow) => ({
  name: row.name,
  team_name: row.teamName,
  // Its name says nothing of a secret, else the log would hide it.
  begins_with: row.secretStart,
  valid_until: row.validUntil,
  api_version: row.apiVersion,
  keeper: row.keeper,
  addresses: row.addresses.join(', '),
  ...Object.fromEntries(
    accessOfLetters(store.rightsOfRow(row)).map(e => [e.featureName, FLAGS.filter(f => e[f] === 'Y').join(', ')]),
  ),
})
const acts = recordActs({
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  kind: apiKeyRecord,
  missing: MISSING,
  words: WORDS,
  readsRights: true,
  valuesOf: auditValues,
})
export const readApiKey = acts.read

/** Refuses flags that the caller lacks on the team of the key, and names them. */
function demandHeld(who: Who, path: readonly number[], wanted: readonly AccessEntry[]): void {
  const lacking = beyond(wanted, roleOn(who, path)?.access ?? [])
  if (lacking.length > 0) fail(403, notAuthorized, { access: `You do not hold ${flagsText(lacking)} there yourself` })
}
const demandCounting = (row: store.ApiKeyRow): void => {
  if (row.revokedAt) fail(409, 'The API key was revoked')
}

/** The end of a day, 'yyyy-MM-dd', in the business zone. */
const dayAfter = (day: string, zone: string): Date => {
  const [y = 0, m = 0, d = 0] = day.split('-').map(Number)
  return dayStart(y, m, d + 1, zone)
}
/** The columns beside the fields; 422 for a last day that is over. */
function columnsOf({ now, timeZone }: Services, body: ApiKeyBody, access: readonly AccessEntry[]) {
  const { valid_until: until } = body
  if (until && until < dayOf(now(), timeZone)) fail(422, 'The day is over', { valid_until: 'The day is over' })
  return {
    addresses: body.addresses,
    rights: JSON.stringify(rightsOf(access)),
    endsAt: until ? dayAfter(until, timeZone) : null,
  }
}

/** A new key of the team of the call, kept by the caller; `secret` is nowhere else. */
export async function createApiKey(
  services: Services,
  caller: Caller,
  body: ApiKeyBody,
): Promise<{ data: ApiKey; secret: string }> {
  const secret = newSecret()
  const data = await acts.create(services, caller, async (trx, { who, scope }) => {
    const { path } = found(await roles.placeOf(trx, scope.teamId), 'Team not found')
    const access = wholeAccess(body.access)
    demandHeld(who, path, access)
    if ((await store.countOf(trx, scope.teamId)) >= MOST_KEYS) fail(409, `A team has at most ${MOST_KEYS} API keys`)
    const at = services.now()
    const apiVersion = body.api_version ?? versionOn(dayOf(at, services.timeZone))
    const beside = { ...columnsOf(services, body, access), keptBy: who.userId, createdAt: at, apiVersion }
    const id = await store.create(trx, body, { ...beside, teamId: scope.teamId })
    await store.addSecret(trx, id, secret, at, at)
    return { id, scope }
  })
  return { data, secret }
}

export const updateApiKey = (services: Services, caller: Caller, id: number, body: ApiKeyBody): Promise<ApiKey> =>
  acts.change(services, caller, id, async (trx, before, { who }) => {
    demandCounting(before)
    const access = wholeAccess(body.access)
    demandHeld(who, before.path, granted(accessOfLetters(store.rightsOfRow(before)), access))
    const isSameDay = body.valid_until === before.validUntil
    const { endsAt, ...columns } = columnsOf(services, isSameDay ? { ...body, valid_until: null } : body, access)
    const apiVersion = body.api_version ?? before.apiVersion
    await store.update(trx, id, body, { ...columns, apiVersion, ...(!isSameDay && { endsAt }) })
  })

/** A further deed on one key, under the update right, told to the log by a word of its own. */
const deed = (
  services: Services,
  caller: Caller,
  id: number,
  run: (trx: Trx, row: store.ApiKeyRow, who: Who) => Promise<{ action: string; after?: Record<string, string> }>,
): Promise<ApiKey> =>
  acts.change(services, caller, id, async (trx, before, { who, by }) => {
    demandCounting(before)
    const { action, after } = await run(trx, before, who)
    const recordId = `${apiKeyRecord.prefix}${id}`
    await audit.write(trx, by, {
      action,
      feature: 'Integration',
      recordId,
      teamId: before.teamId,
      after: after ?? null,
    })
  })

/** A new secret; the one before still counts for so many hours. */
export async function rotateApiKey(
  services: Services,
  caller: Caller,
  id: number,
  overlapHours: number,
): Promise<{ data: ApiKey; secret: string }> {
  const secret = newSecret()
  const data = await deed(services, caller, id, async trx => {
    const at = services.now()
    await store.addSecret(trx, id, secret, at, new Date(at.getTime() + overlapHours * hourMs))
    return { action: 'rotate', after: { overlap_hours: String(overlapHours) } }
  })
  return { data, secret }
}

/** The caller keeps the key from now on, who must hold all its rights. */
export const keepApiKey = (services: Services, caller: Caller, id: number): Promise<ApiKey> =>
  deed(services, caller, id, async (trx, row, who) => {
    demandHeld(who, row.path, accessOfLetters(store.rightsOfRow(row)))
    await store.keep(trx, id, who.userId)
    return { action: 'keep' }
  })

export const revokeApiKey = (services: Services, caller: Caller, id: number): Promise<void> =>
  acts.remove(services, caller, id, async (trx, row) => {
    demandCounting(row)
    await store.revoke(trx, id, services.now())
    return undefined
  })
