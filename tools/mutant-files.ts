// The files that `npm run mutants` changes, and the tests that must notice: rules and stores of money, tags,
// reservations and pay, each with the tests of its own folder.
import { basename, dirname } from 'node:path'

/** Folders whose rules and stores may be changed. */
export const MUTABLE = [
  'features/money/',
  'features/settlement/',
  'features/charging/billing/',
  'features/drivers/wallets/',
  'features/fleet/tags/',
  'features/control/reservations/',
]
const isMutable = (file: string): boolean =>
  MUTABLE.some(folder => file.startsWith(folder)) && /\.(rules|store)\.ts$/.test(file)

/**
 * Returns the files that a name means.
 *
 * @param name A folder (`refunds`), the rules or stores of a folder (`refunds/rules`), or a file (`tag.rules`).
 * @example mutantFiles(['features/fleet/tags/tag.rules.ts'], 'tag.rules') // ['features/fleet/tags/tag.rules.ts']
 */
export function mutantFiles(files: readonly string[], name: string): string[] {
  const [folder, kind, ...rest] = name.split('/')
  return files.filter(isMutable).filter(file => {
    if (rest.length > 0) return file === name
    if (basename(dirname(file)) === folder) return kind === undefined || file.endsWith(`.${kind}.ts`)
    return kind === undefined && basename(file, '.ts') === folder
  })
}

/**
 * Returns the patterns of the tests that are run against the files. Rules are pure, so the tests of rules in their
 * folders suffice; stores need the tests with a database as well.
 */
export function testsFor(files: readonly string[]): { patterns: string[]; needDatabase: boolean } {
  const needDatabase = files.some(file => file.endsWith('.store.ts'))
  const folders = [...new Set(files.map(dirname))]
  return { patterns: folders.map(folder => `${folder}/*${needDatabase ? '' : '.rules'}.test.ts`), needDatabase }
}

/** The fate of one changed place, as Stryker names it. */
export type Fate = { fileName: string; status: string }
export type Score = {
  file: string
  mutants: number
  killed: number
  survived: number
  uncovered: number
  percent: number
}

/**
 * Returns the score of each file, and of all files together as the last entry: the percentage of changes that a test
 * noticed. Changes that do not run at all, as in types, count nowhere.
 */
export function scoresOf(fates: readonly Fate[]): Score[] {
  const score = (file: string, all: readonly Fate[]): Score => {
    const count = (...of: string[]) => all.filter(f => of.includes(f.status)).length
    const [killed, survived, uncovered] = [count('Killed', 'Timeout'), count('Survived'), count('NoCoverage')]
    const mutants = killed + survived + uncovered
    const percent = mutants === 0 ? 100 : Math.round((killed / mutants) * 1000) / 10
    return { file, mutants, killed, survived, uncovered, percent }
  }
  const files = [...new Set(fates.map(f => f.fileName))].sort()
  return [
    ...files.map(file =>
      score(
        file,
        fates.filter(f => f.fileName === file),
      ),
    ),
    score('together', fates),
  ]
}
