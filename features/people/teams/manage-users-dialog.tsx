// Manage Users: the members of a team and, for whoever may change them, who is added with which role.
import { DialogContent, Stack } from '@mui/material'
import { call, query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { z } from 'zod'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { FieldGrid, Form, useRecordForm } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { type Finder, OFFERED } from '#kit/use-found.ts'
import { ownLossQuestion } from '#people/roles/own-loss.parts.tsx'
import { listRoles } from '#people/roles/role.contract.ts'
import { roleFinder } from '#people/roles/role-choice.parts.tsx'
import { NewMembers, NOTHING_CHOSEN } from './new-members.contract.ts'
import { memberName } from './team.rules.ts'
import { addMembers, getOwnLoss, listAddableUsers, listMembers } from './team-member.contract.ts'
import { TeamMembers } from './team-members.tsx'

type Managed = { teamId: number; name: string }
const Values = z.object({ users: z.array(z.number()), roleId: z.union([z.number(), z.literal('')]) })
type Values = z.infer<typeof Values>
const nothing: Values = { users: [], roleId: '' }
/** The text for both fields is shown once, at the first empty field. */
const schema = Values.superRefine((v, { addIssue }) => {
  const empty = v.users.length === 0 ? 'users' : v.roleId === '' && 'roleId'
  if (empty) addIssue({ code: 'custom', path: [empty], message: NOTHING_CHOSEN })
}).pipe(NewMembers as z.ZodType<z.output<typeof NewMembers>, Values>)

type AddableUser = { userId: number; username: string; firstname: string; lastname: string }
const finderOf = (teamId: number) => {
  const asked = (more: { q?: string; keys?: string }) =>
    query(listAddableUsers, { params: { teamId }, query: { limit: OFFERED, ...more } })
  return {
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ keys: keys.join(',') }),
    found: reply => ({
      options: reply.data.map(u => ({ value: u.userId, label: `${u.username} (${memberName(u)})` })),
      total: reply.total,
    }),
  } satisfies Finder<number, { data: AddableUser[]; total: number }>
}

function NewMember({ team, onClose }: { team: Managed; onClose: () => void }) {
  const { teamId } = team
  const { user } = useSession()
  const finder = useMemo(() => finderOf(teamId), [teamId])
  const roles = useMemo(() => roleFinder(teamId), [teamId])
  const form = useRecordForm<Values, z.output<typeof NewMembers>, unknown>({
    schema,
    values: nothing,
    // A user with a role on a team above is not yet a member of this team, and may be given a lower role here.
    confirm: async ({ users: chosen, roleId }) => {
      if (!chosen.includes(user.id)) return undefined
      const [{ lost }, [role]] = await Promise.all([
        call(getOwnLoss, { params: { teamId, roleId } }).then(reply => reply.data),
        call(listRoles, { query: { teamId, choice: 'true', keys: String(roleId) } }).then(reply => reply.data),
      ])
      const to = role?.roleName ?? 'a member with another role'
      return ownLossQuestion(`Team member ${user.username}`, `You become ${to} in this team, at once.`, lost)
    },
    save: body => call(addMembers, { params: { teamId }, body }),
    refreshes: [listMembers, listAddableUsers],
    // The dialog stays: the next member may follow.
    onSaved: () => form.rhf.reset(nothing),
  })
  return (
    <Form in="card" form={form} label="New Member" submit="Save" onCancel={onClose}>
      <FieldGrid>
        <FoundField
          multiple
          name="users"
          label="New Member"
          finder={finder}
          placeholder="Select users"
          noOptionsText="No user found"
          helpOf={total => (total === 0 ? 'All users of the company are in this team.' : undefined)}
        />
        <FoundField
          name="roleId"
          label="User Role"
          finder={roles}
          none=""
          placeholder="Select a role"
          noOptionsText="No role found"
        />
      </FieldGrid>
    </Form>
  )
}

type ManageUsersDialogProps = {
  team: Managed
  onClose: () => void
}
export default function ManageUsersDialog({ team, onClose }: ManageUsersDialogProps) {
  const { canUpdate } = useAccess('Team')
  return (
    <DialogFrame onClose={onClose} maxWidth="md">
      <DialogHead>Manage Users · {team.name}</DialogHead>
      <DialogContent>
        <Stack spacing={3} sx={{ pt: 0.5 }}>
          {canUpdate && <NewMember key={team.teamId} team={team} onClose={onClose} />}
          <TeamMembers teamId={team.teamId} />
        </Stack>
      </DialogContent>
    </DialogFrame>
  )
}
