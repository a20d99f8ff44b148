// CHANGELOG.md in the form of Keep a Changelog: what is under Unreleased becomes the section of a version.

const UNRELEASED = '## [Unreleased]'
/** A section, from its heading to the next one of its rank. */
const sectionOf = (text: string, heading: string): string => {
  const [, rest = ''] = text.split(`${heading}\n`)
  return rest.split(/^## /m)[0]?.trim() ?? ''
}

/** What is under Unreleased; empty where nothing is. */
export const unreleasedIn = (text: string): string => sectionOf(text, UNRELEASED)

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
