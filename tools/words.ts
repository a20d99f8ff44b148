// `npm run words`: writes the modules of the driver's texts from packages/words/catalogues. A new language is one file there.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Catalogue, catalogueOf, modulesOf } from './word-catalogues.ts'

const FOLDER = join(import.meta.dirname, '../packages/words')
/** The catalogues by language, English first. */
export function readCatalogues(): Map<string, Catalogue> {
  const files = globSync(join(FOLDER, 'catalogues/*.json')).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return new Map(files.map(f => [basename(f, '.json'), catalogueOf(readFileSync(f, 'utf8'))]))
}
const rank = (file: string): number => (basename(file) === 'en.json' ? 0 : 1)

if (import.meta.main) {
  rmSync(join(FOLDER, 'src/made'), { recursive: true, force: true })
  mkdirSync(join(FOLDER, 'src/made'))
  for (const [path, text] of modulesOf(readCatalogues())) writeFileSync(join(FOLDER, 'src', path), text)
}
