// One system user: made new, looked at, or edited, with the roles held and the history (D-USER-1, D-USER-2).
import Edit from '@mui/icons-material/EditOutlined'
import { Alert, Box, Card, Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, call, query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { Link as RouterLink, useNavigate, useParams, useSearchParams } from 'react-router'
import type { Action } from '#kit/actions.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { Gone } from '#kit/gone.tsx'
import { Page } from '#kit/page.tsx'
import { type RecordValues, recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { History } from '#office/audit/history.parts.tsx'
import { createUser, getUser, listUsers, type UserDetail, updateUser, userRecord } from './user.contract.ts'
import { userFields } from './user.fields.ts'
import { UserBody } from './user-body.contract.ts'

const LIST = '/users'
const crumbs = (label: string) => [{ label: 'CMS System Users', to: LIST }, { label }]
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

const nothing: readonly Action[] = []
const editing = (id: string): readonly Action[] => [
  {
    id: 'edit-user',
    label: 'Edit',
    icon: Edit,
    right: 'Users.update',
    run: (_, { navigate }) => navigate(`${LIST}/${id}`),
  },
]

function ExistingUser({ id }: { id: string }) {
  const { canUpdate } = useAccess('Users')
  const [params] = useSearchParams()
  const isView = params.get('mode') === 'view'
  const found = useQuery(query(getUser, { params: { id: Number(id) } }))
  // Platform staff may always change an address; others may change nothing about users with more rights.
  const isAbove = found.data !== undefined && !found.data.data.mayChange && !found.data.data.mayChangeEmail
  const readOnly = isView || !canUpdate || isAbove
  const actions = useMemo(() => (isView && !isAbove ? editing(id) : nothing), [isView, isAbove, id])
  const title = readOnly ? 'User Details' : 'Edit user details'
  const { error, data } = found
  // The user does not exist or is outside the reader's rights; the same for an id that is no number.
  if (error instanceof CallError && [404, 422].includes(error.status))
    return <Gone text="User not found" to="/dashboard" />
  if (error && !data)
    return (
      <Page title={title} crumbs={crumbs(id)}>
        <ErrorNotice error={error} onRetry={() => void found.refetch()} />
      </Page>
    )
  if (!data)
    return (
      <Page title={title} crumbs={crumbs(id)}>
        <FormSkeleton fields={5} />
      </Page>
    )
  const user = data.data
  return (
    <Page title={title} crumbs={crumbs(user.username)} actions={actions}>
      {isAbove && canUpdate && (
        <Alert severity="info">
          This user holds rights that you do not: only the user, or somebody with as many rights, may change the record.
        </Alert>
      )}
      <UserForm
        user={user}
        readOnly={readOnly}
        tag={data.tag}
        save={(body, sent) => call(updateUser, { params: { userId: user.userId }, body }, sent)}
      />
      <Roles user={user} />
      <History feature="Users" recordId={user.userId} fields={userFields} />
    </Page>
  )
}

function NewUser() {
  const { teamId } = useSession()
  return (
    <Page title="Create new user" crumbs={crumbs('New')}>
      <UserForm save={body => call(createUser, { query: { teamId }, body })} />
    </Page>
  )
}

export function UserPage() {
  const { id } = useParams()
  return id === undefined ? <NewUser /> : <ExistingUser key={id} id={id} />
}
