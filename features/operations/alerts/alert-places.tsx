// The charge points and sites of which the list of alerts shows the alerts, kept in the address like search and filters (ALERT-04).
import { Stack } from '@mui/material'
import { useMemo } from 'react'
import { chargerFinder } from '#fleet/chargers/charger-finder.parts.ts'
import { useAddress } from '#kit/address.ts'
import { FoundSelect } from '#kit/found-field.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { type Finder, useFound } from '#kit/use-found.ts'
import { siteFinder } from '#power/charging-sites/site-field.parts.tsx'

type Place = 'chargers' | 'sites'

export function useAlertPlaces() {
  const [params, change] = useAddress()
  const [chargersText, sitesText] = [params.get('chargers'), params.get('sites')]
  return {
    chargers: useMemo(() => keysIn(chargersText), [chargersText]),
    sites: useMemo(() => keysIn(sitesText), [sitesText]),
    set: (place: Place, keys: readonly number[]) =>
      change(now => {
        if (keys.length > 0) now.set(place, keys.join(','))
        else now.delete(place)
        now.delete('page')
      }),
    clear: () =>
      change(now => {
        for (const name of ['chargers', 'sites', 'q', 'filters', 'page']) now.delete(name)
      }),
  }
}
const keysIn = (text: string | null): number[] =>
  (text ?? '')
    .split(',')
    .filter(key => /^[1-9]\d{0,8}$/.test(key))
    .map(Number)

type PickProps<Reply> = {
  label: string
  finder: Finder<number, Reply>
  value: readonly number[]
  onChange: (keys: number[]) => void
  none: string
}
function Pick<Reply>({ label, finder, value, onChange, none }: PickProps<Reply>) {
  const found = useFound(finder, value)
  return (
    <FoundSelect
      multiple
      size="small"
      // Narrow enough to keep the bar of the grid on one line, until something is chosen.
      sx={{ width: { xs: '100%', sm: value.length > 0 ? 260 : 150 } }}
      found={found}
      value={value}
      onChange={onChange}
      noOptionsText={none}
      label={label}
      hasError={found.error !== null}
      helperText={found.error || found.typed !== '' ? found.hint : undefined}
    />
  )
}

type Props = { chargers: readonly number[]; sites: readonly number[]; set: (place: Place, keys: number[]) => void }
export function AlertPlaces({ chargers, sites, set }: Props) {
  const { teamId } = useSession()
  const { canView } = useAccess('ChargerPoint')
  const findCharger = useMemo(() => chargerFinder(teamId), [teamId])
  const findSite = useMemo(() => siteFinder(teamId), [teamId])
  if (teamId === 0) return null
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, width: { xs: '100%', sm: 'auto' } }}>
      {canView && (
        <Pick
          label="Charge points"
          finder={findCharger}
          value={chargers}
          onChange={keys => set('chargers', keys)}
          none="No charge point found"
        />
      )}
      <Pick
        label="Sites"
        finder={findSite}
        value={sites}
        onChange={keys => set('sites', keys)}
        none="No charging site found"
      />
    </Stack>
  )
}
