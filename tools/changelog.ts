// CHANGELOG.md in the form of Keep a Changelog: what is under Unreleased becomes the section of a version; and the notes and
// checksums of a release.
import { createHash } from 'node:crypto'

const UNRELEASED = '## [Unreleased]'
/** A section, from its heading to the next one of its rank. */
const sectionOf = (text: string, heading: string): string => {
  const [, rest = ''] = text.split(`${heading}\n`)
  return rest.split(/^## /m)[0]?.trim() ?? ''
}

/** What is under Unreleased; empty where nothing is. */
export const unreleasedIn = (text: string): string => sectionOf(text, UNRELEASED)

/** What is under the heading of a version, whatever its day. */
export const sectionOfVersion = (text: string, version: string): string => {
  const heading = text.split('\n').find(line => line.startsWith(`## [${version}]`))
  return heading === undefined ? '' : sectionOf(text, heading)
}

const OTHERS = 'other'
/** The area that a commit's subject names before its colon: `billing: refuse a stop below the start`. */
const areaOf = (subject: string): string => /^([\w .,/-]{1,30}): /.exec(subject)?.[1]?.toLowerCase() ?? OTHERS

/** The notes of a release: its section of the changelog, then the commits since `last` by area, the areas by name. */
export function releaseNotes(r: {
  version: string
  section: string
  commits: readonly string[]
  last: string | undefined
}): string {
  const areas = Map.groupBy(r.commits.filter(Boolean), areaOf)
  const names = [...areas.keys()].sort((a, b) => Number(a === OTHERS) - Number(b === OTHERS) || (a < b ? -1 : 1))
  const listed = names.map(name => {
    const subjects = (areas.get(name) ?? []).map(s => `- ${name === OTHERS ? s : s.slice(s.indexOf(': ') + 2)}\n`)
    return `### ${name}\n\n${subjects.join('')}`
  })
  const commits = r.last && listed.length > 0 ? `\n## Commits since ${r.last}, by area\n\n${listed.join('\n')}` : ''
  return `# Wattdesk ${r.version}\n\n${r.section}\n${commits}`
}

/** A line of SHA256SUMS. */
export const checksumLine = (file: string, bytes: Uint8Array): string =>
  `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`

/** The changelog with its unreleased entries under a version and its day; throws where there are none. */
export function released(text: string, version: string, day: string): string {
  if (!/^- /m.test(unreleasedIn(text))) throw new Error('CHANGELOG.md says nothing under Unreleased')
  if (text.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has ${version} already`)
  return text.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## [${version}] - ${day}\n`)
}

/** Below 0 where `a` is the older version, above 0 where it is the newer. Both are three numbers with points. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [a, b].map(v => v.split('.').map(Number))
  const n = [0, 1, 2].find(i => x?.[i] !== y?.[i])
  return n === undefined ? 0 : (x?.[n] ?? 0) - (y?.[n] ?? 0)
}
