// The query of lists that grow without bound: page or cursor, pageSize, sort, q, filters, export and the browser's offset tz.
// Values travel as text; what a list can sort and filter by is named by the list, and anything else is refused.
import { z } from 'zod'
import { wholeText } from './fields.ts'
import {
  type Condition,
  type FilterFields,
  type Filters,
  isActive,
  longestFilterText,
  validCondition,
} from './filters.ts'
import { isStorable } from './text.ts'

const maxPageSize = 100
/** No list has so many pages. */
const maxPage = 10_000_000
/** Rows a list answers at most when no page is asked for. */
export const maxUnpagedRows = 5000
/** Rows that a reply to `export=true` may hold; more is refused with `tooManyRows`. With `export=all` there is no limit. */
export const maxExportRows = 100_000
export const tooManyRows = 'Please narrow the filter'

const text = (longest: number) => z.string().max(longest).refine(isStorable)
const scalar = z.union([text(longestFilterText), z.number()])
const RawFilters = z.object({
  combine: z.enum(['AND', 'OR']).default('AND'),
  conditions: z
    .array(
      z.object({
        id: text(100).optional(),
        field: text(100).default(''),
        operator: text(100).default(''),
        value: z.union([scalar, z.tuple([scalar, scalar])]).nullish(),
      }),
    )
    .max(50),
})

const longestCursor = 400

const isFilters = (value: unknown): value is Filters => typeof value === 'object' && value !== null

/** Filters as JSON text; conditions that are not active are left out, the others must fit `fields`. */
const filtersOf = (fields: FilterFields) =>
  z.codec(z.string().max(20_000), z.custom<Filters>(isFilters), {
    encode: filters => JSON.stringify(filters),
    decode: (text, context) => {
      const refuse = (message: string) => {
        context.issues.push({ code: 'custom', input: text, message })
        return z.NEVER
      }
      let json: unknown
      try {
        json = JSON.parse(text)
      } catch {
        return refuse('Filters must be JSON')
      }
      const raw = RawFilters.safeParse(json)
      if (!raw.success) return refuse('Filters must be {combine, conditions: [{field, operator, value}]}')
      const conditions: Condition[] = []
      for (const { value, ...rest } of raw.data.conditions) {
        const condition = { ...rest, ...(value === null || value === undefined ? {} : { value }) } as Condition
        if (!isActive(condition)) continue
        const valid = validCondition(condition, fields)
        if (!valid.ok) return refuse(valid.error)
        conditions.push(valid.value)
      }
      return { combine: raw.data.combine, conditions }
    },
  })

const sortOptions = <F extends string>(fields: readonly F[]): (F | `-${F}`)[] =>
  fields.flatMap((field): (F | `-${F}`)[] => [field, `-${field}`])

/** Minutes east of UTC of the clock by which a list reads and writes days. */
export const zoneOffset = wholeText({ min: -840, max: 840 }).optional()

/**
 * The query schema of one list. `sortableFields` may be sorted by (`field` or `-field`), `filterFields` names the type
 * of each field that may be filtered by; `tz` is taken where one of them is a date. Extend it with `.extend({...})` for a list's own parameters.
 */
export const listQuery = <const F extends string>(sortableFields: readonly F[], filterFields: FilterFields) => {
  const whole = z.object({
    page: wholeText({ min: 1, max: maxPage }).optional(),
    pageSize: wholeText({ min: 1, max: maxPageSize }).optional(),
    /** Empty: the list from its beginning. It goes on by the `next_cursor` of the reply before. */
    cursor: z.string().max(longestCursor).optional(),
    sort: z
      .enum(sortOptions(sortableFields), { error: issue => `Cannot sort by ${String(issue.input).slice(0, 100)}` })
      .optional(),
    q: z.string().trim().max(200).optional(),
    filters: filtersOf(filterFields).optional(),
    export: z.enum(['true', 'all']).optional(),
    tz: zoneOffset,
  })
  // Where no day can be filtered by, no offset is taken: a parameter that changes nothing would be ignored.
  return Object.values(filterFields).includes('date') ? whole : (whole.omit({ tz: true }) as unknown as typeof whole)
}

/** The whole filtered set: `true` up to 100,000 rows, as one reply that a program can hold; `all` however many they are. */
type Export = 'true' | 'all'

/** The query that all lists have in common, once parsed; `tz` is minutes east of UTC, missing = business zone. */
export type ListQuery = {
  page?: number | undefined
  pageSize?: number | undefined
  cursor?: string | undefined
  sort?: string | undefined
  q?: string | undefined
  filters?: Filters | undefined
  export?: Export | undefined
  tz?: number | undefined
}

/** '-startedAt' is { field: 'startedAt', descending: true }. */
export const sortOf = (sort: string): { field: string; descending: boolean } =>
  sort.startsWith('-') ? { field: sort.slice(1), descending: true } : { field: sort, descending: false }

/** Rows of a page whose size is not asked for. */
export const PAGE_SIZE = 10
/** The paging figures of a reply; undefined fields if the list was requested as a whole. */
export const pageOf = ({ page, pageSize, cursor }: Pick<ListQuery, 'page' | 'pageSize' | 'cursor'>) => ({
  page,
  pageSize: cursor !== undefined ? (pageSize ?? maxPageSize) : page === undefined ? undefined : (pageSize ?? PAGE_SIZE),
})

/** The same in a contract, beside how many rows match in all. */
export const pageFields = {
  total: z.number().int(),
  page: z.number().int().optional(),
  pageSize: z.number().int().optional(),
  /** Of a list asked with `cursor`: where it goes on; null where nothing follows. */
  next_cursor: z.string().nullable().optional(),
}

/**
 * Rows to take and to skip. By a cursor: those behind it, 100 unless told otherwise; without a page: the first 5000; an export: one row more than allowed, so that the excess is
 * noticed, or all.
 */
export const rowsOf = (
  query: Pick<ListQuery, 'page' | 'pageSize' | 'cursor' | 'export'>,
): { limit: number; offset: number } => {
  if (query.export === 'all') return { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  if (query.export === 'true') return { limit: maxExportRows + 1, offset: 0 }
  if (query.cursor !== undefined) return { limit: query.pageSize ?? maxPageSize, offset: 0 }
  if (query.page === undefined) return { limit: query.pageSize ?? maxUnpagedRows, offset: 0 }
  const limit = query.pageSize ?? PAGE_SIZE
  return { limit, offset: (query.page - 1) * limit }
}

/** Keys of records as a query carries them: '3,17'; at most 100. */
const keyList = z
  .string()
  .max(1100)
  .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,99}$/, 'Keys must be at most 100 numbers with commas between')

/**
 * The query of a list that a form chooses from: the typed text, the most rows, and keys of records that are read alone,
 * for a form with chosen records.
 */
export const choiceQuery = {
  q: text(200).optional(),
  limit: wholeText({ min: 1, max: maxPageSize }).optional(),
  keys: keyList.optional(),
}
export type ChoiceQuery = { q?: string | undefined; limit?: number | undefined; keys?: string | undefined }
/** The keys of `keys`; undefined where the query names none. */
export const choiceKeys = ({ keys }: ChoiceQuery): number[] | undefined =>
  keys
    ?.split(',')
    .map(Number)
    .filter(n => n <= 2_147_483_647)
