// Whose transactions the page shows: its address names a charger, a tag, or values joined by AND (D-TXN-1).
import { formatDateTime } from '@wattdesk/base/time'
import type { ScopeNames } from './transaction-scope.contract.ts'

const queried = [
  'payoutId',
  'id',
  'email',
  'phone',
  'domain',
  'ocpp_tag_pk',
  'start',
  'end',
  'stuck',
  'counted',
] as const
type Queried = (typeof queried)[number]
/** Parameters without a value. */
type Mark = 'stuck' | 'counted'
const isInstant = (text: string): boolean =>
  /^(19[7-9]|20)\d\d-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
export type PageScope =
  | { kind: 'charger' | 'tag'; id: string }
  | {
      kind: 'query'
      query: { [k in Exclude<Queried, 'id' | 'ocpp_tag_pk' | Mark>]?: string } & {
        id?: number
        ocpp_tag_pk?: number
      } & { [k in Mark]?: 'true' }
    }

/** The scope an address names: charger before tag before the rest; a number that is none is left out. */
export function pageScope(params: URLSearchParams): PageScope {
  for (const kind of ['charger', 'tag'] as const) {
    const id = params.get(kind)?.trim()
    if (id) return { kind, id }
  }
  const query: Record<string, string | number> = {}
  for (const key of queried) {
    const value = params.get(key)?.trim()
    if (!value) continue
    if (key === 'start' || key === 'end') {
      if (isInstant(value)) query[key] = value
    } else if (key === 'stuck' || key === 'counted') {
      if (value === 'true') query[key] = value
    } else if (key !== 'id' && key !== 'ocpp_tag_pk') query[key] = value
    else if (/^\d{1,9}$/.test(value)) query[key] = Number(value)
  }
  return { kind: 'query', query }
}

/** The keys in a scope that the heading shows by name; undefined where it has none. */
export function namedScopeKeys(scope: PageScope): { charger?: string; tag?: string; id?: number } | undefined {
  if (scope.kind !== 'query') return { [scope.kind]: scope.id }
  const { id, ocpp_tag_pk: tag } = scope.query
  if (id === undefined && tag === undefined) return undefined
  return { ...(id !== undefined && { id }), ...(tag !== undefined && { tag: String(tag) }) }
}

const chargerText = ({ chargepoint_id: id, chargepoint_name: name }: NonNullable<ScopeNames['charger']>) =>
  name && name !== id ? `${id}, ${name}` : id

/**
 * The heading of a scope: 'Transactions of charger CP-01, Hall'; undefined without one. Keys are never shown: while
 * `names` is not loaded the heading has the kind alone, and a record without a name is called unknown.
 */
export function scopeText(scope: PageScope, names: ScopeNames | undefined): string | undefined {
  const named = (kind: string, name: string | null | undefined) =>
    names === undefined ? `one ${kind}` : name ? `${kind} ${name}` : `an unknown ${kind}`
  const charger = names?.charger ? chargerText(names.charger) : null
  if (scope.kind !== 'query')
    return `Transactions of ${scope.kind === 'charger' ? named('charger', charger) : named('tag', names?.tag)}`
  const q = scope.query
  const parts = [
    q.payoutId && `payout ${q.payoutId}`,
    q.id !== undefined && named('customer', names?.customer),
    // Beside a customer the other parameters add nothing.
    ...(q.id === undefined
      ? [
          q.email && `email ${q.email}`,
          q.phone && `phone ${q.phone}`,
          q.domain && `domain ${q.domain}`,
          q.ocpp_tag_pk !== undefined && named('tag', names?.tag),
        ]
      : []),
  ].filter(Boolean)
  const time = [
    q.start && `from ${formatDateTime(new Date(q.start))}`,
    q.end && `to ${formatDateTime(new Date(q.end))}`,
  ].filter(Boolean)
  const kind = q.stuck ? 'Stuck transactions' : q.counted ? 'Ended transactions' : 'Transactions'
  if (parts.length + time.length === 0) return kind === 'Transactions' ? undefined : kind
  return `${kind}${parts.length ? ` of ${parts.join(', ')}` : ''}${time.length ? ` started ${time.join(' ')}` : ''}`
}

/** The query string without the scope; other parts of the address stay, except for the page. */
export function withoutScope(params: URLSearchParams): string {
  const rest = new URLSearchParams(params)
  for (const key of ['charger', 'tag', 'page', ...queried]) rest.delete(key)
  return rest.size ? `?${rest}` : ''
}

/** The end of the text for an empty list: ' for this driver'; '' for the whole team. */
export function scopeNoun(scope: PageScope): string {
  if (scope.kind !== 'query') return scope.kind === 'charger' ? ' at this charge point' : ' with this RFID tag'
  const { id, email, phone, ocpp_tag_pk } = scope.query
  return [id, email, phone, ocpp_tag_pk].some(value => value !== undefined) ? ' for this driver' : ''
}
