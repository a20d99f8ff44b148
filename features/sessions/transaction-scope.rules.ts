// Whose transactions the page shows: its address names a charger, a tag, or values joined by AND (D-TXN-1).

const queried = ['payoutId', 'id', 'email', 'phone', 'domain', 'ocpp_tag_pk'] as const
type Queried = (typeof queried)[number]
export type PageScope =
  | { kind: 'charger' | 'tag'; id: string }
  | {
      kind: 'query'
      query: { [k in Exclude<Queried, 'id' | 'ocpp_tag_pk'>]?: string } & { id?: number; ocpp_tag_pk?: number }
    }

const labels: Record<Queried, string> = {
  payoutId: 'payout',
  id: 'customer',
  email: 'email',
  phone: 'phone',
  domain: 'domain',
  ocpp_tag_pk: 'tag key',
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
    if (key !== 'id' && key !== 'ocpp_tag_pk') query[key] = value
    else if (/^\d{1,9}$/.test(value)) query[key] = Number(value)
  }
  return { kind: 'query', query }
}

/** The heading of a scope: 'Transactions of charger 12'; undefined without one. */
export function scopeText(scope: PageScope): string | undefined {
  if (scope.kind !== 'query') return `Transactions of ${scope.kind} ${scope.id}`
  const parts = Object.entries(scope.query).map(([key, value]) => `${labels[key as Queried]} ${value}`)
  return parts.length ? `Transactions of ${parts.join(', ')}` : undefined
}

/** The query string without the scope; what else the address says stays, but for the page. */
export function withoutScope(params: URLSearchParams): string {
  const rest = new URLSearchParams(params)
  for (const key of ['charger', 'tag', 'page', ...queried]) rest.delete(key)
  return rest.size ? `?${rest}` : ''
}
