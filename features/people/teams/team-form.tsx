// The form of a team: its tabs and who sees them (D-ACC-2). Finance and payout accounts are there for finance admins,
// who may be allowed to change nothing else; members and payouts are there once the team exists. For a stored team,
// only changed values are sent.
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { type RecordForm, Section, useRecordForm } from '#kit/form.tsx'
import { later } from '#kit/later.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { type FormTab, TabbedForm } from '#kit/tabbed-form.tsx'
import { useWayBack } from '#kit/way-back.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import {
  createTeam,
  getPaymentDetails,
  getSettlementPercentage,
  getSupplier,
  getTeam,
  listTeams,
  type Team,
  teamRecord,
  updateTeam,
} from './team.contract.ts'
import type { TeamBody } from './team-body.contract.ts'
import { TeamField } from './team-field.parts.tsx'
import { partsOf, schemaOf, type Values, valuesOf } from './team-form.rules.ts'

// Not on the first tab: loaded while the first tab is read.
const AddressFields = later(() =>
  import('#office/geo/address-fields.parts.tsx').then(m => ({ default: m.AddressFields })),
)
const PayoutAccountsTab = later(() => import('./payout-accounts-tab.tsx'))
const TeamFinanceTab = later(() => import('./team-finance-tab.tsx'))
const TeamMembersTab = later(() => import('./team-members-tab.tsx'))

const LIST = '/team'
function General({ form, team }: { form: RecordForm<Values>; team: Team | undefined }) {
  const { teamId, teamName } = useSession()
  const isCompany = team !== undefined && team.companyType !== 'C'
  const above = team ? team.parentCompanyId : teamId
  // The parent of the topmost team lies beyond what the reader sees.
  const aboveName = team ? (team.parentName ?? 'As it is') : teamName
  const { Text, Select, Multiline } = form.fields
  return (
    <Section title="General" help="What the team is called, and where it stands in the tree.">
      <Text name="name" label="Team Name" required maxLength={isCompany ? 120 : 40} />
      <Select
        name="active"
        label="Status"
        required
        options={[
          { value: 'Y', label: 'Active' },
          { value: 'N', label: 'Inactive' },
        ]}
        {...(isCompany && { disabled: true, help: 'The status of a company is set on the company screen.' })}
      />
      {!isCompany && (
        <TeamField
          name="parentCompanyId"
          label="Parent Team"
          teamId={teamId}
          right={team ? 'Team.update' : 'Team.create'}
          parentsOf={team?.teamId ?? 'new'}
          now={above === null ? undefined : { teamId: above, name: aboveName }}
          keepsOne
          help="Whoever holds a role on the parent sees this team too."
        />
      )}
      <Text
        name="domain"
        label="Domain"
        {...(isCompany && { disabled: true, help: 'The domain of a company is set on the company screen.' })}
      />
      <Multiline name="description" label="Description" wide rows={3} />
    </Section>
  )
}

type TeamFormProps = {
  /** Missing: a new one. */
  team?: Team
  tag?: string | undefined
  readOnly: boolean
  /** The reader may change the finance and the payout accounts alone (D-ACC-10). */
  financeOnly?: boolean
  onManage: () => void
  /** The payouts of a stored team. */
  payouts?: ReactNode
}
export function TeamForm({ team, tag, readOnly, financeOnly = false, onManage, payouts }: TeamFormProps) {
  const { teamId } = useSession()
  const finance = useAccess('Finance')
  const navigate = useNavigate()
  const whereTo = useWayBack(LIST)
  const back = () => void navigate(whereTo)
  // The server leaves them out for anybody who is not finance admin of this team.
  const isFinance = team ? team.payoutAccounts !== undefined : finance.may('FA')
  // A team without a finance of its own has the percents of its company.
  const terms = useQuery({
    ...query(getPaymentDetails, { params: { teamId: team?.teamId ?? teamId } }),
    enabled: team?.financeConfig === null,
    select: reply => reply.data[0],
  })
  const hasAccounts = (team?.payoutAccounts?.length ?? 0) > 0
  const companyType = team?.companyType
  const schema = useMemo(() => schemaOf(hasAccounts), [hasAccounts])
  const parts = useMemo(() => companyType && { of: partsOf(companyType, hasAccounts) }, [companyType, hasAccounts])
  const values = useMemo(
    () => valuesOf({ team, parentId: teamId, isFinance, terms: terms.data }),
    [team, teamId, isFinance, terms.data],
  )
  const form: RecordForm<Values> = useRecordForm<Values, TeamBody, unknown>({
    schema,
    ...(parts && { parts }),
    values,
    version: team && {
      kind: teamRecord,
      recordId: team.teamId,
      reader: getTeam,
      tag,
      valuesOf: (t: Team) => valuesOf({ team: t, parentId: teamId, isFinance, terms: terms.data }),
    },
    readOnly,
    save: (output, sent) => {
      const { payoutAccounts, ...rest } = output
      const body = { ...rest, ...(payoutAccounts?.length && { payoutAccounts }) }
      return team
        ? call(updateTeam, { params: { teamId: team.teamId }, body }, sent)
        : call(createTeam, { query: { teamId }, body })
    },
    refreshes: [listTeams, getTeam, getSupplier, getPaymentDetails, getSettlementPercentage, listRecordAudit],
    onSaved: back,
  })
  const tabs: FormTab[] = [
    {
      id: 'general',
      label: 'General',
      fields: ['name', 'active', 'description', 'parentCompanyId', 'domain'],
      readOnly: financeOnly,
      panel: <General form={form} team={team} />,
    },
    {
      id: 'accounts',
      label: 'Payout Accounts',
      fields: ['payoutAccounts', 'settlement_percentage', 'pan'],
      hidden: !isFinance,
      panel: <PayoutAccountsTab form={form} />,
    },
    {
      id: 'address',
      label: 'Address',
      fields: ['address'],
      readOnly: financeOnly,
      panel: (
        <Section title="Address" help="Search, choose the point on the map, or type.">
          <AddressFields name="address" />
        </Section>
      ),
    },
    {
      id: 'members',
      label: 'Members',
      hidden: !team,
      panel: team && <TeamMembersTab teamId={team.teamId} readOnly={readOnly} onManage={onManage} />,
    },
    {
      id: 'finance',
      label: 'Finance',
      fields: ['financeConfig'],
      hidden: !isFinance,
      panel: <TeamFinanceTab form={form} isInherited={team?.financeConfig === null} teamId={team?.teamId} />,
    },
    { id: 'payout', label: 'Payout', hidden: !team, panel: payouts },
  ]
  return <TabbedForm form={form} label="Team" submit="Save" submitting="Saving..." onCancel={back} items={tabs} />
}
