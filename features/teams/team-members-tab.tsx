// The Members tab of a team.
import Groups from '@mui/icons-material/GroupsOutlined'
import { Button, Stack } from '@mui/material'
import { TeamMembers } from './team-members.tsx'

/** The dialog stands outside the form, since a form within a form sends both. */
export const TeamMembersTab = ({ teamId, onManage }: { teamId: number; onManage: () => void }) => (
  <Stack spacing={2}>
    <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
      <Button variant="outlined" color="inherit" startIcon={<Groups />} onClick={onManage}>
        Manage members
      </Button>
    </Stack>
    <TeamMembers teamId={teamId} />
  </Stack>
)
