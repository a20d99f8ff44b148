// The webhooks of the current team and the teams below it (HOOK-01).
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addWebhook, showEvents, webhookActions, webhookPathOf } from './webhook.actions.ts'
import { listWebhooks } from './webhook.contract.ts'
import { webhookFields } from './webhook.fields.ts'
import { webhookColumns } from './webhook-columns.tsx'

const filterFields = recordFilters(webhookFields)
const pageActions = [showEvents]

export function WebhooksPage() {
  const { list, state } = useTeamList(listWebhooks, teamId => ({ params: { teamId } }), {
    sort: '-webhook_id',
    changedBy: ['Integration'],
    refetchInterval: 10_000,
  })
  return (
    <Page
      subtitle="A webhook tells a program of yours what happens: each event is sent to its address, signed, and tried again until it arrives."
      actions={pageActions}
    >
      <DataGrid
        label="Webhooks"
        columns={webhookColumns}
        list={list}
        state={state}
        rowId={w => w.webhook_id}
        rowLink={webhookPathOf}
        actions={webhookActions}
        add={addWebhook}
        search="Search by name, address, team or maker"
        filterFields={filterFields}
        file="webhooks"
        empty={{
          title: 'No webhooks yet',
          text: 'With a webhook your own programs hear at once what happens here.',
          action: addWebhook,
        }}
      />
    </Page>
  )
}
