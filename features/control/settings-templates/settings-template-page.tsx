// One settings template: whom it reaches, its keys and places, its exceptions, and its history (CAMP-06, CAMP-07).
import { query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { SettingsExceptions } from './settings-exceptions.parts.tsx'
import { TEMPLATE_LIST } from './settings-template.actions.ts'
import { getSettingsTemplate } from './settings-template.contract.ts'
import { settingsTemplateFields } from './settings-template.fields.ts'
import { SettingsTemplateForm } from './settings-template-form.tsx'
import { TemplateReachPart } from './template-reach.tsx'

export function SettingsTemplatePage() {
  const { id } = useParams()
  const readOnly = useReadOnly('Campaign')
  return (
    <RecordPages
      id={id}
      list={{ label: 'Settings templates', path: TEMPLATE_LIST }}
      read={templateId => query(getSettingsTemplate, { params: { templateId } })}
      missing="Settings template not found"
      title={readOnly ? 'Settings template' : 'Edit settings template'}
      fresh={{ title: 'New settings template', children: <SettingsTemplateForm readOnly={false} /> }}
    >
      {({ data: t, tag }) => ({
        name: t.name,
        children: (
          <>
            <TemplateReachPart templateId={t.template_id} />
            <SettingsTemplateForm key={`${t.template_id} ${readOnly}`} template={t} tag={tag} readOnly={readOnly} />
            <SettingsExceptions templateId={t.template_id} />
            <LaterHistory
              feature="Campaign"
              recordId={`settings-template-${t.template_id}`}
              fields={settingsTemplateFields}
            />
          </>
        ),
      })}
    </RecordPages>
  )
}
