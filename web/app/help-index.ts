// The index of the guide's sections: written by the build (tools/guide-build.ts), asked in the browser (help.ts).
import type { Options } from 'minisearch'

/** `id`: the address of the section. */
export type Entry = { id: string; page: string; title: string; text: string }
/** Words of up to four letters are found as they are typed alone: `top` is no slip for `stop`. */
const EXACT_LETTERS = 4
export const indexOptions: Options<Entry> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['page', 'title', 'text'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: term => (term.length > EXACT_LETTERS ? 0.2 : false),
    combineWith: 'AND',
  },
}
