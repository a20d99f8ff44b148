// Second factor and passwords of a company on its tab Sign-in.
import { Alert } from '@mui/material'
import { Section } from '#kit/form.tsx'
import { type PartProps, wide } from './sign-in-sheet.parts.ts'

export function SignInProofs({ form, setting: s }: PartProps) {
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
