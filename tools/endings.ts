// The promise of a file's ending about the content of the file, checked on the source.
import type { parseSync } from 'rolldown/utils'

type Program = ReturnType<typeof parseSync>['program']
type Node = { type: string; [key: string]: unknown }
type Check = { fault: string; holds: (program: Node, imports: readonly string[]) => boolean }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const partsOf = (node: Node): Node[] =>
  Object.values(node).flatMap(value => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))
/** The node and all nodes below it; those for which `isLeftOut` holds are not entered. */
function* nodesIn(node: Node, isLeftOut: (n: Node) => boolean = () => false): Generator<Node> {
  if (isLeftOut(node)) return
  yield node
  for (const part of partsOf(node)) yield* nodesIn(part, isLeftOut)
}
/** The first name of `a`, `a.b.c()` or `a(…)`. */
function rootName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return node.name as string
  return rootName(node.object ?? node.callee)
}
/** The local names of what a file imports, types left out, from the modules whose name matches. */
const importedFrom = (program: Node, pattern: RegExp): Set<string> =>
  new Set(
    (program.body as Node[])
      .filter(s => s.type === 'ImportDeclaration' && s.importKind !== 'type')
      .filter(s => pattern.test((s.source as unknown as { value: string }).value))
      .flatMap(s => s.specifiers as Node[])
      .filter(s => s.importKind !== 'type')
      .map(s => (s.local as unknown as { name: string }).name),
  )
/** Whether a file uses a value that comes from a module whose name matches. */
function uses(program: Node, pattern: RegExp): boolean {
  const names = importedFrom(program, pattern)
  return [...nodesIn(program, n => n.type === 'ImportDeclaration')].some(
    n => n.type === 'Identifier' && names.has(n.name as string),
  )
}
/** Members whose values differ from call to call, or from machine to machine. */
const CHANGING: readonly RegExp[] = [
  /^(Date\.now|Math\.random|crypto\.\w+|performance\.now)$/,
  /^(process|window|document|localStorage|sessionStorage|navigator)\./,
]
const GLOBAL_CALLS = new Set(['fetch', 'setTimeout', 'setInterval', 'queueMicrotask'])
/** A clock as the default of a parameter can be replaced by the caller. */
const isDefault = (n: Node): boolean => n.type === 'AssignmentPattern'
function isImpure(n: Node): boolean {
  if (n.type === 'AwaitExpression' || n.type === 'ImportExpression') return true
  if (n.type === 'NewExpression') return rootName(n.callee) === 'Date' && (n.arguments as Node[]).length === 0
  if (n.type === 'CallExpression') return GLOBAL_CALLS.has((n.callee as { name?: string }).name ?? '')
  if (n.type !== 'MemberExpression' || n.computed) return false
  const path = `${(n.object as { name?: string }).name}.${(n.property as { name?: string }).name}`
  return CHANGING.some(p => p.test(path))
}

const NOT_PURE = 'is not pure: it reads a clock, chance, the machine or a promise'
const isPure = (program: Node, imports: readonly string[]): boolean =>
  !imports.some(i => i.startsWith('node:')) && ![...nodesIn(program, isDefault)].some(isImpure)

const CHECKS: Readonly<Record<string, Check>> = {
  ocpp: {
    fault: 'handles no OCPP message (no message or answer of @wattdesk/ocpp, nor what it tells)',
    holds: (_, imports) =>
      imports.some(i => /^@wattdesk\/ocpp\/(messages|ocpp201|own-calls)$|\/told\.rules\.ts$/.test(i)),
  },
  store: {
    fault: 'stores and reads nothing in the database',
    holds: program => uses(program, /^kysely$|platform\/db\/|\.store\.ts$/) || callsDatabase(program),
  },
  contract: {
    fault: 'holds no endpoint and no shape',
    holds: (program, imports) =>
      imports.some(i => i === 'zod' || i === '@wattdesk/wire/endpoint') ||
      [...nodesIn(program)].some(isShape) ||
      joinsShapes(program),
  },
  routes: {
    fault: 'serves no endpoint',
    holds: program => [...nodesIn(program)].some(servesEndpoint),
  },
  rules: { fault: NOT_PURE, holds: isPure },
  reply: { fault: NOT_PURE, holds: isPure },
  words: { fault: NOT_PURE, holds: isPure },
  crypto: {
    fault: 'neither makes nor reads keys, hashes or certificates',
    holds: (program, imports) =>
      imports.some(i => /^node:crypto$|\.crypto\.ts$/.test(i)) ||
      [...nodesIn(program)].some(n => n.type === 'ImportExpression'),
  },
}
const METHOD = /^(route|get|head|post|put|patch|delete)$/
function servesEndpoint(n: Node): boolean {
  if (n.type !== 'CallExpression') return false
  const callee = n.callee as Node & { property?: { name?: string } }
  if (callee.type !== 'MemberExpression') return callee.name === 'route'
  return /^(app|scope)$/.test(rootName(callee) ?? '') && METHOD.test(callee.property?.name ?? '')
}
const isShape = (n: Node): boolean =>
  n.type === 'TSInterfaceDeclaration' ||
  (n.type === 'ExportNamedDeclaration' &&
    (n.declaration as Node | null)?.type === 'TSTypeAliasDeclaration' &&
    [...nodesIn(n)].some(x => x.type === 'TSTypeLiteral')) ||
  (n.type === 'CallExpression' && rootName(n.callee) === 'operation')
/** Contracts that put the shapes of other contracts together. */
const joinsShapes = (program: Node): boolean => uses(program, /\.contract\.ts$/)
const BUILDER = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'transaction'])
const callsDatabase = (program: Node): boolean =>
  [...nodesIn(program)].some(
    n => n.type === 'MemberExpression' && BUILDER.has((n.property as { name?: string }).name ?? ''),
  )

/** Returns the broken promise of a feature's file; `undefined` where the file keeps the promise. */
export function endingFault(file: string, program: Program, imports: readonly string[]): string | undefined {
  const ending = /^features\/.*\.(\w+)\.tsx?$/.exec(file)?.[1] ?? ''
  const check = Object.hasOwn(CHECKS, ending) ? CHECKS[ending] : undefined
  if (!check || check.holds(program as unknown as Node, imports)) return undefined
  return `.${ending}.ts, but ${check.fault}`
}
