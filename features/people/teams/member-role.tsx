// The role of a member, changed in its row: chosen, confirmed with the person's name, then given.
import { Box } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { call, keyOf } from '@wattdesk/wire/call'
import { useMemo, useState } from 'react'
import { ask } from '#kit/confirm.tsx'
import { FoundSelect } from '#kit/found-field.tsx'
import { notify } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { useFound } from '#kit/use-found.ts'
import { ownLossQuestion } from '#people/roles/own-loss.parts.tsx'
import { roleFinder } from '#people/roles/role-choice.parts.tsx'
import { memberName } from './team.rules.ts'
import { addMembers, getOwnLoss, listMembers, type TeamMember } from './team-member.contract.ts'

type MemberRoleProps = { teamId: number; member: TeamMember }
export function MemberRole({ teamId, member: m }: MemberRoleProps) {
  const { user } = useSession()
  const cache = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  // A grid shows many members, and few of them get another role.
  const [isAsked, setAsked] = useState(false)
  // Roles that the server would refuse are not offered. A role held here is shown though another company owns the role.
  const finder = useMemo(
    () => ({ ...roleFinder(teamId, m.userId), known: [{ value: m.roleId, label: m.accesstype }] }),
    [teamId, m.userId, m.roleId, m.accesstype],
  )
  const found = useFound(finder, [m.roleId], { enabled: isAsked })
  const give = async (roleId: number) => {
    const to = found.labelOf(roleId)
    const title = `Team member ${m.username}`
    const text = `${memberName(m)} becomes ${to} instead of ${m.accesstype} in this team, at once.`
    setSaving(true)
    try {
      const lost = m.userId === user.id ? (await call(getOwnLoss, { params: { teamId, roleId } })).data.lost : []
      const yes = await ask(ownLossQuestion(title, text, lost) ?? { title, text, yes: 'Change role' })
      if (!yes) return
      const { message } = await call(addMembers, { params: { teamId }, body: { users: [m.userId], roleId } })
      await cache.invalidateQueries({ queryKey: keyOf(listMembers) })
      notify.success(message)
    } catch (error) {
      notify.error(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    // The grid has the arrow keys and the space bar for itself.
    <Box sx={{ width: '100%' }} onKeyDown={e => e.key !== 'Tab' && e.stopPropagation()}>
      <FoundSelect
        size="small"
        keepsOne
        found={found}
        value={m.roleId}
        disabled={isSaving || !m.mayChange}
        onOpen={() => setAsked(true)}
        onChange={roleId => roleId !== null && roleId !== m.roleId && void give(roleId)}
        noOptionsText="No role found"
        aria={{ 'aria-label': `Role of ${m.username}`, ...(!m.mayChange && m.whyKept && { title: m.whyKept }) }}
        sx={{ '& .MuiInputBase-root': { fontSize: '0.8125rem' } }}
      />
    </Box>
  )
}
