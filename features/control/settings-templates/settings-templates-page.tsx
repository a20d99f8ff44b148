// The settings templates of the current team and the teams below it (CAMP-06).
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addTemplate, showDrift, templateActions, templatePath } from './settings-template.actions.ts'
import { listSettingsTemplates } from './settings-template.contract.ts'
import { settingsTemplateFields } from './settings-template.fields.ts'
import { settingsTemplateColumns } from './settings-template-columns.tsx'

const filterFields = recordFilters(settingsTemplateFields)
const pageActions = [showDrift]

export function SettingsTemplatesPage() {
  const { list, state } = useTeamList(listSettingsTemplates, teamId => ({ params: { teamId } }), {
    sort: 'name',
    changedBy: ['Campaign'],
  })
  return (
    <Page
      title="Settings templates"
      actions={pageActions}
      subtitle="The keys and values that charge points are to have. What differs is shown, counted, and set again by people."
    >
      <DataGrid
        label="Settings templates"
        columns={settingsTemplateColumns}
        list={list}
        state={state}
        rowId={t => t.template_id}
        rowLink={templatePath}
        actions={templateActions}
        add={addTemplate}
        search="Search by name, vendor, model, notes or team"
        filterFields={filterFields}
        file="settings-templates"
        empty={{
          title: 'No settings templates yet',
          text: 'Say which keys and values a model, a team or a charge point is to have.',
          action: addTemplate,
        }}
      />
    </Page>
  )
}
