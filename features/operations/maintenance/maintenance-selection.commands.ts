// Which chargers a maintenance means: those named, those that stand at its sites, and those that a view shows, as they are when
// it is saved, within the rights of the person who saves it.
import { listQuery } from '@wattdesk/base/paging'
import { fail } from '@wattdesk/wire/route'
import { chargerFilterFields, chargerSortFields } from '#fleet/chargers/charger.contract.ts'
import { choose } from '#fleet/chargers/charger-choice.store.ts'
import { knownOf } from '#fleet/maintenance/maintenance.store.ts'
import { MOST_CHARGERS } from '#fleet/maintenance/maintenance.words.ts'
import type { Services } from '#office/installation/services.ts'
import * as views from '#office/saved-views/saved-view.store.ts'
import type { Scope, Who } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'

export type Selection = { chargers: readonly number[]; sites: readonly number[]; view_id: number | null }
export type Selected = { pks: number[]; viewName: string | null }

/** The list whose views choose chargers. */
const LIST = 'chargers'
const NO_CHARGER = 'Some of these charge points are not of the team'
const NO_SITE = 'Some of these sites are not of the team'
const NO_VIEW = 'View not found'
const OLD_VIEW = 'This view filters by what the list no longer has. Save it anew.'
const NOBODY = 'No charge point is chosen by this'
const TOO_MANY = `At most ${MOST_CHARGERS.toLocaleString('en-IN')} charge points at once: plan several maintenances`

const Matching = listQuery(chargerSortFields, chargerFilterFields).pick({ q: true, filters: true })

export async function selected(
  { now, timeZone }: Pick<Services, 'now' | 'timeZone'>,
  trx: Trx,
  { who, scope }: { who: Who; scope: Scope },
  { chargers, sites, view_id: viewId }: Selection,
): Promise<Selected> {
  const known = await knownOf(trx, scope, { chargers, sites })
  if (known.chargers < chargers.length) fail(422, NO_CHARGER, { chargers: NO_CHARGER })
  if (known.sites < sites.length) fail(422, NO_SITE, { sites: NO_SITE })
  const view = viewId === null ? undefined : await viewOf(trx, who, scope, viewId)
  const at = { now: now(), zone: timeZone, most: MOST_CHARGERS + 1 }
  const viewed = view ? await choose(trx, scope, { matching: view.matching }, at) : []
  const pks = [...new Set([...chargers, ...known.atSites, ...viewed.map(c => c.pk)])].sort((a, b) => a - b)
  if (pks.length > MOST_CHARGERS) fail(422, TOO_MANY, { chargers: TOO_MANY })
  const field =
    chargers.length > 0 || (sites.length === 0 && viewId === null) ? 'chargers' : sites.length > 0 ? 'sites' : 'view_id'
  if (pks.length === 0) fail(422, NOBODY, { [field]: NOBODY })
  return { pks, viewName: view?.name ?? null }
}

async function viewOf(trx: Trx, { userId }: Who, { teamId }: Scope, viewId: number) {
  const view = await views.get(trx, { userId, teamId }, viewId)
  if (view?.list !== LIST) return fail(422, NO_VIEW, { view_id: NO_VIEW })
  const { q, combine, conditions } = view.content
  const read = Matching.safeParse({ ...(q && { q }), filters: JSON.stringify({ combine, conditions }) })
  if (!read.success) return fail(422, OLD_VIEW, { view_id: OLD_VIEW })
  return { name: view.name, matching: read.data }
}

/** Whether two selections are the same, in whatever order. */
export const isSameSelection = (a: Selection, b: Selection): boolean => {
  const text = (ids: readonly number[]) => [...ids].sort((x, y) => x - y).join()
  return text(a.chargers) === text(b.chargers) && text(a.sites) === text(b.sites) && a.view_id === b.view_id
}
