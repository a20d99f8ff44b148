// The state of a screen in the query of its address. Components read the query as rendered; a change starts from the
// newest address. The rendered query can be older (the router draws in a transition), so a change built on it would undo
// the changes made in between.
import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useWay } from './way.tsx'

export type ChangeAddress = (change: (params: URLSearchParams) => void, options?: { replace?: boolean }) => void

/** The query as rendered, and its change: `change` alters a copy of the newest query. */
export function useAddress(): readonly [URLSearchParams, ChangeAddress] {
  const [params] = useSearchParams()
  const way = useWay()
  const own = useLocation().pathname
  const change = useCallback<ChangeAddress>(
    (alter, { replace = false } = {}) => {
      const { pathname, search, hash, state } = way.location
      // The reader has gone on to another screen: a search told late must not bring this one back.
      if (pathname !== own) return
      const next = new URLSearchParams(search)
      alter(next)
      const query = next.toString()
      way.navigate({ pathname, search: query && `?${query}`, hash }, { replace, state })
    },
    [way, own],
  )
  return [params, change]
}

/**
 * Goes to a path, or, where `to` begins with `?`, puts its parameters into the address as it is: '?entry=5' opens entry 5
 * over the list that is shown.
 */
export function useGo(): (to: string) => void {
  const navigate = useNavigate()
  const [, change] = useAddress()
  return useCallback(
    to => {
      if (!to.startsWith('?')) return void navigate(to)
      change(params => {
        for (const [k, v] of new URLSearchParams(to)) params.set(k, v)
      })
    },
    [navigate, change],
  )
}
