// The routes that a test may call: a test of the started product loads all routes, and calls the routes whose paths stand in its text.
// Routes of a file are told apart only where the file does nothing but serve endpoints (`route(app, endpoint, …)`).
import { parseSync } from 'rolldown/utils'

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
function* each(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) for (const part of nodesIn(value)) yield* each(part)
}
const nameOf = (node: unknown): string => String((node as { name?: unknown } | undefined)?.name ?? '')
const bodyOf = (file: string, source: string): Node[] => parseSync(file, source).program.body as unknown as Node[]

/** The names that a routes function declares for its handlers: parts of the product, and functions of its own. */
const NAMED = ['Identifier', 'MemberExpression', 'ArrowFunctionExpression', 'Literal']
/** An object that is made of nothing has no part of the product to act on. */
const isNewAlone = (node: Node): boolean => node.type === 'NewExpression' && nodesIn(node.arguments).length === 0
const onlyNames = (statement: Node): boolean =>
  statement.type === 'FunctionDeclaration' ||
  (statement.type === 'VariableDeclaration' &&
    nodesIn(statement.declarations).every(d => isNode(d.init) && (NAMED.includes(d.init.type) || isNewAlone(d.init))))

/** `listTags`, or `calls.listTags` where the contract is imported as a whole. */
const endpointName = (node: Node): string | undefined =>
  node.type === 'Identifier'
    ? nameOf(node)
    : node.type === 'MemberExpression' && !node.computed && isNode(node.object) && node.object.type === 'Identifier'
      ? `${nameOf(node.object)}.${nameOf(node.property)}`
      : undefined

/**
 * Returns the names of the endpoints that a file of routes serves; undefined where the file does more, so that a test
 * without a call of its endpoints may still be concerned.
 */
export function servedBy(file: string, source: string): string[] | undefined {
  const endpoints: string[] = []
  for (const node of bodyOf(file, source)) {
    const declared = node.declaration
    if (!isNode(declared) || declared.type !== 'FunctionDeclaration' || !/Routes$/.test(nameOf(declared.id))) continue
    for (const statement of nodesIn((declared.body as Node).body)) {
      if (onlyNames(statement)) continue
      const call = statement.type === 'ExpressionStatement' ? (statement.expression as Node) : undefined
      const [, endpoint] = nodesIn(call?.arguments)
      const name = endpoint && endpointName(endpoint)
      if (call?.type !== 'CallExpression' || nameOf(call.callee) !== 'route' || !name) return undefined
      endpoints.push(name)
    }
  }
  return endpoints.length > 0 ? endpoints : undefined
}

/** Returns the paths of the endpoints that a contract declares, aliases too, by the name of the endpoint. */
export function pathsIn(file: string, source: string): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const node of bodyOf(file, source))
    for (const one of isNode(node.declaration) ? nodesIn(node.declaration.declarations) : [])
      for (const part of each(one))
        if (part.type === 'Literal' && typeof part.value === 'string' && part.value.startsWith('/'))
          paths.set(nameOf(one.id), [...(paths.get(nameOf(one.id)) ?? []), part.value])
  return paths
}

/** Parts that most paths have. */
const COMMON = new Set(['', 'cms', 'v1', 'v2', 'auth', 'public', 'team'])
/** Returns the words of a path by which a call of the path is known. */
export const wordsOf = (path: string): string[] => path.split('/').filter(w => !COMMON.has(w) && !w.includes('{'))

/** Returns all texts of a file in one, template texts included. */
export function textsOf(file: string, source: string): string {
  const texts: string[] = []
  for (const node of bodyOf(file, source))
    for (const part of each(node)) {
      if (part.type === 'Literal' && typeof part.value === 'string') texts.push(part.value)
      if (part.type === 'TemplateElement') texts.push((part.value as { cooked?: string }).cooked ?? '')
    }
  return texts.join('\n')
}

/**
 * Whether a test with these texts may call one of the paths: some text has a word of the path as a part of a path. A path
 * without a word of its own may be called by any test.
 */
export const mayCall = (texts: string, paths: readonly string[]): boolean =>
  paths.some(path => {
    const words = wordsOf(path)
    return words.length === 0 || words.some(word => isPartIn(texts, word))
  })
const isPartIn = (texts: string, word: string): boolean => {
  for (let at = texts.indexOf(word); at >= 0; at = texts.indexOf(word, at + 1)) {
    const [before = '\n', after = '\n'] = [texts[at - 1], texts[at + word.length]]
    if ('\n/'.includes(before) && '\n/?'.includes(after)) return true
  }
  return false
}
