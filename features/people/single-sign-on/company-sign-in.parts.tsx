// The tab Sign-in of a company: its provider, its mail domains, the roles by groups, second factor and passwords.
import Add from '@mui/icons-material/Add'
import NetworkCheck from '@mui/icons-material/NetworkCheck'
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { useMemo, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Form, type RecordForm, Section, useRecordForm } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { roleFinder } from '#people/roles/role-choice.parts.tsx'
import { TeamField } from '#people/teams/team-field.parts.tsx'
import { SignInDomains } from './sign-in-domains.parts.tsx'
import { SignInPeople } from './sign-in-people.parts.tsx'
import {
  getSignInSetting,
  putSignInSetting,
  type SignInSetting,
  signInSettingRecord,
  testSignInProvider,
} from './sign-in-setting.contract.ts'
import { SignInSettingBody } from './sign-in-setting-body.contract.ts'

type Rule = { group: string; teamId: number | null; roleId: number | null }
type Values = Pick<
  SignInSetting,
  | 'issuer'
  | 'clientId'
  | 'groupsClaim'
  | 'trustsMail'
  | 'makesUsers'
  | 'defaultTeamId'
  | 'defaultRoleId'
  | 'isActive'
  | 'needsSecondFactor'
  | 'graceDays'
  | 'onlyProvider'
  | 'emergencyUserId'
> & { clientSecret?: string | undefined; groups: Rule[] }
const valuesOf = (s: SignInSetting): Values => ({
  issuer: s.issuer,
  clientId: s.clientId,
  clientSecret: '',
  groupsClaim: s.groupsClaim,
  trustsMail: s.trustsMail,
  makesUsers: s.makesUsers,
  defaultTeamId: s.defaultTeamId,
  defaultRoleId: s.defaultRoleId,
  groups: s.groups.map(({ group, teamId, roleId }) => ({ group, teamId, roleId })),
  isActive: s.isActive,
  needsSecondFactor: s.needsSecondFactor,
  graceDays: s.graceDays,
  onlyProvider: s.onlyProvider,
  emergencyUserId: s.emergencyUserId,
})
const wide = { gridColumn: '1 / -1' }

type Outcome = { isRight: boolean; text: string; found: readonly string[] }
type Target = { companyId: number; setting: SignInSetting; isTyped: boolean; tell: (o: Outcome | undefined) => void }
const trying: Action<Target> = {
  id: 'test-sign-in-provider',
  label: 'Test the connection',
  icon: NetworkCheck,
  when: ({ setting, isTyped }) => {
    if (!setting.mayChange) return false
    return setting.issuer === '' || isTyped ? 'Save first: the stored provider is tested' : true
  },
  run: async ({ companyId: id, tell }) => {
    tell(undefined)
    tell((await call(testSignInProvider, { params: { id } })).data)
  },
  refreshes: [getSignInSetting],
}

const Copied = ({ text, label }: { text: string; label: string }) => (
  <Stack direction="row" spacing={0.5} sx={{ alignItems: 'center' }}>
    <span>{text}</span>
    <CopyButton text={text} label={label} />
  </Stack>
)

type PartProps = { form: RecordForm<Values>; setting: SignInSetting; companyId: number }
function Provider({ form, setting: s, companyId }: PartProps) {
  const { Text, Password, Switch } = form.fields
  const [told, tell] = useState<Outcome>()
  const { issuer, clientId, clientSecret } = form.rhf.watch()
  const isTyped = issuer !== s.issuer || clientId !== s.clientId || (clientSecret ?? '') !== ''
  return (
    <Section
      title="Provider"
      help="Where the people of the company sign in, by OpenID Connect. Make a client for this portal there, and enter it here."
    >
      <Text
        name="issuer"
        label="Issuer"
        type="url"
        placeholder="https://login.example.com"
        help="Empty: no single sign-on."
      />
      <Text name="clientId" label="Client ID" autoComplete="off" />
      <Password
        name="clientSecret"
        label="Client Secret"
        autoComplete="off"
        help={
          s.hasSecret
            ? 'Empty: the present one stays. It is stored sealed and never shown.'
            : 'Stored sealed, and never shown again.'
        }
      />
      <Text
        name="groupsClaim"
        label="Groups Claim"
        help="The claim that names a person’s groups, such as groups or realm_access.roles."
      />
      <Box sx={wide}>
        <DetailList
          items={[
            {
              label: 'Redirect address, to be entered at the provider',
              value: <Copied text={s.redirectAddress} label="redirect address" />,
              wide: true,
            },
            {
              label: 'Address after a sign-out',
              value: <Copied text={s.signedOutAddress} label="address after a sign-out" />,
            },
            {
              label: 'Address for back-channel logout',
              value: <Copied text={s.backChannelAddress} label="address for back-channel logout" />,
            },
          ]}
        />
      </Box>
      <Switch
        name="trustsMail"
        label="Its mail addresses are all verified"
        help="For a provider that does not say so of each person (claim email_verified)."
      />
      <Switch
        name="isActive"
        label="Single sign-on is on"
        help="People with an address of a proven domain can use it."
      />
      <Stack spacing={1} useFlexGap sx={{ ...wide, alignItems: 'flex-start' }}>
        <ActionButton action={trying} target={{ companyId, setting: s, isTyped, tell }} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {s.testedAt ? (
            <>
              Tested with success <RelativeTime at={s.testedAt} within />
            </>
          ) : (
            s.issuer !== '' && 'Not tested yet as it is stored.'
          )}
        </Typography>
        <Box role="status" sx={{ width: '100%' }}>
          {told && (
            <Alert severity={told.isRight ? 'success' : 'error'}>
              {told.text}
              {told.found.map(f => (
                <Box key={f}>{f}</Box>
              ))}
            </Alert>
          )}
        </Box>
      </Stack>
    </Section>
  )
}

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

function People({ form, setting: s, companyId }: PartProps) {
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

function Proofs({ form, setting: s }: PartProps) {
  const { Switch, Number: Figure, Select } = form.fields
  const { needsSecondFactor, onlyProvider } = form.rhf.watch()
  return (
    <Section
      title="Second factor and passwords"
      help="Single sign-on leaves the second factor to the provider: what is asked here is asked of passwords."
    >
      <Switch name="needsSecondFactor" label="Second factor is needed" />
      <Figure
        name="graceDays"
        label="Days to set one up"
        unit="days"
        disabled={!needsSecondFactor}
        help="From when it is needed, or from when the account was made."
      />
      <Switch
        name="onlyProvider"
        label="Without passwords"
        help="Nobody of the company signs in with a password, but the emergency administrator."
      />
      <Select
        name="emergencyUserId"
        label="Emergency administrator"
        required={onlyProvider}
        none={{ label: 'Nobody' }}
        options={s.emergencyChoices.map(c => ({ value: c.userId, label: c.username }))}
        help="Comes in with a password when the provider is away. Needs one, and all rights of an administrator."
      />
      {s.emergencyFault && (
        <Alert severity="error" sx={wide}>
          Emergency administrator: {s.emergencyFault}
        </Alert>
      )}
      {onlyProvider && !s.onlyProvider && (
        <Alert severity="warning" sx={wide}>
          From then on the people of the company come in by the provider alone. If it is away or set wrongly, only the
          emergency administrator can sign in.
        </Alert>
      )}
    </Section>
  )
}

function Sheet({ companyId, setting, tag }: { companyId: number; setting: SignInSetting; tag: string | undefined }) {
  const values = useMemo(() => valuesOf(setting), [setting])
  const form = useRecordForm<Values, SignInSettingBody, unknown>({
    // A choice that is not made yet is the schema's to refuse.
    schema: SignInSettingBody as unknown as z.ZodType<SignInSettingBody, Values>,
    values,
    version: { kind: signInSettingRecord, recordId: companyId, reader: getSignInSetting, tag, valuesOf },
    readOnly: !setting.mayChange,
    confirm: v =>
      v.onlyProvider && !setting.onlyProvider
        ? {
            title: 'Without passwords',
            text: 'The people of the company can sign in by single sign-on alone. Those who are signed in stay so.',
            yes: 'Do without',
            danger: true,
          }
        : undefined,
    save: (body, sent) => call(putSignInSetting, { params: { id: companyId }, body }, sent),
    refreshes: [getSignInSetting],
    onSaved: () => form.rhf.setValue('clientSecret', ''),
  })
  const parts = { form, setting, companyId }
  return (
    <Form form={form} label="Sign-in" submit="Save">
      <Provider {...parts} />
      <People {...parts} />
      <Proofs {...parts} />
    </Form>
  )
}

export function CompanySignIn({ companyId }: { companyId: number }) {
  const q = useQuery(query(getSignInSetting, { params: { id: companyId } }))
  const setting = q.data?.data
  if (q.error && !setting) return <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />
  if (!setting) return <FormSkeleton />
  if (setting.whyNot !== null) return <Alert severity="info">{setting.whyNot}</Alert>
  return (
    <Stack spacing={2}>
      <SignInDomains companyId={companyId} setting={setting} />
      <Sheet companyId={companyId} setting={setting} tag={q.data?.tag} />
      <SignInPeople companyId={companyId} setting={setting} />
    </Stack>
  )
}
