// Asks the person at the browser to prove who they are, over whatever page is open (MFA-02). Calls that are refused at the same
// moment share one dialog.
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { later } from '#kit/later.ts'
import { useSessionState } from '#kit/session.ts'

const ProofDialog = later(() => import('./proof-dialog.tsx'))

type Asking = { reply: Promise<boolean>; answer: (isProven: boolean) => void }
let asking: Asking | undefined
const listeners = new Set<() => void>()
const change = (next: Asking | undefined) => {
  asking = next
  for (const l of listeners) l()
}
const subscribe = (l: () => void) => {
  listeners.add(l)
  return () => listeners.delete(l)
}

/** True once the person has proved who they are; false when they would rather not, or are signed in no more. */
export function askProof(): Promise<boolean> {
  if (asking) return asking.reply
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isProven: boolean) => {
    change(undefined)
    resolve(isProven)
  }
  change({ reply: promise, answer })
  return promise
}

/** The place of the dialog; once in the page. */
export function ProofHost() {
  const now = useSyncExternalStore(subscribe, () => asking)
  const { token } = useSessionState()
  useEffect(() => {
    if (!token) asking?.answer(false)
  }, [token])
  return (
    now && (
      <Suspense>
        <ProofDialog onAnswer={now.answer} />
      </Suspense>
    )
  )
}
