// Checks that this repository alone suffices to follow every reference: codes of rules lead to a heading in docs/rules,
// links of documents to files and headings, paths to existing files, a section sign (§) to a named standard, and the
// numbers of docs/rules/wire.md to their tests.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { anchorOf } from './anchors.ts'

export type Source = { file: string; text: string }

const CODE = /(?<![\w-])(?:D-[A-Z]{2,}-\d+|M-\d(?:\.\d)?|O-\d+|S-[A-Z]{3,})(?![\w-])/g
const RANGE = /(D-[A-Z]{2,}-)(\d+) to \1(\d+)/g
const HEADING = /^#+ (.+)$/gm
/** Pages that the product serves beside the guide, which link to each other. */
const SERVED = new Set(['/docs/api'])
const LINK = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g
/** Texts that are not in the repository: by their number, or a file with a section's number behind it. */
const OUTSIDE = /\bdoc(?:ument)?s? [123]\b|\b\w+\.md \d/gi
const STANDARD = /OCPP|RFC|white paper|ISO|IEC/
const PLACES =
  'app|bench|demo|docker|docs|e2e|features|gateway|kit|migrations|packages|platform|testing|tools|web|\\.ci'
const PATH = new RegExp(`^(?:${PLACES})/[\\w./*-]+$`)
const PATH_OF_FILE = new RegExp(`(?<![\\w/.-])(?:${PLACES})/[\\w./-]+\\.(?:tsx?|sql|md)\\b`, 'g')
const NAME_OF_FILE = /(?<![\w/.,{-])\w[\w.-]*\.(?:tsx?|sql)\b/g
const FILE = /^\w[\w.-]*\.(?:tsx?|sql|md)$/

const isDocument = (file: string) => file.endsWith('.md')
/** Migrations never change; docs/rules/README.md tells how their older forms are read. */
const isFrozen = (file: string) => file.startsWith('migrations/') && file.endsWith('.sql')
/** `M-2.7` for the section 2.7 of money.md and `O-37` for the number 37 of ocpp.md, as frozen comments name them. */
const inOlderForm = (text: string): string =>
  text.replaceAll(/\b(money|ocpp)\.md (\d[\d.]*(?:, \d[\d.]*)*)/g, (_, page: string, numbers: string) =>
    numbers
      .split(', ')
      .map(n => `${page === 'money' ? 'M' : 'O'}-${n.replace(/\.$/, '')}`)
      .join(', '),
  )

/** A line of a source from where its comment begins; empty where it has none. */
const commentOf = (line: string): string => /(?:(?:^|\s)\/\/|\/\*|^\s*\* |--).*$/.exec(line)?.[0] ?? ''

/** The anchors of a document's headings, as they are made where Markdown is shown. */
export const anchorsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(HEADING)].map(([, title = '']) => anchorOf(title)))

/** The codes that a text names; a range names all between its ends. */
export function codesIn(text: string): string[] {
  const between = [...text.matchAll(RANGE)].flatMap(([, family = '', from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${family}${Number(from) + i}`),
  )
  return [...new Set([...(text.match(CODE) ?? []), ...between])]
}

/**
 * Returns the references in `sources` that lead nowhere, as `file:line: what`. `exists` tells whether a path from the
 * root exists, with `*` for anything.
 */
export function leadsNowhere(sources: readonly Source[], exists: (path: string) => boolean): string[] {
  const found: string[] = []
  const rules = new Map<string, string>()
  const names = new Set(sources.map(s => basename(s.file)))
  const anchors = new Map(sources.filter(s => isDocument(s.file)).map(s => [s.file, anchorsOf(s.text)]))
  for (const { file, text } of sources.filter(s => /^docs\/rules\/.*\.md$/.test(s.file)))
    for (const [, title = ''] of text.matchAll(HEADING)) {
      const code = title.split(' ')[0] ?? ''
      if (code.replace(CODE, '') !== '') continue
      const other = rules.get(code)
      if (other !== undefined) found.push(`${file}: ${code} has a heading in ${other} too`)
      rules.set(code, file)
    }
  for (const { file, text } of sources)
    for (const [i, whole] of text.split('\n').entries()) {
      const say = (what: string) => found.push(`${file}:${i + 1}: ${what}`)
      const line = isFrozen(file) ? inOlderForm(whole) : whole
      const said = isDocument(file) ? line : commentOf(line)
      const codes = isDocument(file)
        ? codesIn(line)
        : [...codesIn(said), ...codesIn(line).filter(c => c.startsWith('D-'))]
      for (const code of new Set(codes)) if (!rules.has(code)) say(`${code} has no heading in docs/rules`)
      if (!isFrozen(file))
        for (const [text] of said.matchAll(OUTSIDE)) say(`"${text}" is a text outside the repository`)
      if (said.includes('§') && !file.startsWith('packages/ocpp/') && !STANDARD.test(said) && !isDocument(file))
        say('§ of which standard?')
      if (!isDocument(file)) {
        for (const [path] of said.matchAll(PATH_OF_FILE))
          if (!isFrozen(file) && !exists(path)) say(`${path} is not there`)
        for (const [name] of said.matchAll(NAME_OF_FILE))
          if (!isFrozen(file) && !names.has(name) && !/^x[.-]/.test(name)) say(`no file is called ${name}`)
        continue
      }
      for (const [, path = '', anchor] of line.matchAll(LINK)) {
        const target = path === '' ? file : join(dirname(file), path)
        if (SERVED.has(path)) continue
        if (!exists(target)) say(`${path} is not there`)
        else if (anchor !== undefined && anchors.get(target)?.has(anchor) === false) say(`${path} has no #${anchor}`)
      }
      for (const [, quoted = ''] of line.matchAll(/`([^`]+)`/g)) {
        if (PATH.test(quoted) && !exists(quoted)) say(`${quoted} is not there`)
        if (FILE.test(quoted) && !/^x[.-]/.test(quoted) && !names.has(quoted)) say(`no file is called ${quoted}`)
      }
    }
  return found
}

const PROOF = /^\| (\d+) \| .*? \|(.*)\|$/gm
/** True where a test of `text` bears the number at the end of its title, as `[24]`, alone or among others. */
const isShownIn = (text: string, number: string) => new RegExp(`\\[${number}\\](?: \\[\\d+\\])*['"\`]`).test(text)

/**
 * Returns the gaps in the proofs of docs/rules/wire.md: missing numbers from 1 on, missing files, tests that do not
 * bear the number.
 */
export function notShown(sources: readonly Source[], page = 'docs/rules/wire.md'): string[] {
  const texts = new Map(sources.map(s => [s.file, s.text]))
  return [...(texts.get(page) ?? '').matchAll(PROOF)].flatMap(([, number = '', files = ''], i) => {
    const named = [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    const missing = named.filter(file => !isShownIn(texts.get(file) ?? '', number))
    return [
      ...(Number(number) === i + 1 ? [] : [`${page}: ${number} stands where ${i + 1} is due`]),
      ...(named.length > 0 ? [] : [`${page}: no test shows ${number}`]),
      ...missing.map(file => `${page}: no test in ${file} ends with [${number}]`),
    ]
  })
}

if (import.meta.main) {
  const files = globSync('{*,.ci/*,!(node_modules|data|dist)/**/*}.{ts,tsx,md,sql}', {
    exclude: f => /(^|\/)(node_modules|dist|data)(\/|$)/.test(f),
  }).filter(f => !f.startsWith('tools/references'))
  const sources = files.map(file => ({ file, text: readFileSync(file, 'utf8') }))
  const exists = (path: string) => (path.includes('*') ? globSync(path).length > 0 : existsSync(path))
  const found = [...leadsNowhere(sources, exists), ...notShown(sources)]
  for (const what of found) console.error(what)
  console.log(`references: ${files.length} files, ${found.length} that lead nowhere`)
  process.exitCode = found.length > 0 ? 1 : 0
}
