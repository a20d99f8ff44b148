// One system user: made new, looked at, or edited, with the roles held and the history (D-USER-1, D-USER-2).
import Edit from '@mui/icons-material/EditOutlined'
import { Alert, Box, Card, Link, Typography } from '@mui/material'
import { call, query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { Link as RouterLink, useNavigate, useParams, useSearchParams } from 'react-router'
import type { Action } from '#kit/actions.tsx'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { type RecordValues, recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { RecordPages } from '#kit/record-page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { History } from '#office/audit/history.parts.tsx'
import { createUser, getUser, listUsers, type UserDetail, updateUser, userRecord } from './user.contract.ts'
import { userFields } from './user.fields.ts'
import { UserBody } from './user-body.contract.ts'

const LIST = '/users'
type Values = RecordValues<typeof userFields>
const valuesOf = (user?: UserDetail) => recordValues(userFields, user)
const Input = recordInputs(userFields)

const emailHelp = (user: UserDetail | undefined): string =>
  user ? 'Codes for a new password go here.' : 'The link to a first password goes here.'

type FieldsProps = {
  user?: UserDetail
  tag?: string | undefined
  readOnly?: boolean
  save: (body: UserBody, sent: { ifMatch: string | undefined }) => Promise<unknown>
}
function UserForm({ user, tag, readOnly = false, save }: FieldsProps) {
  const navigate = useNavigate()
  const back = () => void navigate(LIST)
  const form = useRecordForm<Values, UserBody, unknown>({
    schema: UserBody,
    values: valuesOf(user),
    version: user && { kind: userRecord, recordId: user.userId, reader: getUser, tag, valuesOf },
    readOnly,
    save,
    refreshes: [listUsers, getUser],
    onSaved: back,
  })
  const typed = { required: !readOnly, autoComplete: 'off' }
  return (
    <Form form={form} label="User" submit="Save Changes" submitting="Saving..." onCancel={back}>
      <Section title="User">
        <Input name="username" {...typed} maxLength={100} />
        <Box sx={{ display: { xs: 'none', md: 'block' } }} />
        <Input name="firstName" {...typed} />
        <Input name="lastName" {...typed} />
        <Input name="email" {...typed} {...(!readOnly && { help: emailHelp(user) })} />
        <Input name="phone" autoComplete="off" {...(!readOnly && { help: '10 to 15 digits' })} />
      </Section>
    </Form>
  )
}

/** The teams a user works in, or a note that there is none. */
function Roles({ user }: { user: UserDetail }) {
  const { canView } = useAccess('Team')
  return (
    <Card component="section" aria-label="Teams and roles" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Teams and roles
      </Typography>
      {user.role.length === 0 ? (
        <Alert severity="info">
          No role on any team that you may see. A user sees nothing without one: give it on the team, under Manage
          Users.
        </Alert>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {user.role.map(r => (
            <Box component="li" key={r.teamId} sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
              {canView ? (
                <Link component={RouterLink} to={`/team/${r.teamId}`} sx={{ fontWeight: 550 }}>
                  {r.teamName}
                </Link>
              ) : (
                <b>{r.teamName}</b>
              )}
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {r.roleName}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Card>
  )
}

const NONE: readonly Action[] = []
const editing = (id: string): readonly Action[] => [
  {
    id: 'edit-user',
    label: 'Edit',
    icon: Edit,
    right: 'Users.update',
    run: (_, { navigate }) => navigate(`${LIST}/${id}`),
  },
]

export function UserPage() {
  const { id } = useParams()
  const { canUpdate } = useAccess('Users')
  const { teamId } = useSession()
  const isView = useSearchParams()[0].get('mode') === 'view'
  const edit = useMemo(() => (isView && id !== undefined ? editing(id) : NONE), [isView, id])
  const titleOf = (readOnly: boolean) => (readOnly ? 'User Details' : 'Edit user details')
  return (
    <RecordPages
      key={id}
      id={id}
      list={{ label: 'CMS System Users', path: LIST, goneTo: '/dashboard' }}
      read={userId => query(getUser, { params: { id: userId } })}
      missing="User not found"
      refusal="said"
      title={titleOf(isView || !canUpdate)}
      unread={id ?? ''}
      fields={5}
      fresh={{
        title: 'Create new user',
        children: <UserForm save={body => call(createUser, { query: { teamId }, body })} />,
      }}
    >
      {({ data: user, tag }) => {
        // Platform staff may always change an address; others may change nothing about users with more rights.
        const isAbove = !user.mayChange && !user.mayChangeEmail
        const readOnly = isView || !canUpdate || isAbove
        return {
          name: user.username,
          title: titleOf(readOnly),
          actions: isAbove ? NONE : edit,
          children: (
            <>
              {isAbove && canUpdate && (
                <Alert severity="info">
                  This user holds rights that you do not: only the user, or somebody with as many rights, may change the
                  record.
                </Alert>
              )}
              <UserForm
                user={user}
                readOnly={readOnly}
                tag={tag}
                save={(body, sent) => call(updateUser, { params: { userId: user.userId }, body }, sent)}
              />
              <Roles user={user} />
              <History feature="Users" recordId={user.userId} fields={userFields} />
            </>
          ),
        }
      }}
    </RecordPages>
  )
}
