// The rules by which alerts open, of the current team and the teams below it (ALERT-02).
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useTeamList } from '#kit/team-list.ts'
import { LIST } from './alert.actions.ts'
import { addRule, kindsOfAlerts, RULE_LIST, ruleActions, rulePathOf } from './alert-rule.actions.ts'
import { listAlertKinds, listAlertRules } from './alert-rule.contract.ts'
import { alertRuleFields } from './alert-rule.fields.ts'
import { alertRuleColumns } from './alert-rule-columns.tsx'

const pageActions = [kindsOfAlerts]
const filterFields = recordFilters(alertRuleFields)

export function AlertRulesPage() {
  const kinds = useQuery(query(listAlertKinds, {})).data?.data
  const columns = useMemo(() => alertRuleColumns(kinds ?? []), [kinds])
  const { list, state } = useTeamList(listAlertRules, teamId => ({ params: { teamId } }), {
    sort: '-alert_rule_id',
    changedBy: ['Alert'],
  })
  return (
    <Page
      title="Rules"
      crumbs={[
        { label: 'Alerts', to: LIST },
        { label: 'Rules', to: RULE_LIST },
      ]}
      actions={pageActions}
      subtitle="Each rule says what is wrong, where, and for how long."
    >
      <DataGrid
        label="Rules"
        columns={columns}
        list={list}
        state={state}
        rowId={r => r.alert_rule_id}
        rowLink={rulePathOf}
        actions={ruleActions}
        add={addRule}
        search="Search by name, severity or team"
        filterFields={filterFields}
        file="alert-rules"
        empty={{ title: 'No rules yet', text: 'Without a rule nothing opens an alert.', action: addRule }}
      />
    </Page>
  )
}
