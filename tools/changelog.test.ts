// What a release makes of CHANGELOG.md, and that the one that stands here can be released.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareVersions, released, unreleasedIn } from './changelog.ts'

const TEXT = `# Changelog

## [Unreleased]

### Fixed

- A refund is told twice.

## [0.1.0] - 2026-11-28

- The first.
`
test('unreleased entries become those of the version, and the next ones have a place', () => {
  const text = released(TEXT, '0.2.0', '2026-12-24')
  expect(unreleasedIn(TEXT)).toBe('### Fixed\n\n- A refund is told twice.')
  expect(unreleasedIn(text)).toBe('')
  expect(text).toContain(
    '## [Unreleased]\n\n## [0.2.0] - 2026-12-24\n\n### Fixed\n\n- A refund is told twice.\n\n## [0.1.0]',
  )
})

test('without entries there is nothing to release, and nothing is released twice', () => {
  const text = released(TEXT, '0.2.0', '2026-12-24')
  expect(() => released(text, '0.3.0', '2026-12-25')).toThrow('says nothing under Unreleased')
  expect(() => released(TEXT, '0.1.0', '2026-12-25')).toThrow('has 0.1.0 already')
})

test('the changelog has a place for what comes, and sections from the newest to the oldest', () => {
  const text = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  const headings = [...text.matchAll(/^## \[(.+?)\]/gm)].map(([, name = '']) => name)
  expect(headings[0]).toBe('Unreleased')
  const versions = headings.slice(1)
  expect(versions).toEqual(versions.toSorted((a, b) => compareVersions(b, a)))
})

test.each([
  ['0.1.0', '0.1.0', 0],
  ['0.2.0', '0.10.0', -1],
  ['1.0.0', '0.99.99', 1],
  ['0.1.10', '0.1.9', 1],
])('%s to %s', (a, b, sign) => expect(Math.sign(compareVersions(a, b))).toBe(sign))
