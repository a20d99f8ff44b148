// A question before something dangerous, and the same question while it waits for its answer.
import type { ReactNode } from 'react'

/** The question before an action runs. */
export type Confirmation = {
  /** Names the record: 'Price group Night'. */
  title: string
  /** The consequence of the action, in words. */
  text: string
  /** Label of the button that goes on, e.g. 'Delete'. */
  yes: string
  no?: string
  danger?: boolean
  /** Shown under the text: figures that belong to what will happen. */
  details?: ReactNode
}

export type OpenConfirmation = { question: Confirmation; answer: (yes: boolean) => void }
