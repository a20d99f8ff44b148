// Says in the form of a rule which other rules of its kind watch the same charge points already: each opens an alert of its own.
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { Filters } from '@wattdesk/base/filters'
import { query } from '@wattdesk/wire/call'
import { RowLink } from '#kit/row-link.tsx'
import { rulePathOf } from './alert-rule.actions.ts'
import { type AlertRule, listAlertRules } from './alert-rule.contract.ts'

const MOST = 50
const ofKind = (value: string): Filters => ({
  combine: 'AND',
  conditions: [{ field: 'kind', operator: 'equals', value }],
})
type Places = { chargers: readonly number[] | null | undefined; sites: readonly number[] | null | undefined }
const share = (a: readonly number[] | null | undefined, b: readonly number[] | null | undefined): boolean =>
  !a?.length || !b?.length || a.some(one => b.includes(one))
/** Whether two rules may be about the same charge point; which of them stand at a site the form does not know. */
const mayMeet = (a: Places, b: Places): boolean => share(a.chargers, b.chargers) && share(a.sites, b.sites)

type Props = Places & { teamId: number; kind: string; except: number | undefined }
export function AlertRuleTwins({ teamId, kind, except, ...places }: Props) {
  const filters = JSON.stringify(ofKind(kind))
  const asked = useQuery({
    ...query(listAlertRules, { params: { teamId }, query: { filters, pageSize: MOST } }),
    enabled: teamId !== 0,
  })
  const others = (asked.data?.data ?? []).filter(
    (r: AlertRule) => r.kind === kind && r.is_active && r.alert_rule_id !== except && mayMeet(r, places),
  )
  if (others.length === 0) return null
  const isOne = others.length === 1
  return (
    <Alert severity="info">
      {others.map((r, n) => (
        <span key={r.alert_rule_id}>
          {n > 0 && ', '}
          <RowLink to={rulePathOf(r)}>{r.name}</RowLink>
        </span>
      ))}{' '}
      already {isOne ? 'watches' : 'watch'} the same. Each rule opens an alert of its own: one fault would be told more
      than once.
    </Alert>
  )
}
