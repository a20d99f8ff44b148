// One dialog that asks before something dangerous: it names its target and its consequence (D-SHELL-10).
import { Suspense, useSyncExternalStore } from 'react'
import type { Confirmation, Open } from './confirmation.ts'
import { later } from './later.ts'

// Asked seldom: loaded when first asked.
const ConfirmDialog = later(() => import('./confirm-dialog.tsx'))

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
