// The RFID tags of the current team and the teams below it.
import Block from '@mui/icons-material/BlockOutlined'
import Bolt from '@mui/icons-material/Bolt'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import Nfc from '@mui/icons-material/Nfc'
import { Suspense, useMemo, useState } from 'react'
import { ActionButton } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { type FilterCard, FilterTiles } from '#kit/filter-tiles.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useAccess } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addTag, importTagsAction, LIST, rowActions } from './tag.actions.ts'
import { listTags, type Tag, type TagSummary } from './tag.contract.ts'
import { tagFields } from './tag.fields.ts'
import { tagColumns } from './tag-columns.tsx'
import { UnknownTagsLink } from './unknown-tags-link.tsx'

const AttachChargers = later(() => import('./attach-chargers-dialog.tsx'))

const filterFields = recordFilters(tagFields).filter(f => f.field !== 'createdAt')

const only = (value: string) => ({ field: 'status', operator: 'equals', value }) as const

const cards: readonly FilterCard<TagSummary>[] = [
  { label: 'Total', figure: 'total', icon: Nfc },
  { label: 'Active', figure: 'active', icon: CheckCircle, only: only('Active') },
  { label: 'Blocked', figure: 'blocked', icon: Block, only: only('Blocked') },
  { label: 'In Transaction', figure: 'inTransaction', icon: Bolt, only: only('In Use') },
  { label: 'Expired', figure: 'expired', icon: EventBusy, only: only('Expired') },
]

export function TagsPage() {
  const { canUpdate } = useAccess('Tag')
  const { list, state } = useTeamList(listTags, teamId => ({ params: { teamId } }))
  const [attaching, setAttaching] = useState<Tag>()
  const actions = useMemo(() => rowActions(setAttaching), [])
  return (
    <Page>
      {!list.error && <FilterTiles cards={cards} summary={list.reply?.summary} state={state} noun="tags" />}
      <DataGrid
        label="RFID Tags"
        columns={tagColumns}
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
