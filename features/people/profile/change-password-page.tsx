// The own password (D-AUTH-7): the code from the mailbox, the old password, the new one twice.
import { Box } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { Page } from '#kit/page.tsx'
import { renewingToken, useSession } from '#kit/session.ts'
import { changePassword } from '#people/sign-in/password.contract.ts'
import { ChangeForm, PASSWORD_HELP } from '#people/sign-in/password.rules.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { CODE_MINUTES } from '#people/users/reset-code.rules.ts'
import { SendOtp } from './send-otp.tsx'

type Typed = z.input<typeof ChangeForm>
const empty: Typed = { otp: '', old_password: '', new_password: '', confirm: '' }

export function ChangePasswordPage() {
  // After a change the form is emptied.
  const [round, setRound] = useState(0)
  return (
    <Page>
      <PasswordForm key={round} onChanged={() => setRound(round + 1)} />
    </Page>
  )
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const form = useRecordForm<Typed, z.output<typeof ChangeForm>, unknown>({
    schema: ChangeForm,
    values: empty,
    save: async ({ otp, old_password, new_password }) => {
      const body = { otp, old_password: encodePassword(old_password), new_password: encodePassword(new_password) }
      // Older tokens end with the change, including this page's own: requests made meanwhile wait for the fresh token.
      return renewingToken(async () => {
        const reply = await call(changePassword, { body })
        return { token: reply.data.access_token, reply }
      })
    },
    onSaved: onChanged,
  })
  const { Number: Code, Password } = form.fields
  return (
    <Form
      form={form}
      label="Password"
      submit="Update Password"
      cancel="Back"
      onCancel={() => void navigate('/dashboard')}
    >
      <Section help="Every other browser where you are signed in is signed out with the change.">
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <div style={{ flexGrow: 1 }}>
            <Code name="otp" label="OTP" required help={`Sent to ${user.email}, valid for ${CODE_MINUTES} minutes.`} />
          </div>
          <SendOtp username={user.username} />
        </Box>
        <Password name="old_password" label="Old Password" required autoComplete="current-password" />
        <Password name="new_password" label="New Password" required autoComplete="new-password" help={PASSWORD_HELP} />
        <Password name="confirm" label="Confirm New Password" required autoComplete="new-password" />
      </Section>
    </Form>
  )
}
