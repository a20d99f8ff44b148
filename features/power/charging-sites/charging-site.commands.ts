// Making, changing and deleting charging sites, and so moving chargers between them (D-SITE-2, D-GEN-8). Changes of one
// site follow each other; where two sites take the same charger at once, one of them is refused.
import type { Can } from '@wattdesk/base/access'
import { fail, found } from '@wattdesk/wire/route'
import { clearSite, setSites } from '#fleet/chargers/charger-site.store.ts'
import type { Services } from '#office/installation/services.ts'
import { allows, roleOn, teamScope, type Who } from '#platform/access/scope.ts'
import { act, type Caller, REFERRED, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Trx } from '#platform/db/db.ts'
import { wake } from '#power/load-balancing/load.store.ts'
import * as calls from './charging-site.contract.ts'
import { type Site, siteRecord } from './charging-site.contract.ts'
import * as store from './charging-site.store.ts'
import type { SiteBody } from './charging-site-body.contract.ts'
import { changeOf, type NamedCharger, refusalOf } from './site-chargers.rules.ts'

export const MISSING = 'Charging site not found'
const WORDS: Words = {
  [REFERRED]: { text: 'The charging site cannot be deleted, a charger was just put there. Please try again.' },
}
const kept = (r: store.ChargingSiteRow) => {
  const { zoneId: _, teamId: __, team_name: ___, ...site } = store.siteOf(r)
  return site
}

/** Returns a charger for the rule, for a caller who needs `can` in its team. */
function namedOf(id: string, c: store.SiteCharger | undefined, who: Who, can: Can): NamedCharger {
  const role = c && roleOn(who, c.path)
  if (!c || !role) return { id, isKnown: false, mayAssign: false, companyId: 0, path: [], site: null }
  const isSeen = c.zonePath !== null && allows(calls.getSite.can, roleOn(who, c.zonePath)?.access ?? [])
  return {
    id,
    isKnown: true,
    mayAssign: allows(can, role.access),
    companyId: c.companyId,
    path: c.path,
    site: c.zoneId === null ? null : { zoneId: c.zoneId, name: isSeen ? c.zoneName : null },
  }
}

/** The records of chargers change with their site: each gets its own audit entry. */
async function tellChargers(
  trx: Trx,
  by: Caller['by'],
  chargers: readonly Pick<store.SiteCharger, 'pk' | 'teamId'>[],
  [from, to]: readonly [number | null, number | null],
): Promise<void> {
  for (const { pk, teamId } of chargers)
    await audit.write(trx, by, {
      action: 'update',
      feature: 'ChargerPoint',
      recordId: pk,
      teamId,
      before: { chargingSiteId: from },
      after: { chargingSiteId: to },
    })
}

/** Puts the named chargers at a site and takes all others away; 403, 409 or 422 where a charger may not be moved. */
async function assign(
  trx: Trx,
  { who, by }: Pick<Caller, 'who' | 'by'>,
  { site, chargers, can, at }: { site: store.ChargingSiteRow; chargers: readonly string[]; can: Can; at: Date },
): Promise<void> {
  const { added, removed } = changeOf(
    site.chargers.map(c => c.id),
    chargers,
  )
  const held = new Map((await store.holdChargers(trx, [...added, ...removed])).map(c => [c.id, c]))
  const refused = refusalOf(
    added.map(id => namedOf(id, held.get(id), who, can)),
    site,
  )
  if (refused) fail(refused.status, refused.text, refused.status === 403 ? undefined : { chargers: refused.text })
  // Another site may have them by now, and a deleted charger stands nowhere.
  const leaving = removed.flatMap(id => held.get(id) ?? []).filter(c => c.zoneId === site.zoneId)
  if (leaving.some(c => !allows(can, roleOn(who, c.path)?.access ?? []))) fail(403, 'Not Authorized')
  const coming = added.flatMap(id => held.get(id) ?? []).filter(c => c.zoneId === null)
  await setSites(
    trx,
    leaving.map(c => c.pk),
    null,
    at,
  )
  await setSites(
    trx,
    coming.map(c => c.pk),
    site.zoneId,
    at,
  )
  await tellChargers(trx, by, leaving, [site.zoneId, null])
  await tellChargers(trx, by, coming, [null, site.zoneId])
}

/** Makes a site of the team of the call, with its chargers. */
export const createChargingSite = (services: Services, { who, by, scope }: Caller, body: SiteBody): Promise<Site> =>
  act(services, async trx => {
    const { scope: now } = await teamScope(trx, who, scope.teamId, calls.createSite.can)
    const { chargers = [], isLoadBalancingReq = 0, ...rest } = body
    const zoneId = await store.create(trx, {
      ...rest,
      teamId: scope.teamId,
      isLoadBalancing: isLoadBalancingReq === 1,
    })
    const site = found(await store.get(trx, now, zoneId), MISSING)
    await assign(trx, { who, by }, { site, chargers, can: calls.createSite.can, at: services.now() })
    await wake(trx, [zoneId], services.now())
    const row = found(await store.get(trx, now, zoneId), MISSING)
    await audit.write(trx, by, {
      action: 'create',
      feature: 'ChargingSite',
      recordId: zoneId,
      teamId: row.teamId,
      after: kept(row),
    })
    return store.siteOf(row)
  })

/** Changes a site: texts, limit, chargers; the flag and the chargers stay where the body leaves them out. */
export const updateChargingSite = (services: Services, caller: Caller, zoneId: number, body: SiteBody): Promise<Site> =>
  act(services, async trx => {
    const { by, scope } = caller
    await store.lock(trx, zoneId, 'change')
    const before = found(await store.get(trx, scope, zoneId), MISSING)
    await demandUnchanged(trx, caller, siteRecord, zoneId, () => store.siteOf(before))
    const { chargers, isLoadBalancingReq, timeZone = before.timeZone, ...rest } = body
    const isLoadBalancing = isLoadBalancingReq === undefined ? before.isLoadBalancing : isLoadBalancingReq === 1
    await store.update(trx, zoneId, { ...rest, timeZone, isLoadBalancing })
    if (chargers) await assign(trx, caller, { site: before, chargers, can: calls.updateSite.can, at: services.now() })
    await wake(trx, [zoneId], services.now())
    const row = found(await store.get(trx, scope, zoneId), MISSING)
    await audit.write(trx, by, {
      action: 'update',
      feature: 'ChargingSite',
      recordId: zoneId,
      teamId: row.teamId,
      before: kept(before),
      after: kept(row),
    })
    return store.siteOf(row)
  })

/** Deletes a site; its chargers then stand at no site. */
export const removeChargingSite = (services: Services, caller: Caller, zoneId: number): Promise<void> =>
  act(
    services,
    async trx => {
      const { by, scope } = caller
      await store.lock(trx, zoneId, 'delete')
      const row = found(await store.get(trx, scope, zoneId), MISSING)
      await demandUnchanged(trx, caller, siteRecord, zoneId, () => store.siteOf(row))
      const chargers = await store.holdChargers(
        trx,
        row.chargers.map(c => c.id),
      )
      const freed = await clearSite(trx, zoneId, services.now())
      await tellChargers(
        trx,
        by,
        chargers.filter(c => freed.includes(c.pk)),
        [zoneId, null],
      )
      await audit.write(trx, by, {
        action: 'delete',
        feature: 'ChargingSite',
        recordId: zoneId,
        teamId: row.teamId,
        before: kept(row),
      })
      await store.remove(trx, zoneId)
    },
    WORDS,
  )
