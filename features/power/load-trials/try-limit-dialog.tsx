// The sessions of a finished month at a site, under another Load Value: the energy for their cars, and where.

import { Alert, Box, Button, DialogContent, MenuItem, OutlinedInput, Select, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { monthText } from '@wattdesk/base/time'
import { call } from '@wattdesk/wire/call'
import { useState } from 'react'
import { monthsBefore } from '#charging/price-trials/month.rules.ts'
import { MonthField, TrialTable } from '#charging/price-trials/trial.parts.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { FieldFrame } from '#kit/field-frame.tsx'
import { energyText, numberText } from '#kit/figures.tsx'
import { useSession } from '#kit/session.ts'
import { Time } from '#kit/time.tsx'
import { LOAD_UNITS, type LoadUnit } from '#power/load-balancing/load-units.words.ts'
import { type LoadTrial, tryLimit } from './load-trial.contract.ts'
import { MAX_VALUE, NO_VALUE, NOT_ABOVE, VALUE_TOO_LARGE } from './load-trial.words.ts'
import type { LoadTrialBody } from './load-trial-body.contract.ts'

const energy = (kWh: number): string => energyText(kWh * 1000, 1)
const minutes = (n: number): string => `${numberText(n)} ${n === 1 ? 'minute' : 'minutes'}`

function LeftOut({ since, sessions }: NonNullable<LoadTrial['leftOut']>) {
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      There was no time for the whole month: {numberText(sessions)} sessions that ended after <Time at={since} /> are
      left out.
    </Alert>
  )
}
/** A smaller difference is not shown, kWh. */
const NOTHING = 0.05
/** The answer in one sentence. */
function verdict({ sessions, difference, delayed, longest }: LoadTrial): string {
  const isSame = difference > -NOTHING
  if (delayed === 0 && isSame) return 'Every car would have got the same, and as soon.'
  const late =
    delayed === 0
      ? 'None would have been slower by a minute or more.'
      : `${numberText(delayed)} of ${numberText(sessions)} sessions would have been slower, the slowest by ${minutes(longest)}.`
  return isSame
    ? `Every car would have got the same before it left. ${late}`
    : `The cars would have left with ${energy(-difference)} less. ${late}`
}

function Outcome({ data }: { data: LoadTrial }) {
  if (data.sessions === 0 && !data.leftOut)
    return <Typography role="status">No sessions at this site in {monthText(data.month)} to try it on.</Typography>
  return (
    <Box role="status" aria-label="Outcome">
      <Typography sx={{ mb: 2, fontWeight: 500 }}>{verdict(data)}</Typography>
      <DetailList
        items={[
          { label: 'Sessions', value: numberText(data.sessions) },
          { label: 'Drivers', value: numberText(data.drivers) },
          { label: 'Delivered', value: energy(data.before) },
          { label: 'Under this Load Value', value: energy(data.after) },
          { label: 'Difference', value: <strong>{energy(data.difference)}</strong> },
          { label: 'Slower by, all together', value: minutes(data.minutes) },
        ]}
      />
      {data.leftOut && <LeftOut {...data.leftOut} />}
      <TrialTable
        rows={data.rows}
        chargers={data.chargers}
        columns={[
          { label: 'Sessions', text: r => numberText(r.sessions) },
          { label: 'Delivered', text: r => energy(r.before) },
          { label: 'Under this Load Value', text: r => energy(r.after) },
          { label: 'Difference', text: r => energy(r.difference) },
          { label: 'Slower by', text: r => minutes(r.minutes) },
        ]}
      />
    </Box>
  )
}

/** Returns the error of a Load Value as it was typed. */
function problemOf(figure: string): string | undefined {
  const value = figure.trim() === '' ? Number.NaN : Number(figure)
  if (Number.isNaN(value)) return NO_VALUE
  if (value <= 0) return NOT_ABOVE
  return value > MAX_VALUE ? VALUE_TOO_LARGE : undefined
}

/** A site with its present Load Value. */
export type Tried = { teamId: number; zoneId: number; zoneName: string; value: number | null; unit: LoadUnit }
type Props = Tried & { onClose: () => void }
export default function TryLimitDialog({ teamId, zoneId, zoneName, value, unit: ofSite, onClose }: Props) {
  const { user } = useSession()
  const [months] = useState(() => monthsBefore(new Date(), user.businessZone))
  const [month, setMonth] = useState(months[0] ?? '')
  const [figure, setFigure] = useState(value === null ? '' : String(value))
  const [unit, setUnit] = useState<LoadUnit>(ofSite)
  const [wrong, setWrong] = useState<string>()
  const trial = useMutation({
    mutationFn: (body: LoadTrialBody) => call(tryLimit, { params: { teamId, zoneId }, body }),
  })
  const choose = (set: () => void) => {
    set()
    setWrong(undefined)
    trial.reset()
  }
  const start = () => {
    const problem = problemOf(figure)
    setWrong(problem)
    if (!problem) trial.mutate({ month, loadBalancingValue: Number(figure), loadBalancingUnit: unit })
  }
  return (
    <DialogFrame onClose={onClose} maxWidth="md">
      <DialogHead>Try on last month</DialogHead>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Typography sx={{ maxWidth: '72ch' }}>
          The real sessions of a month at {zoneName}, with the limits that load balancing would have given their cars. A
          car gets no more than it really did, and leaves when it really left. Nothing is saved or sent to chargers.
        </Typography>
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '2fr 1fr 1fr auto' },
          }}
        >
          <MonthField id="try-limit-month" months={months} month={month} onChoose={m => choose(() => setMonth(m))} />
          <FieldFrame id="try-limit-value" label="Load Value" error={wrong} below={wrong}>
            <OutlinedInput
              fullWidth
              size="small"
              id="try-limit-value"
              value={figure}
              error={wrong !== undefined}
              inputProps={{
                inputMode: 'decimal',
                'aria-invalid': wrong !== undefined,
                ...(wrong && { 'aria-describedby': 'try-limit-value-below' }),
              }}
              onChange={e => choose(() => setFigure(e.target.value))}
            />
          </FieldFrame>
          <FieldFrame id="try-limit-unit" label="Unit">
            <Select
              fullWidth
              id="try-limit-unit"
              labelId="try-limit-unit-label"
              value={unit}
              onChange={e => choose(() => setUnit(e.target.value))}
            >
              {LOAD_UNITS.map(u => (
                <MenuItem key={u} value={u}>
                  {u}
                </MenuItem>
              ))}
            </Select>
          </FieldFrame>
          <Button variant="contained" disabled={trial.isPending} onClick={start} sx={{ mt: { sm: 3 } }}>
            {trial.isPending ? 'Working it out...' : 'Try'}
          </Button>
        </Box>
        {trial.error && <ErrorNotice error={trial.error} onRetry={start} />}
        {trial.data && <Outcome data={trial.data.data} />}
      </DialogContent>
    </DialogFrame>
  )
}
