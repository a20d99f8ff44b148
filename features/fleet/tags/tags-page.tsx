// The RFID tags of the current team and the teams below it.
import Block from '@mui/icons-material/BlockOutlined'
import Bolt from '@mui/icons-material/Bolt'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import Nfc from '@mui/icons-material/Nfc'
import { Suspense, useMemo, useState } from 'react'
import { ActionButton } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { type FilterCard, FilterTiles } from '#kit/filter-tiles.tsx'
import { later } from '#kit/later.ts'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { addTag, importTagsAction, LIST, rowActions } from './tag.actions.ts'
import { listTags, type Tag, type TagSummary } from './tag.contract.ts'
import { ExpiryCell, TagChip } from './tag-cells.tsx'
import { tagState } from './tag-state.rules.ts'
import { UnknownTagsLink } from './unknown-tags-link.tsx'

const AttachChargers = later(() => import('./attach-chargers-dialog.tsx'))

/** The columns that only the file has are read by an import, beside the visible columns (S-TAG-IMPORT). */
const columns: readonly Column<Tag>[] = [
  { field: 'tag', header: 'RFID Tag', identity: true, minWidth: 180, flex: 1.2 },
  { field: 'parenttag', header: 'Parent Group', minWidth: 150 },
  {
    field: 'expirydate',
    header: 'Expiry Date',
    kind: 'time',
    cell: t => <ExpiryCell at={t.expirydate} />,
    minWidth: 160,
  },
  {
    field: 'status',
    header: 'Status',
    value: t => tagState(t, new Date()),
    cell: t => <TagChip tag={t} />,
    minWidth: 120,
    head: true,
  },
  { field: 'max_active_trans_count', header: 'Max Active Transactions', kind: 'number', exportOnly: true },
  { field: 'balance_amount', header: 'Balance Amount', kind: 'money', exportOnly: true },
  { field: 'note', header: 'Notes', sort: false, exportOnly: true },
  { field: 'emailId', header: 'Driver', sort: false, hidden: true, minWidth: 160 },
  { field: 'attachedChargers', header: 'Attached Chargers', kind: 'number', sort: false, hidden: true, minWidth: 120 },
  { field: 'team_name', header: 'Team', hidden: true, minWidth: 140 },
]
const filterFields = [
  { field: 'tag', label: 'RFID Tag', type: 'text' },
  { field: 'parenttag', label: 'Parent Group', type: 'text' },
  { field: 'expirydate', label: 'Expiry Date', type: 'date' },
  { field: 'status', label: 'Status', type: 'text' },
  { field: 'max_active_trans_count', label: 'Max Active Transactions', type: 'number' },
  { field: 'balance_amount', label: 'Balance Amount', type: 'number' },
  { field: 'note', label: 'Notes', type: 'text' },
  { field: 'emailId', label: 'Driver', type: 'text' },
  { field: 'team_name', label: 'Team', type: 'text' },
] as const

const only = (value: string) => ({ field: 'status', operator: 'equals', value }) as const
const cards: readonly FilterCard<TagSummary>[] = [
  { label: 'Total', figure: 'total', icon: Nfc },
  { label: 'Active', figure: 'active', icon: CheckCircle, only: only('Active') },
  { label: 'Blocked', figure: 'blocked', icon: Block, only: only('Blocked') },
  { label: 'In Transaction', figure: 'inTransaction', icon: Bolt, only: only('In Use') },
  { label: 'Expired', figure: 'expired', icon: EventBusy, only: only('Expired') },
]

export function TagsPage() {
  const { teamId } = useSession()
  const { canUpdate } = useAccess('Tag')
  const state = useListState({ pageSize: 10 })
  const list = useList(listTags, { params: { teamId } }, state, { enabled: teamId !== 0 })
  const [attaching, setAttaching] = useState<Tag>()
  const actions = useMemo(() => rowActions(setAttaching), [])
  return (
    <Page>
      {!list.error && <FilterTiles cards={cards} summary={list.reply?.summary} state={state} noun="tags" />}
      <DataGrid
        label="RFID Tags"
        columns={columns}
        list={list}
        state={state}
        rowId={t => t.id}
        // A user who may only read has nothing to do there (ADM-6).
        rowLink={t => (canUpdate ? `${LIST}/${t.id}` : undefined)}
        actions={actions}
        add={addTag}
        search="Search RFID tags"
        filterFields={filterFields}
        file="tags"
        toolbar={
          <>
            <UnknownTagsLink />
            <ActionButton action={importTagsAction} target={undefined} size="small" />
          </>
        }
        empty={{
          title: 'No RFID tags yet',
          text: 'A tag is the card or fob that a driver holds to a charger. Add one, or import many from a CSV file.',
          action: addTag,
        }}
      />
      {attaching && (
        <Suspense>
          <AttachChargers tag={attaching} onClose={() => setAttaching(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
