// The sessions of a month that is over, billed by the prices as they are typed: what drivers would have paid, and where.
import {
  Alert,
  Box,
  Button,
  DialogContent,
  MenuItem,
  Select,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { call } from '@wattdesk/wire/call'
import { useState } from 'react'
import { DetailList } from '../../web/kit/detail-list.tsx'
import { DialogFrame, DialogHead } from '../../web/kit/dialog-frame.tsx'
import { ErrorNotice } from '../../web/kit/error.tsx'
import { FieldFrame } from '../../web/kit/field-frame.tsx'
import { moneyText, numberText } from '../../web/kit/figures.tsx'
import { narrowRows } from '../../web/kit/narrow-rows.ts'
import { useSession } from '../../web/kit/session.ts'
import type { Slot } from '../price-groups/price-form.rules.ts'
import type { PriceGroup } from '../price-groups/price-group.contract.ts'
import type { GroupType } from '../price-groups/price-words.contract.ts'
import { monthsBefore, monthText } from './month.rules.ts'
import { type Replay, replayPrices } from './replay.contract.ts'

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
      <TableContainer tabIndex={0} role="region" aria-label="By charge point" sx={{ mt: 2, maxHeight: { sm: 320 } }}>
        <Table size="small" stickyHeader sx={narrowRows}>
          <TableHead>
            <TableRow>
              <TableCell>Charge Point</TableCell>
              <TableCell align="right">Sessions</TableCell>
              <TableCell align="right">Billed</TableCell>
              <TableCell align="right">By these prices</TableCell>
              <TableCell align="right">Difference</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data.rows.map(r => (
              <TableRow key={r.chargepoint_pk}>
                <TableCell component="th" scope="row">
                  {r.chargepoint_id}
                </TableCell>
                <TableCell align="right" data-label="Sessions">
                  {numberText(r.sessions)}
                </TableCell>
                <TableCell align="right" data-label="Billed">
                  {moneyText(r.before)}
                </TableCell>
                <TableCell align="right" data-label="By these prices">
                  {moneyText(r.after)}
                </TableCell>
                <TableCell align="right" data-label="Difference">
                  {signed(r.difference)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {data.chargers > data.rows.length && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          The {data.rows.length} charge points with the greatest differences, of {numberText(data.chargers)}.
        </Typography>
      )}
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
          <FieldFrame id="try-month" label="Month">
            <Select
              fullWidth
              id="try-month"
              labelId="try-month-label"
              value={month}
              onChange={e => choose(() => setMonth(e.target.value))}
            >
              {months.map(m => (
                <MenuItem key={m} value={m}>
                  {monthText(m)}
                </MenuItem>
              ))}
            </Select>
          </FieldFrame>
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
