// The bell of the banner: how many alerts of the reader's teams are unread, live; its list opens below (ALERT-06).
import Bell from '@mui/icons-material/NotificationsOutlined'
import { Badge, IconButton } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, query } from '@wattdesk/wire/call'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { fetchAhead, later } from '#kit/later.ts'
import { useLive, useLiveState } from '#kit/live.ts'
import { Tip } from '#kit/tip.tsx'
import { type BellEntry, getBell, MOST_COUNTED, readBell, unreadText } from './bell.contract.ts'
import { ringInBrowser } from './browser-notice.actions.ts'

const load = () => import('./bell-list.tsx')
const List = later(load)
/** Alerts of other teams come by the live stream too; what it has missed is read so often. */
const POLL_MS = 60_000

/** Shows what is critical and new as a notice of the browser, where the reader has allowed it; never what stood at the start. */
function useRinging(last: number | undefined, entries: readonly BellEntry[]): void {
  const known = useRef<number>(undefined)
  useEffect(() => {
    if (last === undefined) return
    const isNew = known.current !== undefined && last > known.current
    known.current = Math.max(known.current ?? 0, last)
    if (isNew) ringInBrowser(entries.filter(e => e.isUnread && e.severity === 'Critical' && !e.isOver))
  }, [last, entries])
}
const NONE: readonly BellEntry[] = []

/** Notices about the very page that is being looked at: their reader sees it there. They are read; returns how many. */
function useSeenOnPage(entries: readonly BellEntry[], renew: () => void): number {
  const { pathname } = useLocation()
  const here = entries.filter(e => e.isUnread && e.severity === null && e.to === pathname).map(e => e.id)
  const asked = here.join(' ')
  const onSeen = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    const notices = asked.split(' ').map(id => Number(id.replace('notice-', '')))
    // Where this fails, they stay unread until the bell is opened.
    call(readBell, { body: { from: 0, to: 0, notices } }).then(renew, () => undefined)
  })
  useEffect(() => {
    if (asked === '') return
    onSeen()
    const onChange = () => onSeen()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [asked])
  return here.length
}

type Known = { isRead: boolean; isAway: boolean; unread: number }
/** How many are unread, as far as that is known: an old count is not told as if it were that of now. */
function knownText({ isRead, isAway, unread }: Known): string {
  if (!isAway && !isRead) return 'not known yet'
  if (!isAway) return unread === 0 ? 'none unread' : `${unreadText(unread)} unread`
  return unread === 0
    ? 'not known while the portal is not connected'
    : `${unreadText(unread)} unread when last heard, later ones are not known`
}

export default function BellButton() {
  const cache = useQueryClient()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data, isError } = useQuery({ ...query(getBell, { query: {} }), refetchInterval: POLL_MS })
  const { state, since } = useLiveState()
  // What was missed since the stream broke off, or a reading failed, has perhaps rung.
  const isAway = since !== null || (isError && state !== 'open')
  const renew = () => void cache.invalidateQueries({ queryKey: keyOf(getBell) })
  useLive('alert', renew)
  useLive('bell', renew)
  useEffect(() => fetchAhead(load), [])
  const { unread: counted = 0, critical = 0, last, entries = NONE } = data?.data ?? {}
  useRinging(last, entries)
  const unread = Math.max(0, counted - useSeenOnPage(entries, renew))
  const text = `Alerts: ${knownText({ isRead: data !== undefined, isAway, unread })}`
  const isAsked = unread === 0 && (isAway || (isError && !data))
  return (
    <>
      <Tip title={text}>
        <IconButton
          aria-label={text}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={e => setAnchor(e.currentTarget)}
        >
          <Badge
            badgeContent={isAsked ? '?' : unread < MOST_COUNTED ? unread : `${MOST_COUNTED}+`}
            color={critical > 0 ? 'error' : 'primary'}
          >
            <Bell />
          </Badge>
        </IconButton>
      </Tip>
      <Suspense>{anchor && <List anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </>
  )
}
