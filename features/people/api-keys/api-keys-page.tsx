// The API keys of the current team and the teams below it (KEY-01).
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addKey, keyActions, keyPathOf } from './api-key.actions.ts'
import { listApiKeys } from './api-key.contract.ts'
import { apiKeyFields } from './api-key.fields.ts'
import { KEEPER } from './api-key.words.ts'
import { apiKeyColumns } from './api-key-columns.tsx'
import { ApiPageLink } from './api-page-link.parts.tsx'

const filterFields = recordFilters(apiKeyFields)

export function ApiKeysPage() {
  const { list, state } = useTeamList(listApiKeys, teamId => ({ params: { teamId } }), {
    sort: '-api_key_id',
    changedBy: ['Integration'],
  })
  return (
    <Page
      subtitle={
        <>
          A program calls the API with a key; the calls are described on the <ApiPageLink />. Each key has rights of its
          own, and none that its keeper, {KEEPER}, lacks.
        </>
      }
    >
      <DataGrid
        label="API keys"
        columns={apiKeyColumns}
        list={list}
        state={state}
        rowId={k => k.api_key_id}
        rowLink={keyPathOf}
        actions={keyActions}
        add={addKey}
        search="Search by name, beginning, keeper or team"
        filterFields={filterFields}
        file="api-keys"
        empty={{
          title: 'No API keys yet',
          text: 'With a key your own programs read and change what its rights allow.',
          action: addKey,
        }}
      />
    </Page>
  )
}
