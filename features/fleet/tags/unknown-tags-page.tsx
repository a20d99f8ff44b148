// Unknown tags: tags held to a charger and refused because nobody has made them, each with one click to the form of a
// new tag (S-UNKNOWN-TAG).
import AddCircle from '@mui/icons-material/AddCircleOutlined'
import type { Action } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { usePolling } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useTeamList } from '#kit/team-list.ts'
import { listUnknownTags, type UnknownTag } from './unknown-tag.contract.ts'
import { unknownTagFields } from './unknown-tag.fields.ts'
import { unknownTagColumns } from './unknown-tag-columns.tsx'

const POLL_MS = 10_000

const filterFields = recordFilters(unknownTagFields).filter(f => f.field !== 'chargepoint_name')

const formOf = (u: UnknownTag): string => `/tag/new?${new URLSearchParams({ tag: u.tag })}`

const actions: readonly Action<UnknownTag>[] = [
  {
    id: 'make-unknown-tag',
    label: 'Add RFID Tag',
    icon: AddCircle,
    right: 'Tag.create',
    run: (u, { navigate }) => navigate(formOf(u)),
  },
]

export function UnknownTagsPage() {
  const { list, state } = useTeamList(listUnknownTags, teamId => ({ params: { teamId } }), {
    sort: '-lastAt',
    refetchInterval: usePolling(POLL_MS),
  })
  return (
    <Page
      crumbs={[{ label: 'RFID Tags', to: '/tag' }, { label: 'Unknown tags' }]}
      subtitle="Tags that were held to a charger in the last 30 days and refused, because no RFID tag has this ID."
    >
      <DataGrid
        label="Unknown tags"
        columns={unknownTagColumns}
        list={list}
        state={state}
        rowId={u => u.key}
        rowLink={formOf}
        actions={actions}
        search="Search by tag or charger"
        filterFields={filterFields}
        file="unknown-tags"
        empty={{
          title: 'No unknown tags',
          text: 'A tag that is refused at one of your chargers because nobody has added it appears here within seconds.',
        }}
      />
    </Page>
  )
}
