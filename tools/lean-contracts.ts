// The browser's version of a contract. An endpoint there is its method, path, right and record; its shapes are the
// server's matter, and a form checks by a schema of its own. An operation there is its fields, its form and the words for
// its answers; the server admits the operation and makes its request. This plugin of the build takes what is the server's
// out of `endpoint({...})`, `operation({...})` and the calls of a plain record (`recordEndpoints({...})`), and marks every
// constant of a contract as droppable, so that a screen without checks loads no schema, and no zod.
import { parseSync } from 'rolldown/utils'
import type { Plugin } from 'vite'

/** For each describing call, the fields that only the server reads. */
const OF_SERVER: Readonly<Record<string, ReadonlySet<string>>> = {
  endpoint: new Set('summary params query body data beside status longestBody aliases isWhole byRecord'.split(' ')),
  operation: new Set(
    'request isNumbered refusal changesLimits needsRegistration looksUp accessChange certificates secrets keysInParts'.split(
      ' ',
    ),
  ),
  recordEndpoints: new Set(['reply', 'body']),
}
/** For a call of a plain record, `things.list('/path', {...})`. */
const OF_RECORD: ReadonlySet<string> = new Set('summary aliases query body data beside'.split(' '))
/** Fields that hold such fields: the request of an operation, by protocol. */
const HOLDERS: ReadonlySet<string> = new Set(['wire', 'ocpp16', 'ocpp201'])

type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Edit = { start: number; end: number; text: string }

function* nodesIn(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return
  if ('type' in tree && 'start' in tree) yield tree as Node
  for (const value of Object.values(tree)) yield* nodesIn(value)
}
/** The name of a called function. */
const calledIn = (node: Node | null): string | undefined =>
  node?.type === 'CallExpression' ? ((node.callee as Node).name as string | undefined) : undefined
/** The name of `things` in `things.list()`. */
const ownerIn = ({ type, callee }: Node): string | undefined =>
  type === 'CallExpression' ? ((callee as { object?: Node }).object?.name as string | undefined) : undefined

/** The properties that the browser does without, each with the comma behind it, go. */
function* serverParts(object: Node, names: ReadonlySet<string>, source: string): Generator<Edit> {
  for (const { type, start, end, key, value } of object.properties as (Node & { key: Node; value: Node })[]) {
    if (type !== 'Property') continue
    const name = key.name as string
    if (names.has(name)) {
      const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0
      yield { start, end: end + comma, text: '' }
    } else if (HOLDERS.has(name) && value.type === 'ObjectExpression') yield* serverParts(value, names, source)
  }
}
/** The constants that hold the calls of a plain record: `const things = recordEndpoints({...})`. */
const recordsIn = (tree: unknown): Set<string> =>
  new Set(
    [...nodesIn(tree)]
      .filter(n => n.type === 'VariableDeclarator' && calledIn(n.init as Node) === 'recordEndpoints')
      .map(n => (n.id as Node).name as string),
  )
function* shapesOf(call: Node, records: ReadonlySet<string>, source: string): Generator<Edit> {
  const name = calledIn(call) ?? ''
  const isOfRecord = records.has(ownerIn(call) ?? '')
  const names = isOfRecord ? OF_RECORD : Object.hasOwn(OF_SERVER, name) ? OF_SERVER[name] : undefined
  if (!names) return
  const given = (call.arguments as Node[])[isOfRecord ? 1 : 0]
  if (given?.type !== 'ObjectExpression')
    throw new Error(`${name || 'A call of a record'}() takes an object that is written there and then`)
  yield* serverParts(given, names, source)
}
/** `const a = f()` as `const a = (() => (f()))()` with the mark that says that the call does nothing but answer. */
function* droppable(statement: Node): Generator<Edit> {
  const declared = (statement.declaration ?? statement) as Node
  if (declared.type !== 'VariableDeclaration') return
  for (const { init } of declared.declarations as { init: Node | null }[]) {
    if (!init || /Function/.test(init.type) || !nodesIn(init).some(n => n.type === 'CallExpression')) continue
    yield { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' }
    yield { start: init.end, end: init.end, text: '))()' }
  }
}

/** The source of a contract as the browser gets it, line by line where it was. */
export function leanSource(file: string, source: string): string {
  const { program } = parseSync(file, source)
  const edits = program.body.flatMap(s => [...droppable(s as unknown as Node)])
  const records = recordsIn(program.body)
  for (const node of nodesIn(program.body)) edits.push(...shapesOf(node, records, source))
  let lean = source
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
    const lines = source.slice(start, end).replaceAll(/[^\n]/g, '')
    lean = lean.slice(0, start) + text + lines + lean.slice(end)
  }
  return lean
}

export const leanContracts: Plugin = {
  name: 'lean-contracts',
  enforce: 'pre',
  transform: {
    // packages/base holds the shapes that contracts share, record-endpoints.ts the calls that plain records share.
    filter: { id: /\.(words|fields|contract)\.ts$|\/packages\/(base\/src\/[\w-]+|wire\/src\/record-endpoints)\.ts$/ },
    handler: (code, id) => ({ code: leanSource(id, code), map: null, moduleSideEffects: false }),
  },
}
