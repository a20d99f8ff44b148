// What is kept of each picture, docs/pictures.json: the sum of its bytes, and the outline of its screen as the journeys saw it
// when the picture was taken.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILE = join(ROOT, 'docs/pictures.json')
export type KeptPicture = { sum: string; outline: readonly string[] }

export const sumOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, file)))
    .digest('hex')
export const readOutlines = (): Record<string, KeptPicture> =>
  existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}

/**
 * Keeps the outlines with the sums of the pictures as they are now. An outline is new only with a new picture: else whoever
 * changes a screen could keep its outline and forget its picture.
 */
export function keepOutlines(outlines: Readonly<Record<string, readonly string[]>>): void {
  const before = readOutlines()
  const kept = Object.entries(outlines).map(([file, outline]) => {
    const sum = sumOf(file)
    const old = before[file]
    if (old?.sum === sum && old.outline.join('\n') !== outline.join('\n'))
      throw new Error(`${file} is that of before, and its screen is another: npm run pictures`)
    return [file, { sum, outline }] as const
  })
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}
