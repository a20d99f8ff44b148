// A form keeps what is typed while somebody else saves its record (D-GEN-17): its version compares both. A form whose key holds
// the tag of the record would be made anew instead, and lose what is typed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const screens = ['features', 'kit', 'web'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map(name => join(folder, name)),
)
const CHANGING =
  /\bkey=\{(?:`[^`]*\b(?:tag|updatedAt|updated_at)\b[^`]*`|[^{}`]*\b(?:tag|updatedAt|updated_at)\b(?!\.)[^{}`]*)\}/

test('no element is keyed by the version of what it shows', () => {
  expect(screens.length).toBeGreaterThan(300)
  expect(screens.filter(file => CHANGING.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
  expect(CHANGING.test('<Form key={`${r.id} ${tag}`} report={r} tag={tag} />')).toBe(true)
  expect(CHANGING.test('<Form key={r.id} tag={tag} />')).toBe(false)
})
