// Finds promises that could end the process, by syntax: a promise is started, and code behind it may throw before
// anybody waits for the promise. If both fail, nobody hears the first: Node calls that an unhandled rejection.
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'rolldown/utils'

// biome-ignore lint/suspicious/noExplicitAny: a node of the syntax tree, looked at by its `type`
type Node = any
export type Source = { file: string; text: string }
export type Found = { file: string; line: number; text: string }

/** Functions of libraries that answer promises, by the name they are called with. */
const LIBRARY = [
  'execute',
  'executeTakeFirst',
  'executeTakeFirstOrThrow',
  'executeQuery',
  'connect',
  'query',
  'json',
  'text',
  'hash',
  'verify',
  'writeFile',
  'readFile',
  'mkdir',
  'rename',
  'stat',
  'unlink',
  'rm',
  'fetch',
  'sendMail',
]
/** Calls that keep their promise from being forgotten. */
const ATTACH = new Set(['then', 'catch', 'finally'])
const GROUP = new Set(['all', 'allSettled', 'race', 'any'])
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate'])
const LISTENS = new Set(['on', 'once', 'forEach', 'addEventListener'])
/** Calls that throw on purpose. */
const REFUSES = new Set(['fail', 'found'])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const children = (n: Node): Node[] =>
  Object.entries(n)
    .flatMap(([key, value]) => (key === 'parent' ? [] : Array.isArray(value) ? value : [value]))
    .filter(isNode)
const isFunction = (n: Node): boolean => /^(Function|ArrowFunction)/.test(n.type)
function walk(n: Node, see: (n: Node, up: readonly Node[]) => boolean | undefined, up: readonly Node[] = []): void {
  if (see(n, up) === false) return
  for (const child of children(n)) walk(child, see, [...up, n])
}

const isPromiseType = (t: Node): boolean =>
  t?.type === 'TSTypeAnnotation'
    ? isPromiseType(t.typeAnnotation)
    : t?.type === 'TSTypeReference' && t.typeName?.name === 'Promise'
const nameOf = (callee: Node): string | undefined =>
  callee.type === 'Identifier' ? callee.name : callee.type === 'MemberExpression' ? callee.property?.name : undefined
const bare = (n: Node): Node => (n?.type === 'ParenthesizedExpression' ? bare(n.expression) : n)
/** True for a function whose body, written as one expression, is itself a call with a promise as result. */
const answersPromise = (f: Node, isPromise: (call: Node) => boolean): boolean =>
  !f.generator &&
  (f.async || isPromiseType(f.returnType) || (bare(f.body)?.type === 'CallExpression' && isPromise(bare(f.body))))

/** Names that texts, lists, maps and the like have too: a member called so is taken for theirs. */
const BUILT_IN = new Set(
  [Array, Map, Set, String, Number, Date, RegExp].flatMap(c => Object.getOwnPropertyNames(c.prototype)),
)
/** True when all that a function waits for stands in a `try` with a `catch`. */
function isGuarded(f: Node): boolean {
  let is = true
  walk(f.body, (n, up) => {
    if (isFunction(n)) return false
    const isCaught = up.some((u, i) => u.type === 'TryStatement' && u.handler && (up[i + 1] ?? n) === u.block)
    if (n.type === 'AwaitExpression' && !isCaught) is = false
    return undefined
  })
  return is && f.body.type === 'BlockStatement'
}

/** `own`: the functions of a source that answer a promise. `from`: where its imported names come from. */
type Module = { file: string; text: string; program: Node; own: Map<string, Node>; from: Map<string, [string, string]> }

/** Reads the functions of each source that return a promise, and where its imports come from. */
function read({ file, text }: Source, methods: Set<string>): Module {
  const { program } = parseSync(file, text)
  const m: Module = { file, text, program, own: new Map(), from: new Map() }
  for (const s of program.body as Node[])
    if (s.type === 'ImportDeclaration' && String(s.source.value).startsWith('.'))
      for (const i of s.specifiers)
        m.from.set(i.local.name, [
          relative('.', join(dirname(file), s.source.value)),
          i.type === 'ImportNamespaceSpecifier' ? '*' : (i.imported?.name ?? 'default'),
        ])
  const library = (call: Node) => LIBRARY.includes(nameOf(call.callee) ?? '')
  walk(program, n => {
    if (n.type === 'FunctionDeclaration' && n.id && answersPromise(n, library)) m.own.set(n.id.name, n)
    if (n.type === 'VariableDeclarator' && n.init && isFunction(n.init) && answersPromise(n.init, library))
      m.own.set(n.id.name, n.init)
    // Members, by their type or their body: every member with such a name is taken to return a promise.
    if (n.type === 'MethodDefinition' && answersPromise(n.value, library)) methods.add(n.key.name)
    if (n.type === 'Property' && isFunction(n.value) && answersPromise(n.value, library)) methods.add(n.key.name)
    if (n.type === 'TSPropertySignature' && isPromiseType(n.typeAnnotation?.typeAnnotation?.returnType))
      methods.add(n.key.name)
    if (n.type === 'TSMethodSignature' && isPromiseType(n.returnType)) methods.add(n.key.name)
    return undefined
  })
  return m
}

/** Every place in `sources` where a promise may be left alone. */
export function leftAlone(sources: readonly Source[]): Found[] {
  const methods = new Set<string>()
  const modules = sources.map(s => read(s, methods))
  const byFile = new Map(modules.map(m => [m.file, m]))
  return modules.flatMap(m => {
    const declared = ({ callee }: Node): Node | undefined => {
      if (callee.type === 'Identifier') {
        const [file = '', name = ''] = m.from.get(callee.name) ?? []
        return m.own.get(callee.name) ?? byFile.get(file)?.own.get(name)
      }
      const [file, star] = m.from.get(callee.object?.name) ?? []
      return star === '*' ? byFile.get(file ?? '')?.own.get(nameOf(callee) ?? '') : undefined
    }
    const isPromise = (call: Node): boolean => {
      const { callee } = call
      const name = nameOf(callee) ?? ''
      if (declared(call)) return true
      if (callee.type === 'Identifier') return LIBRARY.includes(name) && !m.from.has(name)
      if (callee.type !== 'MemberExpression' || m.from.get(callee.object.name)?.[1] === '*') return false
      if (callee.object.name === 'Promise') return GROUP.has(name)
      return LIBRARY.includes(name) || (methods.has(name) && !ATTACH.has(name) && !BUILT_IN.has(name))
    }
    return inModule(m, isPromise, declared)
  })
}

function inModule(m: Module, isPromise: (call: Node) => boolean, declared: (call: Node) => Node | undefined): Found[] {
  const found: Found[] = []
  const say = (n: Node, text: string) =>
    found.push({ file: m.file, line: m.text.slice(0, n.start).split('\n').length, text })
  /** Promises started inside `n` that nothing there waits for. */
  const started = (n: Node): Node[] => {
    const all: Node[] = []
    walk(n, (x, up) => {
      if (x !== n && isFunction(x)) return false
      if (x.type === 'AwaitExpression') return false
      if (x.type !== 'CallExpression') return undefined
      const name = nameOf(x.callee)
      const isAttached = x.callee.type === 'MemberExpression' && ATTACH.has(name ?? '')
      if (isAttached)
        return x.arguments.length > 0 && (name === 'catch' || x.arguments.length === 2) ? false : undefined
      if (isPromise(x) && !up.some(u => u.type === 'AwaitExpression')) all.push(x)
      return undefined
    })
    return all
  }
  /** True when something that may throw ends between two places of a function. */
  const mayThrow = (body: Node, from: number, to: number): boolean => {
    let does = false
    walk(body, n => {
      if (n !== body && isFunction(n)) return false
      const isInside = n.start >= from && n.end <= to
      if (isInside && (n.type === 'AwaitExpression' || n.type === 'ThrowStatement' || n.type === 'ReturnStatement'))
        does = true
      if (isInside && n.type === 'ForOfStatement' && n.await) does = true
      if (isInside && n.type === 'CallExpression' && REFUSES.has(nameOf(n.callee) ?? '')) does = true
      return undefined
    })
    return does
  }
  const uses = (body: Node, name: string, after: number): Node[] => {
    const all: Node[] = []
    walk(body, (n, up) => {
      const parent = up.at(-1)
      const isKey = parent?.type === 'Property' && parent.key === n && !parent.shorthand
      const isMember = parent?.type === 'MemberExpression' && parent.property === n && !parent.computed
      if (n.type === 'Identifier' && n.name === name && n.start >= after && !isKey && !isMember) all.push(n)
      return undefined
    })
    return all.sort((a, b) => a.start - b.start)
  }

  walk(m.program, (n, up) => {
    const body = up.findLast(isFunction)
    // const x = start(db); await other(db); await x
    if (n.type === 'VariableDeclarator' && n.init && n.id.type === 'Identifier' && !isFunction(n.init) && body) {
      if (started(n.init).length > 0) {
        const first = uses(body, n.id.name, n.end)[0]
        if (!first) say(n, `${n.id.name} is started and never waited for`)
        else if (mayThrow(body, n.end, first.start))
          say(n, `${n.id.name} is started, and something else may fail first`)
      }
    }
    // [start(db), await other(db)]
    const parts: Node[] =
      n.type === 'ArrayExpression'
        ? n.elements
        : n.type === 'ObjectExpression'
          ? n.properties
          : n.type === 'CallExpression'
            ? n.arguments
            : []
    for (const [i, part] of parts.entries()) {
      if (!part || isFunction(part) || started(part).length === 0) continue
      const last = parts.at(-1)
      if (i < parts.length - 1 && mayThrow(n, part.end, last.end))
        say(part, 'a promise is started, and what stands behind may fail before anybody waits')
    }
    // void start(db), where start lets errors out
    if (n.type === 'UnaryExpression' && n.operator === 'void' && n.argument.type === 'CallExpression') {
      const f = declared(n.argument)
      if (f && !isGuarded(f)) say(n, 'nobody hears when this fails')
    }
    // emitter.on('x', async () => …)
    if (n.type === 'CallExpression' && (n.callee.type === 'Identifier' ? TIMERS : LISTENS).has(nameOf(n.callee) ?? ''))
      for (const a of n.arguments)
        if (isFunction(a) && a.async) say(a, `${nameOf(n.callee)} does not wait for what it calls`)
    return undefined
  })
  return found
}
