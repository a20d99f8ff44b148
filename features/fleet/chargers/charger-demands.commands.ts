// What is asked before a charger is made or changed: that all that the body names is the caller's to name, and that nothing
// stands in the way (D-CHARGER-1, D-CHARGER-9, D-ACC-5, D-GEN-8, D-OCPP-9, D-SITE-2).
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
import * as texts from './charger-form.contract.ts'
import { lowersProfile } from './charger-key.rules.ts'
import * as record from './charger-record.store.ts'

export const HAS_SESSION = 'Charge Point has an active transaction'
export const ID_IN_USE = 'The charger ID of a charge point with transactions cannot be changed'
export const ID_CONNECTED = 'The charger ID cannot be changed while the charge point is connected'
export const NO_KEY = 'The charge point has no key yet and would be locked out: make one first'

export function refuse(status: 409 | 422, field: string, text: string): never {
  fail(status, text, { [field]: text })
}
const mayFully = (who: Who, path: readonly number[]): boolean =>
  allows('ChargerPoint.full', roleOn(who, path)?.access ?? [])

export const demandFitId = (id: string): void => {
  if (!rules.isFitId(id)) refuse(422, 'chargepoint_id', texts.ID_UNFIT)
}

/** Every price group named is one of the company; null where none is asked about. `rows` stand for the rows of the body. */
export async function demandPriceGroups(trx: Trx, companyId: number, rows: readonly (number | null)[]): Promise<void> {
  const held = new Set(
    await prices.heldOf(
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

/** Who puts a charger at a site, or takes it away, may change both sites; the site serves the charger's team. */
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

/** The category is free or paid by the platform's own staff alone (D-ACC-5). */
export const maySetCategory = (who: Who): boolean => who.userType === 'ROOT' && who.companyType === 'GP'

/** Letting in what was refused needs full access on ChargerPoint (D-OCPP-9). */
export const demandMayLower = (who: Who, path: readonly number[], before: number, after: number): void => {
  if (lowersProfile(before, after) && !mayFully(who, path)) fail(403, notAuthorized)
}

export const planned = (old: readonly rules.OldConnector[], sent: readonly ConnectorBody[]): rules.Connector[] => {
  const plan = rules.connectorsOf(old, sent)
  return plan.ok ? plan.value : refuse(422, plan.error.field, plan.error.text)
}

/** Connectors that differ from the record are held against the form, in its words. */
export function described(sent: readonly SentConnector[]): ConnectorBody[] {
  const read = ChargerBody.shape.connectors.safeParse(sent)
  if (read.success) return read.data
  const errors: Record<string, string> = {}
  for (const i of read.error.issues) errors[fieldOf(['connectors', ...i.path])] ??= i.message
  return fail(422, read.error.issues[0]?.message ?? '', errors)
}

/** The team of the charger after the change: one on which the caller may change chargers, too. */
export async function demandTeam(
  trx: Trx,
  who: Who,
  row: DetailRow,
  { teamId = row.teamId }: ChargerChange,
  use: record.Use,
): Promise<record.TeamPlace> {
  if (teamId !== row.teamId) await teamScope(trx, who, teamId, 'ChargerPoint.update')
  const team = found(await record.placeOf(trx, teamId), 'Team not found')
  // A running session keeps its team and its prices; of another company it would show its figures to strangers.
  if (team.companyId !== row.companyId && use.isCharging) refuse(409, 'teamId', HAS_SESSION)
  return team
}

/** A point may be missing in records of earlier alone. */
export function demandPoint(row: DetailRow, { locationLatitude: lat, locationLongitude: lng }: ChargerChange): void {
  const errors = {
    ...(lat === null && row.latitude !== null && { locationLatitude: texts.ADDRESS_NEEDED }),
    ...(lng === null && row.longitude !== null && { locationLongitude: texts.ADDRESS_NEEDED }),
  }
  if (Object.keys(errors).length > 0) fail(422, texts.ADDRESS_NEEDED, errors)
}

/** A lower profile takes full access; one that asks for a key takes a key. */
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
