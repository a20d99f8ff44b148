// The typed values of a driver while a new RFID tag is made elsewhere (D-DRV-3): kept in session storage under
// `customerDraft`, with the tab, until the form is saved or left. Another user of the browser finds nothing of them.
import { onSessionChange, sessionState } from '#kit/session.ts'
import type { Driver } from './driver.contract.ts'
import type { DriverValues } from './driver-body.contract.ts'

const KEY = 'customerDraft'
export type Draft = {
  /** The driver; null: one that is being made. */
  of: number | null
  userId: number
  tab: string
  values: DriverValues
  /** The reply that the form was filled from, with its tag. */
  base: { driver: Driver; tag: string | undefined } | null
}

export const keepDraft = (draft: Draft): void => sessionStorage.setItem(KEY, JSON.stringify(draft))
const forget = (): void => sessionStorage.removeItem(KEY)
/** The form of this driver was saved or left. */
export const dropDraft = (of: number | null, userId: number): void => {
  if (draftOf(of, userId)) forget()
}
// With the session goes what was typed in it (D-GEN-7).
onSessionChange(() => {
  if (sessionState().token === null) forget()
})

/** The draft of this driver by this user, if there is one. */
export function draftOf(of: number | null, userId: number): Draft | undefined {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return undefined
  try {
    const draft = JSON.parse(text) as Partial<Draft> | null
    const isOurs = draft?.of === of && draft.userId === userId && typeof draft.values === 'object'
    return isOurs && (of === null || draft.base) ? (draft as Draft) : undefined
  } catch {
    // Written by something else: no draft.
    return undefined
  }
}

/** Where a new tag is made, and where that form leads back to. */
export const newTagPath = (of: number | null): string =>
  `/tag/new?returnTo=${encodeURIComponent(of === null ? '/customer/new' : `/customer/${of}?tab=tags`)}`
