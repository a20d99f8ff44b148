// A forgotten password in two steps (D-AUTH-5): the username, then the mailed code with the new password. The
// second step is an entry of its own in the history: Back leads to the first, a reload stays.
import { Link } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { useEffect, useState } from 'react'
import { Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { useRecordForm } from '#kit/form.tsx'
import { KeptMails } from '#office/installation/kept-mails.parts.tsx'
import { CODE_MINUTES } from '#people/users/reset-code.rules.ts'
import { EntryForm, staying } from './entry-form.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { ResetRequest, requestReset, resetPassword } from './password.contract.ts'
import { PASSWORD_HELP, ResetForm } from './password.rules.ts'
import { encodePassword } from './sign-in.rules.ts'

/** `username`: the user to whom a code was sent; `again`: the user who wants a new code. */
type Step = { username?: string; again?: string } | null
type Typed = z.input<typeof ResetForm>

const TO_LOGIN_MS = 2000

export function ResetPage() {
  const { username, again } = (useLocation().state as Step) ?? {}
  // The link in the mail to a new user has the username (D-USER-1).
  const [params] = useSearchParams()
  const start = again ?? params.get('username') ?? ''
  return username ? <NewPassword key={username} username={username} /> : <AskCode key={start} start={start} />
}

function AskCode({ start }: { start: string }) {
  const navigate = useNavigate()
  const form = useRecordForm({
    schema: ResetRequest,
    values: { username: start },
    guard: false,
    save: async body => ({ ...(await staying(call(requestReset, { body }))), ...body }),
    onSaved: ({ username }) => void navigate('/reset', { state: { username } satisfies Step }),
  })
  const { Text } = form.fields
  return (
    <EntryFrame title="Forgot password" text="A one-time code is sent to the mail address of your user.">
      <EntryForm form={form} label="Forgot password" submit="Send OTP" onCancel={() => void navigate('/login')}>
        <Text name="username" label="Username" required autoComplete="username" autoFocus />
      </EntryForm>
    </EntryFrame>
  )
}

function NewPassword({ username }: { username: string }) {
  const navigate = useNavigate()
  const [isDone, setDone] = useState(false)
  const form = useRecordForm<Typed, z.output<typeof ResetForm>, unknown>({
    schema: ResetForm,
    values: { otp: '', new_password: '', confirm: '' },
    guard: false,
    readOnly: isDone,
    save: ({ otp, new_password }) =>
      staying(call(resetPassword, { body: { username, otp, new_password: encodePassword(new_password) } })),
    onSaved: () => setDone(true),
  })
  const { setFocus } = form.rhf
  useEffect(() => setFocus('otp'), [setFocus])
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate('/login'), TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
  const { Number: Code, Password } = form.fields
  return (
    <EntryFrame
      title="Forgot password"
      text={`If there is a user ${username}, a one-time code is in the mailbox. It is valid for ${CODE_MINUTES} minutes.`}
    >
      <EntryForm form={form} label="New password" submit="Reset Password" onCancel={() => void navigate('/login')}>
        <Code name="otp" label="OTP" required />
        <Password name="new_password" label="New Password" required autoComplete="new-password" help={PASSWORD_HELP} />
        <Password name="confirm" label="Confirm New Password" required autoComplete="new-password" />
        {/* Tells password managers the user of the password. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      </EntryForm>
      <KeptMails />
      <Link component={RouterLink} to="/reset" state={{ again: username } satisfies Step} sx={{ alignSelf: 'center' }}>
        Ask for a new code
      </Link>
    </EntryFrame>
  )
}
