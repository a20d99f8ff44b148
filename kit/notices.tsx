// Notices: short texts, top right (S-NOTICE). Success goes after 6 seconds, an error once it was on a visible page for 15 or
// the reader has gone elsewhere; what was lost, or may have been done unseen, stays until it is closed.
import { Alert, Stack } from '@mui/material'
import { CallError } from '@wattdesk/wire/call'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

export const NOTICE_MS = 6000
export const ERROR_MS = 15_000
export type Notice = {
  id: number
  severity: 'success' | 'error' | 'info' | 'warning'
  text: string
  /** How long it stands; Infinity: until it is closed. */
  forMs: number
}

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

/** Takes all notices away, as between tests. @internal */
export const dismissAll = (): void => change([])

const show = (severity: Notice['severity'], text: string, forMs: number): number => {
  // The same text shown twice is one notice, whose time starts anew.
  const notice = { id: ++lastId, severity, text, forMs }
  change([...notices.filter(n => n.text !== text || n.severity !== severity), notice].slice(-3))
  return notice.id
}

/** The last notice that stood there when the reader last did something. */
let lastRead = 0
const read = () => {
  lastRead = lastId
}
/**
 * Closes the errors of a page when the reader leaves it. An error that came after the reader's last act stays: it
 * says why the portal itself has opened another page.
 */
export const pageLeft = (): void => change(notices.filter(n => n.id > lastRead || isPassing(n) || n.forMs === STAYS))
/** Goes by itself, whatever the reader does. */
const isPassing = (n: Pick<Notice, 'severity'>) => n.severity === 'success' || n.severity === 'info'

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

/** For notices of what was lost or must be looked into: they stand until they are closed. */
export const STAYS = Number.POSITIVE_INFINITY
/** True for a change that may have been made or not. */
export const isOutcomeOpen = (error: unknown): boolean => error instanceof CallError && error.isOutcomeOpen

/** Shows notices from anywhere: a mutation passes the reply's message or the error itself. */
export const notify = {
  /** `forMs`: how long it stands, where that is not the usual time. */
  success: (text: string, forMs = NOTICE_MS): void => {
    show('success', text, forMs)
  },
  info: (text: string): void => {
    show('info', text, NOTICE_MS)
  },
  warning: (text: string, forMs = ERROR_MS): void => {
    show('warning', text, forMs)
  },
  /**
   * Answers the id of the notice. Nothing for the 401 that ended the session: the sign-in page says what has happened. A
   * change of which nobody knows whether it was made stays by itself.
   */
  error: (error: unknown, forMs?: number): number | undefined =>
    error instanceof CallError && error.endsSession
      ? undefined
      : show('error', errorText(error), forMs ?? (isOutcomeOpen(error) ? STAYS : ERROR_MS)),
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

const hear = (heard: () => void) => {
  document.addEventListener('visibilitychange', heard)
  return () => document.removeEventListener('visibilitychange', heard)
}
/** Takes an error away when it has been seen for its time, others when their time is over. Tells whether it is being read. */
function useTime({ id, forMs, ...n }: Notice) {
  const left = useRef(forMs)
  const [isHeld, hold] = useState(false)
  const isSeen = useSyncExternalStore(hear, () => document.visibilityState !== 'hidden')
  const runs = forMs < STAYS && (isPassing(n) || (isSeen && !isHeld))
  useEffect(() => {
    if (!runs) return
    const from = performance.now()
    const timer = setTimeout(() => dismiss(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - from
    }
  }, [runs, id])
  const [held, free] = [() => hold(true), () => hold(false)]
  return { onPointerEnter: held, onPointerLeave: free, onFocus: held, onBlur: free }
}

function Line({ notice: n }: { notice: Notice }) {
  return (
    <Alert
      {...useTime(n)}
      severity={n.severity}
      role={n.severity === 'error' ? 'alert' : 'status'}
      onClose={() => dismiss(n.id)}
      // As high as the banner with one line of text, so that the page below stays free.
      sx={{ boxShadow: 6, py: 0, minHeight: 48 }}
    >
      {n.text}
    </Alert>
  )
}

const ACTS = ['pointerdown', 'keydown', 'popstate']
/** The place where notices stand, once in the page: over the banner, beside its tools on wide screens. */
export function Notices() {
  const list = useSyncExternalStore(subscribe, () => notices)
  const box = useRoomBelow(list)
  useEffect(() => {
    for (const act of ACTS) window.addEventListener(act, read, true)
    return () => {
      for (const act of ACTS) window.removeEventListener(act, read, true)
    }
  }, [])
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
        <Line key={n.id} notice={n} />
      ))}
    </Stack>
  )
}
