// Notices: short texts of success or error, top right, gone after 6 seconds (S-NOTICE).
import { Alert, Stack } from '@mui/material'
import { CallError } from '@wattdesk/wire/call'
import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

export const NOTICE_MS = 6000
export type Notice = { id: number; severity: 'success' | 'error' | 'info' | 'warning'; text: string }

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()
const change = (next: readonly Notice[]) => {
  notices = next
  for (const l of listeners) l()
}
const subscribe = (l: () => void) => {
  listeners.add(l)
  return () => listeners.delete(l)
}

/** Takes a notice away before its time. */
export const dismiss = (id: number): void => change(notices.filter(n => n.id !== id))

/** Takes all notices away. */
export const dismissAll = (): void => change([])

const show = (severity: Notice['severity'], text: string, forMs = NOTICE_MS): number => {
  // The same text shown twice is one notice, whose 6 seconds start anew.
  const notice = { id: ++lastId, severity, text }
  change([...notices.filter(n => n.text !== text || n.severity !== severity), notice].slice(-3))
  setTimeout(() => dismiss(notice.id), forMs)
  return notice.id
}

const SOME_ERROR = 'Some Error Occured!'
/** The text of a failed change: the server's message, else the error's own, else the global default. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : typeof error === 'string' ? error : '') || SOME_ERROR

/** The server's own words on a failure, or those of a call that got no answer; empty where nothing was said. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && !/^HTTP error! Status: \d+$/.test(error.message) ? error.message.trim() : ''

/** The reason, or the words that the documents have for a failure without one. */
export const reasonOr = (error: unknown, fallback: string): string => reasonOf(error) || fallback

/** The text of a failed query: the reason, else the global default; a bare status says nothing to a reader. */
export const queryErrorText = (error: unknown): string => reasonOr(error, SOME_ERROR)

/** Shows notices from anywhere: a mutation passes the reply's message or the error itself. */
export const notify = {
  /** `forMs`: how long it stands, where that is not the usual time. */
  success: (text: string, forMs?: number): void => {
    show('success', text, forMs)
  },
  info: (text: string): void => {
    show('info', text)
  },
  warning: (text: string): void => {
    show('warning', text)
  },
  /** Answers the id of the notice. Nothing for the 401 that ended the session: the sign-in page says what has happened. */
  error: (error: unknown): number | undefined =>
    error instanceof CallError && error.endsSession ? undefined : show('error', errorText(error)),
}

/**
 * How far down the notices reach, for what must not lie under them (`--notices`): the page begins below, a dialog moves
 * below, and a field that has the focus is brought out from under them.
 */
function useRoomBelow(list: readonly Notice[]): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bottom = list.length > 0 ? Math.ceil(box.current?.getBoundingClientRect().bottom ?? 0) : 0
    document.documentElement.style.setProperty('--notices', `${bottom}px`)
    const field = document.activeElement
    if (bottom > 0 && field && field !== document.body && !box.current?.contains(field))
      if (field.getBoundingClientRect().top < bottom) field.scrollIntoView({ block: 'nearest' })
  }, [list])
  return box
}

/** The place where notices stand, once in the page: over the banner, beside its tools on wide screens. */
export function Notices() {
  const list = useSyncExternalStore(subscribe, () => notices)
  const box = useRoomBelow(list)
  return (
    <Stack
      ref={box}
      spacing={0.5}
      sx={{
        position: 'fixed',
        top: 4,
        right: { xs: 8, lg: 'var(--banner-tools, 16px)' },
        left: { xs: 8, sm: 'auto' },
        zIndex: 'snackbar',
        width: { sm: 400 },
      }}
    >
      {list.map(n => (
        <Alert
          key={n.id}
          severity={n.severity}
          role={n.severity === 'error' ? 'alert' : 'status'}
          onClose={() => dismiss(n.id)}
          // As high as the banner with one line of text, so that the page below stays free.
          sx={{ boxShadow: 6, py: 0, minHeight: 48 }}
        >
          {n.text}
        </Alert>
      ))}
    </Stack>
  )
}
