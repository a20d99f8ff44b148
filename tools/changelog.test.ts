// What a release makes of CHANGELOG.md, and that the one that stands here can be released.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checksumLine, compareVersions, released, releaseNotes, sectionOfVersion, unreleasedIn } from './changelog.ts'

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

test('the notes of a release are its section and the commits since the one before, by area', () => {
  const text = released(TEXT, '0.2.0', '2026-12-24')
  const section = sectionOfVersion(text, '0.2.0')
  expect(section).toBe('### Fixed\n\n- A refund is told twice.')
  expect(sectionOfVersion(text, '0.9.0')).toBe('')
  const commits = [
    'refunds: tell once',
    'A sentence without an area',
    'billing: refuse a stop below the start',
    'refunds: keep the reason',
  ]
  expect(releaseNotes({ version: '0.2.0', section, commits, last: 'v0.1.0' })).toBe(`# Wattdesk 0.2.0

### Fixed

- A refund is told twice.

## Commits since v0.1.0, by area

### billing

- refuse a stop below the start

### refunds

- tell once
- keep the reason

### other

- A sentence without an area
`)
  expect(releaseNotes({ version: '0.1.0', section: '- The first.', commits: [], last: undefined })).toBe(
    '# Wattdesk 0.1.0\n\n- The first.\n',
  )
})

test('a checksum stands in the form that sha256sum reads', () =>
  expect(checksumLine('a.txt', Buffer.from('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.txt\n',
  ))
