// The browser's version of a contract. An endpoint there is its method, path, right and record; its shapes are the
// server's matter, and a form checks by a schema of its own. This plugin of the build takes the shapes out of
// `endpoint({...})` and marks every constant of a contract as droppable, so that a screen without checks loads no
// schema, and no zod.
import { parseSync } from 'rolldown/utils'
import type { Plugin } from 'vite'

/** The fields of an endpoint that only the server reads. */
const OF_SERVER: ReadonlySet<string> = new Set(
  'summary params query body data beside status longestBody aliases isWhole byRecord'.split(' '),
)

type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Edit = { start: number; end: number; text: string }

function* nodesIn(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return
  if ('type' in tree && 'start' in tree) yield tree as Node
  for (const value of Object.values(tree)) yield* nodesIn(value)
}
const isCallOf = (name: string, { type, callee }: Node): boolean =>
  type === 'CallExpression' && (callee as Node).name === name

/** The properties of an endpoint that the browser does without, each with the comma behind it, go. */
function* shapesOf(call: Node, source: string): Generator<Edit> {
  const [given] = call.arguments as Node[]
  if (given?.type !== 'ObjectExpression') throw new Error('endpoint() takes an object that is written there and then')
  for (const { type, start, end, key } of given.properties as (Node & { key: Node })[])
    if (type === 'Property' && OF_SERVER.has(key.name as string)) {
      const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0
      yield { start, end: end + comma, text: '' }
    }
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
  for (const node of nodesIn(program.body)) if (isCallOf('endpoint', node)) edits.push(...shapesOf(node, source))
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
    // packages/base holds the shapes that contracts share.
    filter: { id: /\.(fields|contract)\.ts$|\/packages\/base\/src\/[\w-]+\.ts$/ },
    handler: (code, id) => ({ code: leanSource(id, code), map: null, moduleSideEffects: false }),
  },
}
