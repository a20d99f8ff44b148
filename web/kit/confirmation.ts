// A question before something dangerous, and the same question while it waits for its answer.
import type { ReactNode } from 'react'

/** What is asked before an action runs. */
export type Confirmation = {
  /** Names the record: 'Price group Night'. */
  title: string
  /** The consequence of the action, in words. */
  text: string
  /** Label of the button that goes on, e.g. 'Delete'. */
  yes: string
  no?: string
  danger?: boolean
  /** A text to be typed before the button opens, for what cannot be undone. */
  typed?: string
  /** Shown under the text: figures that belong to what will happen. */
  details?: ReactNode
  /** A text that may be given along, as the reason; `maxLength` in characters. */
  note?: { label: string; maxLength: number }
}

/** `note` is what was typed, trimmed; '' where nothing was. */
export type Open = { question: Confirmation; answer: (yes: boolean, note?: string) => void }
