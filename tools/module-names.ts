// A module by its names: the names that each top-level statement declares and uses, the exports of the file, and its
// other effects on being loaded. Types are left out, since they are gone when the program runs.
import { parseSync } from 'rolldown/utils'

/** The whole module: all its exports, and all its effects on being loaded. */
export const WHOLE = '*'
export type Use = { name: string; member?: string | undefined }
export type Statement = {
  /** The names that the statement declares; empty for a statement that only does something. */
  declares: readonly string[]
  uses: readonly Use[]
  /** Modules that the statement loads or names as a whole, by the text in the source. */
  loads: readonly string[]
  /** Patterns of the files that the statement takes in (`import.meta.glob`). */
  globs: readonly string[]
  /** Writes the statement without its comments, its layout and its types. */
  text: () => string
}
export type ModuleNames = {
  statements: readonly Statement[]
  /** By local name: the module and its name there. */
  imports: ReadonlyMap<string, { from: string; name: string }>
  /** By exported name: a local name, or a name of another module. */
  exports: ReadonlyMap<string, { local: string } | { from: string; name: string }>
  /** Modules of which everything is exported. */
  exportsAllOf: readonly string[]
  /** All modules that are loaded with this one. */
  loaded: readonly string[]
  /** The module finds other files in a way that cannot be read here. */
  isOpaque: boolean
}

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
const nameOf = (node: unknown): string => {
  const n = node as { name?: string; value?: string } | null
  return n?.name ?? n?.value ?? ''
}

/** Parts of a syntax tree that are types. */
const TYPE_PARTS = new Set(['typeAnnotation', 'typeParameters', 'typeArguments', 'returnType', 'superTypeArguments'])
const OF_TYPES = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'TSModuleDeclaration',
])
const POSITIONS = new Set(['start', 'end', 'range', 'loc'])
/** A name after a point or before a colon names no variable. */
const isLabel = (node: Node, key: string): boolean =>
  (node.type === 'MemberExpression' && key === 'property' && !node.computed) ||
  (key === 'key' && !node.computed && !node.shorthand) ||
  (node.type === 'JSXAttribute' && key === 'name')

const isGlob = (callee: unknown): boolean =>
  isNode(callee) &&
  callee.type === 'MemberExpression' &&
  isNode(callee.object) &&
  callee.object.type === 'MetaProperty' &&
  nameOf(callee.property) === 'glob'

/** A file of ours that a text may name. */
const FILE = /^[\w./@#-]+\.tsx?$/

function read(root: Node): Pick<Statement, 'uses' | 'loads' | 'globs'> & { isOpaque: boolean } {
  const uses: Use[] = []
  const loads: string[] = []
  const globs: string[] = []
  let isOpaque = false
  const visit = (node: Node): void => {
    if (OF_TYPES.has(node.type)) return
    if (node.type === 'ImportExpression') {
      const source = node.source as Node
      if (typeof source.value === 'string') loads.push(source.value)
      else isOpaque = true
    } else if (node.type === 'Identifier' || node.type === 'JSXIdentifier') uses.push({ name: nameOf(node) })
    else if (node.type === 'Literal' && typeof node.value === 'string' && FILE.test(node.value)) loads.push(node.value)
    else if (node.type === 'CallExpression' && isGlob(node.callee)) {
      const [patterns] = nodesIn(node.arguments)
      const texts = patterns?.type === 'ArrayExpression' ? nodesIn(patterns.elements) : nodesIn(patterns)
      for (const t of texts) if (typeof t.value === 'string') globs.push(t.value)
      isOpaque ||= texts.length === 0 || texts.some(t => typeof t.value !== 'string')
    } else if (node.type === 'MemberExpression' && isNode(node.object) && !node.computed)
      if (node.object.type === 'Identifier') {
        uses.push({ name: nameOf(node.object), member: nameOf(node.property) })
        return
      }
    for (const [key, value] of Object.entries(node))
      if (!TYPE_PARTS.has(key) && !isLabel(node, key)) for (const part of nodesIn(value)) visit(part)
  }
  visit(root)
  return { uses, loads, globs, isOpaque }
}

/** The names that a pattern declares. */
function declaredBy(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [nameOf(pattern)]
    case 'ObjectPattern':
      return nodesIn(pattern.properties).flatMap(p => declaredBy(p.type === 'Property' ? p.value : p.argument))
    case 'ArrayPattern':
      return nodesIn(pattern.elements).flatMap(declaredBy)
    case 'AssignmentPattern':
      return declaredBy(pattern.left)
    case 'RestElement':
      return declaredBy(pattern.argument)
    default:
      return []
  }
}
const textOf = (node: Node): string =>
  JSON.stringify(node, (key, value) =>
    POSITIONS.has(key) || TYPE_PARTS.has(key) ? undefined : typeof value === 'bigint' ? `${value}n` : value,
  )

/** Reads a module. Undefined where the source does not parse. */
export function moduleNames(file: string, source: string): ModuleNames | undefined {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) return undefined
  const statements: Statement[] = []
  const imports = new Map<string, { from: string; name: string }>()
  const exports = new Map<string, { local: string } | { from: string; name: string }>()
  const exportsAllOf: string[] = []
  const loaded = new Set<string>()
  let isOpaque = false

  const keep = (node: Node, declares: readonly string[]): void => {
    const { isOpaque: isUnclear, ...found } = read(node)
    isOpaque ||= isUnclear
    statements.push({ declares, ...found, text: () => textOf(node) })
  }
  /** Keeps a statement; returns the names that it declares. */
  const declare = (node: Node): string[] => {
    if (OF_TYPES.has(node.type) || node.declare === true) return []
    if (node.type !== 'VariableDeclaration') {
      const names = /^(Function|Class|TSEnum)/.test(node.type) && node.id ? [nameOf(node.id)] : []
      keep(node, names)
      return names
    }
    return nodesIn(node.declarations).flatMap(one => {
      const names = declaredBy(one.id)
      keep(one, names)
      return names
    })
  }

  for (const node of program.body as unknown as Node[]) {
    const from = isNode(node.source) ? nameOf(node.source) : undefined
    if (node.importKind === 'type' || node.exportKind === 'type') continue
    if (node.type === 'ImportDeclaration' && from !== undefined) {
      const specifiers = nodesIn(node.specifiers).filter(s => s.importKind !== 'type')
      if (specifiers.length === 0 && nodesIn(node.specifiers).length > 0) continue
      loaded.add(from)
      for (const s of specifiers) {
        const isNamespace = s.type === 'ImportNamespaceSpecifier'
        const name = isNamespace ? WHOLE : s.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(s.imported)
        imports.set(nameOf(s.local), { from, name })
      }
    } else if (node.type === 'ExportAllDeclaration' && from !== undefined) {
      loaded.add(from)
      if (node.exported) exports.set(nameOf(node.exported), { from, name: WHOLE })
      else exportsAllOf.push(from)
    } else if (node.type === 'ExportNamedDeclaration') {
      if (from !== undefined) loaded.add(from)
      for (const s of nodesIn(node.specifiers).filter(x => x.exportKind !== 'type'))
        exports.set(
          nameOf(s.exported),
          from === undefined ? { local: nameOf(s.local) } : { from, name: nameOf(s.local) },
        )
      if (isNode(node.declaration)) for (const name of declare(node.declaration)) exports.set(name, { local: name })
    } else if (node.type === 'ExportDefaultDeclaration') {
      const named = isNode(node.declaration) && isNode(node.declaration.id) ? [nameOf(node.declaration.id)] : []
      keep(node, ['default', ...named])
      exports.set('default', { local: 'default' })
    } else declare(node)
  }
  return { statements, imports, exports, exportsAllOf, loaded: [...loaded], isOpaque }
}
