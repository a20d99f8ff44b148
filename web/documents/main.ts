// The code that makes documents on the server: built for Node (vite.documents.config.ts) and loaded by a process of its own
// (platform/documents). What it draws is what the browser draws.
import './no-browser.ts'
import type { DocumentCode } from '@wattdesk/wire/document-calls'
import { tagOf, USUAL } from '@wattdesk/words/language'
import { wordsOf } from '@wattdesk/words/words'
import { drawPaper } from '#kit/paper/draw-paper.ts'
import { ENGLISH_TEXTS } from '#kit/paper/paper-texts.ts'
import { logoFrom } from './logo.ts'
import { PAPERS } from './papers.ts'
import { piecesOf } from './pieces.ts'

function known<T>(table: ReadonlyMap<string, T>, kind: string): T {
  const value = table.get(kind)
  if (value === undefined) throw new Error(`No document is called ${kind}`)
  return value
}

export const paperFile: DocumentCode['paperFile'] = async (request, logo) => {
  const { kind, props, brandHome, mode, at, language = USUAL } = request
  const { fileName, draw } = known(PAPERS, kind)
  const { name, supportEmail } = brandHome
  const brand = { name, supportEmail }
  const { invoice: words } = wordsOf(language)
  const texts = language === USUAL ? ENGLISH_TEXTS : { ...words, tag: tagOf(language) }
  const text = JSON.stringify([props, brand])
  const made = { text, mode, logo: logoFrom(logo), at: new Date(at), texts }
  const blob = await drawPaper(() => draw(props, brand, language), made)
  return { fileName: fileName(props), type: 'application/pdf', pieces: piecesOf(blob) }
}

/** What draws lists is loaded with the first of them. */
export const listFile: DocumentCode['listFile'] = async (request, rows, logo) => {
  const [{ LISTS }, { listFileOf }] = await Promise.all([import('./lists.ts'), import('./list-file.ts')])
  return listFileOf(known(LISTS, request.kind), request, rows, logoFrom(logo))
}
