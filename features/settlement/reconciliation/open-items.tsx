// The open items of a kind: each with its related record, its age and the next step.

import { Chip, Stack, Typography } from '@mui/material'
import { monthText } from '@wattdesk/base/time'
import { useAddress } from '#kit/address.ts'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { moneyText } from '#kit/figures.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useSession } from '#kit/session.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { Back, RecordLinks } from './book-parts.tsx'
import { closeReport } from './open-item.actions.ts'
import { AGES, type Age, ageText, LATE_DAYS, OLD_DAYS, OPEN_WORDS, type OpenKind } from './open-item.words.ts'
import { listOpenItems, type OpenItem } from './reconciliation.contract.ts'

const daysText = (days: number): string => (days === 0 ? 'Today' : days === 1 ? '1 day' : `${days} days`)
const toneOf = (days: number) => (days >= OLD_DAYS ? 'fault' : days >= LATE_DAYS ? 'warning' : 'neutral')
const columns: readonly Column<OpenItem>[] = [
  { field: 'what', header: 'What', identity: true, sort: false, minWidth: 176, flex: 1.2 },
  {
    field: 'transactionId',
    header: 'Belongs to',
    sort: false,
    minWidth: 150,
    flex: 1,
    value: i => [i.transactionId, i.paymentId, i.payoutId].filter(v => v !== null).join(' '),
    cell: i => <RecordLinks of={i} />,
  },
  { field: 'team_name', header: 'Team', sort: false, minWidth: 112, flex: 0.8 },
  { field: 'amount', header: 'Amount', kind: 'money', minWidth: 104, flex: 0.6 },
  { field: 'at', header: 'Since', kind: 'time', minWidth: 140, flex: 0.7 },
  {
    field: 'days',
    header: 'Age',
    sort: false,
    minWidth: 104,
    flex: 0.6,
    value: i => i.days,
    cell: i => <ToneChip tone={toneOf(i.days)} label={daysText(i.days)} />,
    head: true,
  },
  { field: 'nextStep', header: 'Next step', sort: false, minWidth: 270, flex: 2 },
]

const REPORT_ACTIONS = [closeReport]

type Props = { kind: OpenKind; month?: string; back: string; backLabel: string }
export function OpenItems({ kind, month, back, backLabel }: Props) {
  const { teamId } = useSession()
  const [params, change] = useAddress()
  const age = AGES.find(a => a === params.get('age'))
  const state = useListState({ pageSize: 10, sort: 'at' })
  const query = { ...(month !== undefined && { month }), ...(age && { age }) }
  const list = useList(listOpenItems, { params: { teamId, kind }, query }, state, { enabled: teamId !== 0 })
  const words = OPEN_WORDS[kind]
  const { total = 0, amount = 0 } = list.reply ?? {}
  return (
    <Stack spacing={2}>
      <Back to={back} label={backLabel} />
      <div>
        <Typography variant="h2">
          {words.label}
          {month !== undefined && `, ${monthText(month)}`}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {words.asked.endsWith('?') ? words.asked : `${words.asked}.`}{' '}
          {list.reply && `${total.toLocaleString('en-IN')} open, ${moneyText(amount)}.`}
        </Typography>
      </div>
      <DataGrid
        label={words.label}
        columns={columns}
        list={list}
        state={state}
        rowId={i => i.key}
        {...(kind === 'reports' && { actions: REPORT_ACTIONS })}
        search="Search what is open"
        file={`open-${kind}`}
        empty={{ title: words.none }}
        toolbar={age && <AgeChip age={age} onClear={() => change(now => now.delete('age'))} />}
      />
    </Stack>
  )
}
const AgeChip = ({ age, onClear }: { age: Age; onClear: () => void }) => (
  <Chip size="small" label={ageText[age]} onDelete={onClear} />
)
