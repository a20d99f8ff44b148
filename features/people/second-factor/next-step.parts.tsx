// What the sign-in page shows after the password: the second factor, or its set-up (MFA-01). Loaded by those who need it.
import { Alert, Button, Checkbox, FormControlLabel, Link, Stack, Typography } from '@mui/material'
import { CallError, call } from '@wattdesk/wire/call'
import { type ReactNode, useState } from 'react'
import { Form, useRecordForm } from '#kit/form.tsx'
import { staysInField } from '#kit/form-bar.tsx'
import { notify } from '#kit/notices.tsx'
import { keepBrowser, knownBrowser, storeSession, trustBrowser } from '#kit/session.ts'
import { AppPicture } from './app-picture.parts.tsx'
import { answerOfPasskey, makePasskey } from './passkey.actions.ts'
import { RecoveryCodes } from './recovery-codes.parts.tsx'
import { TRUST_DAYS } from './second-factor.words.ts'
import { CodeForm, MailCodeForm, RecoveryForm, SetUpForm } from './second-factor-form.rules.ts'
import { beginSetUp, endSetUp, type NewApp, type NextStep, takeSecondStep, type Way } from './second-step.contract.ts'

type Entered = { access_token: string; browser: string; user: Parameters<typeof storeSession>[1] }
function enter({ access_token, browser, user }: Entered, remember = false): void {
  keepBrowser(browser)
  if (remember) trustBrowser()
  storeSession(access_token, user)
}
/** What the server knows this browser by, with the call. */
const known = () => {
  const browser = knownBrowser()
  return browser ? { browser } : {}
}

type Props = { step: NextStep; username: string; onBack: () => void }
export function NextStepPart(props: Props) {
  return props.step.step === 'set up' ? <SetUp {...props} /> : <SecondFactor {...props} />
}

/** A step that is over leads back to the password, with the reason as a notice. */
const orBack =
  (onBack: () => void) =>
  <T,>(reply: Promise<T>): Promise<T> =>
    reply.catch((error: unknown) => {
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) {
        onBack()
        notify.error(error)
      }
      throw error
    })

const OTHER: Record<Way, string> = {
  app: 'Use a code of the app',
  passkey: 'Use a passkey',
  'recovery code': 'Use a recovery code',
}

function SecondFactor({ step, onBack }: Props) {
  const [way, setWay] = useState<Way | undefined>(step.ways[0])
  const others = step.ways.filter(w => w !== way)
  const more = others.map(w => (
    <Link
      key={w}
      component="button"
      type="button"
      sx={{ alignSelf: 'center' }}
      onMouseDown={staysInField}
      onClick={() => setWay(w)}
    >
      {OTHER[w]}
    </Link>
  ))
  const part = { step, onBack }
  return (
    <Stack spacing={2}>
      {way === 'app' && <ByCode {...part} />}
      {way === 'recovery code' && <ByRecoveryCode {...part} />}
      {way === 'passkey' && <ByPasskey {...part} />}
      {way === undefined && (
        <Alert severity="info">
          Your passkeys are for another address of this portal. Sign in there, or ask an administrator to reset your
          second factor.
        </Alert>
      )}
      {more}
      {(way === undefined || way === 'passkey') && (
        <Button color="inherit" onClick={onBack}>
          Back
        </Button>
      )}
    </Stack>
  )
}

type PartProps = Pick<Props, 'step' | 'onBack'>
const REMEMBER = `Ask for no second factor in this browser for ${TRUST_DAYS} days`
const sends = ({ ticket }: NextStep) => ({ ticket, ...known() })

const CARD = {
  in: 'card',
  stacked: true,
  label: 'Second factor',
  submit: 'Sign In',
  submitting: 'Signing In...',
  cancel: 'Back',
} as const
type Typed = { remember: boolean; code?: string; recovery_code?: string }
const signInWith =
  ({ step, onBack }: PartProps) =>
  async (body: Typed) => {
    const { data } = await orBack(onBack)(call(takeSecondStep, { body: { ...sends(step), ...body } }))
    enter(data, body.remember)
  }

function ByCode(props: PartProps) {
  const form = useRecordForm({
    schema: CodeForm,
    values: { code: '', remember: false },
    guard: false,
    save: signInWith(props),
  })
  const { Text, Checkbox: Check } = form.fields
  return (
    <Form {...CARD} form={form} onCancel={props.onBack}>
      <Text name="code" label="Code of your app" required autoComplete="one-time-code" autoFocus maxLength={7} />
      <Check name="remember" label={REMEMBER} />
    </Form>
  )
}

function ByRecoveryCode(props: PartProps) {
  const form = useRecordForm({
    schema: RecoveryForm,
    values: { recovery_code: '', remember: false },
    guard: false,
    save: signInWith(props),
  })
  const { Text, Checkbox: Check } = form.fields
  return (
    <Form {...CARD} form={form} onCancel={props.onBack}>
      <Text name="recovery_code" label="Recovery code" required autoComplete="off" autoFocus maxLength={30} />
      <Check name="remember" label={REMEMBER} />
    </Form>
  )
}

/** A button that waits for the browser and the person. */
type WaitingProps = { label: string; run: () => Promise<void>; variant?: 'contained' | 'outlined' }
function Waiting({ label, run, variant = 'contained' }: WaitingProps) {
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      notify.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant={variant} size="large" disabled={busy} onClick={() => void go()}>
      {busy ? 'Waiting for the passkey...' : label}
    </Button>
  )
}

function ByPasskey({ step, onBack }: PartProps) {
  const [remember, setRemember] = useState(false)
  const run = async () => {
    const passkey = await answerOfPasskey(step.ticket)
    const { data } = await orBack(onBack)(call(takeSecondStep, { body: { ...sends(step), passkey, remember } }))
    enter(data, remember)
  }
  return (
    <>
      <FormControlLabel
        control={<Checkbox checked={remember} onChange={(_, isOn) => setRemember(isOn)} />}
        label={REMEMBER}
      />
      <Waiting label="Use a passkey" run={run} />
    </>
  )
}

/** The set-up without which there is no session any more. */
function SetUp({ step, username, onBack }: Props) {
  const [mailCode, setMailCode] = useState<string>()
  const [app, setApp] = useState<NewApp>()
  const [entered, setEntered] = useState<{ data: Entered; codes: readonly string[] }>()
  const back = orBack(onBack)
  const took = ({ data, recovery_codes: codes }: { data: Entered; recovery_codes: string[] }) =>
    setEntered({ data, codes })
  const begin = async (kind: 'app' | 'passkey', mail_code: string) =>
    (await back(call(beginSetUp, { body: { ticket: step.ticket, kind, mail_code } }))).data
  const byPasskey = async (mail_code: string) => {
    const data = await begin('passkey', mail_code)
    const passkey = await makePasskey(data.options ?? {})
    took(await back(call(endSetUp, { body: { ...sends(step), passkey, mail_code } })))
  }
  if (entered)
    return (
      <Stack spacing={2}>
        <RecoveryCodes codes={entered.codes} username={username} />
        <Button variant="contained" size="large" onClick={() => enter(entered.data)}>
          I have kept them
        </Button>
      </Stack>
    )
  if (mailCode === undefined)
    return (
      <MailedCode
        onBack={onBack}
        check={async code => {
          await begin('app', code)
          setMailCode(code)
        }}
      />
    )
  const sent = { ...sends(step), mail_code: mailCode }
  if (app) return <FirstCode sent={sent} app={app} onBack={() => setApp(undefined)} onOver={onBack} onEntered={took} />
  const byApp = async () => {
    const data = await begin('app', mailCode)
    if (data.app) setApp(data.app)
  }
  return (
    <Stack spacing={2}>
      <Typography>The code is right. Choose a second factor to go on.</Typography>
      <Waiting label="An app that makes codes" run={byApp} />
      {step.ways.includes('passkey') && (
        <Waiting label="A passkey" variant="outlined" run={() => byPasskey(mailCode)} />
      )}
      <Button color="inherit" onClick={onBack}>
        Back
      </Button>
    </Stack>
  )
}

/** The code by mail, without which a password alone would choose the second factor. */
function MailedCode({ check, onBack }: { check: (code: string) => Promise<void>; onBack: () => void }) {
  const form = useRecordForm({
    schema: MailCodeForm,
    values: { mail_code: '' },
    guard: false,
    save: ({ mail_code }) => check(mail_code),
  })
  const { Text } = form.fields
  return (
    <Form
      in="card"
      stacked
      form={form}
      label="Code by mail"
      submit="Go on"
      submitting="Checking..."
      cancel="Back"
      onCancel={onBack}
    >
      <Typography>
        Your account needs a second factor, and the days to set one up are over. We have mailed you a code, which shows
        that it is you who sets it up.
      </Typography>
      <Text name="mail_code" label="Code from the mail" required autoComplete="one-time-code" autoFocus maxLength={7} />
    </Form>
  )
}

type FirstCodeProps = {
  sent: { ticket: string; browser?: string; mail_code: string }
  app: NewApp
  onBack: () => void
  onOver: () => void
  onEntered: (reply: { data: Entered; recovery_codes: string[] }) => void
}
function FirstCode({ sent, app, onBack, onOver, onEntered }: FirstCodeProps): ReactNode {
  const form = useRecordForm({
    schema: SetUpForm,
    values: { code: '' },
    guard: false,
    save: ({ code }) => orBack(onOver)(call(endSetUp, { body: { ...sent, code } })),
    onSaved: onEntered,
  })
  const { Text } = form.fields
  return (
    <Form
      in="card"
      stacked
      form={form}
      label="Set up the app"
      submit="Set up"
      submitting="Setting up..."
      cancel="Back"
      onCancel={onBack}
    >
      <AppPicture app={app} />
      <Text name="code" label="First code of the app" required autoComplete="one-time-code" maxLength={7} />
    </Form>
  )
}
