// The view of the Logs tab as its address has it: an interval, a search, or neither, which is live.
import { INVALID_INTERVAL, type LogKind } from './charger-log.contract.ts'
import { type IntervalQuery, intervalOf, intervalQuery } from './charger-log.rules.ts'

/** The values of the fields; '' means all. `from` and `to` are local times of the inputs. */
export type LogSearchFields = { from: string; to: string; q: string; action: string; type: string; kind: string }
export const NOTHING: LogSearchFields = { from: '', to: '', q: '', action: '', type: '', kind: '' }
export const SEARCH_FIELDS = Object.keys(NOTHING) as (keyof LogSearchFields)[]

export const KINDS: Readonly<Record<LogKind, string>> = { REQUEST: 'Requests', ANSWER: 'Answers', ERROR: 'Errors' }
/** The types in words: the direction of the message. */
export const TYPE_WORDS = { INCOMING: 'From the charger', OUTGOING: 'To the charger' } as const
export const TYPES = ['INCOMING', 'OUTGOING'] as const

export type SearchQuery = Partial<IntervalQuery> & {
  q?: string
  action?: string
  kind?: LogKind
  messageType?: (typeof TYPES)[number]
}
export type LogSearchState =
  | { mode: 'live' }
  | { mode: 'interval'; interval: IntervalQuery }
  | { mode: 'search'; search: SearchQuery }
  | { mode: 'wrong'; error: string }

/** Returns the view that a link or the fields ask for. An unknown choice is ignored. */
export function searchState(fields: LogSearchFields): LogSearchState {
  const search: SearchQuery = {}
  if (fields.q.trim()) search.q = fields.q.trim().slice(0, 200)
  if (/^[A-Za-z][A-Za-z0-9]{0,49}$/.test(fields.action)) search.action = fields.action
  if (Object.hasOwn(KINDS, fields.kind)) search.kind = fields.kind as LogKind
  const type = TYPES.find(t => t === fields.type)
  if (type) search.messageType = type
  const isSearch = Object.keys(search).length > 0
  if (!fields.from && !fields.to) return isSearch ? { mode: 'search', search } : { mode: 'live' }
  const [from, to] = [new Date(fields.from), new Date(fields.to)]
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return { mode: 'wrong', error: INVALID_INTERVAL }
  const interval = intervalQuery(from, to)
  const judged = intervalOf(interval)
  if (!judged.ok) return { mode: 'wrong', error: judged.error }
  return isSearch ? { mode: 'search', search: { ...search, ...interval } } : { mode: 'interval', interval }
}
