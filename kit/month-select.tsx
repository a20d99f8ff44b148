// The choice of a month of the books, which the address of the page names.
import { MenuItem, TextField } from '@mui/material'
import { dayOf, monthText, startOfMonth } from '@wattdesk/base/time'
import { useState } from 'react'
import { useAddress } from './address.ts'
import { useSession } from './session.ts'

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
