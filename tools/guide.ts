// The guide for operators, read from docs/guide: pages with their sections, the screens that a section is for, the steps with
// the words of the screen that they name, and the pictures. The build writes it for `/help` (tools/guide-build.ts), tests hold
// it against the product.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lexer, parser, type Token, type Tokens } from 'marked'
import { anchorOf } from './anchors.ts'

export const GUIDE = fileURLToPath(new URL('../docs/guide/', import.meta.url))
/** In the order in which they are read; README is the page at `/help` itself. */
const ORDER = ['README', 'first-hour', 'the-day', 'the-month', 'people-and-rights']
/** Words that a person reads in a minute while working through steps, and what a look at a picture takes. */
const WORDS_A_MINUTE = 180
const PICTURE_MINUTES = 0.15

/** A numbered step: the name of its anchor, what it says, and the words of the screen in it, which stand in bold. */
export type Step = { id: string; text: string; words: readonly string[] }
export type Picture = { file: string; alt: string }
export type Section = {
  id: string
  title: string
  level: number
  html: string
  text: string
  /** Everything in bold, whether in a step or not. */
  words: readonly string[]
  /** Forms of the addresses of screens (`web/shell/routes.ts`), some with `?tab=`, whose help button leads here. */
  screens: readonly string[]
  steps: readonly Step[]
  pictures: readonly Picture[]
}
export type Page = { slug: string; title: string; summary: string; minutes: number; sections: readonly Section[] }

const SCREENS = /^<!--\s*screens?:([^>]*)-->/
const ANCHOR = /^<a id="([\w-]+)"><\/a>/
const NAMED_STEP = /<li><a id="([\w-]+)"><\/a>/g

/** What a token may hold others in. */
type Nest = { tokens?: Token[]; items?: Token[]; header?: Tokens.TableCell[]; rows?: Tokens.TableCell[][] }
/** Every token below these, in their order. */
function all(tokens: readonly Token[]): Token[] {
  return tokens.flatMap(token => {
    const { items = [], tokens: inner = [], header = [], rows = [] } = token as Nest
    const cells = [...header, ...rows.flat()].flatMap(cell => all(cell.tokens))
    return [token, ...all(items), ...cells, ...all(inner)]
  })
}
/** What is read, without marks. */
const plain = (tokens: readonly Token[]): string =>
  all(tokens)
    .map(t => (t.type === 'codespan' || t.type === 'escape' || (t.type === 'text' && !t.tokens) ? t : undefined))
    .map(t => (t && 'text' in t ? unescaped(String(t.text)) : ''))
    .join(' ')
    .replaceAll(/\s+([.,:;)?])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
const unescaped = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
const boldIn = (tokens: readonly Token[]): string[] =>
  all(tokens)
    .filter(t => t.type === 'strong')
    .map(t => plain((t as Tokens.Strong).tokens))
const picturesIn = (tokens: readonly Token[]): Picture[] =>
  all(tokens)
    .filter((t): t is Tokens.Image => t.type === 'image')
    .map(t => ({ file: basename(t.href), alt: t.text }))

function stepsIn(tokens: readonly Token[], slug: string): Step[] {
  return tokens
    .filter((t): t is Tokens.List => t.type === 'list' && t.ordered)
    .flatMap(list => list.items)
    .map(item => {
      const id = ANCHOR.exec(item.text)?.[1]
      if (!id) throw new Error(`docs/guide/${slug}.md: a step has no anchor: ${item.text}`)
      return { id, text: plain(item.tokens), words: boldIn(item.tokens) }
    })
}

/** A link of a page as an address of the product; one that leads out stays. */
function addressOf(href: string, slug: string): string {
  const [, file = '', anchor = ''] = /^(?:([\w-]+)\.md)?(#.*)?$/.exec(href) ?? []
  if (file === '' && anchor === '') return href
  const page = file || slug
  return `${page === 'README' ? '/help' : `/help/${page}`}${anchor}`
}

function htmlOf(tokens: readonly Token[], slug: string): string {
  for (const token of all(tokens)) if (token.type === 'link') token.href = addressOf(token.href, slug)
  return parser([...tokens]).replaceAll(NAMED_STEP, '<li id="$1">')
}

function sectionOf(heading: Tokens.Heading, tokens: readonly Token[], slug: string): Section {
  const screens = tokens.flatMap(t =>
    t.type === 'html' ? (SCREENS.exec(t.raw.trim())?.[1] ?? '').split(/[\s,]+/) : [],
  )
  const shown = tokens.filter(t => !(t.type === 'html' && SCREENS.test(t.raw.trim())))
  const title = plain(heading.tokens)
  return {
    id: anchorOf(heading.text),
    title,
    level: heading.depth,
    screens: screens.filter(s => s !== ''),
    text: plain(shown),
    words: boldIn(shown),
    steps: stepsIn(shown, slug),
    pictures: picturesIn(shown),
    html: htmlOf(shown, slug),
  }
}

/** Reads one page of Markdown. */
export function pageOf(slug: string, markdown: string): Page {
  const tokens = lexer(markdown)
  const [first, ...rest] = tokens.filter(t => t.type !== 'space')
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error(`docs/guide/${slug}.md has no title`)
  const cut = rest.findIndex(t => t.type === 'heading')
  const summary = cut < 0 ? rest : rest.slice(0, cut)
  const sections: Section[] = []
  for (let at = cut; at >= 0 && at < rest.length; ) {
    const next = rest.findIndex((t, i) => i > at && t.type === 'heading')
    const end = next < 0 ? rest.length : next
    sections.push(sectionOf(rest[at] as Tokens.Heading, rest.slice(at + 1, end), slug))
    at = end
  }
  const count = sections.reduce((n, s) => n + s.text.split(' ').length, plain(summary).split(' ').length)
  const pictures = sections.reduce((n, s) => n + s.pictures.length, 0)
  return {
    slug,
    title: plain((first as Tokens.Heading).tokens),
    summary: plain(summary),
    minutes: Math.ceil(count / WORDS_A_MINUTE + pictures * PICTURE_MINUTES),
    sections,
  }
}

/** All pages, in the order in which they are read. */
export function readGuide(folder = GUIDE): Page[] {
  const slugs = globSync('*.md', { cwd: folder }).map(f => basename(f, '.md'))
  const place = (slug: string) => (ORDER.includes(slug) ? ORDER.indexOf(slug) : ORDER.length)
  return slugs
    .toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map(slug => pageOf(slug, readFileSync(join(folder, `${slug}.md`), 'utf8')))
}
