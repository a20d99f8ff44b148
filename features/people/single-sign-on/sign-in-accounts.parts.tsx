// Accounts and roles of the people of a company on its tab Sign-in: made at the first sign-in, given by groups.
import Add from '@mui/icons-material/Add'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Section } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { roleFinder } from '#people/roles/role-choice.parts.tsx'
import { TeamField } from '#people/teams/team-field.parts.tsx'
import { type PartProps, wide } from './sign-in-sheet.parts.ts'

type Named = { value: number; label: string }
function RoleField({ name, teamId, now }: { name: string; teamId: number | null; now: Named | undefined }) {
  const [value, label] = [now?.value, now?.label]
  const finder = useMemo(
    () => ({
      ...roleFinder(teamId ?? 0),
      ...(value !== undefined && label !== undefined && { known: [{ value, label }] }),
    }),
    [teamId, value, label],
  )
  return (
    <FoundField
      name={name}
      label="Role"
      finder={finder}
      placeholder="Select a role"
      noOptionsText="No role found"
      enabled={teamId !== null}
    />
  )
}

export function SignInAccounts({ form, setting: s, companyId }: PartProps) {
  const { Text, Switch } = form.fields
  const { fields, append, remove } = useFieldArray({ control: form.rhf.control, name: 'groups', keyName: 'key' })
  const { groups, defaultTeamId } = form.rhf.watch()
  const ruleAt = (i: number) => {
    const now = groups[i]
    return s.groups.find(g => g.teamId === now?.teamId && g.roleId === now?.roleId)
  }
  const team = (id: number | null, name: string | null | undefined) =>
    id !== null && name ? { teamId: id, name } : undefined
  return (
    <Section
      title="Accounts and roles"
      help="Roles by groups are brought up to date with each sign-in. Roles given by hand stay as they are. Who has a password loses it at the first single sign-on, and can set a new one by a code."
    >
      <Box sx={wide}>
        <Switch
          name="makesUsers"
          label="Make an account at the first sign-in"
          help="Off: only people who have an account with their mail address come in."
        />
      </Box>
      <TeamField
        name="defaultTeamId"
        label="Team of people without a group"
        teamId={companyId}
        right="Team.view"
        now={team(s.defaultTeamId, s.defaultTeamName)}
      />
      <RoleField
        name="defaultRoleId"
        teamId={defaultTeamId}
        now={
          s.defaultRoleId !== null && s.defaultRoleName
            ? { value: s.defaultRoleId, label: s.defaultRoleName }
            : undefined
        }
      />
      <Stack spacing={2} sx={wide}>
        {fields.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No group gives a role.</Typography>}
        {fields.map((f, i) => (
          <Box
            key={f.key}
            component="fieldset"
            sx={{
              m: 0,
              p: 2,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              display: 'grid',
              gap: 2,
              minWidth: 0,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr)) auto' },
            }}
          >
            <Box component="legend" sx={{ px: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}>
              Group {i + 1}
            </Box>
            <Text name={`groups.${i}.group`} label="Group" required />
            <TeamField
              name={`groups.${i}.teamId`}
              teamId={companyId}
              right="Team.view"
              required
              now={team(ruleAt(i)?.teamId ?? null, ruleAt(i)?.teamName)}
            />
            <RoleField
              name={`groups.${i}.roleId`}
              teamId={groups[i]?.teamId ?? null}
              now={ruleAt(i) && { value: ruleAt(i)?.roleId ?? 0, label: ruleAt(i)?.roleName ?? '' }}
            />
            {!form.readOnly && (
              <Button
                color="inherit"
                onClick={() => remove(i)}
                aria-label={`Remove group ${i + 1}`}
                sx={{ alignSelf: 'center' }}
              >
                Remove
              </Button>
            )}
          </Box>
        ))}
        {!form.readOnly && (
          <Box>
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<Add />}
              onClick={() => append({ group: '', teamId: companyId, roleId: null })}
            >
              Add group
            </Button>
          </Box>
        )}
      </Stack>
    </Section>
  )
}
