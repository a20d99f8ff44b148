// The file of the repository that an import names: relative, by the names of package.json (`#fleet/…`), or in a package of
// ours (`@wattdesk/…`).
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const named = Object.entries(
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).imports as Record<string, string>,
).map(([name, path]) => ({ start: name.replace('*', ''), folder: path.replace(/^\.\/|\*$/g, '') }))

/**
 * Returns the path from the root of the repository; undefined for packages of others.
 *
 * @example importPath('features/fleet/tags/tag.store.ts', './tag.rules.ts') // 'features/fleet/tags/tag.rules.ts'
 */
export function importPath(file: string, name: string): string | undefined {
  if (name.startsWith('.')) return relative('.', join(dirname(file), name))
  const place = named.find(n => name.startsWith(n.start))
  if (place) return place.folder + name.slice(place.start.length)
  const own = /^@wattdesk\/(\w+)\/(.*)$/.exec(name)
  if (!own) return undefined
  const [, pack, path = ''] = own
  // Stand-ins for another party: chargers, a provider, an authority.
  const isStandIn = ['sim/', 'sandbox/', 'stand-in/'].some(folder => path.startsWith(folder))
  return isStandIn ? `packages/${pack}/${path}.ts` : `packages/${pack}/src/${path}.ts`
}
