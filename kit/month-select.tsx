// The choice of a month of the books, which the address of the page names; and days of documents in the business zone, wherever
// the reader is, because the day decides to which month a document belongs.
import { MenuItem, TextField } from '@mui/material'
import { dayOf, monthText, startOfMonth } from '@wattdesk/base/time'
import { useMemo, useState } from 'react'
import { useAddress } from './address.ts'
import type { Column } from './columns.tsx'
import { useSession } from './session.ts'
import { dateOf } from './time.tsx'

/** The present month in a zone and the `count` before it, 'yyyy-MM', the newest first. */
export const monthsTo = (now: Date, zone: string, count = 24): string[] =>
  Array.from({ length: count + 1 }, (_, i) => dayOf(startOfMonth(now, zone, -i), zone).slice(0, 7))

/** The months that can be chosen, the present one first. */
export function useMonths(): readonly string[] {
  const { user } = useSession()
  const [months] = useState(() => monthsTo(new Date(), user.businessZone))
  return months
}
/** The month in the address, else the last month that is over. */
export function useMonth(): [month: string, choose: (month: string) => void] {
  const months = useMonths()
  const [params, change] = useAddress()
  const asked = params.get('month')
  const [present = '', last = present] = months
  const month = asked !== null && months.includes(asked) ? asked : last
  const choose = (to: string) =>
    change(now => {
      for (const name of ['page', 'open', 'age', 'q']) now.delete(name)
      now.set('month', to)
    })
  return [month, choose]
}
type MonthProps = { label: string; value: string; onChoose: (value: string) => void; first?: string }
/** `first`: the option before the months, with the value ''. */
export function MonthSelect({ label, value, onChoose, first }: MonthProps) {
  const months = useMonths()
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={e => onChoose(e.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width: { xs: '100%', sm: 200 }, flexShrink: 0 }}
    >
      {first !== undefined && <MenuItem value="">{first}</MenuItem>}
      {months.map((m, i) => (
        <MenuItem key={m} value={m}>
          {monthText(m)}
          {i === 0 ? ' so far' : ''}
        </MenuItem>
      ))}
    </TextField>
  )
}

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
