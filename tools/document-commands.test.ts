// What documents tell people to type or to set is there: scripts of npm, options of the start, settings, files that a command
// names; and examples can be read by what they are for.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const documents = globSync(['*.md', '{docs,docker,bench,packages}/**/*.md'], {
  cwd: ROOT,
  exclude: f => /(^|\/)node_modules(\/|$)/.test(f),
}).filter(file => file !== 'CHANGELOG.md')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
/** Every place of a document that the pattern finds, as `file: what`. */
const found = (pattern: RegExp, isWrong: (...groups: string[]) => boolean): string[] =>
  documents.flatMap(file =>
    [...read(file).matchAll(pattern)].filter(([, ...groups]) => isWrong(...groups)).map(([all]) => `${file}: ${all}`),
  )
const blocks = (...languages: string[]): { file: string; text: string }[] =>
  documents.flatMap(file =>
    [...read(file).matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
      .filter(([, language = '']) => languages.includes(language))
      .map(([, , text = '']) => ({ file, text })),
  )

test('every script of npm that a document names is there', () => {
  expect(documents.length).toBeGreaterThan(100)
  expect(found(/npm run (?:-s )?([a-z][\w-]*)/g, name => !(name in scripts))).toEqual([])
})

test('every option of the start is one that the product takes', () => {
  const taken = read('app/config.ts') + read('app/main.ts')
  expect(found(/npm start -- (--[a-z-]+)/g, option => !taken.includes(option))).toEqual([])
})

/** Where each command reads its options. */
const OPTIONS_IN: Readonly<Record<string, string>> = {
  sim: 'packages/ocpp/sim/main.ts',
  admin: '{app,platform/backup}/*.ts',
  cluster: 'tools/cluster/*.ts',
  faults: 'tools/faults/*.ts',
  bench: 'bench/*.ts',
  bare: 'tools/bare-debian.sh',
  release: 'tools/release.ts',
  dev: 'tools/dev.ts',
  pictures: 'tools/pictures.ts',
  arrows: 'tools/arrows.ts',
}
test('every option of a command is one that the command takes', () => {
  const taken = (name: string): string =>
    globSync(OPTIONS_IN[name] ?? '', { cwd: ROOT })
      .map(read)
      .join('\n')
  // Two minus signs by themselves hand the rest on to another program.
  const wrong = documents.flatMap(file =>
    [...read(file).matchAll(/npm run (?:-s )?([a-z][\w-]*) -- ([^`\n|]*)/g)]
      .filter(([, name = '']) => name in OPTIONS_IN)
      .flatMap(([, name = '', rest = '']) =>
        [...(rest.split(' -- ')[0] ?? '').matchAll(/(?<=^|[\s[(])--([a-z][\w-]*)/g)]
          .filter(([, option = '']) => !new RegExp(`(?<![\\w-])(--)?${option}(?![\\w-])`).test(taken(name)))
          .map(([option]) => `${file}: npm run ${name} -- ${option}`),
      ),
  )
  expect(wrong).toEqual([])
  expect(Object.keys(OPTIONS_IN).filter(name => !(name in scripts))).toEqual([])
})

test('every picture of a document is there and has words for those who do not see it', () => {
  const pictures = documents.flatMap(file =>
    [...read(file).matchAll(/!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)/g)].map(([, alt = '', path = '']) => ({
      file,
      alt,
      path,
    })),
  )
  expect(pictures.length).toBeGreaterThan(10)
  expect(pictures.filter(p => p.alt.length < 10).map(p => `${p.file}: ${p.path}`)).toEqual([])
  expect(
    pictures.filter(p => !existsSync(join(ROOT, dirname(p.file), p.path))).map(p => `${p.file}: ${p.path}`),
  ).toEqual([])
})

test('every setting is read somewhere', () => {
  const sources = globSync(
    '{app,platform,gateway,features,demo,tools,bench,docker,testing,bin,e2e,packages}/**/*.{ts,js,sh,yaml,env}',
    {
      cwd: ROOT,
      exclude: f => /(^|\/)node_modules(\/|$)/.test(f),
    },
  )
    .map(read)
    .join('\n')
  expect(found(/\b(WATTDESK_[A-Z_]*[A-Z])\b/g, name => !sources.includes(name))).toEqual([])
})

test('every program of ours that a command names is there', () => {
  const commands =
    /(?:^|[`\s])(?:node|docker compose -f|npx vitest run|npx playwright test) ([\w./-]+\.(?:ts|yaml|sh))/gm
  expect(found(commands, file => !existsSync(join(ROOT, file)))).toEqual([])
})

test('examples are what they say: JSON, YAML, lines for a shell', () => {
  const wrong: string[] = []
  const hold = (kind: string[], read: (text: string) => unknown) => {
    for (const { file, text } of blocks(...kind))
      try {
        read(text)
      } catch (error) {
        wrong.push(`${file}: ${String(error)}\n${text}`)
      }
  }
  hold(['json'], JSON.parse)
  hold(['yaml', 'yml'], text => {
    for (const { errors } of parseAllDocuments(text)) if (errors[0]) throw errors[0]
  })
  hold(['sh', 'bash', 'shell'], text => execFileSync('sh', ['-n'], { input: text, stdio: ['pipe', 'ignore', 'pipe'] }))
  expect(wrong).toEqual([])
})
