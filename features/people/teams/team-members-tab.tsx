// The Members tab of a team.
import Groups from '@mui/icons-material/GroupsOutlined'
import { Button } from '@mui/material'
import { TeamMembers } from './team-members.tsx'

type TeamMembersTabProps = {
  teamId: number
  readOnly: boolean
  /** Opens the dialog, which is rendered outside the form: a form within a form would submit both. */
  onManage: () => void
}
export default function TeamMembersTab({ teamId, readOnly, onManage }: TeamMembersTabProps) {
  return (
    <TeamMembers
      teamId={teamId}
      readOnly={readOnly}
      toolbar={
        <Button variant="outlined" color="inherit" startIcon={<Groups />} onClick={onManage}>
          Manage members
        </Button>
      }
    />
  )
}
