// Sign-up of an operator (D-AUTH-8). No link of the portal leads here.
import { Alert, Button } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { useRecordForm } from '#kit/form.tsx'
import { EntryForm, staying } from './entry-form.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { PASSWORD_HELP } from './password.rules.ts'
import { register } from './register.contract.ts'
import { RegisterForm } from './register.rules.ts'
import { encodePassword } from './sign-in.rules.ts'

export function RegisterPage() {
  const navigate = useNavigate()
  const [sentTo, setSentTo] = useState<string>()
  const form = useRecordForm({
    schema: RegisterForm,
    values: { domainName: '', name: '', email: '', password: '' },
    guard: false,
    save: async v => {
      const body = { ...v, password: encodePassword(v.password), type: 'ADMIN' as const }
      return { ...(await staying(call(register, { body }))), email: v.email }
    },
    onSaved: ({ email }) => setSentTo(email),
  })
  const { Text, Password } = form.fields
  if (sentTo)
    return (
      <EntryFrame title="Sign up">
        <Alert severity="success">
          A link was mailed to {sentTo}. Open it within 24 hours, then sign in with this address as username.
        </Alert>
        <Button component={RouterLink} to="/login" variant="contained" size="large">
          Sign In
        </Button>
      </EntryFrame>
    )
  return (
    <EntryFrame title="Sign up" text="For operators of charging networks.">
      <EntryForm
        form={form}
        label="Sign up"
        submit="Sign Up"
        onCancel={() => void navigate('/login')}
        cancel="Back to sign in"
      >
        <Text
          name="domainName"
          label="Domain Name"
          required
          autoComplete="organization"
          autoFocus
          help="A short name for your network, such as voltworks."
        />
        <Text name="name" label="Name" required autoComplete="name" />
        <Text name="email" label="Email" type="email" required autoComplete="email" />
        <Password name="password" label="Password" required autoComplete="new-password" help={PASSWORD_HELP} />
      </EntryForm>
    </EntryFrame>
  )
}
