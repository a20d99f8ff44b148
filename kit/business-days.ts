// Days of documents in the business zone, wherever the reader is: the day decides to which month a document belongs.
import { dayOf } from '@wattdesk/base/time'
import { useMemo } from 'react'
import type { Column } from './columns.tsx'
import { useSession } from './session.ts'
import { dateOf } from './time.tsx'

/** The columns with these fields, which hold instants, as days. */
export function useBusinessDays<R>(
  columns: readonly Column<R>[],
  ...fields: readonly (keyof R & string)[]
): readonly Column<R>[] {
  const zone = useSession().user.businessZone
  const named = fields.join(' ')
  return useMemo(() => {
    const dayIn = (r: R, field: string) => {
      const at = dateOf((r as Record<string, string | null | undefined>)[field])
      return at ? dayOf(at, zone) : ''
    }
    const isDay = new Set(named.split(' '))
    return columns.map(c =>
      isDay.has(c.field) ? { ...c, kind: 'day' as const, value: (r: R) => dayIn(r, c.field) } : c,
    )
  }, [columns, named, zone])
}
