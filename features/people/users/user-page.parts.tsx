// One system user: made new, looked at, or edited, with the roles held and the history (D-USER-1, D-USER-2). `beside`: below the
// roles of a stored user.
import { Alert, Box, Card, Link, Typography } from '@mui/material'
import { query } from '@wattdesk/wire/call'
import { type ReactNode, useMemo } from 'react'
import { Link as RouterLink, useParams, useSearchParams } from 'react-router'
import type { Action } from '#kit/actions.tsx'
import { Form, Section } from '#kit/form.tsx'
import { type RecordValues, recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { RecordPages } from '#kit/record-page.tsx'
import { useAccess } from '#kit/session.ts'
import { usePageForm } from '#kit/use-page-form.ts'
import { History } from '#office/audit/history.parts.tsx'
import { KeptMails } from '#office/installation/kept-mails.parts.tsx'
import { actions, LIST } from './user.actions.ts'
import { createUser, getUser, listUsers, type UserDetail, updateUser } from './user.contract.ts'
import { userFields } from './user.fields.ts'
import { UserBody } from './user-body.contract.ts'

type Values = RecordValues<typeof userFields>
const valuesOf = (user?: UserDetail) => recordValues(userFields, user)
const Input = recordInputs(userFields)

const emailHelp = (user: UserDetail | undefined): string =>
  user ? 'Codes for a new password go here.' : 'The link to a first password goes here.'

const calls = { list: listUsers, read: getUser, create: createUser, change: updateUser }

type Props = { user?: UserDetail; tag?: string | undefined; readOnly?: boolean }
function UserForm({ user, tag, readOnly = false }: Props) {
  const stored = user && { id: user.userId, record: user, tag }
  const page = usePageForm<Values, UserBody, UserDetail>({
    schema: UserBody,
    valuesOf,
    stored,
    calls,
    list: LIST,
    readOnly,
  })
  const typed = { required: !readOnly, autoComplete: 'off' }
  return (
    <Form {...page} label="User" submit="Save Changes" submitting="Saving...">
      <Section title="User">
        <Input name="username" {...typed} maxLength={100} />
        <Box sx={{ display: { xs: 'none', md: 'block' } }} />
        <Input name="firstName" {...typed} />
        <Input name="lastName" {...typed} />
        <Input name="email" {...typed} {...(!readOnly && { help: emailHelp(user) })} />
        {!readOnly && <KeptMails />}
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
/** Edit alone, for the record that is shown. */
const editing = (id: string): readonly Action[] => actions.open(() => `${LIST}/${id}`).slice(1)

export function UserPage({ beside }: { beside?: (user: UserDetail) => ReactNode }) {
  const { id } = useParams()
  const { canUpdate } = useAccess('Users')
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
      fresh={{ title: 'Create new user', children: <UserForm /> }}
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
              <UserForm user={user} readOnly={readOnly} tag={tag} />
              <Roles user={user} />
              {beside?.(user)}
              <History feature="Users" recordId={user.userId} fields={userFields} />
            </>
          ),
        }
      }}
    </RecordPages>
  )
}
