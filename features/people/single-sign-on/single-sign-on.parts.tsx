// Single sign-on on the sign-in page: asks for the mail address, leads to the provider, and signs in with what comes back.
import { Alert, Button, CircularProgress, Link, OutlinedInput, Stack, Typography } from '@mui/material'
import { isEmail } from '@wattdesk/base/identifiers'
import { invalidEmail, required } from '@wattdesk/base/text'
import { CallError, call } from '@wattdesk/wire/call'
import type { DataOf } from '@wattdesk/wire/endpoint'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { FieldFrame } from '#kit/field-frame.tsx'
import { errorText } from '#kit/notices.tsx'
import { keepBrowser, knownBrowser, remembered, rememberUsername, storeSession, type ToSignIn } from '#kit/session.ts'
import { finishSingleSignOn } from './single-sign-on.contract.ts'
import { goToSignIn, takeTicket } from './sso-way.parts.ts'

/** `isBack`: the provider has sent the browser back. `onPassword`: the reader would rather have a password. */
type Props = { isBack: boolean; onPassword: () => void }
export function SingleSignOn({ isBack, onPassword }: Props) {
  const [isWaiting, setWaiting] = useState(isBack)
  const [error, setError] = useState<string>()
  const [signed, setSigned] = useState<DataOf<typeof finishSingleSignOn>>()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const isTaken = useRef(!isBack)
  useEffect(() => {
    // A ticket counts once: a second drawing of the page must not use it up.
    if (isTaken.current) return
    isTaken.current = true
    const finish = async () => {
      const { ticket, kept } = takeTicket()
      const browser = knownBrowser()
      const { data } = await call(finishSingleSignOn, {
        body: { ticket, value: kept.value, ...(browser && { browser }) },
      })
      const state: ToSignIn = data.returnTo === '/' ? {} : { from: data.returnTo, of: kept.of }
      setSigned(data)
      await navigate('/login', { replace: true, state })
    }
    finish().catch(async e => {
      setWaiting(false)
      setError(errorText(e))
      await navigate('/login', { replace: true })
    })
  }, [navigate])
  // Whoever is signed in is led on at once, so first the page has to know where.
  useEffect(() => {
    if (!signed || hash !== '') return
    keepBrowser(signed.browser)
    rememberUsername(signed.user.username, remembered().remember)
    storeSession(signed.access_token, signed.user)
  }, [signed, hash])
  if (isWaiting)
    return (
      <Stack role="status" direction="row" spacing={2} sx={{ alignItems: 'center' }}>
        <CircularProgress size={20} aria-hidden />
        <Typography>Signing in…</Typography>
      </Stack>
    )
  return <Ask failure={error} onPassword={onPassword} />
}

function Ask({ failure, onPassword }: { failure: string | undefined; onPassword: () => void }) {
  const way = (useLocation().state as ToSignIn | null) ?? {}
  const [email, setEmail] = useState(() => {
    const { username } = remembered()
    return isEmail(username) ? username : ''
  })
  const [wrong, setWrong] = useState<string>()
  const [told, setTold] = useState(failure)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = async () => {
    const typed = email.trim()
    const bad = typed === '' ? required('Email') : isEmail(typed) ? undefined : invalidEmail
    setWrong(bad)
    setTold(undefined)
    if (bad) return input.current?.focus()
    setBusy(true)
    try {
      await goToSignIn(typed, way)
    } catch (e) {
      setBusy(false)
      const atField = e instanceof CallError ? e.errors.email : undefined
      if (atField) {
        setWrong(atField)
        input.current?.focus()
      } else setTold(errorText(e))
    }
  }
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      aria-label="Single sign-on"
      onSubmit={(e: React.FormEvent) => {
        e.preventDefault()
        if (!busy) void submit()
      }}
    >
      {told && <Alert severity="error">{told}</Alert>}
      <FieldFrame
        id="sso-email"
        label="Email"
        error={wrong}
        below={wrong ?? 'At your company: it says which provider is yours.'}
      >
        <OutlinedInput
          fullWidth
          size="small"
          id="sso-email"
          type="email"
          autoComplete="email"
          autoFocus
          value={email}
          onChange={e => {
            setEmail(e.target.value)
            setWrong(undefined)
          }}
          inputRef={input}
          error={wrong !== undefined}
          inputProps={{ 'aria-describedby': 'sso-email-below', ...(wrong && { 'aria-invalid': true }) }}
        />
      </FieldFrame>
      <Button type="submit" variant="contained" size="large" disabled={busy}>
        {busy ? 'Leading to your provider…' : 'Continue'}
      </Button>
      <Link component="button" type="button" onClick={onPassword} sx={{ alignSelf: 'center' }}>
        Sign in with a password
      </Link>
    </Stack>
  )
}
