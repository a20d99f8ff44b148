// The wings of features/, from bottom to top, each with the wings that it may use.
export const WINGS: Readonly<Record<string, readonly string[]>> = {
  office: [],
  money: ['office'],
  people: ['office', 'money'],
  fleet: ['office', 'money'],
  control: ['office', 'fleet'],
  charging: ['office', 'money', 'fleet', 'control'],
  drivers: ['office', 'money', 'fleet', 'control'],
  power: ['office', 'people', 'fleet', 'control', 'charging'],
  settlement: ['office', 'money', 'people', 'fleet', 'control', 'charging'],
  operations: ['office', 'money', 'people', 'fleet', 'control', 'charging', 'drivers', 'power', 'settlement'],
  desk: ['office', 'money', 'people', 'fleet', 'control', 'charging', 'drivers', 'power', 'settlement', 'operations'],
}

/** The wing of a file, `undefined` where the file belongs to no feature. */
export const wingOf = (file: string): string | undefined => /^features\/([^/]+)\//.exec(file)?.[1]

/** The feature folder of a file, as `wing/folder`; `undefined` where the file belongs to no feature. */
export const featureOf = (file: string): string | undefined => /^features\/([^/]+\/[^/]+)\//.exec(file)?.[1]

/**
 * Says why a file may not import another one across wings.
 *
 * @returns the reason, or `undefined` where the import is allowed.
 */
export function wingFault(file: string, target: string): string | undefined {
  const from = wingOf(file)
  const to = wingOf(target)
  if (from === undefined || to === undefined || from === to) return undefined
  const uses = WINGS[from]
  if (!uses) return `features/${from} is no wing (tools/wings.ts)`
  return uses.includes(to) ? undefined : `the wing ${from} does not use the wing ${to}`
}
