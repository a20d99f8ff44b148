// Manage Users: the members of a team and, for whoever may change them, who is added with which role.
import Close from '@mui/icons-material/Close'
import {
  Alert,
  Button,
  CircularProgress,
  Dialog,
  DialogContent,
  DialogTitle,
  IconButton,
  Stack,
  Typography,
  useMediaQuery,
} from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, call, keyOf, query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { boundFields } from '../../web/kit/fields.tsx'
import { errorText, notify } from '../../web/kit/notices.tsx'
import { useAccess } from '../../web/kit/session.ts'
import { listRoles } from '../roles/role.contract.ts'
import { memberName } from './team.rules.ts'
import { addMembers, listAddableUsers, listMembers, NewMembers, NOTHING_CHOSEN } from './team-member.contract.ts'
import { TeamMembers } from './team-members.tsx'

type Managed = { teamId: number; name: string }
type Values = { users: number[]; roleId: number | '' }
const nothing: Values = { users: [], roleId: '' }
const { MultiSelect, Select } = boundFields<Values>()

function NewMember({ team, onClose }: { team: Managed; onClose: () => void }) {
  const cache = useQueryClient()
  const rhf = useForm<Values>({ defaultValues: nothing })
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const { teamId } = team
  const users = useQuery(query(listAddableUsers, { params: { teamId } }))
  const roles = useQuery(query(listRoles, { query: { teamId, choice: 'true' } }))
  const save = async (values: Values) => {
    const chosen = NewMembers.safeParse(values)
    if (!chosen.success) return setProblem(NOTHING_CHOSEN)
    setProblem(undefined)
    setSaving(true)
    try {
      const { message } = await call(addMembers, { params: { teamId }, body: chosen.data })
      notify.success(message)
      rhf.reset(nothing)
      for (const e of [listMembers, listAddableUsers]) void cache.invalidateQueries({ queryKey: keyOf(e) })
    } catch (error) {
      // The reason of a refusal is shown above the fields.
      const why = error instanceof CallError ? Object.values(error.errors) : []
      setProblem(why.length > 0 ? why.join(' ') : errorText(error))
    } finally {
      setSaving(false)
    }
  }
  const failed = users.error ?? roles.error
  return (
    <FormProvider {...rhf}>
      <Stack
        component="form"
        aria-label="New Member"
        noValidate
        spacing={2}
        onSubmit={(e: React.FormEvent) => void rhf.handleSubmit(save)(e)}
      >
        {failed && <Alert severity="error">{failed.message}</Alert>}
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '& > *': { flex: 1, minWidth: 0 } }}>
          <MultiSelect
            name="users"
            label="New Member"
            placeholder="Select users"
            options={(users.data?.data ?? []).map(u => ({
              value: u.userId,
              label: `${u.username} (${memberName(u)})`,
            }))}
            {...(users.data?.data.length === 0 && { help: 'All users of the company are in this team.' })}
          />
          <Select
            name="roleId"
            label="User Role"
            placeholder="Select a role"
            options={(roles.data?.data ?? []).map(r => ({ value: r.roleId, label: r.roleName }))}
          />
        </Stack>
        {problem && <Alert severity="error">{problem}</Alert>}
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isSaving}
            startIcon={isSaving && <CircularProgress size={16} color="inherit" aria-hidden />}
          >
            Save
          </Button>
        </Stack>
      </Stack>
    </FormProvider>
  )
}

type ManageUsersDialogProps = {
  team: Managed
  onClose: () => void
}
export default function ManageUsersDialog({ team, onClose }: ManageUsersDialogProps) {
  const { canUpdate } = useAccess('Team')
  const phone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  return (
    <Dialog open fullScreen={phone} onClose={onClose} fullWidth maxWidth="md" aria-labelledby="manage-users-title">
      <DialogTitle id="manage-users-title" sx={{ display: 'flex', alignItems: 'center', gap: 1, pr: 1.5 }}>
        <Typography component="span" sx={{ flexGrow: 1, minWidth: 0, font: 'inherit', overflowWrap: 'anywhere' }}>
          Manage Users · {team.name}
        </Typography>
        <IconButton size="small" aria-label="Close" onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </DialogTitle>
      <DialogContent sx={{ px: { xs: 2, sm: 3 } }}>
        <Stack spacing={3} sx={{ pt: 0.5 }}>
          {canUpdate && <NewMember key={team.teamId} team={team} onClose={onClose} />}
          <TeamMembers teamId={team.teamId} />
        </Stack>
      </DialogContent>
    </Dialog>
  )
}
