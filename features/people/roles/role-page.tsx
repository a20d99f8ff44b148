// The page of one role, new or stored: its name, how much it grants, and the grid of its rights (D-ROLE-2).

import FactCheck from '@mui/icons-material/FactCheckOutlined'
import Percent from '@mui/icons-material/Percent'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { Alert } from '@mui/material'
import { type AccessEntry, FEATURES } from '@wattdesk/base/access'
import { call, query } from '@wattdesk/wire/call'
import { useWatch } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { percentText } from '#kit/figures.tsx'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { RecordPages } from '#kit/record-page.tsx'
import { wordsOf } from '#kit/record-version.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { History } from '#office/audit/history.parts.tsx'
import { flagTexts } from './above.rules.ts'
import { AccessGrid } from './access-grid.parts.tsx'
import { ownLossQuestion } from './own-loss.parts.tsx'
import { createRole, getRole, listRoles, type Role, roleRecord, updateRole } from './role.contract.ts'
import { beyond, figures, wholeAccess } from './role.rules.ts'
import { roleAudited } from './role-audit.words.ts'
import { RoleBody } from './role-body.contract.ts'

const LIST = '/roles'

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

const valuesOf = ({
  roleName,
  access,
  needsSecondFactor,
}: Omit<RoleBody, 'access'> & Pick<Role, 'access'>): RoleBody => ({
  roleName,
  needsSecondFactor: needsSecondFactor ?? false,
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
    values: valuesOf({ roleName: '', ...role, access: stored }),
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
  const { Text, Checkbox } = form.fields
  return (
    <>
      <Cards access={access} />
      {isOwn && !readOnly && (
        <Alert severity="warning">You hold this role yourself. What you change acts on you at once.</Alert>
      )}
      <Form form={form} label="Role" submit="Save Changes" submitting="Saving..." onCancel={back}>
        <Section title="Role">
          <Text name="roleName" label="Role Name" required autoComplete="off" maxLength={50} />
          <Checkbox
            name="needsSecondFactor"
            label="Needs a second factor"
            help="Whoever holds the role sets one up within the days that the company allows, usually 14."
          />
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

export function RolePage() {
  const { roleId: id } = useParams()
  const { canUpdate } = useAccess('Role')
  const { teamId } = useSession()
  const mode = canUpdate ? 'Editable' : 'View Only'
  return (
    <RecordPages
      key={id}
      id={id}
      list={{ label: 'Roles', path: LIST }}
      read={roleId => query(getRole, { params: { roleId } })}
      missing="Role not found"
      refusal="said"
      title={mode}
      unread={id ?? ''}
      fields={12}
      fresh={{
        title: 'New Role',
        children: <RoleForm save={body => call(createRole, { query: { teamId }, body })} />,
      }}
    >
      {({ data: role, tag }) => ({
        name: role.roleName,
        title: role.roleName,
        subtitle: `${mode} · ${role.companyName}`,
        children: (
          <>
            <RoleForm
              role={role}
              readOnly={!canUpdate}
              tag={tag}
              save={(body, sent) =>
                call(updateRole, { params: { roleId: role.roleId }, query: { teamId }, body }, sent)
              }
            />
            <History feature="Role" recordId={role.roleId} fields={roleAudited} />
          </>
        ),
      })}
    </RecordPages>
  )
}
