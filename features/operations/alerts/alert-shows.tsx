// Which alerts the list shows, kept in the address: those that stand unless somebody chooses others (ALERT-04).
import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useAddress } from '#kit/address.ts'
import { ALERT_SHOWS, type AlertShow } from './alert.words.ts'

const LABELS: Readonly<Record<AlertShow, string>> = { open: 'Open', closed: 'Closed', all: 'All' }
/** Whoever filters by state or by the time of closing says by that which alerts are meant. */
const saysItself = (filters: string | null): boolean => /"field":"(state|closedAt)"/.test(filters ?? '')

export function useAlertShow(): { show: AlertShow; set: (show: AlertShow) => void } {
  const [params, change] = useAddress()
  const usual: AlertShow = saysItself(params.get('filters')) ? 'all' : 'open'
  return {
    show: ALERT_SHOWS.find(s => s === params.get('show')) ?? usual,
    set: show =>
      change(now => {
        now.delete('page')
        if (show === usual) now.delete('show')
        else now.set('show', show)
      }),
  }
}

export const AlertShows = ({ show, set }: ReturnType<typeof useAlertShow>) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    aria-label="Show"
    value={show}
    onChange={(_, to: AlertShow | null) => to && set(to)}
  >
    {ALERT_SHOWS.map(value => (
      <ToggleButton key={value} value={value} sx={{ px: 1.5, textTransform: 'none', color: 'text.primary' }}>
        {LABELS[value]}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)
