// JSON schemas of OCPP as modules of the schema kit (packages/ocpp/src/schema.ts): types.ts with the shared types, a module
// for each functional block, and index.ts with the table of all messages. Texts of the standard are not copied.

/** As much of JSON Schema as the schemas of OCPP 2.0.1 and 2.1 use. */
export interface JsonSchema {
  readonly $id?: string
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly definitions?: Readonly<Record<string, JsonSchema>>
}

type Sender = 'chargePoint' | 'centralSystem' | 'both'
/** Messages by functional block of the standard, and which side sends the request. */
export type Blocks = Readonly<Record<string, Readonly<Record<string, Sender>>>>

/** A version of the standard: its schemas, named `urn:Heartbeat.req` and `urn:Heartbeat.conf`, and the name of its table. */
export interface Version {
  /** As in `2.0.1`. */
  readonly name: string
  readonly table: string
  readonly blocks: Blocks
  readonly schemas: readonly JsonSchema[]
}

/** Enumerations that only describe. Other values are accepted and counted as odd, so that no bill is lost (D-OCPP-7). */
const OPEN_ENUMERATIONS: ReadonlySet<string> = new Set([
  'BootReasonEnumType',
  'LocationEnumType',
  'MeasurandEnumType',
  'PhaseEnumType',
  'ReadingContextEnumType',
  'ReasonEnumType',
  'TriggerReasonEnumType',
])

/** Lengths that real chargers exceed, with the limit of OCPP 2.1: a longer signature must not cost the reading. */
const WIDER: Readonly<Record<string, number>> = { 'SignedMeterValueType.signedMeterData': 32_768 }

export const isOpenEnumeration = (name: string): boolean => OPEN_ENUMERATIONS.has(name)

/** The most characters of a type's field, where they are not those of its schema. */
export const longestOf = (field: string): number | undefined => WIDER[field]

const headerOf = ({
  name,
}: Version): string => `// Made by tools/ocpp201.ts from the official JSON schemas of OCPP ${name} (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
`

/** The modules by file name. */
export function schemaModules(version: Version): Map<string, string> {
  const { blocks, schemas } = version
  const modules = new Map([['types.ts', typesModule(schemas)]])
  for (const [block, actions] of Object.entries(blocks))
    modules.set(`${block}.ts`, blockModule(block, actions, schemas))
  modules.set('index.ts', indexModule(version))
  return new Map([...modules].map(([file, text]) => [file, `${headerOf(version)}${text}`]))
}

function typesModule(schemas: readonly JsonSchema[]): string {
  const definitions = new Map(schemas.flatMap(s => Object.entries(s.definitions ?? {})))
  const done = new Map<string, string>()
  const isUsedBeyond = exportedTypes(schemas)
  const add = (name: string): void => {
    const definition = definitions.get(name)
    if (done.has(name) || !definition) return
    for (const inner of referredTypes(definition)) add(inner)
    const word = isUsedBeyond.has(name) ? 'export const' : 'const'
    done.set(name, `${word} ${constant(name)} = ${kitText(definition, name)}\n`)
  }
  for (const name of [...definitions.keys()].toSorted()) add(name)
  return withImports([...done.values()].join('\n'))
}

/** The types that messages name themselves; the others stand only within types. */
const exportedTypes = (schemas: readonly JsonSchema[]): ReadonlySet<string> =>
  new Set(schemas.flatMap(({ definitions: _, ...message }) => referredTypes(message)))

function blockModule(block: string, actions: Readonly<Record<string, Sender>>, schemas: readonly JsonSchema[]): string {
  const payloads = new Map(schemas.map(s => [s.$id, s]))
  const types = new Set<string>()
  const part = (id: string): string => {
    const { definitions: _, ...schema } = payloads.get(id) ?? {}
    if (schema.type !== 'object') throw new Error(`There is no schema ${id}`)
    for (const type of referredTypes(schema)) types.add(constant(type))
    return kitText(schema, id)
  }
  const rows = Object.entries(actions).map(
    ([action, from]) =>
      `${action}: { from: '${from}', request: ${part(`urn:${action}.req`)}, confirmation: ${part(`urn:${action}.conf`)} },`,
  )
  const body = `export const ${camel(block)} = {\n${rows.join('\n')}\n} as const satisfies Messages\n`
  const named = [...types].toSorted()
  return withImports(
    body,
    ["import type { Messages } from '../messages/message.ts'"],
    [`import { ${named.join(', ')} } from './types.ts'`],
  )
}

function indexModule({ blocks: all, table }: Version): string {
  const blocks = Object.keys(all)
  const imports = blocks.toSorted().map(block => `import { ${camel(block)} } from './${block}.ts'`)
  const spreads = blocks.map(block => `...${camel(block)},`)
  return `${imports.join('\n')}\n\nexport const ${table} = {\n${spreads.join('\n')}\n}\n`
}

const KIT = ['any', 'bool', 'date', 'dec', 'int', 'list', 'obj', 'oneOf', 'open', 'openObj', 'str'] as const

function withImports(body: string, before: readonly string[] = [], after: readonly string[] = []): string {
  const used = KIT.filter(word => new RegExp(`\\b${word}\\(`).test(body))
  const kit = `import { ${used.join(', ')} } from '../schema.ts'`
  return `${[...before, kit, ...after].join('\n')}\n\n${body}`
}

/** The schema as an expression of the kit; `at` names the type it belongs to. */
function kitText(s: JsonSchema, at: string): string {
  if (s.$ref !== undefined) return constant(nameOf(s.$ref))
  if (s.enum) return `${isOpenEnumeration(at) ? 'open' : 'oneOf'}(${s.enum.map(quote).join(', ')})`
  switch (s.type) {
    case 'string':
      if (s.format === 'date-time') return 'date()'
      return `str(${longestOf(at) ?? s.maxLength ?? ''})`
    case 'integer':
      return `int(${options({ min: s.minimum, max: s.maximum })})`
    case 'number':
      return 'dec()'
    case 'boolean':
      return 'bool()'
    case 'array': {
      const bounds = options({ min: s.minItems, max: s.maxItems })
      return `list(${kitText(s.items ?? {}, at)}${bounds && `, ${bounds}`})`
    }
    case 'object':
      return objectText(s, at)
    case undefined:
      return 'any()'
    default:
      throw new Error(`${at} has the unknown type ${s.type}`)
  }
}

function objectText(s: JsonSchema, at: string): string {
  const isRequired = new Set(s.required)
  const fields = Object.entries(s.properties ?? {})
  const text = (part: typeof fields): string =>
    `{ ${part.map(([name, field]) => `${name}: ${kitText(field, `${at}.${name}`)}`).join(', ')} }`
  const required = fields.filter(([name]) => isRequired.has(name))
  const optional = fields.filter(([name]) => !isRequired.has(name))
  const both = [required.length > 0 ? text(required) : '{}', ...(optional.length > 0 ? [text(optional)] : [])]
  return `${s.additionalProperties === false ? 'obj' : 'openObj'}(${both.join(', ')})`
}

const options = (bounds: Readonly<Record<string, number | undefined>>): string => {
  const said = Object.entries(bounds).filter(([, bound]) => bound !== undefined)
  return said.length === 0 ? '' : `{ ${said.map(([name, bound]) => `${name}: ${bound}`).join(', ')} }`
}

const referredTypes = (s: object): string[] =>
  Object.entries(s).flatMap(([name, inside]) =>
    name === '$ref' ? [nameOf(inside)] : typeof inside === 'object' && inside !== null ? referredTypes(inside) : [],
  )

const nameOf = (ref: string): string => ref.replace('#/definitions/', '')
const quote = (text: string): string => `'${text}'`
const camel = (text: string): string => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
/** IdTokenType as idTokenType, APNType as apnType, EVSEType as evseType. */
const constant = (name: string): string => name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, start => start.toLowerCase())
