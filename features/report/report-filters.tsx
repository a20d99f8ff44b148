// The filters of the report beside its search: charge points, found by the server as one types, and payout states; several of
// each. A chunk of its own.
import { Autocomplete, Stack, TextField } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { errorText } from '../../web/kit/notices.tsx'
import { statusText } from '../transactions/transaction.rules.ts'
import { listReportChargers, REPORT_STATES, type ReportState } from './report.contract.ts'

type Props = {
  teamId: number
  chargers: readonly number[]
  onChargers: (pks: readonly number[]) => void
  states: readonly ReportState[]
  onStates: (states: readonly ReportState[]) => void
}
/** So narrow that the bar of the grid stays one line, until something is chosen. */
const widthFor = (chosen: number) => ({ width: { xs: '100%', sm: chosen > 0 ? 280 : 160 } })

export default function ReportFilters({ teamId, chargers, onChargers, states, onStates }: Props) {
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const names = useQuery({
    ...query(listReportChargers, {
      params: { teamId },
      query: { ...(q && { q }), ...(chargers.length > 0 && { chargers: chargers.join(',') }) },
    }),
    placeholderData: keepPreviousData,
    enabled: teamId !== 0,
  })
  const offered = names.data?.data ?? []
  const nameOf = new Map(offered.map(c => [c.chargepoint_pk, c.charge_box_id]))
  const more = (names.data?.total ?? 0) - offered.length
  const help = names.error
    ? errorText(names.error)
    : more > 0 && typed
      ? `Type to find others: ${more} more`
      : undefined
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, width: { xs: '100%', sm: 'auto' } }}>
      <Autocomplete
        multiple
        disableCloseOnSelect
        size="small"
        limitTags={2}
        sx={widthFor(chargers.length)}
        options={offered.map(c => c.chargepoint_pk)}
        // The server has searched.
        filterOptions={options => options}
        loading={names.isPending}
        value={[...chargers]}
        inputValue={typed}
        onInputChange={(_, text, why) => {
          if (why !== 'reset' && why !== 'selectOption') setTyped(text)
        }}
        onChange={(_, now) => onChargers(now)}
        onBlur={() => setTyped('')}
        getOptionLabel={pk => nameOf.get(pk) ?? String(pk)}
        getOptionKey={pk => pk}
        noOptionsText="No charge point with sessions"
        clearText="Clear charge points"
        renderInput={params => (
          <TextField {...params} label="Charge Box Id" error={names.error !== null} helperText={help} />
        )}
      />
      <Autocomplete
        multiple
        disableCloseOnSelect
        size="small"
        limitTags={2}
        sx={widthFor(states.length)}
        options={REPORT_STATES}
        value={[...states]}
        onChange={(_, now) => onStates(now)}
        getOptionLabel={s => statusText(s === 'NONE' ? null : s)}
        clearText="Clear payout status"
        renderInput={params => <TextField {...params} label="Payout Status" />}
      />
    </Stack>
  )
}
