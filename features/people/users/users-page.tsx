// CMS System Users: two cards of the whole company, and the list that the server searches, sorts and pages.
import Group from '@mui/icons-material/GroupOutlined'
import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import { Avatar, Box, Stack, Typography } from '@mui/material'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { gridColumns } from '#kit/record-grid.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { useTeamList } from '#kit/team-list.ts'
import { dateOf, timeText } from '#kit/time.tsx'
import { addUser, userActions } from './user.actions.ts'
import { type ListedUser, listUsers, type User } from './user.contract.ts'
import { userFields } from './user.fields.ts'
import { createdText, RECENT_DAYS } from './user.rules.ts'

function Created({ at }: { at: string }) {
  const date = dateOf(at)
  return date ? (
    <time dateTime={at} title={timeText(date)}>
      {createdText(date)}
    </time>
  ) : (
    '–'
  )
}

/** Initial, user name, and first and last name below it. */
function Name({ user }: { user: User }) {
  return (
    <Stack direction="row" component="span" sx={{ alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Avatar
        aria-hidden
        component="span"
        sx={{ width: 32, height: 32, fontSize: '0.8125rem', bgcolor: 'status.neutral.tint', color: 'text.primary' }}
      >
        {(user.firstName || user.username).charAt(0).toUpperCase()}
      </Avatar>
      <Box
        component="span"
        sx={{ minWidth: 0, lineHeight: 1.3, '& > *': { overflow: 'hidden', textOverflow: 'ellipsis' } }}
      >
        <Box component="span" sx={{ display: 'block' }} title={user.username}>
          {user.username}
        </Box>
        <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
          {`${user.firstName} ${user.lastName}`.trim()}
        </Typography>
      </Box>
    </Stack>
  )
}

const columns = gridColumns<typeof userFields, ListedUser>(userFields, {
  username: { cell: u => <Name user={u} /> },
  createDate: { cell: u => <Created at={u.createDate} /> },
})

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
        columns={columns}
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
