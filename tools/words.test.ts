// The catalogues of the driver's texts: every language has every text, with the arguments of English and in its own words;
// no text is left over; what is compiled is what the catalogues say; and no driver's screen has a text of its own.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { describe, expect, test } from 'vitest'
import { inAllLanguages } from './driver-document.ts'
import { catalogueOf, messageOf, modulesOf } from './word-catalogues.ts'
import { readCatalogues } from './words.ts'

const ROOT = join(import.meta.dirname, '..')
const catalogues = readCatalogues()
const english = catalogues.get('en') as NonNullable<ReturnType<typeof catalogues.get>>
const others = [...catalogues].filter(([language]) => language !== 'en')
const keysOf = (c: typeof english) =>
  Object.entries(c.sections).flatMap(([s, m]) => Object.keys(m).map(k => `${s}.${k}`))

test('what is compiled is what the catalogues say: `npm run words` writes it', () => {
  // The formatter breaks lines and chooses quotes, which mean nothing.
  const plain = (text: string) => text.replaceAll(/[\s'"`,]|\\(?=')/g, '')
  for (const [path, text] of modulesOf(catalogues))
    expect(plain(readFileSync(join(ROOT, 'packages/words/src', path), 'utf8')), path).toBe(plain(text))
})

describe.each(others)('%s', (language, catalogue) => {
  const { tag } = catalogue.language
  test('has every text of English and no other', () => {
    expect(keysOf(catalogue)).toEqual(keysOf(english))
  })

  test.each(keysOf(english))('%s: arguments as in English, whole plurals, its own words', key => {
    const [section = '', name = ''] = key.split('.')
    const text = catalogue.sections[section]?.[name] ?? ''
    const own = messageOf(text, tag)
    const original = messageOf(english.sections[section]?.[name] ?? '', english.language.tag)
    expect(Object.fromEntries(own.args)).toEqual(Object.fromEntries(original.args))
    expect(text.trim()).not.toBe('')
    // Names, units and abbreviations stay as they are everywhere.
    const words = text.replaceAll(
      /\{[\w]+(, (number|plural|select),?)?|\b(one|other|few|many|two|zero|=\d)(?= \{)/g,
      ' ',
    )
    const kept = words.match(/[A-Za-z]{2,}/g)?.filter(w => !KEPT.has(w) && !isChoice(key, w)) ?? []
    expect(kept, `${language}: ${text}`).toEqual([])
  })
})
/** Names that are written alike in every language, units, and what a person types. */
const KEPT = new Set(
  'UPI ID PDF JSON MB GST GSTIN IRN RuPay IGST CGST SGST SAC kWh VPA RRN UTR JavaScript name bank upi min brand charger amount'.split(
    ' ',
  ),
)
/** The states by which a message chooses. */
const isChoice = (key: string, word: string): boolean =>
  (english.sections[key.split('.')[0] ?? '']?.[key.split('.')[1] ?? ''] ?? '').includes(`${word} {`)

const sources = globSync(
  ['features/**/*.{ts,tsx}', 'web/**/*.{ts,tsx,html}', 'kit/**/*.{ts,tsx}', 'platform/**/*.ts'],
  {
    cwd: ROOT,
  },
).filter(f => !/\.test\.tsx?$|\/test-/.test(f))
const texts = new Map(sources.map(f => [f, readFileSync(join(ROOT, f), 'utf8')]))
const speaking = [...texts].filter(([, text]) =>
  /@wattdesk\/words|pay-language|pay-text\.rules|invoice-lines|%pay\./.test(text),
)

const shared = globSync('packages/base/src/*.ts', { cwd: ROOT }).map(f => readFileSync(join(ROOT, f), 'utf8'))

test('every text is used', () => {
  const used = speaking.map(([, text]) => text).join('\n')
  const unused = keysOf(english).filter(key => {
    const [section = '', name = ''] = key.split('.')
    if (new RegExp(`[.%]${name}\\b|\\b${name}:`).test(used)) return false
    // An answer that other parts of the server give too is found by its text (pay-told.rules.ts): it must be theirs still.
    const text = english.sections[section]?.[name]
    return section !== 'told' || ![...texts.values(), ...shared].some(source => source.includes(`'${text}'`))
  })
  expect(unused.filter(key => !SPREAD.has(key))).toEqual([])
})
/** Read by the kit of papers, which is given all words of the invoice. */
const SPREAD = new Set(['invoice.pageOf', 'invoice.testNotice'])

/** The screens that drivers see. */
const SCREENS =
  /^features\/(settlement\/scan-and-pay\/pay-[\w.-]+\.tsx|money\/upi-status\/upi-status-page\.tsx|settlement\/invoices\/invoice-paper\.tsx)$/
type Node = { type: string; [field: string]: unknown }
function* nodesIn(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return
  if ('type' in tree) yield tree as Node
  for (const value of Object.values(tree)) yield* nodesIn(value)
}
const SEEN = new Set([
  'label',
  'title',
  'placeholder',
  'alt',
  'aria-label',
  'question',
  'yes',
  'text',
  'heading',
  'header',
])
test.each([...texts].filter(([file]) => SCREENS.test(file)))('%s has no text of its own', (file, source) => {
  const own = [...nodesIn(parseSync(file, source).program)].flatMap(node => {
    if (node.type === 'JSXText') return /\p{L}{2,}/u.test(node.value as string) ? [(node.value as string).trim()] : []
    if (node.type !== 'JSXAttribute') return []
    const { name, value } = node as unknown as {
      name: { name: string }
      value: { type: string; value?: unknown } | null
    }
    const isText = value?.type === 'Literal' && typeof value.value === 'string' && /\p{L}{2,}/u.test(value.value)
    return SEEN.has(name.name) && isText ? [value.value] : []
  })
  expect(own).toEqual([])
})

describe('a catalogue that is not whole is refused', () => {
  test.each([
    ['an open brace', 'Paid {amount', /./],
    ['a plural without the form of the language', '{n, plural, other {# days}}', /one/],
    ['a plural without other', '{n, plural, one {# day}}', /other/],
    ['a form that English has not', '{n, plural, one {a} few {b} other {c}}', /few/],
    ['a kind of argument that is not served', '{at, date}', /date/],
  ])('%s', (_, text, fault) => expect(() => messageOf(text, 'en-IN')).toThrow(fault))

  test('one that lacks a text of English has no module that type-checks, and one more language is one file', () => {
    const tamil = catalogueOf(
      JSON.stringify({ language: { tag: 'ta-IN', name: 'தமிழ்', inEnglish: 'Tamil' }, ...english.sections }),
    )
    const modules = modulesOf(new Map([...catalogues, ['ta', tamil]]))
    expect([...modules.keys()].filter(path => path.includes('/ta-'))).toHaveLength(Object.keys(english.sections).length)
    expect(modules.get('made/languages.ts')).toContain("ta: { tag: 'ta-IN', name: 'தமிழ்', inEnglish: 'Tamil' }")
    expect(modules.get('made/load-pay.ts')).toContain("ta: () => import('./ta-pay.ts')")
  })
})

test('the document of the pay page says in every language what it says without a script', () => {
  const html = inAllLanguages(readFileSync(join(ROOT, 'web/pay.html'), 'utf8'))
  expect(html).not.toMatch(/%\w+\.\w+%/)
  for (const { sections } of catalogues.values()) expect(html).toContain(sections.pay?.needsScript)
  expect(() => inAllLanguages('%pay.nothing%')).toThrow('No text for %pay.nothing%')
})
