// One rule of alerts: made anew, read, or changed, with the history of the record (ALERT-02).
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useParams, useSearchParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { RecordPages, useReadOnly } from '#kit/record-page.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { LIST } from './alert.actions.ts'
import { RULE_LIST } from './alert-rule.actions.ts'
import { type AlertRule, getAlertRule, listAlertKinds } from './alert-rule.contract.ts'
import { alertRuleFields } from './alert-rule.fields.ts'
import { AlertRuleForm } from './alert-rule-form.tsx'

type Props = { rule?: AlertRule; draft?: AlertRule; tag?: string | undefined; readOnly: boolean }
/** The form, once the catalogue is there. */
function WithKinds({ rule, draft, tag, readOnly }: Props) {
  const kinds = useQuery(query(listAlertKinds, {}))
  if (kinds.error && !kinds.data) return <ErrorNotice error={kinds.error} onRetry={() => void kinds.refetch()} />
  if (!kinds.data) return <BlockSkeleton height={320} />
  const which = { ...(rule && { rule }), ...(draft && { draft }) }
  return <AlertRuleForm kinds={kinds.data.data} {...which} tag={tag} readOnly={readOnly} />
}

/** A new rule, empty or as a copy of another one. */
function NewRule() {
  const [asked] = useSearchParams()
  const alertRuleId = Number(asked.get('copy') ?? 0)
  const copied = useQuery({ ...query(getAlertRule, { params: { alertRuleId } }), enabled: alertRuleId > 0 })
  if (copied.error) return <ErrorNotice error={copied.error} onRetry={() => void copied.refetch()} />
  if (alertRuleId > 0 && !copied.data) return <BlockSkeleton height={320} />
  return <WithKinds {...(copied.data && { draft: copied.data.data })} readOnly={false} />
}

export function AlertRulePage() {
  const { id } = useParams()
  const readOnly = useReadOnly('Alert')
  return (
    <RecordPages
      id={id}
      list={{ label: 'Rules', path: RULE_LIST, over: { label: 'Alerts', to: LIST } }}
      read={alertRuleId => query(getAlertRule, { params: { alertRuleId } })}
      missing="Rule not found"
      title={readOnly ? 'Rule' : 'Edit rule'}
      fresh={{ title: 'New rule', children: <NewRule /> }}
    >
      {({ data: rule, tag }) => ({
        name: rule.name,
        children: (
          <>
            <WithKinds key={`${rule.alert_rule_id} ${readOnly}`} rule={rule} tag={tag} readOnly={readOnly} />
            <LaterHistory feature="Alert" recordId={rule.alert_rule_id} fields={alertRuleFields} />
          </>
        ),
      })}
    </RecordPages>
  )
}
