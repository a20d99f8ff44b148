// Making and changing a charger: the caller needs the right to everything named in the body; fields that decide on
// later bills and limits are dated; nodes with a copy of the record read it again (D-CHARGER-1 to D-CHARGER-11,
// D-OCPP-9, D-GEN-8).

import { found } from '@wattdesk/wire/route'
import * as connectors from '#fleet/stations/connector.store.ts'
import type { Services } from '#office/installation/services.ts'
import { type Scope, teamScope, type Who } from '#platform/access/scope.ts'
import { type AfterCommit, act, type Caller, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Trx } from '#platform/db/db.ts'
import { chargerReply, MISSING } from './charger.commands.ts'
import { type Charger, chargerRecord } from './charger.contract.ts'
import type { ChargerBody, ChargerChange, SentConnector } from './charger-body.contract.ts'
import * as rules from './charger-change.rules.ts'
import * as demands from './charger-demands.commands.ts'
import * as detail from './charger-detail.store.ts'
import { fieldsOf, NEW_FIELDS } from './charger-fields.rules.ts'
import * as form from './charger-form.store.ts'
import * as texts from './charger-form.words.ts'
import * as record from './charger-record.store.ts'
import { setSite } from './charger-site.store.ts'
import * as store from './charger-write.store.ts'
import { hashKey, newKey } from './key-hash.crypto.ts'

const WORDS: Words = Object.fromEntries(
  ['charger_id_live', 'charger_identity_live'].map(index => [index, { field: 'chargepoint_id', text: texts.ID_TAKEN }]),
)
const ofTeam = (teamId: number): Scope => ({ kind: 'teams', teamId, teams: [teamId] })

/** Returns the fields of a charger for the audit log: all that people edit. */
const auditOf = (c: Charger) => chargerRecord.part(c) as Record<string, unknown>

export type CreatedCharger = Charger & { authorizationKey: string | null }
/** Makes a charger. Where the security profile in force asks for a key, the key is in the answer, this once. */
export const createCharger = (
  services: Services,
  { who, by, scope }: Caller,
  body: ChargerBody,
): Promise<CreatedCharger> =>
  act(
    services,
    async trx => {
      const teamId = body.teamId ?? scope.teamId
      await teamScope(trx, who, teamId, 'ChargerPoint.create')
      const team = found(await record.placeOf(trx, teamId), 'Team not found')
      demands.demandFitId(body.chargepoint_id)
      const profile = body.security_profile ?? services.ocppSecurity
      demands.demandMayLower(who, team.path, services.ocppSecurity, profile)
      const connectors = demands.planned([], body.connectors)
      await demands.demandPriceGroups(
        trx,
        team.companyId,
        connectors.map(c => c.priceGroupId),
      )
      const zoneId = body.chargingSiteId ?? null
      await demands.demandSite(trx, who, { from: null, to: zoneId, team })
      await demands.demandPhotos(trx, who, body.photos ?? [])
      const key = profile >= 1 ? newKey() : null
      const pk = await store.create(trx, {
        teamId,
        chargepointId: body.chargepoint_id,
        chargepointName: body.chargepoint_name,
        ...(zoneId !== null && { zoneId }),
        ...(key !== null && { keyHash: hashKey(Buffer.from(key)) }),
        createdAt: services.now(),
        connectors: connectors.map(c => ({ ...c, ...withoutNulls(c) })),
      })
      const category = demands.maySetCategory(who) ? body.charger_category : undefined
      await record.write(trx, pk, { ...fieldsOf(NEW_FIELDS, { ...body, charger_category: category }), isActive: true })
      await writeBeside(trx, pk, body)
      const after = await chargerReply(trx, ofTeam(teamId), who, String(pk), services.now())
      await audit.write(trx, by, {
        action: 'create',
        feature: 'ChargerPoint',
        recordId: pk,
        teamId,
        isMoney: true,
        after: { ...auditOf(after), hasKey: key !== null },
      })
      return { ...after, authorizationKey: key }
    },
    WORDS,
  )

/** Writes the parts of the form that are kept beside the record, as far as the body names them. */
async function writeBeside(trx: Trx, pk: number, { settings, faq }: Pick<ChargerChange, 'settings' | 'faq'>) {
  if (faq) await form.setInstructions(trx, pk, faq)
  if (!settings) return
  await form.setMails(trx, pk, {
    isEnabled: settings.enableNotifications,
    recipients: texts.recipientsOf(settings.notificationRecipients),
    events: settings.notificationFeatures,
  })
}

/** Changes the fields of a charger that the body holds. */
export const updateCharger = (services: Services, caller: Caller, id: string, sent: ChargerChange): Promise<Charger> =>
  act(services, (trx, then) => changeCharger(services, trx, then, caller, id, sent), WORDS)

/** Does the same within an act that changes more than the charger. */
export async function changeCharger(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  caller: Caller,
  id: string,
  sent: ChargerChange,
): Promise<Charger> {
  const { who, by, scope } = caller
  const now = services.now()
  const { pk, teamId } = found(await detail.lock(trx, scope, id), MISSING)
  const read = (team: number) => chargerReply(trx, ofTeam(team), who, String(pk), now, scope)
  await demandUnchanged(trx, caller, chargerRecord, pk, () => read(teamId))
  const before = await read(teamId)
  const row = found(await detail.get(trx, ofTeam(teamId), String(pk), now), MISSING)
  const use = await record.usageOf(trx, pk)
  const team = await demands.demandTeam(trx, who, row, sent, use)
  demands.demandPoint(row, sent)
  await demands.demandAccess(services, trx, who, row, sent)
  if (row.registrationStatus === 'Accepted' && (sent.registrationStatus ?? 'Accepted') !== 'Accepted')
    if (use.isCharging)
      // A charger that is not accepted cannot end its session, and its stop would be lost (D-OCPP-5).
      demands.refuse(409, 'registrationStatus', demands.HAS_SESSION)
  if (sent.chargepoint_id !== undefined && sent.chargepoint_id !== row.chargepointId)
    await changeId(trx, pk, sent.chargepoint_id, use)
  await demands.demandPhotos(trx, who, sent.photos ?? [], row.photos)
  await changePlace(trx, who, row, sent, team, now)
  await changeConnectors(trx, row, sent.connectors, team, now)
  const category = demands.maySetCategory(who) ? sent.charger_category : undefined
  await record.write(trx, pk, fieldsOf(row, { ...sent, charger_category: category }))
  // A form sends back the recipients of mails that it was filled with: the former company's recipients are dropped.
  const isKept = team.companyId === row.companyId || !isOfBefore(before, sent)
  await writeBeside(trx, pk, isKept ? sent : { faq: sent.faq })
  const after = await read(team.teamId)
  await audit.write(trx, by, {
    action: 'update',
    feature: 'ChargerPoint',
    recordId: pk,
    teamId: team.teamId,
    before: auditOf(before),
    after: auditOf(after),
    isMoney: isMoney(before, after),
  })
  then(() => {
    services.bus.changed({ what: 'charger', chargepointPk: pk })
    // Moved to another team or switched off: its alerts go along, or close.
    services.bus.news([pk])
  })
  return after
}

const isOfBefore = ({ settings: was }: Charger, { settings: now }: ChargerChange): boolean =>
  String(texts.recipientsOf(was.notificationRecipients)) ===
  String(texts.recipientsOf(now?.notificationRecipients ?? ''))

/** True where bills of later sessions differ. */
const isMoney = (a: Charger, b: Charger): boolean => {
  const terms = (c: Charger) =>
    JSON.stringify([c.teamId, c.charger_category, c.address.state, c.connectors.map(n => n.priceGroupId)])
  return terms(a) !== terms(b)
}

/** Changes the id. Refused where sessions or an open socket use the old id: sessions are looked up by it. */
async function changeId(trx: Trx, pk: number, id: string, use: record.Use): Promise<void> {
  demands.demandFitId(id)
  if (use.hasSessions) demands.refuse(409, 'chargepoint_id', demands.ID_IN_USE)
  if (use.isConnected) demands.refuse(409, 'chargepoint_id', demands.ID_CONNECTED)
  await record.forgetOldId(trx, pk)
}

/** Changes team and site, each as of now; a charger that moves leaves a site that does not serve its new team. */
async function changePlace(
  trx: Trx,
  who: Who,
  row: detail.DetailRow,
  { chargingSiteId }: ChargerChange,
  team: record.TeamPlace,
  now: Date,
): Promise<void> {
  const { chargepointPk: pk, zoneId: from } = row
  const to = chargingSiteId === undefined ? from : chargingSiteId
  if (team.teamId !== row.teamId) {
    const old = from === null ? undefined : await record.siteOf(trx, from)
    const stays = to === from && old !== undefined && team.path.includes(old.teamId)
    await demands.demandSite(trx, who, { from, to: to === from && !stays ? null : to, team })
    await store.moveToTeam(trx, pk, team.teamId, now)
    if (to !== from) await setSite(trx, pk, to, now)
    return
  }
  await demands.demandSite(trx, who, { from, to, team })
  await setSite(trx, pk, to, now)
}

/** Describes the connectors and dates their price groups. Connectors sent back as they were read change nothing. */
async function changeConnectors(
  trx: Trx,
  { chargepointPk: pk, companyId }: detail.DetailRow,
  sent: readonly SentConnector[] | undefined,
  team: record.TeamPlace,
  now: Date,
): Promise<void> {
  const old = await record.connectorsIn(trx, pk)
  const isSame = sent === undefined || rules.isSentBack(old, sent)
  const rows = isSame ? old : demands.planned(old, demands.described(sent))
  // A price group that stays within its company was checked before.
  const isNew = (c: rules.Connector) => old.find(o => o.connectorId === c.connectorId)?.priceGroupId !== c.priceGroupId
  const asked = rows.map(c => (companyId !== team.companyId || isNew(c) ? c.priceGroupId : null))
  await demands.demandPriceGroups(trx, team.companyId, asked)
  if (isSame) return
  await connectors.describe(trx, pk, rows)
  for (const { connectorId, priceGroupId } of rows)
    await connectors.setPriceGroup(trx, pk, priceGroupId, now, [connectorId])
}

const withoutNulls = <T extends object>(record: T) =>
  Object.fromEntries(Object.entries(record).filter(([, v]) => v !== null)) as {
    [K in keyof T]: Exclude<T[K], null>
  }
