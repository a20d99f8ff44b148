// One dialog that asks before something dangerous: it names its target and its consequence (D-SHELL-10).
import { Suspense, useSyncExternalStore } from 'react'
import type { Confirmation, Open } from './confirmation.ts'
import { fetchAhead, later } from './later.ts'

// Asked seldom: loaded by the first button that may ask, so that it is there when the network is not.
const load = () => import('./confirm-dialog.tsx')
const ConfirmDialog = later(load)
/** Fetches the dialog ahead of its first question. */
export const preloadConfirm = (): void => fetchAhead(load)

export type { Confirmation } from './confirmation.ts'

/** The question before deleting `record`. */
export const deletion = (record: string): Confirmation => ({
  title: record,
  text: 'Are you sure you want to delete this record?',
  yes: 'Delete',
  danger: true,
})

let open: Open | null = null
const listeners = new Set<() => void>()
const change = (next: Open | null) => {
  open = next
  for (const l of listeners) l()
}
const subscribe = (l: () => void) => {
  listeners.add(l)
  return () => listeners.delete(l)
}

/** Asks; the note typed along ('' without one) when the reader goes on, else undefined. A second question answers the first with no. */
export const askFor = (question: Confirmation): Promise<string | undefined> =>
  new Promise(resolve => {
    open?.answer(false)
    change({
      question,
      answer: (yes, note = '') => {
        change(null)
        resolve(yes ? note : undefined)
      },
    })
  })

/** Asks; true when the reader goes on. */
export const ask = async (question: Confirmation): Promise<boolean> => (await askFor(question)) !== undefined

/** Answers an open question with no. */
export const withdraw = (): void => open?.answer(false)

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
