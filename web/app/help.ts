// The guide at /help in the browser: its look, and the search, whose index comes with the first letter.
import MiniSearch, { type SearchResult } from 'minisearch'
import './help.css'
import { type Entry, indexOptions } from './help-index.ts'

const MOST = 12
const AROUND = 70
const byId = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}`)
  return found as T
}
const box = byId<HTMLInputElement>('search')
const list = byId<HTMLUListElement>('found')
const told = byId('told')

// On a phone the pages stand folded above the page; wide, beside it (help.css, also where scripts are off).
const isWide = matchMedia('(min-width: 900px)')
const unfold = () => document.querySelector('nav details')?.toggleAttribute('open', isWide.matches)
isWide.addEventListener('change', unfold)
unfold()

let loading: Promise<MiniSearch<Entry>> | undefined
async function loadIndex(): Promise<MiniSearch<Entry>> {
  const reply = await fetch(byId('searching').dataset.index ?? '')
  if (!reply.ok) throw new Error(`The index was answered ${reply.status}`)
  return MiniSearch.loadJSON<Entry>(await reply.text(), indexOptions)
}
function index(): Promise<MiniSearch<Entry>> {
  loading ??= loadIndex().catch(error => {
    // The next letter tries again.
    loading = undefined
    throw error
  })
  return loading
}

/** Some words around the first place where a found word stands, with each of them marked. */
function excerpt({ text, terms }: SearchResult): Node[] {
  const words = new RegExp(`(${terms.map(t => t.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')})`, 'giu')
  const at = Math.max(0, (text as string).search(words))
  const from = at <= AROUND ? 0 : (text as string).indexOf(' ', at - AROUND) + 1
  const part = (text as string).slice(from, at + 2 * AROUND)
  const pieces = part.split(words).map((piece, i) => {
    if (i % 2 === 0) return document.createTextNode(piece)
    const mark = document.createElement('mark')
    mark.textContent = piece
    return mark
  })
  return [document.createTextNode(from > 0 ? '… ' : ''), ...pieces, document.createTextNode(' …')]
}
function line(result: SearchResult): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = result.id as string
  const title = document.createElement('strong')
  title.textContent = result.title as string
  const page = document.createElement('span')
  page.textContent = result.page as string
  const text = document.createElement('small')
  text.append(...excerpt(result))
  link.append(title, page, text)
  item.append(link)
  return item
}

function show(results: readonly SearchResult[], words: string): void {
  const isAsked = words !== ''
  list.replaceChildren(...results.slice(0, MOST).map(line))
  list.hidden = results.length === 0
  const all = results.length === 1 ? '1 section' : `${results.length} sections`
  const count = results.length > MOST ? `${MOST} of ${all}` : all
  told.textContent = isAsked ? (results.length === 0 ? `Nothing in the guide for “${words}”` : count) : ''
}
async function search(): Promise<void> {
  const words = box.value.trim()
  if (words === '') return show([], words)
  try {
    const found = (await index()).search(words)
    // Typed on meanwhile: the later letters have their own answer.
    if (words === box.value.trim()) show(found, words)
  } catch {
    told.textContent = 'The search could not be loaded. Type on to try again.'
  }
}

const links = () => [...list.querySelectorAll('a')]
/** Down and up go through what was found, Escape goes back to the box and empties it. */
function onKey(event: KeyboardEvent): void {
  const all = links()
  const at = all.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'Escape' && (at >= 0 || document.activeElement === box)) {
    box.value = ''
    box.focus()
    show([], '')
  } else if (event.key === 'ArrowDown' && (at >= 0 || document.activeElement === box)) all[at + 1]?.focus()
  else if (event.key === 'ArrowUp' && at >= 0) (all[at - 1] ?? box).focus()
  else if (event.key === '/' && !(document.activeElement instanceof HTMLInputElement)) box.focus()
  else return
  event.preventDefault()
}
box.addEventListener('input', () => void search())
document.addEventListener('keydown', onKey)
byId('searching').addEventListener('submit', event => {
  event.preventDefault()
  links()[0]?.click()
})
// A section of this page is shown without a load: what was found gives way.
list.addEventListener('click', () => {
  box.value = ''
  show([], '')
})

// `/help?q=refund` is a question that somebody passed on.
const asked = new URLSearchParams(location.search).get('q')
if (asked) {
  box.value = asked
  void search()
}
