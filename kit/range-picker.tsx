// A span of time: named presets, and Custom where a screen offers it. The choice lives in the URL.
import { MenuItem, Stack, TextField } from '@mui/material'
import { defaultPeriod, localZone, type Period, periods, rangeOf } from '@wattdesk/base/time'
import { useMemo } from 'react'
import { useAddress } from './address.ts'
import { useToday } from './time.tsx'

type Span = { period: Period | 'Custom'; from: Date; to: Date }
export type RangeControls = Span & {
  setPeriod: (period: Period | 'Custom') => void
  /** 'yyyy-MM-dd', both days whole. */
  setDays: (from: string, to: string) => void
  days: { from: string; to: string }
}

const dayText = (d: Date): string =>
  `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)
const isPeriod = (text: string | null): text is Period => text !== null && Object.hasOwn(periods, text)

/** The span in the URL (`period`, and `from` and `to` for Custom), by calendar days of `zone`, default the browser's. */
export function useRange(zone = localZone()): RangeControls {
  const [params, changeAddress] = useAddress()
  const asked = params.get('period')
  const [from, to] = [params.get('from'), params.get('to')]
  const today = useToday(zone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new day moves the presets
  const span = useMemo((): Span => {
    const now = new Date()
    if (asked === 'Custom' && isDay(from) && isDay(to) && from <= to)
      return { period: 'Custom', from: new Date(`${from}T00:00:00`), to: new Date(`${to}T23:59:59.999`) }
    const period = isPeriod(asked) ? asked : defaultPeriod
    return { period, ...rangeOf(period, now, zone) }
  }, [asked, from, to, zone, today])
  const change = (next: Record<string, string | undefined>) =>
    changeAddress(
      now => {
        for (const [k, v] of Object.entries(next)) {
          if (v) now.set(k, v)
          else now.delete(k)
        }
      },
      { replace: true },
    )
  const days = { from: dayText(span.from), to: dayText(span.to) }
  return {
    ...span,
    days,
    setPeriod: period =>
      change(
        period === 'Custom'
          ? { period, ...days }
          : { period: period === defaultPeriod ? undefined : period, from: undefined, to: undefined },
      ),
    setDays: (f, t) => change({ period: 'Custom', from: f, to: t }),
  }
}

/** The dropdown of presets; with `custom` also two days. */
export function RangePicker({
  range,
  label = 'Time Period',
  custom = false,
}: {
  range: RangeControls
  label?: string
  custom?: boolean
}) {
  const { days, setDays } = range
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
      <TextField
        select
        label={label}
        value={range.period}
        onChange={e => range.setPeriod(e.target.value as Period)}
        sx={{ width: 170 }}
      >
        {Object.entries(periods).map(([id, { label: text }]) => (
          <MenuItem key={id} value={id}>
            {text}
          </MenuItem>
        ))}
        {custom && <MenuItem value="Custom">Custom</MenuItem>}
      </TextField>
      {custom && range.period === 'Custom' && (
        <>
          <TextField
            type="date"
            label="From"
            value={days.from}
            onChange={e =>
              isDay(e.target.value) && setDays(e.target.value, e.target.value > days.to ? e.target.value : days.to)
            }
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ width: 160 }}
          />
          <TextField
            type="date"
            label="To"
            value={days.to}
            onChange={e =>
              isDay(e.target.value) && setDays(e.target.value < days.from ? e.target.value : days.from, e.target.value)
            }
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ width: 160 }}
          />
        </>
      )}
    </Stack>
  )
}
