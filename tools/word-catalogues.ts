// Compiles the catalogues of the driver's texts (packages/words/catalogues): each message becomes a text, or a function of
// its arguments, so that neither browser nor server has a parser of ICU messages. Used by tools/words.ts, and by the check.
import { parse, type Token } from '@messageformat/parser'

export type Section = Record<string, string>
export type Catalogue = {
  language: { tag: string; name: string; inEnglish: string }
  sections: Record<string, Section>
}
/** The parts of a catalogue file that hold no messages. */
const APART = ['language', 'glossary']
export function catalogueOf(json: string): Catalogue {
  const all = JSON.parse(json) as Record<string, Section>
  const sections = Object.fromEntries(Object.entries(all).filter(([name]) => !APART.includes(name)))
  return { language: all.language as Catalogue['language'], sections }
}

/** What the argument of a message is: a text that is put in, a number that is counted or written, or a word that chooses. */
export type ArgumentKind = 'string' | 'number'
export type Message = { tokens: Token[]; args: Map<string, ArgumentKind> }

const pluralsOf = (tag: string) => new Intl.PluralRules(tag).resolvedOptions().pluralCategories

/** @throws Error for a text that is no message of ICU, for plurals that the language has not, and for forms that it lacks */
export function messageOf(text: string, tag: string): Message {
  const cardinal = pluralsOf(tag)
  const tokens = parse(text, { cardinal, ordinal: [], strict: true })
  const args = new Map<string, ArgumentKind>()
  const add = (name: string, kind: ArgumentKind) => {
    if (args.get(name) !== 'number') args.set(name, kind)
  }
  const walk = (all: readonly Token[]): void => {
    for (const t of all)
      switch (t.type) {
        case 'argument':
          add(t.arg, 'string')
          break
        case 'function':
          if (t.key !== 'number' || t.param?.length) throw new Error(`{${t.arg}, ${t.key}} is not served`)
          add(t.arg, 'number')
          break
        case 'plural':
        case 'select':
          add(t.arg, t.type === 'plural' ? 'number' : 'string')
          demandForms(t.cases, t.type === 'plural' ? cardinal : ['other'])
          for (const c of t.cases) walk(c.tokens)
          break
        case 'selectordinal':
          throw new Error('{…, selectordinal} is not served')
        case 'content':
        case 'octothorpe':
          break
      }
  }
  walk(tokens)
  return { tokens, args }
}
function demandForms(cases: readonly { key: string }[], needed: readonly string[]): void {
  const lacking = needed.filter(form => !cases.some(c => c.key === form))
  if (lacking.length > 0) throw new Error(`The form ${lacking.join(', ')} is missing`)
}

const quoted = (text: string): string => text.replaceAll(/[\\`]|\$\{/g, c => `\\${c}`)
/** The inside of a template literal. `counted`: the argument that `#` stands for. */
function written(tokens: readonly Token[], counted = ''): string {
  return tokens
    .map(t => {
      switch (t.type) {
        case 'content':
          return quoted(t.value)
        case 'argument':
          return `\${a.${t.arg}}`
        case 'octothorpe':
          return `\${n(a.${counted})}`
        case 'function':
          return `\${n(a.${t.arg})}`
        case 'plural':
        case 'select': {
          const forms = t.cases.map(c => `${keyOf(c.key)}: ${literal(c.tokens, t.type === 'plural' ? t.arg : counted)}`)
          return `\${${t.type === 'plural' ? 'p' : 's'}(a.${t.arg}, { ${forms.join(', ')} })}`
        }
        default:
          throw new Error(`${t.type} is not served`)
      }
    })
    .join('')
}
const keyOf = (form: string): string => (/^=\d+$/.test(form) ? `'${form}'` : form)
const literal = (tokens: readonly Token[], counted = ''): string => {
  const text = written(tokens, counted)
  return text.includes('${') ? `\`${text}\`` : plain(tokens)
}
/** A text without arguments, in the quotes that the formatter would choose. */
const plain = (tokens: readonly Token[]): string => {
  const text = tokens.map(t => (t.type === 'content' ? t.value : '')).join('')
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`
}

/** The module of one section in one language. */
function sectionModule({ language: { tag } }: Catalogue, section: Section): string {
  const lines = Object.entries(section).map(([key, text]) => {
    const { tokens, args } = messageOf(text, tag)
    if (args.size === 0) return `export const ${key}: string = ${plain(tokens)}`
    const types = [...args].map(([name, kind]) => `${name}: ${kind}`).join('; ')
    return `export const ${key} = (a: { ${types} }) => ${literal(tokens)}`
  })
  const body = lines.join('\n')
  const helpers = [
    ...(/\bn\(a\./.test(body) ? [['n', `/* @__PURE__ */ number('${tag}')`]] : []),
    ...(/\bp\(a\./.test(body) ? [['p', `/* @__PURE__ */ plural('${tag}')`]] : []),
  ]
  const names = [
    ...(/\bn\(a\./.test(body) ? ['number'] : []),
    ...(/\bp\(a\./.test(body) ? ['plural'] : []),
    ...(/\bs\(a\./.test(body) ? ['select as s'] : []),
  ]
  return `${HEAD}${names.length ? `import { ${names.join(', ')} } from '../forms.ts'\n\n` : ''}${helpers
    .map(([name, made]) => `const ${name} = ${made}\n`)
    .join('')}\n${body}\n`
}
/** The sections of which the browser loads one language. */
const OF_BROWSER = ['pay', 'invoice', 'lookup']
const HEAD = '// Written by `npm run words` from packages/words/catalogues.\n'
const moduleName = (language: string, section: string): string => `made/${language}-${section}.ts`
const local = (language: string, section: string): string =>
  `${language}${section.slice(0, 1).toUpperCase()}${section.slice(1)}`
const typeName = (section: string): string => `${section.slice(0, 1).toUpperCase()}${section.slice(1)}Words`

/** All modules that are written, by their path under packages/words/src. English is the one that the others follow. */
export function modulesOf(catalogues: ReadonlyMap<string, Catalogue>): Map<string, string> {
  const modules = new Map<string, string>()
  const english = catalogues.get('en')
  if (!english) throw new Error('There is no English catalogue')
  const sections = Object.keys(english.sections)
  const languages = [...catalogues.keys()]
  for (const [language, catalogue] of catalogues)
    for (const section of sections)
      modules.set(moduleName(language, section), sectionModule(catalogue, catalogue.sections[section] ?? {}))
  const listed = [...catalogues].map(
    ([language, { language: l }]) =>
      `  ${language}: { tag: '${l.tag}', name: '${l.name}', inEnglish: '${l.inEnglish}' },`,
  )
  modules.set('made/languages.ts', `${HEAD}export const KNOWN = {\n${listed.join('\n')}\n} as const\n`)
  const imports = languages.flatMap(l =>
    sections.toSorted().map(s => `import * as ${local(l, s)} from './${l}-${s}.ts'`),
  )
  const all = languages.map(l => `  ${l}: { ${sections.map(s => `${s}: ${local(l, s)}`).join(', ')} },`)
  modules.set(
    'made/all.ts',
    `${HEAD}${imports.join('\n')}\n\nexport const ALL = {\n${all.join('\n')}\n} satisfies Record<string, Words>\n\nexport type Words = {\n${sections
      .map(s => `  ${s}: typeof ${local('en', s)}`)
      .join('\n')}\n}\n`,
  )
  for (const section of OF_BROWSER) {
    const loaders = languages.map(l => `  ${l}: () => import('./${l}-${section}.ts'),`)
    const type = `import type * as ${local('en', section)} from './en-${section}.ts'\n\nexport type ${typeName(section)} = typeof ${local('en', section)}\n`
    modules.set(
      `made/load-${section}.ts`,
      `${HEAD}${type}/** Loads the texts of a language when they are needed. */\nexport const load${typeName(section)} = {\n${loaders.join('\n')}\n} satisfies Record<string, () => Promise<${typeName(section)}>>\n`,
    )
  }
  return modules
}
