// The filters of the report beside its search: charge points, found by the server as one types, and payout states; several of
// each. A chunk of its own.
import { Autocomplete, Stack, TextField } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { statusText } from '#desk/transactions/transaction.rules.ts'
import { FoundSelect } from '#kit/found-field.tsx'
import { type Finder, useFound } from '#kit/use-found.ts'
import { listReportChargers, REPORT_STATES, type ReportState } from './report.contract.ts'

const finderOf = (teamId: number) => {
  const asked = (more: { q?: string; chargers?: string }) =>
    query(listReportChargers, { params: { teamId }, query: more })
  return {
    find: (q: string) => asked(q ? { q } : {}),
    read: (pks: readonly number[]) => asked({ chargers: pks.join(',') }),
    found: reply => ({
      options: reply.data.map(c => ({ value: c.chargepoint_pk, label: c.charge_box_id })),
      total: reply.total,
    }),
  } satisfies Finder<number, { data: { chargepoint_pk: number; charge_box_id: string }[]; total: number }>
}

type Props = {
  teamId: number
  chargers: readonly number[]
  onChargers: (pks: readonly number[]) => void
  states: readonly ReportState[]
  onStates: (states: readonly ReportState[]) => void
}
/** Narrow enough to keep the bar of the grid on one line, until something is chosen. */
const widthFor = (chosen: number) => ({ width: { xs: '100%', sm: chosen > 0 ? 280 : 160 } })

export default function ReportFilters({ teamId, chargers, onChargers, states, onStates }: Props) {
  const finder = useMemo(() => finderOf(teamId), [teamId])
  const found = useFound(finder, chargers, { enabled: teamId !== 0 })
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, width: { xs: '100%', sm: 'auto' } }}>
      <FoundSelect
        multiple
        size="small"
        sx={widthFor(chargers.length)}
        found={found}
        value={chargers}
        onChange={onChargers}
        noOptionsText="No charge point with sessions"
        label="Charge Box Id"
        hasError={found.error !== null}
        helperText={found.error || found.typed !== '' ? found.hint : undefined}
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
