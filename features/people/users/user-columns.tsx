// The columns of the list of users, for the grid and for files.
import { Avatar, Box, Stack, Typography } from '@mui/material'
import { gridColumns } from '#kit/record-grid.ts'
import { dateOf, timeText } from '#kit/time.tsx'
import type { ListedUser, User } from './user.contract.ts'
import { userFields } from './user.fields.ts'
import { createdText } from './user.rules.ts'

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

export const userColumns = gridColumns<typeof userFields, ListedUser>(userFields, {
  username: { cell: u => <Name user={u} /> },
  createDate: { cell: u => <Created at={u.createDate} /> },
})
