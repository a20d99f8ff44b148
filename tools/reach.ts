// The tests that a change reaches, by names: a test is reached where a changed name is used on the way from its
// imports, or where a loaded module has other effects on being loaded. Everything unclear counts as reached.
import { dirname, join, matchesGlob } from 'node:path'
import { type ModuleNames, moduleNames, WHOLE } from './module-names.ts'

export type Sources = ReadonlyMap<string, string>
export type Reach = {
  /** True where the change is, by the graph, in something that the file uses or does. */
  isReached: (file: string) => boolean
  /** True where an exported name of the file is reached; `undefined` asks for what the file does on being loaded. */
  isNameReached: (file: string, name: string | undefined) => boolean
}

export type Parts = {
  /** Every source file by its path, as it is now; a file without names, such as a style sheet, has an empty text. */
  sources: Sources
  /** The changed files as they were; a new file is missing here, a deleted file is missing in `sources`. */
  before: Sources
  /** The paths of all changed files. */
  changed: readonly string[]
  /** The path of a file that a module names; undefined for a package. */
  resolve: (file: string, name: string) => string | undefined
  /** Files that seem to load others in a way that cannot be read, and load none of ours. */
  clear?: readonly string[]
  /** True where a file uses the names of another only on behalf of those who say so in `besides`. */
  isCut?: (user: string, used: string) => boolean
  /** By file, the files that it uses as a whole besides its imports. */
  besides?: ReadonlyMap<string, readonly string[]>
}

/** Everything that a module does when it is loaded. */
const LOAD = ''
const node = (file: string, name: string): string => `${file}\n${name}`

type Graph = {
  /** By node, the nodes that use it. */
  users: Map<string, Set<string>>
  modules: Map<string, ModuleNames | undefined>
}

/** Builds the graph of names. */
function graphOf({
  sources,
  resolve,
  isCut,
  besides,
}: Pick<Parts, 'sources' | 'resolve' | 'isCut' | 'besides'>): Graph {
  const users = new Map<string, Set<string>>()
  const modules = new Map<string, ModuleNames | undefined>()
  const uses = (user: string, used: string): void => {
    const known = users.get(used)
    if (known) known.add(user)
    else users.set(used, new Set([user]))
  }
  const matching = (file: string, pattern: string): string[] => {
    const full = join(dirname(file), pattern)
    return [...sources.keys()].filter(f => matchesGlob(f, full))
  }
  for (const [file, source] of sources)
    modules.set(file, /\.tsx?$/.test(file) ? moduleNames(file, source) : { ...NOTHING })
  for (const [file, m] of modules) {
    // All names of a module together, for those who take it as a whole.
    uses(node(file, WHOLE), node(file, LOAD))
    if (!m) continue
    /** The node uses a name of another module. */
    const usesOf = (user: string, from: string, name: string): void => {
      const target = resolve(file, from)
      if (target === undefined || isCut?.(file, target)) return
      uses(user, node(target, name))
      // A name that comes through `export *`, or from a file that is gone.
      uses(user, node(target, `${WHOLE}${name === WHOLE ? '' : ' passed on'}`))
    }
    const locals = new Set(m.statements.flatMap(s => s.declares))
    m.statements.forEach((s, i) => {
      const own = node(file, `#${i}`)
      const isDoing = s.declares.length === 0
      for (const name of s.declares) uses(node(file, `.${name}`), own)
      if (isDoing) uses(node(file, LOAD), own)
      for (const { name, member } of s.uses) {
        const imported = m.imports.get(name)
        if (imported)
          usesOf(own, imported.from, imported.name === WHOLE && member !== undefined ? member : imported.name)
        else if (locals.has(name)) {
          uses(own, node(file, `.${name}`))
          // A statement without declarations may change the names in its text.
          if (isDoing) uses(node(file, `.${name}`), own)
        }
      }
      for (const text of s.loads) usesOf(own, text, WHOLE)
      for (const pattern of s.globs) for (const found of matching(file, pattern)) uses(own, node(found, WHOLE))
    })
    for (const from of m.loaded) {
      const target = resolve(file, from)
      if (target !== undefined) uses(node(file, LOAD), node(target, LOAD))
    }
    for (const [name, e] of m.exports) {
      const exported = node(file, name)
      uses(node(file, WHOLE), exported)
      if ('from' in e) usesOf(exported, e.from, e.name)
      else {
        const imported = m.imports.get(e.local)
        if (imported) usesOf(exported, imported.from, imported.name)
        else uses(exported, node(file, `.${e.local}`))
      }
    }
    for (const from of m.exportsAllOf) {
      const target = resolve(file, from)
      if (target === undefined) continue
      const passed = node(file, `${WHOLE} passed on`)
      uses(passed, node(target, WHOLE))
      uses(node(file, WHOLE), node(target, WHOLE))
    }
  }
  for (const [file, all] of besides ?? []) for (const used of all) uses(node(file, LOAD), node(used, WHOLE))
  return { users, modules }
}
const NOTHING: ModuleNames = {
  statements: [],
  imports: new Map(),
  exports: new Map(),
  exportsAllOf: [],
  loaded: [],
  isOpaque: false,
}

/** The nodes of a module that differ between its old and its new source. */
function changedNodes(file: string, before: ModuleNames | undefined, now: ModuleNames): string[] {
  const counts = new Map<string, number>()
  for (const s of before?.statements ?? []) counts.set(s.text(), (counts.get(s.text()) ?? 0) + 1)
  const changed: string[] = []
  now.statements.forEach((s, i) => {
    const text = s.text()
    const left = counts.get(text) ?? 0
    if (left > 0) counts.set(text, left - 1)
    else changed.push(node(file, `#${i}`))
  })
  // A removed statement took its names along, or its effects.
  for (const s of before?.statements ?? [])
    if ((counts.get(s.text()) ?? 0) > 0) {
      for (const name of s.declares) changed.push(node(file, name), node(file, `.${name}`))
      if (s.declares.length === 0) changed.push(node(file, LOAD), ...s.uses.map(u => node(file, `.${u.name}`)))
    }
  for (const [local, i] of now.imports) {
    const old = before?.imports.get(local)
    if (old?.from === i.from && old.name === i.name) continue
    now.statements.forEach((s, n) => {
      if (s.uses.some(u => u.name === local)) changed.push(node(file, `#${n}`))
    })
    for (const [name, e] of now.exports) if ('local' in e && e.local === local) changed.push(node(file, name))
  }
  const same = (a: object | undefined, b: object) => JSON.stringify(a) === JSON.stringify(b)
  for (const [name, e] of now.exports) if (!same(before?.exports.get(name), e)) changed.push(node(file, name))
  for (const name of before?.exports.keys() ?? []) if (!now.exports.has(name)) changed.push(node(file, name))
  if (!same(before?.exportsAllOf, now.exportsAllOf)) changed.push(node(file, WHOLE), node(file, `${WHOLE} passed on`))
  // A module that is loaded in another order, or no longer, may have other effects.
  if (!same(before?.loaded, now.loaded)) changed.push(node(file, LOAD))
  return changed
}

/** Returns what a change reaches. */
export function reachOf(parts: Parts): Reach {
  const { before, changed, clear = [] } = parts
  const { users, modules } = graphOf(parts)
  const all = (file: string): string[] => [
    node(file, LOAD),
    node(file, WHOLE),
    node(file, `${WHOLE} passed on`),
    ...(modules.get(file)?.statements ?? []).map((_, i) => node(file, `#${i}`)),
    ...[...(modules.get(file)?.exports.keys() ?? [])].map(name => node(file, name)),
  ]
  const open: string[] = []
  for (const file of changed) {
    const now = modules.get(file)
    const old = before.get(file)
    const was = old === undefined || !/\.tsx?$/.test(file) ? undefined : moduleNames(file, old)
    if (now === undefined || old === undefined || was === undefined) open.push(...all(file))
    else open.push(...changedNodes(file, was, now))
  }
  // A module that finds its files in its own way may find a changed one.
  if (changed.length > 0)
    for (const [file, m] of modules) if (!m || (m.isOpaque && !clear.includes(file))) open.push(...all(file))
  const reached = new Set(open)
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const user of users.get(next) ?? [])
      if (!reached.has(user)) {
        reached.add(user)
        open.push(user)
      }
  return {
    isReached: file => reached.has(node(file, LOAD)) || reached.has(node(file, WHOLE)),
    isNameReached: (file, name) => reached.has(node(file, name ?? LOAD)),
  }
}
