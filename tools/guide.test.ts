// The guide: short pages, a section for every screen of the portal, words that the product has, pictures that are there, and
// links that lead somewhere. That its steps can be walked is shown by e2e/guide.spec.ts.
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GUIDE, pageOf, readGuide } from './guide.ts'
import { addressOf, builtGuide, screensOf, sizeOf } from './guide-build.ts'

/** The table of screens belongs to the portal, which is compiled by itself. */
const ROUTES: string = '#web/shell/routes.ts'
const { routes } = (await import(ROUTES)) as { routes: readonly { form: string }[] }
const pages = readGuide()
const sections = pages.flatMap(page => page.sections.map(s => ({ ...s, at: `${addressOf(page)}#${s.id}` })))
const pictureFiles = globSync('*', { cwd: join(GUIDE, 'pictures') }).filter(f => f.endsWith('.webp'))
const files = {
  script: 'assets/help.js',
  styles: ['assets/help.css'],
  index: 'assets/index.json',
  pictures: new Map(pictureFiles.map(name => [name, `/assets/${name}`])),
}

test('a page takes at most ten minutes', () => {
  expect(pages.length).toBeGreaterThan(4)
  expect(pages.filter(p => p.minutes > 10).map(p => `${p.slug}: ${p.minutes}`)).toEqual([])
})

test('every screen of the portal has its section, and no section is for a screen that is not there', () => {
  const forms = routes.map(r => r.form)
  const named = sections.flatMap(s => s.screens)
  expect(forms.filter(form => !named.includes(form))).toEqual([])
  expect(named.filter(form => !forms.includes(form.replace(/\?.*/, '')))).toEqual([])
  expect(named.filter((form, i) => named.indexOf(form) < i)).toEqual([])
})

test('a help button leads to a section that is there', () => {
  const there = new Set(sections.map(s => s.at))
  expect(Object.values(screensOf(pages)).filter(at => !there.has(at))).toEqual([])
})

test('steps have names of their own', () => {
  const ids = sections.flatMap(s =>
    [s.id, ...s.steps.map(step => step.id)].map(id => `${s.at.replace(/#.*/, '')} ${id}`),
  )
  expect(ids.filter((id, i) => ids.indexOf(id) < i)).toEqual([])
  expect(
    sections
      .flatMap(s => s.steps)
      .filter(step => step.words.length === 0)
      .map(step => step.id),
  ).toEqual([])
})

test('what stands in bold outside of steps is a text of the product', () => {
  const product = globSync('{features,kit,web,packages/base/src,packages/words/catalogues}/**/*.{ts,tsx,json,xliff,md}')
    .filter(file => !/\.test\.tsx?$|\/test-/.test(file))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  const ofSteps = new Set(sections.flatMap(s => s.steps.flatMap(step => step.words)))
  const words = [...new Set(sections.flatMap(s => s.words))].filter(w => !ofSteps.has(w) && w !== 'bold')
  expect(words.length).toBeGreaterThan(40)
  expect(words.filter(word => !product.includes(word))).toEqual([])
})

test('every picture is shown, described and there, and all of them are light', () => {
  const shown = sections.flatMap(s => s.pictures)
  expect(shown.map(p => p.file).sort()).toEqual(pictureFiles.sort())
  expect(shown.filter(p => p.alt.length < 10)).toEqual([])
  const bytes = pictureFiles.reduce((n, file) => n + statSync(join(GUIDE, 'pictures', file)).size, 0)
  expect(bytes).toBeLessThan(2 * 1024 * 1024)
  for (const file of pictureFiles) expect(sizeOf(readFileSync(join(GUIDE, 'pictures', file))).width, file).toBe(1200)
})

test('every link in the served pages leads to a page and a section that are there', () => {
  const { documents } = builtGuide(pages, files)
  const idsOf = (html: string) => new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id))
  const faults = Object.entries(documents).flatMap(([slug, html]) =>
    [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
      .map(([, href = '']) => href)
      .filter(href => {
        if (/^(mailto:|https:|\/assets\/)/.test(href) || ['/', '/docs/api'].includes(href)) return false
        const [, page = slug, id] = /^(?:\/help\/?([\w-]*))?(?:#(.+))?$/.exec(href) ?? [undefined, 'none']
        const target = documents[page]
        return target === undefined || (id !== undefined && !idsOf(target).has(id))
      })
      .map(href => `${slug}: ${href}`),
  )
  expect(faults).toEqual([])
})

test('a page is read as it is written', () => {
  const page = pageOf(
    'one',
    '# One\n\nFirst.\n\n## Your team\n<!-- screens: /team, /team/{id}?tab=members -->\n\nSee **Team Name** [there](two.md#x).\n\n1. <a id="a"></a>Press **Save & go**.\n\n![Some picture](pictures/a.webp)\n',
  )
  expect(page).toMatchObject({ title: 'One', summary: 'First.', minutes: 1 })
  expect(page.sections[0]).toMatchObject({
    id: 'your-team',
    screens: ['/team', '/team/{id}?tab=members'],
    words: ['Team Name', 'Save & go'],
    steps: [{ id: 'a', text: 'Press Save & go.', words: ['Save & go'] }],
    pictures: [{ file: 'a.webp', alt: 'Some picture' }],
  })
  expect(page.sections[0]?.html).toContain('<li id="a">')
  expect(page.sections[0]?.html).toContain('href="/help/two#x"')
  expect(() => pageOf('two', '# Two\n\n## A\n\n1. No name\n')).toThrow('a step has no anchor')
})
