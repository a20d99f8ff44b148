// The role of a member, changed in its row: chosen, confirmed with the person's name, then given.
import { MenuItem, Select } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { call, keyOf } from '@wattdesk/wire/call'
import { useState } from 'react'
import { ask } from '../../web/kit/confirm.tsx'
import { notify } from '../../web/kit/notices.tsx'
import { useSession } from '../../web/kit/session.ts'
import { ownLossQuestion } from '../roles/own-loss.parts.tsx'
import { memberName } from './team.rules.ts'
import { addMembers, getOwnLoss, listMembers, type TeamMember } from './team-member.contract.ts'

export type RoleChoice = { roleId: number; roleName: string }
type MemberRoleProps = { teamId: number; member: TeamMember; roles: readonly RoleChoice[] }
export function MemberRole({ teamId, member: m, roles }: MemberRoleProps) {
  const { user } = useSession()
  const cache = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  // What would be refused is not offered. A role held here that is none of the company's own is shown all the same.
  const own = { roleId: m.roleId, roleName: m.accesstype }
  const others = roles.filter(r => r.roleId !== m.roleId && m.mayBecome.includes(r.roleId))
  const options = [...others, own].toSorted((a, b) => a.roleName.localeCompare(b.roleName))
  const give = async (roleId: number) => {
    const to = options.find(r => r.roleId === roleId)?.roleName ?? ''
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
    <Select
      size="small"
      fullWidth
      value={m.roleId}
      disabled={isSaving || others.length === 0}
      {...(others.length === 0 && m.whyKept && { title: m.whyKept })}
      onChange={e => void give(Number(e.target.value))}
      SelectDisplayProps={{ 'aria-label': `Role of ${m.username}` }}
      sx={{ fontSize: '0.8125rem', '& .MuiSelect-select': { py: '5px' } }}
    >
      {options.map(r => (
        <MenuItem key={r.roleId} value={r.roleId} dense>
          {r.roleName}
        </MenuItem>
      ))}
    </Select>
  )
}
