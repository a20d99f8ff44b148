// The sessions of a month that is over, billed by the prices as they are typed: what drivers would have paid, and where.

import { Alert, Box, Button, DialogContent, MenuItem, Select, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { monthText } from '@wattdesk/base/time'
import { call } from '@wattdesk/wire/call'
import { useState } from 'react'
import { DetailList } from '#kit/detail-list.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { FieldFrame } from '#kit/field-frame.tsx'
import { moneyText, numberText } from '#kit/figures.tsx'
import { useSession } from '#kit/session.ts'
import type { GroupType } from '#money/price-groups/price.words.ts'
import type { Slot } from '#money/price-groups/price-form.rules.ts'
import type { PriceGroup } from '#money/price-groups/price-group.contract.ts'
import { monthsBefore } from './month.rules.ts'
import { type Replay, replayPrices } from './replay.contract.ts'
import { MonthField, TrialTable } from './trial.parts.tsx'

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${moneyText(amount)}`

function Outcome({ data }: { data: Replay }) {
  if (data.sessions === 0)
    return <Typography role="status">No billed sessions in {monthText(data.month)} to try the prices on.</Typography>
  return (
    <Box role="status" aria-label="Outcome">
      <DetailList
        items={[
          { label: 'Sessions', value: numberText(data.sessions) },
          { label: 'Drivers', value: numberText(data.drivers) },
          { label: 'Billed', value: moneyText(data.before) },
          { label: 'By these prices', value: moneyText(data.after) },
          { label: 'Difference', value: <strong>{signed(data.difference)}</strong> },
        ]}
      />
      {data.atHold > 0 && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {numberText(data.atHold)} of the sessions would have cost more than what was paid beforehand. They count with
          that amount.
        </Alert>
      )}
      <TrialTable
        rows={data.rows}
        chargers={data.chargers}
        columns={[
          { label: 'Sessions', text: r => numberText(r.sessions) },
          { label: 'Billed', text: r => moneyText(r.before) },
          { label: 'By these prices', text: r => moneyText(r.after) },
          { label: 'Difference', text: r => signed(r.difference) },
        ]}
      />
    </Box>
  )
}

type Props = {
  values: { type: GroupType; details: readonly Slot[] }
  group: PriceGroup | undefined
  onClose: () => void
}
export default function TryMonthDialog({ values, group, onClose }: Props) {
  const { user, teamId } = useSession()
  const [months] = useState(() => monthsBefore(new Date(), user.businessZone))
  const [month, setMonth] = useState(months[0] ?? '')
  const [which, setWhich] = useState<'group' | 'team'>(group ? 'group' : 'team')
  const trial = useMutation({
    mutationFn: () =>
      call(replayPrices, {
        query: { teamId },
        body: {
          month,
          priceGroupType: values.type,
          priceDetails: [...values.details],
          ...(which === 'group' && group && { priceGroupId: group.priceGroupId }),
        },
      }),
  })
  const choose = (set: () => void) => {
    set()
    trial.reset()
  }
  return (
    <DialogFrame onClose={onClose} maxWidth="md">
      <DialogHead>Try on last month</DialogHead>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Typography sx={{ maxWidth: '72ch' }}>
          The real sessions of a month, billed by the prices of this form, with tax and transaction charge. Nothing is
          saved, sent or charged. Free sessions, refused ones and those that wait for review are left out.
        </Typography>
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            alignItems: 'end',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr auto' },
          }}
        >
          <MonthField id="try-month" months={months} month={month} onChoose={m => choose(() => setMonth(m))} />
          <FieldFrame id="try-which" label="Sessions">
            <Select
              fullWidth
              id="try-which"
              labelId="try-which-label"
              value={which}
              onChange={e => choose(() => setWhich(e.target.value as 'group' | 'team'))}
            >
              {group && <MenuItem value="group">Billed by {group.name}</MenuItem>}
              <MenuItem value="team">All of the team</MenuItem>
            </Select>
          </FieldFrame>
          <Button variant="contained" disabled={trial.isPending} onClick={() => trial.mutate()}>
            {trial.isPending ? 'Billing...' : 'Bill the month'}
          </Button>
        </Box>
        {trial.error && <ErrorNotice error={trial.error} onRetry={() => trial.mutate()} />}
        {trial.data && <Outcome data={trial.data.data} />}
      </DialogContent>
    </DialogFrame>
  )
}
