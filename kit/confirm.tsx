// The dialog that asks before a dangerous action: it names the target and the consequence (D-SHELL-10).
import { Suspense, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Confirmation, OpenConfirmation } from './confirmation.ts'
import { fetchAhead, later } from './later.ts'

// Rarely needed: loaded by the first button that may ask, so that the dialog is there even when the network is not.
const load = () => import('./confirm-dialog.tsx')
const ConfirmDialog = later(load)
/** Fetches the dialog ahead of its first question. */
export const preloadConfirm = (): void => fetchAhead(load)

export type { Confirmation } from './confirmation.ts'

/** The question before deleting `record`; `more` says what follows from it. */
export const deletion = (record: string, more?: string): Confirmation => ({
  title: record,
  text: `Are you sure you want to delete this record?${more ? ` ${more}` : ''}`,
  yes: 'Delete',
  danger: true,
})

let open: OpenConfirmation | null = null
const listeners = new Set<() => void>()
const change = (next: OpenConfirmation | null) => {
  open = next
  for (const l of listeners) l()
}
const subscribe = (l: () => void) => {
  listeners.add(l)
  return () => listeners.delete(l)
}

/** Asks; true when the reader goes on. A second question answers the first with no. */
export const ask = (question: Confirmation): Promise<boolean> =>
  new Promise(resolve => {
    open?.answer(false)
    change({
      question,
      answer: yes => {
        change(null)
        resolve(yes)
      },
    })
  })

/** Answers an open question with no. */
export const withdraw = (): void => open?.answer(false)

/** Like `ask`, for a form or dialog: when it goes (its session ended, for example) the question goes with it, answered with no. */
export function useAsk(): (question: Confirmation) => Promise<boolean> {
  const asked = useRef(0)
  useEffect(
    () => () => {
      if (asked.current > 0) withdraw()
    },
    [],
  )
  return useCallback(async question => {
    asked.current++
    try {
      return await ask(question)
    } finally {
      asked.current--
    }
  }, [])
}

/** The place of the dialog; once in the page. */
export function ConfirmHost() {
  const now = useSyncExternalStore(subscribe, () => open)
  return (
    now && (
      <Suspense>
        <ConfirmDialog {...now} />
      </Suspense>
    )
  )
}
