// Every `sql<Row>` template of the product, with the constant parts of its text and what it claims of its rows, read from
// the source with TypeScript's own checker.
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/** The claim about a row's value under one name. */
export type Claimed = {
  /** As TypeScript writes the type. */
  text: string
  /** 'string', 'number', 'boolean', 'Date', 'Buffer', 'unknown', 'object', or a list of one of them, as in 'number[]'. */
  kinds: string[]
  isNullable: boolean
  /** The column may be missing. */
  isOptional: boolean
  /** A type that each call names for itself: one of the kinds is enough. */
  isParameter: boolean
  /** False when the value could not have been JSON. */
  isJson: boolean
  /** The possible texts of the value, if the claim lists them. */
  values?: string[]
}
export type Claim = {
  file: string
  line: number
  /** The constant parts of the template, see `keyOf`. */
  key: string
  /** True when a row is claimed; an expression inside another statement claims a bare value. */
  isRow: boolean
  columns: Map<string, Claimed>
  /** The claim about columns of any other name. */
  rest?: Claimed
}

const SOURCES = '{platform,gateway,app,demo,features}/**/*.ts'
/** Stands where a template has a variable part. */
export const HOLE = '⟨…⟩'
/** Returns the constant parts of a template as one text, by which an executed statement is recognised. */
export const keyOf = (parts: readonly string[]): string => parts.join(HOLE)

const NOTHING = TypeFlags.Null | TypeFlags.Undefined
/** Returns the claim that the type of a value makes. */
function claimed(checker: Checker, named: Type, isOptional: boolean): Claimed {
  const type = checker.getBaseConstraintOfType(named) ?? named
  const members = type.isUnionType() ? (type.getTypes() ?? []) : [type]
  const filled = members.filter(t => !(t.flags & NOTHING))
  const texts = filled.filter(t => t.isStringLiteralType()).map(t => String(t.value))
  const isListed = texts.length > 0 && filled.every(t => !(t.flags & TypeFlags.String))
  return {
    text: checker.typeToString(type),
    kinds: [...new Set(filled.map(t => kindOf(checker, t)))],
    isNullable: filled.length < members.length || filled.some(t => (t.flags & TypeFlags.AnyOrUnknown) !== 0),
    isOptional,
    isParameter: named.isTypeParameter(),
    isJson: filled.every(t => isJson(checker, t)),
    ...(isListed && { values: texts }),
  }
}

const WORDS: readonly [number, string][] = [
  [TypeFlags.AnyOrUnknown, 'unknown'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.BigIntLike, 'bigint'],
]
const CLASSES = ['Date', 'Buffer']
const classOf = (type: Type): string | undefined => CLASSES.find(name => type.getSymbol()?.name === name)
function kindOf(checker: Checker, type: Type): string {
  const word = WORDS.find(([flag]) => type.flags & flag)?.[1] ?? classOf(type)
  if (word !== undefined) return word
  const element = elementOf(checker, type)
  return element ? `${claimed(checker, element, false).kinds.join('|')}[]` : 'object'
}
function elementOf(checker: Checker, type: Type): Type | undefined {
  if (!checker.isArrayType(type) || !type.isTypeReference()) return undefined
  return checker.getTypeArguments(type)[0]
}

/** True when a value of the type may have travelled as JSON: no Date, Buffer or bigint anywhere in it. */
function isJson(checker: Checker, type: Type, depth = 0): boolean {
  if (depth > 6 || type.flags & TypeFlags.AnyOrUnknown) return true
  if (type.flags & TypeFlags.BigIntLike || classOf(type)) return false
  const filled = (type.isUnionType() ? type.getTypes() : [])?.filter(t => !(t.flags & NOTHING)) ?? []
  if (filled.length > 0) return filled.some(t => isJson(checker, t, depth + 1))
  const element = elementOf(checker, type)
  if (element) return isJson(checker, element, depth + 1)
  if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return true
  return checker.getPropertiesOfType(type).every(p => {
    const inner = checker.getTypeOfSymbol(p)
    return !inner || isJson(checker, inner, depth + 1)
  })
}

type Template = Node & {
  tag: Node & { text?: string }
  typeArguments?: readonly Node[]
  template: Node & { text?: string; head?: { text: string }; templateSpans?: readonly { literal: { text: string } }[] }
}
const partsOf = ({ template: t }: Template): string[] =>
  t.head ? [t.head.text, ...(t.templateSpans ?? []).map(s => s.literal.text)] : [t.text ?? '']

function claimOf(checker: Checker, type: Type): Pick<Claim, 'isRow' | 'columns' | 'rest'> {
  const row = checker.getBaseConstraintOfType(type) ?? type
  const isRow = (row.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0 && kindOf(checker, row) === 'object'
  const columns = new Map<string, Claimed>()
  if (!isRow) return { isRow, columns }
  for (const property of checker.getPropertiesOfType(row)) {
    const value = checker.getTypeOfSymbol(property)
    if (value) columns.set(property.name, claimed(checker, value, (property.flags & SymbolFlags.Optional) !== 0))
  }
  const rest = checker.getIndexInfosOfType(row)[0]?.valueType
  return { isRow, columns, ...(rest && { rest: claimed(checker, rest, true) }) }
}

/** The claims of all templates of the sources below `root`. */
export function claimsOf(root: string): Claim[] {
  const files = globSync(SOURCES, { cwd: root, exclude: f => /node_modules|\.test\.ts$/.test(f) })
    .sort()
    .filter(f => /\bsql</.test(readFileSync(resolve(root, f), 'utf8')))
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [resolve(root, 'tsconfig.server.json')] }).getProjects()[0]
    if (!project) throw new Error('tsconfig.server.json names no project')
    const { checker, program } = project
    return files.flatMap(file => {
      const source = program.getSourceFile(resolve(root, file))
      if (!source) return []
      const found: Claim[] = []
      const visit = (node: Node): undefined => {
        const t = node as Template
        if (node.kind === SyntaxKind.TaggedTemplateExpression && t.tag.text === 'sql' && t.typeArguments?.[0]) {
          const type = checker.getTypeFromTypeNode(t.typeArguments[0] as Parameters<Checker['getTypeFromTypeNode']>[0])
          const line = source.text.slice(0, t.tag.end).split('\n').length
          if (type) found.push({ file, line, key: keyOf(partsOf(t)), ...claimOf(checker, type) })
        }
        node.forEachChild(visit)
      }
      visit(source)
      return found
    })
  } finally {
    api.close()
  }
}
