// The state of the uptime panel in the address of the dashboard: its range, its class of stations and its page.
import { type PeriodKey, periods } from '@wattdesk/base/time'
import { useEffect, useState } from 'react'
import { useAddress } from '#kit/address.ts'
import type { UptimeClass } from './uptime.contract.ts'

export const RANGES = Object.values(periods)
const CLASSES = ['excellent', 'good', 'needs_attention', 'other'] as const satisfies readonly UptimeClass[]
/** Begins the panel's own names in the address of the dashboard. */
const PREFIX = 'uptime-'
const MOST_PAGE = 10_000_000

type UptimeView = { range: PeriodKey; only: UptimeClass | 'all'; page: number }
const isOf = <T extends string>(all: readonly T[], text: string | null): text is T =>
  (all as readonly (string | null)[]).includes(text)
/**
 * The panel's range, class and page, kept in the address; another team or period of the dashboard (`of`) begins anew with
 * the range `usual`.
 */
export function useUptimeView(of: string, usual: PeriodKey): UptimeView & { set: (part: Partial<UptimeView>) => void } {
  const [params, change] = useAddress()
  const [known, setKnown] = useState(of)
  const isNew = known !== of
  useEffect(() => {
    if (!isNew) return
    const own = [...params.keys()].filter(k => k.startsWith(PREFIX))
    // Only where there is something to forget: whoever changed the period writes the address, too.
    if (own.length > 0) change(now => own.forEach(k => void now.delete(k)), { replace: true })
    setKnown(of)
  }, [isNew, of, params, change])
  const said = (key: keyof UptimeView) => (isNew ? null : params.get(PREFIX + key))
  const [range, only, page] = [said('range'), said('only'), Number(said('page'))]
  const view: UptimeView = {
    range: isOf(
      RANGES.map(r => r.key),
      range,
    )
      ? range
      : usual,
    only: isOf(CLASSES, only) ? only : 'all',
    page: Number.isSafeInteger(page) && page > 0 && page <= MOST_PAGE ? page : 1,
  }
  const set = (part: Partial<UptimeView>) => {
    const next = { ...view, page: 1, ...part }
    change(
      now => {
        const write = (key: keyof UptimeView, isUsual: boolean) =>
          isUsual ? now.delete(PREFIX + key) : now.set(PREFIX + key, String(next[key]))
        write('range', next.range === usual)
        write('only', next.only === 'all')
        write('page', next.page === 1)
      },
      { replace: true },
    )
  }
  return { ...view, set }
}
