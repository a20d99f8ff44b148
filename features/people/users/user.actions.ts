// The actions on a system user in the list (D-ACC-3).
import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { deleteUser, type ListedUser, listUsers } from './user.contract.ts'
import { reportsStopped } from './user.rules.ts'

export const LIST = '/users'
export const actions = recordActions('user', 'Users')
export const addUser = actions.add('Add CMS System User', `${LIST}/new`, PersonAdd)
export const userActions: readonly Action<ListedUser>[] = [
  ...actions.open<ListedUser>(u => `${LIST}/${u.userId}`),
  actions.delete({
    when: u => u.whyKept ?? true,
    confirm: u => deletion(`User ${u.username}`, reportsStopped(u.scheduledReports, 'to stop')),
    run: u => call(deleteUser, { params: { id: u.userId } }),
    refreshes: [listUsers],
  }),
]
