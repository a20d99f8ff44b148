// How roles are found that the reader may give on a team, or to one of its members.
import { query } from '@wattdesk/wire/call'
import { type Finder, OFFERED } from '#kit/use-found.ts'
import { listRoles } from './role.contract.ts'

type Found = { data: { roleId: number; roleName: string }[]; total: number }
export const roleFinder = (teamId: number, memberId?: number) => {
  const asked = (more: { q?: string; keys?: string }) =>
    query(listRoles, {
      query: {
        teamId,
        choice: 'true',
        page: 1,
        pageSize: OFFERED,
        ...more,
        ...(memberId !== undefined && { memberId }),
      },
    })
  return {
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ keys: keys.join(',') }),
    found: reply => ({ options: reply.data.map(r => ({ value: r.roleId, label: r.roleName })), total: reply.total }),
  } satisfies Finder<number, Found>
}
