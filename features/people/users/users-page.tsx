// CMS System Users: two cards of the whole company, and the list that the server searches, sorts and pages.
import Group from '@mui/icons-material/GroupOutlined'
import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { useTeamList } from '#kit/team-list.ts'
import { addUser, userActions } from './user.actions.ts'
import { listUsers } from './user.contract.ts'
import { RECENT_DAYS } from './user.rules.ts'
import { userColumns } from './user-columns.tsx'

export function UsersPage() {
  const { list, state } = useTeamList(listUsers, teamId => ({ query: { teamId } }), { sort: '-createDate' })
  const summary = list.reply?.summary
  return (
    <Page>
      <Tiles>
        <StatTile label="Total Users" icon={Group} value={summary?.totalUsers} isLoading={list.isLoading} />
        <StatTile
          label="Recent Users"
          icon={PersonAdd}
          value={summary?.recentUsers}
          footer={`Created in the last ${RECENT_DAYS} days`}
          isLoading={list.isLoading}
        />
      </Tiles>
      <DataGrid
        label="CMS System Users"
        columns={userColumns}
        list={list}
        state={state}
        rowId={u => u.userId}
        rowLink={u => `/users/${u.userId}`}
        actions={userActions}
        add={addUser}
        search="Search users by name, email, or username..."
        file="cms_system_users"
        empty={{
          title: 'No users yet',
          text: 'A user signs in to this portal with a role on a team.',
          action: addUser,
        }}
        noMatch={q => ({ title: 'No users found', text: `No users match "${q}".` })}
      />
    </Page>
  )
}
