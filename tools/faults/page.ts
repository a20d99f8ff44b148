// docs/faults.md as the check reads it: a section for each fault, `## `name``, in which a list names the tests that show it:
// - `path/of.test.ts`: title of the test
type Section = { name: string; tests: { file: string; title: string }[] }

/** The sections of the page, in its order. */
function sectionsOf(page: string): Section[] {
  return page
    .split(/^## `/m)
    .slice(1)
    .map(text => ({
      name: text.slice(0, text.indexOf('`')),
      tests: [...text.matchAll(/^- `([^`]+\.test\.tsx?)`: (.+)$/gm)].map(([, file = '', title = '']) => ({
        file,
        title,
      })),
    }))
}

/** True when a source has a test of this title. */
const hasTest = (source: string, title: string): boolean =>
  ["'", '"', '`'].some(quote => source.includes(`${quote}${title}${quote}`))

/**
 * What is wrong with the page: faults without a section or without a test, sections of no fault, tests that are not there.
 * `read` answers the text of a file, undefined where there is none.
 */
export function faultsOfPage(
  page: string,
  faults: readonly string[],
  read: (file: string) => string | undefined,
): string[] {
  const sections = sectionsOf(page)
  const names = sections.map(s => s.name)
  return [
    ...faults.filter(name => !names.includes(name)).map(name => `${name} has no section`),
    ...names.filter(name => !faults.includes(name)).map(name => `${name} is no fault`),
    ...sections.filter(s => s.tests.length === 0).map(s => `${s.name} names no test`),
    ...sections.flatMap(({ name, tests }) =>
      tests.flatMap(({ file, title }) => {
        const source = read(file)
        if (source === undefined) return [`${name}: ${file} is not there`]
        return hasTest(source, title) ? [] : [`${name}: ${file} has no test "${title}"`]
      }),
    ),
  ]
}
