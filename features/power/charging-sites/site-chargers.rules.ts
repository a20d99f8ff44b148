// Which chargers may come to a site (D-SITE-2): those of the site's company, of its team or of a team below, that stand at no
// other site.
import { notAuthorized } from '@wattdesk/base/text'

/** A charger that is named for a site, as far as the caller may know of it. */
export type Named = {
  id: string
  /** False: there is none, or none in the caller's teams. */
  isKnown: boolean
  /** The caller holds the right on sites in the charger's team. */
  mayAssign: boolean
  companyId: number
  /** The way to its team from the top. */
  path: readonly number[]
  /** Where it stands now, and what that is called, where the caller may see it. */
  site: { zoneId: number; name: string | null } | null
}
export type Refusal = { status: 403 | 409 | 422; text: string }

function whyNot(c: Named, site: { zoneId: number | null; teamId: number; companyId: number }): Refusal | undefined {
  if (!c.isKnown) return { status: 422, text: `Charger ${c.id} was not found` }
  if (!c.mayAssign) return { status: 403, text: notAuthorized }
  if (c.companyId !== site.companyId) return { status: 422, text: `Charger ${c.id} belongs to another company` }
  if (!c.path.includes(site.teamId))
    return {
      status: 422,
      text: `Charger ${c.id} belongs to another team; a charging site takes chargers of its own team and of teams below`,
    }
  if (c.site && c.site.zoneId !== site.zoneId)
    return {
      status: 409,
      text: `Charger ${c.id} is already at ${c.site.name === null ? 'another charging site' : `the charging site ${c.site.name}`}`,
    }
  return undefined
}

/** Why chargers cannot come to a site, the gravest reason first and all of its texts; undefined: they can. */
export function refusalOf(
  chargers: readonly Named[],
  site: { zoneId: number | null; teamId: number; companyId: number },
): Refusal | undefined {
  const refusals = chargers.flatMap(c => whyNot(c, site) ?? [])
  for (const status of [403, 422, 409] as const) {
    const texts = refusals.filter(r => r.status === status).map(r => r.text)
    if (texts.length > 0) return { status, text: status === 403 ? notAuthorized : texts.join('. ') }
  }
  return undefined
}

/** What a new list of ids changes of the old one. */
export const changeOf = (
  old: readonly string[],
  next: readonly string[],
): { added: readonly string[]; removed: readonly string[] } => ({
  added: next.filter(id => !old.includes(id)),
  removed: old.filter(id => !next.includes(id)),
})

/** The chargers to choose from: those at no site, and those taken out of this one, less those attached now. */
export const poolOf = (
  unassigned: readonly string[],
  stored: readonly string[],
  attached: readonly string[],
): readonly string[] => {
  const taken = new Set(attached)
  return [...new Set([...unassigned, ...stored])].filter(id => !taken.has(id)).sort()
}
