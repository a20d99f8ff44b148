// The provider of a company on its tab Sign-in, with the test of its connection.
import NetworkCheck from '@mui/icons-material/NetworkCheck'
import { Alert, Box, Stack, Typography } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { useState } from 'react'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { Section } from '#kit/form.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { getSignInSetting, type SignInSetting, testSignInProvider } from './sign-in-setting.contract.ts'
import { type PartProps, wide } from './sign-in-sheet.parts.ts'

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

export function SignInProvider({ form, setting: s, companyId }: PartProps) {
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
