// The Members tab of a team.
import Groups from '@mui/icons-material/GroupsOutlined'
import { Button, Stack } from '@mui/material'
import { TeamMembers } from './team-members.tsx'

type TeamMembersTabProps = {
  teamId: number
  readOnly: boolean
  /** Opens the dialog, which stands outside the form: a form within a form sends both. */
  onManage: () => void
}
export default function TeamMembersTab({ teamId, readOnly, onManage }: TeamMembersTabProps) {
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
        <Button variant="outlined" color="inherit" startIcon={<Groups />} onClick={onManage}>
          Manage members
        </Button>
      </Stack>
      <TeamMembers teamId={teamId} readOnly={readOnly} />
    </Stack>
  )
}
