// The Members tab of a team.
import Groups from '@mui/icons-material/GroupsOutlined'
import { Button, Stack } from '@mui/material'
import { TeamMembers } from './team-members.tsx'

/** The dialog stands outside the form, since a form within a form sends both. */
type TeamMembersTabProps = { teamId: number; readOnly: boolean; onManage: () => void }
export const TeamMembersTab = ({ teamId, readOnly, onManage }: TeamMembersTabProps) => (
  <Stack spacing={2}>
    <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
      <Button variant="outlined" color="inherit" startIcon={<Groups />} onClick={onManage}>
        Manage members
      </Button>
    </Stack>
    <TeamMembers teamId={teamId} readOnly={readOnly} />
  </Stack>
)
