// The sign-in page (S-SIGNIN): username, password, remember me. Two inputs of its own instead of the form of the kit,
// whose 31 KB would delay the first screen of all.
import { Alert, Button, Checkbox, FormControlLabel, Link, OutlinedInput, Stack } from '@mui/material'
import { CallError, call } from '@wattdesk/wire/call'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Link as RouterLink, useLocation, useSearchParams } from 'react-router'
import { FieldFrame } from '#kit/field-frame.tsx'
import { later, loadAgain } from '#kit/later.ts'
import { notify, STAYS } from '#kit/notices.tsx'
import { PartFallback } from '#kit/part-missing.tsx'
import { usePasswordEye } from '#kit/password-eye.tsx'
import {
  clearSession,
  keepBrowser,
  knownBrowser,
  remembered,
  rememberUsername,
  storeSession,
  type ToSignIn,
} from '#kit/session.ts'
import type { NextStep } from '#people/second-factor/second-step.contract.ts'
import { EntryFrame } from './entry-frame.tsx'
import { signIn } from './sign-in.contract.ts'
import { encodePassword, readSignIn } from './sign-in.rules.ts'

const SingleSignOn = later(() =>
  import('#people/single-sign-on/single-sign-on.parts.tsx').then(m => ({ default: m.SingleSignOn })),
)

const verification: Record<string, { severity: 'success' | 'info' | 'error'; text: string }> = {
  true: { severity: 'success', text: 'Email verified successfully, Please login.' },
  alreadyVerified: { severity: 'info', text: 'Email is already verified, Please login.' },
  false: { severity: 'error', text: 'Email verification failed, Please try again or contact us.' },
}

/** Why the reader was sent here, if not by choice. */
function whyHere({ ended, from }: ToSignIn): { severity: 'info'; text: string } | undefined {
  if (ended) return { severity: 'info', text: 'Your session has ended. Please sign in again.' }
  return from === undefined ? undefined : { severity: 'info', text: 'Please sign in to continue.' }
}

type Name = 'username' | 'password'

// Those who need them load them.
const NextStepPart = later(() =>
  import('#people/second-factor/next-step.parts.tsx').then(m => ({ default: m.NextStepPart })),
)
const passkeys = () => loadAgain(() => import('#people/second-factor/passkey.actions.ts'))
const knowsPasskeys = 'PublicKeyCredential' in globalThis
const OTHER_WAY = { variant: 'outlined', color: 'inherit', fullWidth: true } as const
const STEPS: Record<NextStep['step'], { title: string; text: string }> = {
  'second factor': { title: 'Second factor', text: 'Prove that it is you by something that you have.' },
  'set up': { title: 'Set up a second factor', text: 'Something that you have, beside the password that you know.' },
}
const dayText = (at: string): string =>
  new Date(at).toLocaleDateString('en-IN', { day: 'numeric', month: 'long', year: 'numeric' })
const soonNeeded = (from: string): string =>
  `Your account needs a second factor from ${dayText(from)} on. Please set one up under My Profile before then.`

export function SignInPage() {
  const [params] = useSearchParams()
  const { state, hash } = useLocation()
  const way = (state as ToSignIn | null) ?? {}
  const [isBack] = useState(hash.startsWith('#sso='))
  const [isSingle, setSingle] = useState(isBack)
  const notice = verification[params.get('emailVerificationStatus') ?? ''] ?? whyHere(way)
  const [start] = useState(remembered)
  const [remember, setRemember] = useState(start.remember)
  const [values, setValues] = useState({ username: start.username, password: '' })
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [busy, setBusy] = useState(false)
  const [next, setNext] = useState<NextStep>()
  const eye = usePasswordEye()
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})

  const submit = async () => {
    const read = readSignIn(values)
    const wrong = 'wrong' in read ? read.wrong : {}
    setErrors(wrong)
    if ('wrong' in read) return inputs.current[wrong.username ? 'username' : 'password']?.focus()
    const { username, password } = read.sent
    setBusy(true)
    try {
      const browser = knownBrowser()
      const { data } = await call(signIn, {
        body: { username, password: encodePassword(password), ...(browser && { browser }) },
      })
      if ('step' in data) {
        rememberUsername(username, remember)
        return setNext(data)
      }
      if (!data?.access_token) throw new Error('Error in login. Please try again.')
      rememberUsername(username, remember)
      if (data.second_factor_from) notify.warning(soonNeeded(data.second_factor_from), STAYS)
      if (data.browser) keepBrowser(data.browser)
      storeSession(data.access_token, data.user)
    } catch (error) {
      // As everywhere, a 401 clears the session; here the page stays (D-AUTH-4).
      if (error instanceof CallError && error.status === 401) clearSession()
      notify.error(error)
    } finally {
      setBusy(false)
    }
  }
  const byPasskey = async () => {
    setBusy(true)
    try {
      await (await passkeys()).enterByPasskey()
    } catch (error) {
      notify.error(error)
    } finally {
      setBusy(false)
    }
  }
  if (next)
    return (
      <EntryFrame {...STEPS[next.step]}>
        <Suspense fallback={<PartFallback />}>
          <NextStepPart step={next} username={values.username} onBack={() => setNext(undefined)} />
        </Suspense>
      </EntryFrame>
    )
  const input = (name: Name, label: string, more: { type: string; autoComplete: string; endAdornment?: ReactNode }) => (
    <FieldFrame id={name} label={label} error={errors[name]} below={errors[name]}>
      <OutlinedInput
        fullWidth
        size="small"
        id={name}
        name={name}
        value={values[name]}
        onChange={e => {
          setValues({ ...values, [name]: e.target.value })
          setErrors({ ...errors, [name]: undefined })
        }}
        inputRef={(el: HTMLInputElement | null) => {
          inputs.current[name] = el
        }}
        autoFocus={name === (start.username ? 'password' : 'username')}
        error={errors[name] !== undefined}
        inputProps={{ ...(errors[name] && { 'aria-invalid': true, 'aria-describedby': `${name}-below` }) }}
        {...more}
      />
    </FieldFrame>
  )
  if (isSingle)
    return (
      <EntryFrame title="Single sign-on" text="Sign in by the provider of your company">
        <Suspense>
          <SingleSignOn isBack={isBack} onPassword={() => setSingle(false)} />
        </Suspense>
      </EntryFrame>
    )
  return (
    <EntryFrame title="Charging Management System" text="Sign in to your account to continue">
      {notice && <Alert severity={notice.severity}>{notice.text}</Alert>}
      <Stack
        component="form"
        noValidate
        spacing={2}
        aria-label="Sign in"
        onSubmit={(e: React.FormEvent) => {
          e.preventDefault()
          if (!busy) void submit()
        }}
      >
        {input('username', 'Username', { type: 'text', autoComplete: 'username' })}
        {input('password', 'Password', { ...eye, autoComplete: 'current-password' })}
        <Stack
          direction="row"
          useFlexGap
          sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
        >
          <FormControlLabel
            label="Remember me"
            control={<Checkbox size="small" checked={remember} onChange={e => setRemember(e.target.checked)} />}
          />
          <Link component={RouterLink} to="/reset">
            Forgot password?
          </Link>
        </Stack>
        <Button type="submit" variant="contained" size="large" disabled={busy}>
          {busy ? 'Signing In...' : 'Sign In'}
        </Button>
        <Stack direction="row" spacing={1.5}>
          {knowsPasskeys && (
            <Button {...OTHER_WAY} disabled={busy} onClick={() => void byPasskey()}>
              Use a passkey
            </Button>
          )}
          <Button {...OTHER_WAY} onClick={() => setSingle(true)}>
            Single sign-on
          </Button>
        </Stack>
      </Stack>
    </EntryFrame>
  )
}
