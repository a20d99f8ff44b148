// The chargers that may join a site (D-SITE-2): of the site's company, of its team or of a team below, at no other
// site.
import { notAuthorized } from '@wattdesk/base/text'

/** A charger that is named for a site, with the facts that the caller may know. */
export type NamedCharger = {
  id: string
  /** False where no such charger exists, or none in the caller's teams. */
  isKnown: boolean
  /** The caller holds the right on sites in the charger's team. */
  mayAssign: boolean
  companyId: number
  /** The way to the charger's team from the top. */
  path: readonly number[]
  /** The present site of the charger, with its name where the caller may see it. */
  site: { zoneId: number; name: string | null } | null
}
export type Refusal = { status: 403 | 409 | 422; text: string }

function whyNot(
  c: NamedCharger,
  site: { zoneId: number | null; teamId: number; companyId: number },
): Refusal | undefined {
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

/**
 * Returns why chargers cannot join a site, the gravest reason first with all of its texts; undefined where they can.
 */
export function refusalOf(
  chargers: readonly NamedCharger[],
  site: { zoneId: number | null; teamId: number; companyId: number },
): Refusal | undefined {
  const refusals = chargers.flatMap(c => whyNot(c, site) ?? [])
  for (const status of [403, 422, 409] as const) {
    const texts = refusals.filter(r => r.status === status).map(r => r.text)
    if (texts.length > 0) return { status, text: status === 403 ? notAuthorized : texts.join('. ') }
  }
  return undefined
}

/** Returns the ids that a new list adds to the old list, and those it removes. */
export const changeOf = (
  old: readonly string[],
  next: readonly string[],
): { added: readonly string[]; removed: readonly string[] } => ({
  added: next.filter(id => !old.includes(id)),
  removed: old.filter(id => !next.includes(id)),
})

/** Returns the chargers to choose from: those at no site and those taken out of this site, less those attached now. */
export const poolOf = (
  unassigned: readonly string[],
  stored: readonly string[],
  attached: readonly string[],
): readonly string[] => {
  const taken = new Set(attached)
  return [...new Set([...unassigned, ...stored])].filter(id => !taken.has(id)).sort()
}
