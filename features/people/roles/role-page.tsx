// The page of one role, new or stored: its name, how much it grants, and the grid of its rights (D-ROLE-2).

import FactCheck from '@mui/icons-material/FactCheckOutlined'
import Percent from '@mui/icons-material/Percent'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type AccessEntry, FEATURES } from '@wattdesk/base/access'
import { CallError, call, query } from '@wattdesk/wire/call'
import { useWatch } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { percentText } from '#kit/figures.tsx'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { Gone } from '#kit/gone.tsx'
import { Page } from '#kit/page.tsx'
import { wordsOf } from '#kit/record-version.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { History } from '#office/audit/history.parts.tsx'
import { flagTexts } from './above.rules.ts'
import { AccessGrid } from './access-grid.tsx'
import { ownLossQuestion } from './own-loss.parts.tsx'
import { createRole, getRole, listRoles, type Role, roleRecord, updateRole } from './role.contract.ts'
import { beyond, figures, wholeAccess } from './role.rules.ts'
import { roleAudited } from './role-audit.words.ts'
import { RoleBody } from './role-body.contract.ts'

const LIST = '/roles'
const crumbs = (label: string) => [{ label: 'Roles', to: LIST }, { label }]

function Cards({ access }: { access: readonly AccessEntry[] }) {
  const { total, viewable, coverage } = figures(access)
  return (
    <Tiles>
      <StatTile label="Total Features" icon={FactCheck} value={total} />
      <StatTile label="Viewable Features" icon={Visibility} value={viewable} />
      <StatTile label="Permission Coverage (%)" icon={Percent} value={percentText(coverage)} />
    </Tiles>
  )
}

const valuesOf = ({ roleName, access }: Pick<Role, 'roleName' | 'access'>): RoleBody => ({
  roleName,
  access: wholeAccess(access),
})
/** 'access.3.update' is 'PriceGroup, Update'. */
const labelOf = (path: string): string | undefined => {
  const [, row, flag] = path.split('.')
  const feature = row === undefined ? undefined : FEATURES[Number(row)]
  return feature && flag && `${feature}, ${wordsOf(flag)}`
}

type RoleFormProps = {
  role?: Role
  tag?: string | undefined
  readOnly?: boolean
  save: (body: RoleBody, sent: { ifMatch: string | undefined }) => Promise<unknown>
}
function RoleForm({ role, tag, readOnly = false, save }: RoleFormProps) {
  const navigate = useNavigate()
  const session = useSession()
  const back = () => void navigate(LIST)
  const stored = role?.access ?? wholeAccess([])
  const isOwn = role !== undefined && session.user.role.some(r => r.roleId === role.roleId)
  const form = useRecordForm({
    schema: RoleBody,
    values: { roleName: role?.roleName ?? '', access: stored },
    version: role && { kind: roleRecord, recordId: role.roleId, reader: getRole, tag, valuesOf, label: labelOf },
    readOnly,
    confirm: ({ access: wanted }) =>
      isOwn
        ? ownLossQuestion(
            `Role ${role.roleName}`,
            'You hold this role yourself. What you change acts on you at once.',
            flagTexts(beyond(stored, wholeAccess(wanted))),
          )
        : undefined,
    save,
    refreshes: [listRoles, getRole],
    onSaved: back,
  })
  const access = wholeAccess(useWatch({ control: form.rhf.control, name: 'access' }))
  const { Text } = form.fields
  return (
    <>
      <Cards access={access} />
      {isOwn && !readOnly && (
        <Alert severity="warning">You hold this role yourself. What you change acts on you at once.</Alert>
      )}
      <Form form={form} label="Role" submit="Save Changes" submitting="Saving..." onCancel={back}>
        <Section title="Role">
          <Text name="roleName" label="Role Name" required autoComplete="off" maxLength={50} />
        </Section>
        <Section
          title="Feature permissions"
          help="Without View a feature is not in the menu. Create, Update and Delete bring View with them."
        >
          <AccessGrid name="access" held={session.role?.access ?? []} had={stored} />
        </Section>
      </Form>
    </>
  )
}

function ExistingRole({ id }: { id: string }) {
  const { canUpdate } = useAccess('Role')
  const { teamId } = useSession()
  const found = useQuery(query(getRole, { params: { roleId: Number(id) } }))
  const mode = canUpdate ? 'Editable' : 'View Only'
  const { error, data } = found
  // The role does not exist or is outside the reader's rights; the same for an id that is no number.
  if (error instanceof CallError && [404, 422].includes(error.status)) return <Gone text="Role not found" to={LIST} />
  if (!data)
    return (
      <Page title={mode} crumbs={crumbs(id)}>
        {error ? <ErrorNotice error={error} onRetry={() => void found.refetch()} /> : <FormSkeleton fields={12} />}
      </Page>
    )
  const role = data.data
  return (
    <Page title={role.roleName} subtitle={`${mode} · ${role.companyName}`} crumbs={crumbs(role.roleName)}>
      <RoleForm
        role={role}
        readOnly={!canUpdate}
        tag={data.tag}
        save={(body, sent) => call(updateRole, { params: { roleId: role.roleId }, query: { teamId }, body }, sent)}
      />
      <History feature="Role" recordId={role.roleId} fields={roleAudited} />
    </Page>
  )
}

function NewRole() {
  const { teamId } = useSession()
  return (
    <Page title="New Role" crumbs={crumbs('New')}>
      <RoleForm save={body => call(createRole, { query: { teamId }, body })} />
    </Page>
  )
}

export function RolePage() {
  const { roleId } = useParams()
  return roleId === undefined ? <NewRole /> : <ExistingRole key={roleId} id={roleId} />
}
