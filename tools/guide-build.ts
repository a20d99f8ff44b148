// The guide as the product serves it: one document for each page, where the server puts in the brand of the host
// (app/guide-pages.ts), the addresses that the help button of each screen leads to, the index of the search, and the pictures.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escaped } from '@wattdesk/base/text'
import MiniSearch from 'minisearch'
import type { Plugin, Rolldown } from 'vite'
import { allBrands } from '#office/brand/brand.rules.ts'
import { accentOf } from '#web/app/accent.ts'
import { type Entry, indexOptions } from '#web/app/help-index.ts'
import { GUIDE, type Page, readGuide, type Section } from './guide.ts'

/** What the server reads: documents by page ('' is the first), addresses by screen, colours by brand. */
export type BuiltGuide = {
  documents: Record<string, string>
  screens: Record<string, string>
  colors: Record<string, { light: string; dark: string }>
}
type Files = { script: string; styles: readonly string[]; pictures: ReadonlyMap<string, string>; index: string }

const START = 'README'
export const addressOf = ({ slug }: Pick<Page, 'slug'>): string => (slug === START ? '/help' : `/help/${slug}`)
/** The choice of light or dark that the portal keeps in this browser, before anything is drawn. */
const THEME = `try{const m=localStorage.getItem('mui-mode');if(m==='light'||m==='dark')document.documentElement.dataset.theme=m}catch{}\n`

/** The size of a WebP picture as Chromium writes it: a lossy key frame, or the extended form. */
export function sizeOf(webp: Buffer): { width: number; height: number } {
  const kind = webp.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return { width: webp.readUInt16LE(26) & 0x3fff, height: webp.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8X') return { width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1 }
  throw new Error(`A picture of the guide is no WebP that is known: ${kind}`)
}

const isThere = (name: string): boolean => existsSync(join(GUIDE, 'pictures', name))
function withPictures(html: string, files: Files): string {
  return html.replaceAll(/<img src="pictures\/([\w.-]+)" alt="([^"]*)">/g, (_, name: string, alt: string) => {
    // Not taken yet: `npm run pictures` needs a build.
    if (!isThere(name)) return `<p><em>${alt}</em></p>`
    const { width, height } = sizeOf(readFileSync(join(GUIDE, 'pictures', name)))
    const to = files.pictures.get(name)
    return `<a href="${to}"><img src="${to}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></a>`
  })
}
const sectionHtml = (s: Section, files: Files): string =>
  `<section aria-labelledby="${s.id}"><h${s.level} id="${s.id}"><a href="#${s.id}">${escaped(s.title)}</a></h${s.level}>
${withPictures(s.html, files).replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>').replaceAll('</table>', '</table></div>')}</section>`

function navigation(pages: readonly Page[], shown: Page): string {
  const items = pages.map(p => {
    const isShown = p === shown
    const sections = isShown
      ? `<ul>${p.sections
          .filter(s => s.level === 2)
          .map(s => `<li><a href="#${s.id}">${escaped(s.title)}</a></li>`)
          .join('')}</ul>`
      : ''
    return `<li><a href="${addressOf(p)}"${isShown ? ' aria-current="page"' : ''}>${escaped(p.title)}</a>${sections}</li>`
  })
  return `<nav class="pages" aria-label="Pages of the guide"><details><summary>Pages of the guide</summary><ul>${items.join('')}</ul></details></nav>`
}

/** One page; `%brand.…%` is filled in for the host that is asked. */
function documentOf(pages: readonly Page[], page: Page, files: Files): string {
  const at = pages.indexOf(page)
  const [before, after] = [pages[at - 1], pages[at + 1]]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escaped(page.title)} – %brand.name%</title>
<meta name="description" content="${escaped(page.summary)}"><link rel="icon" href="%brand.favicon%">
<style>:root{--accent-light:%brand.light%;--accent-dark:%brand.dark%}</style>
<script src="/help/theme.js"></script>
${files.styles.map(s => `<link rel="stylesheet" href="/${s}">`).join('')}<script type="module" src="/${files.script}"></script></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><a class="home" href="/help"><img src="%brand.logo%" alt="%brand.name%" height="28"><span>Guide</span></a>
<div class="search" role="search"><form id="searching" action="/help" data-index="/${files.index}"><input id="search" name="q" type="search" aria-label="Search the guide" placeholder="Search the guide" autocomplete="off" aria-controls="found"></form>
<ul id="found" aria-label="Found in the guide" hidden></ul><div role="status" id="told"></div></div>
<a class="portal" href="/">Open the portal</a></header>
<div class="body">${navigation(pages, page)}
<main id="content" tabindex="-1"><h1>${escaped(page.title)}</h1>
<p class="minutes">About ${page.minutes === 1 ? '1 minute' : `${page.minutes} minutes`}</p>
<p>${escaped(page.summary)}</p>
${page.sections.map(s => sectionHtml(s, files)).join('\n')}
<div class="steps-on">${before ? `<a rel="prev" href="${addressOf(before)}">← ${escaped(before.title)}</a>` : '<span></span>'}${after ? `<a rel="next" href="${addressOf(after)}">${escaped(after.title)} →</a>` : ''}</div>
<footer>%brand.name%, <a href="mailto:%brand.support%">%brand.support%</a></footer>
</main></div></body></html>
`
}

/** The address that the help button of each screen leads to. */
export const screensOf = (pages: readonly Page[]): Record<string, string> =>
  Object.fromEntries(pages.flatMap(p => p.sections.flatMap(s => s.screens.map(f => [f, `${addressOf(p)}#${s.id}`]))))

function indexOf(pages: readonly Page[]): string {
  const index = new MiniSearch<Entry>(indexOptions)
  for (const page of pages)
    for (const s of page.sections)
      index.add({ id: `${addressOf(page)}#${s.id}`, page: page.title, title: s.title, text: s.text })
  return JSON.stringify(index)
}

export const builtGuide = (pages: readonly Page[], files: Files): BuiltGuide => ({
  documents: Object.fromEntries(pages.map(p => [p.slug === START ? '' : p.slug, documentOf(pages, p, files)])),
  screens: screensOf(pages),
  colors: Object.fromEntries(
    allBrands().map(([label, { colors }]) => [
      label,
      { light: accentOf(colors.primary, 'light').main, dark: accentOf(colors.primary, 'dark').main },
    ]),
  ),
})

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } }
export const guide: Plugin = {
  name: 'guide',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const pages = readGuide()
      const chunk = Object.values(bundle).find(
        (c): c is Chunk => c.type === 'chunk' && c.facadeModuleId?.endsWith('/web/app/help.ts') === true,
      )
      if (!chunk) this.error('the guide has no script')
      const emitted = (name: string, source: string | Uint8Array) =>
        this.getFileName(this.emitFile({ type: 'asset', name, source }))
      const names = new Set(pages.flatMap(p => p.sections.flatMap(s => s.pictures.map(({ file }) => file))))
      const pictures = new Map(
        [...names]
          .filter(isThere)
          .map(name => [name, `/${emitted(name, readFileSync(join(GUIDE, 'pictures', name)))}`]),
      )
      const built = builtGuide(pages, {
        script: chunk.fileName,
        styles: [...(chunk.viteMetadata?.importedCss ?? [])],
        pictures,
        index: emitted('guide-index.json', indexOf(pages)),
      })
      this.emitFile({ type: 'asset', fileName: 'help/theme.js', source: THEME })
      this.emitFile({ type: 'asset', fileName: 'help/guide.json', source: JSON.stringify(built) })
    },
  },
}
