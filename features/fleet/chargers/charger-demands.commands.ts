// The checks before a charger is made or changed: the caller may name everything in the body, and nothing stands in the
// way (D-CHARGER-1, D-CHARGER-9, D-ACC-5, D-GEN-8, D-OCPP-9, D-SITE-2).
import { fieldOf } from '@wattdesk/base/issues'
import { notAuthorized } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import * as prices from '#money/price-groups/price-group.store.ts'
import type { Services } from '#office/installation/services.ts'
import { demandOwnFiles } from '#office/uploads/upload.commands.ts'
import { allows, roleOn, teamScope, type Who } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'
import { ChargerBody, type ChargerChange, type ConnectorBody, type SentConnector } from './charger-body.contract.ts'
import * as rules from './charger-change.rules.ts'
import type { DetailRow } from './charger-detail.store.ts'
import * as texts from './charger-form.words.ts'
import { lowersProfile } from './charger-key.rules.ts'
import * as record from './charger-record.store.ts'

export const HAS_SESSION = 'Charge Point has an active transaction'
export const ID_IN_USE = 'The charger ID of a charge point with transactions cannot be changed'
export const ID_CONNECTED = 'The charger ID cannot be changed while the charge point is connected'
const NO_KEY = 'The charge point has no key yet and would be locked out: make one first'

export function refuse(status: 409 | 422, field: string, text: string): never {
  fail(status, text, { [field]: text })
}
const mayFully = (who: Who, path: readonly number[]): boolean =>
  allows('ChargerPoint.full', roleOn(who, path)?.access ?? [])

export const demandFitId = (id: string): void => {
  if (!rules.isFitId(id)) refuse(422, 'chargepoint_id', texts.ID_UNFIT)
}

/** Every named price group must belong to the company; null where there is nothing to check. `rows` match the body. */
export async function demandPriceGroups(trx: Trx, companyId: number, rows: readonly (number | null)[]): Promise<void> {
  const held = new Set(
    await prices.lockPriceGroups(
      trx,
      companyId,
      rows.filter(id => id !== null),
    ),
  )
  const errors = Object.fromEntries(
    rows.flatMap((id, i) =>
      id === null || held.has(id) ? [] : [[`connectors.${i}.priceGroupId`, texts.PRICE_GROUP_UNKNOWN] as const],
    ),
  )
  if (Object.keys(errors).length > 0) fail(422, texts.PRICE_GROUP_UNKNOWN, errors)
}

/** Pictures that the record does not name yet must be the caller's to use. */
export const demandPhotos = (trx: Trx, who: Who, photos: readonly string[], before: readonly string[] = []) =>
  demandOwnFiles(
    trx,
    who,
    Object.fromEntries(
      photos.map((link, i) => [`photos.${i}`, { label: 'Photo', link, before: before.find(b => b === link) }]),
    ),
  )

/**
 * Putting a charger at a site, or taking it away, needs the right to change both sites; the site must serve the
 * charger's team.
 */
export async function demandSite(
  trx: Trx,
  who: Who,
  { from, to, team }: { from: number | null; to: number | null; team: record.TeamPlace },
): Promise<void> {
  for (const zoneId of [from, to]) {
    if (from === to || zoneId === null) continue
    const site = await record.siteOf(trx, zoneId)
    const role = site && roleOn(who, site.path)
    if (!site || (!role && zoneId === to)) refuse(422, 'chargingSiteId', texts.SITE_UNKNOWN)
    if (!allows('ChargingSite.update', role?.access ?? [])) fail(403, notAuthorized)
    if (zoneId === to && !team.path.includes(site.teamId)) refuse(422, 'chargingSiteId', texts.SITE_ELSEWHERE)
  }
}

/** Only the platform's own staff may set the category, free or paid (D-ACC-5). */
export const maySetCategory = (who: Who): boolean => who.userType === 'ROOT' && who.companyType === 'GP'

/** Lowering the security profile needs full access on ChargerPoint (D-OCPP-9). */
export const demandMayLower = (who: Who, path: readonly number[], before: number, after: number): void => {
  if (lowersProfile(before, after) && !mayFully(who, path)) fail(403, notAuthorized)
}

export const planned = (old: readonly rules.OldConnector[], sent: readonly ConnectorBody[]): rules.Connector[] => {
  const plan = rules.connectorsOf(old, sent)
  return plan.ok ? plan.value : refuse(422, plan.error.field, plan.error.text)
}

/** Checks connectors that differ from the record against the form's rules, and fails with the form's messages. */
export function described(sent: readonly SentConnector[]): ConnectorBody[] {
  const read = ChargerBody.shape.connectors.safeParse(sent)
  if (read.success) return read.data
  const errors: Record<string, string> = {}
  for (const i of read.error.issues) errors[fieldOf(['connectors', ...i.path])] ??= i.message
  return fail(422, read.error.issues[0]?.message ?? '', errors)
}

/** Returns the team of the charger after the change; the caller must have the right to change chargers there, too. */
export async function demandTeam(
  trx: Trx,
  who: Who,
  row: DetailRow,
  { teamId = row.teamId }: ChargerChange,
  use: record.Use,
): Promise<record.TeamPlace> {
  if (teamId !== row.teamId) await teamScope(trx, who, teamId, 'ChargerPoint.update')
  const team = found(await record.placeOf(trx, teamId), 'Team not found')
  // A running session keeps its team and its prices; under another company its figures would be shown to strangers.
  if (team.companyId !== row.companyId && use.isCharging) refuse(409, 'teamId', HAS_SESSION)
  return team
}

/** Only old records may lack a point: a point on record cannot be removed. */
export function demandPoint(row: DetailRow, { locationLatitude: lat, locationLongitude: lng }: ChargerChange): void {
  const errors = {
    ...(lat === null && row.latitude !== null && { locationLatitude: texts.ADDRESS_NEEDED }),
    ...(lng === null && row.longitude !== null && { locationLongitude: texts.ADDRESS_NEEDED }),
  }
  if (Object.keys(errors).length > 0) fail(422, texts.ADDRESS_NEEDED, errors)
}

/** A lower profile takes full access; a profile that asks for a key takes a key. */
export async function demandAccess(
  services: Services,
  trx: Trx,
  who: Who,
  row: DetailRow,
  { security_profile: sent }: ChargerChange,
): Promise<void> {
  if (sent === undefined || sent === row.securityProfile) return
  const inForce = (profile: number | null) => profile ?? services.ocppSecurity
  const [before, after] = [inForce(row.securityProfile), inForce(sent)]
  const { path } = found(await record.placeOf(trx, row.teamId), 'Team not found')
  demandMayLower(who, path, before, after)
  if (after > before && (after === 1 || after === 2) && !row.hasKey) refuse(422, 'security_profile', NO_KEY)
  await record.forgetExpectedProfile(trx, row.chargepointPk)
}
