// Rules of roles: flags that go together, how much a role grants, the flags a caller may grant, and the roles of every
// new company (D-ROLE-1, D-ROLE-2, D-ACC-10).
import { type AccessEntry, FEATURES, type Feature, type Flag, featureIdOf } from '@wattdesk/base/access'
import type { AccessGiven } from './role-body.contract.ts'

export const FLAGS = ['view', 'create', 'update', 'delete'] as const satisfies readonly Flag[]

/**
 * The entry with one flag switched: every other flag needs view, so switching view off clears them all, and switching
 * one on sets view.
 */
export function withFlag(e: AccessEntry, flag: Flag, on: boolean): AccessEntry {
  if (flag === 'view' && !on) return { ...e, view: 'N', create: 'N', update: 'N', delete: 'N' }
  return { ...e, [flag]: on ? 'Y' : 'N', ...(on && { view: 'Y' }) }
}

/** A box of the editor's grid stands for one flag of one feature, or for several: a row, a column, all. */
export type Spot = { feature: Feature; flag: Flag }
export type May = (spot: Spot) => boolean
const isOn = (access: readonly AccessEntry[], { feature, flag }: Spot): boolean =>
  access.find(e => e.featureName === feature)?.[flag] === 'Y'

/** The state of a box over `spots`; `off`: none of its flags is on, and none may be switched on. */
export function boxState(
  access: readonly AccessEntry[],
  spots: readonly Spot[],
  may: May,
): { checked: boolean; mixed: boolean; off: boolean } {
  const on = spots.filter(s => isOn(access, s)).length
  return { checked: on === spots.length, mixed: on > 0 && on < spots.length, off: on === 0 && !spots.some(may) }
}

/**
 * The list after a click on a box: all its flags that may be granted are switched on; if they are on already, all flags
 * of the box are switched off.
 */
export function pressed(access: readonly AccessEntry[], spots: readonly Spot[], may: May): AccessEntry[] {
  const open = spots.filter(may)
  const on = open.some(s => !isOn(access, s))
  return (on ? open : spots).reduce<AccessEntry[]>(
    (now, s) => now.map(e => (e.featureName === s.feature ? withFlag(e, s.flag, on) : e)),
    [...access],
  )
}

/**
 * Every feature in the order of the menu. A feature that was not named is included with N throughout, ChargingSite
 * among them.
 */
export const wholeAccess = (given: readonly AccessGiven[]): AccessEntry[] =>
  FEATURES.map((featureName, i) => {
    const {
      view = 'N',
      create = 'N',
      update = 'N',
      delete: remove = 'N',
    } = given.find(g => g.featureName === featureName) ?? {}
    const does = [create, update, remove].includes('Y')
    return { featureId: i + 1, featureName, view: does ? 'Y' : view, create, update, delete: remove }
  })

/** The three cards: the number of features, of features with view, and the share of enabled flags in percent. */
export function figures(access: readonly AccessEntry[]): { total: number; viewable: number; coverage: number } {
  const enabled = access.reduce((n, e) => n + FLAGS.filter(f => e[f] === 'Y').length, 0)
  return {
    total: access.length,
    viewable: access.filter(e => e.view === 'Y').length,
    coverage: access.length === 0 ? 0 : (enabled / (FLAGS.length * access.length)) * 100,
  }
}

/** Names of the features with view, by commas. */
export const featureText = (access: readonly AccessEntry[]): string =>
  access
    .filter(e => e.view === 'Y')
    .map(e => e.featureName)
    .join(',')

/** The flags of `wanted` that `held` lacks, as 'Tag.create'; empty: all of it may be granted. */
export const beyond = (wanted: readonly AccessEntry[], held: readonly AccessEntry[]): string[] =>
  wanted.flatMap(w => {
    const h = held.find(e => e.featureName === w.featureName)
    return FLAGS.filter(f => w[f] === 'Y' && h?.[f] !== 'Y').map(f => `${w.featureName}.${f}`)
  })

/** Only the flags of `after` that `before` lacks: those that a change grants. */
export const granted = (before: readonly AccessEntry[], after: readonly AccessEntry[]): AccessEntry[] =>
  after.map(a => {
    const b = before.find(e => e.featureName === a.featureName)
    const added = (f: Flag) => (a[f] === 'Y' && b?.[f] !== 'Y' ? 'Y' : 'N')
    return { ...a, view: added('view'), create: added('create'), update: added('update'), delete: added('delete') }
  })

/**
 * A role as the audit log records it: a line for each feature ('VCUD'), so that a change names the affected features.
 */
export const auditValues = (roleName: string, access: readonly AccessEntry[]): Record<string, string> => ({
  roleName,
  ...Object.fromEntries(
    access.map(e => [
      e.featureName,
      FLAGS.filter(f => e[f] === 'Y')
        .map(f => f.charAt(0).toUpperCase())
        .join('') || 'N',
    ]),
  ),
})

export type Grant = { featureId: number; canView: boolean; canCreate: boolean; canUpdate: boolean; canDelete: boolean }

/** An access list as it is stored. */
export const grantsOf = (access: readonly AccessEntry[]): Grant[] =>
  access.map(e => ({
    featureId: e.featureId,
    canView: e.view === 'Y',
    canCreate: e.create === 'Y',
    canUpdate: e.update === 'Y',
    canDelete: e.delete === 'Y',
  }))
/** Stored grants as an access list with an entry for every feature. */
export function accessOf(grants: readonly Grant[]): AccessEntry[] {
  const yes = (on: boolean) => (on ? ('Y' as const) : ('N' as const))
  return wholeAccess(
    grants.flatMap(g => {
      const featureName = FEATURES[g.featureId - 1]
      return featureName
        ? [
            {
              featureName,
              view: yes(g.canView),
              create: yes(g.canCreate),
              update: yes(g.canUpdate),
              delete: yes(g.canDelete),
            },
          ]
        : []
    }),
  )
}

export type SeededRole = 'Admin' | 'Operator' | 'Finance' | 'Viewer'

const grant = (feature: Feature, flags: string): Grant => ({
  featureId: featureIdOf(feature),
  canView: flags.includes('v'),
  canCreate: flags.includes('c'),
  canUpdate: flags.includes('u'),
  canDelete: flags.includes('d'),
})
const each = (features: readonly Feature[], flags: string) => features.map(f => grant(f, flags))
const NOT_FOR_VIEWERS: readonly Feature[] = ['Finance', 'Company', 'Role', 'CMCustomers', 'SendMessages', 'Integration']

export const SEEDED_ROLES: Record<SeededRole, readonly Grant[]> = {
  Admin: each(FEATURES, 'vcud'),
  Operator: [
    ...each(
      [
        ...(['ChargingSite', 'ChargerPoint', 'ChargingProfile', 'Tag', 'Vehicle', 'Customers'] as const),
        ...(['ServiceRequest', 'Alert', 'Campaign'] as const),
      ],
      'vcu',
    ),
    ...each(['Transaction', 'Refund', 'PriceGroup', 'Report'], 'v'),
  ],
  Finance: [...each(['Transaction', 'Refund', 'Report', 'Finance'], 'vcud'), ...each(['Team', 'ChargerPoint'], 'v')],
  Viewer: each(
    FEATURES.filter(f => !NOT_FOR_VIEWERS.includes(f)),
    'v',
  ),
}
