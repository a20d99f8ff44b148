// The tags that fit a typed text, found by the server: by tag, driver, phone or e-mail (D-OPS-7).
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useDebounced } from '../../web/kit/delayed.ts'
import { type FoundTag, searchTags } from '../remote-operations/remote-operation.contract.ts'
import type { OperationFieldsProps } from './option-fields.tsx'

const TYPING_MS = 250
export const MOST_TYPED = 20

/** A tag to choose; a typed one is not known before the server has judged the operation. */
export type OfferedTag = Pick<FoundTag, 'tag'> &
  Partial<Pick<FoundTag, 'driver' | 'email' | 'phone' | 'isOwn' | 'refusal'>> & { isTyped?: true }

type Search = OperationFieldsProps & { typed: string; isForList?: boolean }
export function useTagSearch({ teamId, charger, typed, isForList = false }: Search) {
  const text = typed.trim()
  const q = useDebounced(text, TYPING_MS)
  const asked = useQuery({
    ...query(searchTags, {
      params: { teamId, id: String(charger.chargepoint_pk) },
      query: { q, ...(isForList && { localList: 'true' as const }) },
    }),
    enabled: text !== '' && q !== '',
    placeholderData: keepPreviousData,
  })
  const found: readonly OfferedTag[] = text === '' ? [] : (asked.data?.data ?? [])
  const isSettled = q === text && !asked.isFetching
  return { found, isSettled, hasMore: asked.data?.hasMore === true, error: asked.error }
}

/** The tags that were found, and behind them the text itself, unless it is one of them or too long for a tag. */
export function withTyped(found: readonly OfferedTag[], typed: string): readonly OfferedTag[] {
  const text = typed.trim()
  const isKnown = found.some(t => t.tag.toLowerCase() === text.toLowerCase())
  return text === '' || isKnown || text.length > MOST_TYPED ? found : [...found, { tag: text, isTyped: true }]
}
