// Records that the server finds as the user types: the records on offer, their number, and the names of the chosen
// records, which may be on no page that was read.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDebounced } from './delayed.ts'
import { queryErrorText } from './notices.tsx'

const SETTLE_MS = 250
/** How many are read at a time: more than a reader looks through. */
export const OFFERED = 50

/** A chosen record whose name is on its way. */
const UNNAMED = '…'

export type FoundOption<V extends string | number> = {
  value: V
  label: string
  /** Stands beside the label in the list. */
  detail?: string
}
type FoundOptions<V extends string | number> = { options: readonly FoundOption<V>[]; total: number }
type QueryOf<Reply> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Reply>
}
/** How the server is asked. Keep it outside of components, or in useMemo. */
export type Finder<V extends string | number, Reply> = {
  /** The records that match a text, those first in order where it is empty; at most `OFFERED`. */
  find: (q: string) => QueryOf<Reply>
  /** The records with these values. Missing: a value is its own label. */
  read?: (values: readonly V[]) => QueryOf<Reply>
  found: (reply: Reply) => FoundOptions<V>
  /** Offered above all that the server finds: what is none of its records, as 'At no site'. */
  always?: readonly FoundOption<V>[]
  /** Records whose names are known without asking the server, such as the stored record, even if the user may not choose it. */
  known?: readonly FoundOption<V>[]
}
/** The same for a form that holds keys as texts. */
export const textFinder = <Reply>(
  { find, read, found }: Finder<number, Reply>,
  always?: readonly FoundOption<string>[],
): Finder<string, Reply> => ({
  find,
  ...(read && { read: (values: readonly string[]) => read(values.map(Number)) }),
  found: reply => {
    const { options, total } = found(reply)
    return { options: options.map(o => ({ ...o, value: String(o.value) })), total }
  },
  ...(always && { always }),
})

export type FoundState<V extends string | number> = {
  /** undefined until the first reply. */
  options: readonly FoundOption<V>[] | undefined
  /** How many match what is typed. */
  total: number | undefined
  /** How many of these are not among the options. */
  more: number
  labelOf: (value: V) => string
  detailOf: (value: V) => string | undefined
  typed: string
  setTyped: (text: string) => void
  isPending: boolean
  error: Error | null
  retry: () => void
  /** A line below the field: why nothing is offered, or that there are more. */
  hint: string | undefined
}

type FoundAsked = { enabled?: boolean }
export function useFound<V extends string | number, Reply>(
  { find, read, found, always = [], known: told = [] }: Finder<V, Reply>,
  chosen: readonly V[],
  { enabled = true }: FoundAsked = {},
): FoundState<V> {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), SETTLE_MS)
  // A record was perhaps made a moment ago.
  const asked = useQuery({ ...find(q), enabled, staleTime: 0, placeholderData: keepPreviousData })
  const offered = asked.data === undefined ? undefined : found(asked.data)
  const known = useRef(new Map<V, FoundOption<V>>()).current
  for (const option of [...told, ...always, ...(offered?.options ?? [])]) known.set(option.value, option)
  const unnamed = read && offered ? chosen.filter(v => !known.has(v)) : []
  const named = useQuery<Reply>({
    ...(read ?? (() => find('')))(unnamed),
    enabled: enabled && unnamed.length > 0,
    staleTime: 0,
  })
  if (unnamed.length > 0 && named.data !== undefined)
    for (const option of found(named.data).options) known.set(option.value, option)
  const error = asked.error ?? named.error
  const first = always.filter(o => o.label.toLowerCase().includes(typed.trim().toLowerCase()))
  const more = (offered?.total ?? 0) - (offered?.options.length ?? 0)
  return {
    options: offered && [...first, ...offered.options],
    total: offered?.total,
    more,
    // The key of a record says nothing to a reader.
    labelOf: v =>
      known.get(v)?.label ?? (!read ? String(v) : named.isSuccess ? `${v} (not offered any more)` : UNNAMED),
    detailOf: v => known.get(v)?.detail,
    typed,
    setTyped,
    isPending: asked.isPending || q !== typed.trim() || asked.isPlaceholderData,
    error,
    retry: () => {
      if (asked.error) void asked.refetch()
      if (named.error) void named.refetch()
    },
    hint: error
      ? queryErrorText(error)
      : more > 0
        ? `Type to find others: ${more.toLocaleString('en-IN')} more`
        : undefined,
  }
}
