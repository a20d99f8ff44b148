// The dialog that asks for a proof: the second factor, or the password of those who have none (MFA-02).
import { Alert, Link, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call } from '@wattdesk/wire/call'
import { type ReactNode, useEffect, useState } from 'react'
import { Form, useRecordForm } from '#kit/form.tsx'
import { staysInField } from '#kit/form-bar.tsx'
import { notify } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { answerOfPasskey } from '#people/second-factor/passkey.actions.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { goToProve } from '#people/single-sign-on/sso-way.parts.ts'
import { beginProof, type ProofWay, prove } from './proof.contract.ts'
import { CodeProof, NothingTyped, PasswordProof, RecoveryProof } from './proof-form.rules.ts'

type Props = { onAnswer: (isProven: boolean) => void }
export default function ProofDialog({ onAnswer }: Props) {
  // Another ticket would leave the first one without its tries.
  const begun = useQuery({
    queryKey: ['proof'],
    queryFn: () => call(beginProof, {}),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  const { error, data } = begun
  useEffect(() => {
    if (!error) return
    notify.error(error)
    onAnswer(false)
  }, [error, onAnswer])
  const [chosen, choose] = useState<ProofWay>()
  if (!data) return null
  const { ticket, ways } = data.data
  const way = chosen ?? ways[0]
  const others = ways.filter(w => w !== way)
  const part = {
    ticket,
    onAnswer,
    more: others.length > 0 && (
      <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
        {others.map(w => (
          <Link key={w} component="button" type="button" onMouseDown={staysInField} onClick={() => choose(w)}>
            {OTHER[w]}
          </Link>
        ))}
      </Stack>
    ),
  }
  switch (way) {
    case 'password':
      return <ByPassword {...part} />
    case 'app':
      return <ByCode {...part} />
    case 'recovery code':
      return <ByRecoveryCode {...part} />
    case 'passkey':
      return <ByPasskey {...part} />
    case 'single sign-on':
      return <ByProvider {...part} />
    default:
      return <ByNewSignIn {...part} />
  }
}

const OTHER: Record<ProofWay, string> = {
  password: 'Use the password',
  app: 'Use a code of the app',
  passkey: 'Use a passkey',
  'recovery code': 'Use a recovery code',
  'single sign-on': 'Use single sign-on',
}
type PartProps = Props & { ticket: string; more: ReactNode }
/** What is alike in all ways. `bar`: false where nothing can be sent. */
const framed = ({ onAnswer }: PartProps) => ({
  in: 'dialog' as const,
  title: 'Please confirm that it is you',
  text: 'What you are about to do can do harm. It takes a proof of the last 15 minutes.',
  submitting: 'Confirming...',
  onClose: () => onAnswer(false),
  maxWidth: 'xs' as const,
})
const done = ({ onAnswer }: PartProps) => ({ guard: false, onSaved: () => onAnswer(true) })

/** The success is that of the call which asked: its own notice says so. */
const silent = async (reply: Promise<unknown>): Promise<void> => void (await reply)

function ByPassword(props: PartProps) {
  const { username } = useSession().user
  const form = useRecordForm({
    schema: PasswordProof,
    values: { password: '' },
    save: ({ password }) => silent(call(prove, { body: { ticket: props.ticket, password: encodePassword(password) } })),
    ...done(props),
  })
  const { Password } = form.fields
  return (
    <Form {...framed(props)} form={form} submit="Confirm">
      <Password name="password" label="Password" required autoComplete="current-password" />
      {/* Tells password managers the user of the password. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {props.more}
    </Form>
  )
}

function ByCode(props: PartProps) {
  const form = useRecordForm({
    schema: CodeProof,
    values: { code: '' },
    save: ({ code }) => silent(call(prove, { body: { ticket: props.ticket, code } })),
    ...done(props),
  })
  const { Text } = form.fields
  return (
    <Form {...framed(props)} form={form} submit="Confirm">
      <Text name="code" label="Code of your app" required autoComplete="one-time-code" maxLength={7} />
      {props.more}
    </Form>
  )
}

function ByRecoveryCode(props: PartProps) {
  const form = useRecordForm({
    schema: RecoveryProof,
    values: { recovery_code: '' },
    save: ({ recovery_code }) => silent(call(prove, { body: { ticket: props.ticket, recovery_code } })),
    ...done(props),
  })
  const { Text } = form.fields
  return (
    <Form {...framed(props)} form={form} submit="Confirm">
      <Text name="recovery_code" label="Recovery code" required autoComplete="off" maxLength={30} />
      {props.more}
    </Form>
  )
}

function ByPasskey(props: PartProps) {
  const form = useRecordForm({
    schema: NothingTyped,
    values: {},
    save: async () =>
      silent(call(prove, { body: { ticket: props.ticket, passkey: await answerOfPasskey(props.ticket) } })),
    ...done(props),
  })
  return (
    <Form {...framed(props)} form={form} submit="Use a passkey" submitting="Waiting for the passkey...">
      {props.more}
    </Form>
  )
}

/** For those who have nothing to prove themselves by here, but their company's provider. */
function ByProvider(props: PartProps) {
  const form = useRecordForm({
    schema: NothingTyped,
    values: {},
    // The page is left for the provider's; whoever comes back asks anew.
    save: () => goToProve(location.pathname + location.search),
    guard: false,
  })
  return (
    <Form {...framed(props)} form={form} submit="Go to single sign-on" submitting="On the way...">
      <Alert severity="info">
        Your company's provider asks you who you are, and leads back to this page. What is not saved yet is typed again.
      </Alert>
      {props.more}
    </Form>
  )
}

/** For those who have nothing to prove themselves by: a fresh sign-in is a proof. */
function ByNewSignIn(props: PartProps) {
  const form = useRecordForm({ schema: NothingTyped, values: {}, save: async () => undefined, ...done(props) })
  return (
    <Form {...framed(props)} form={form} submit="Confirm" bar={false}>
      <Alert severity="info">Sign out, and sign in again. That counts as a proof for 15 minutes.</Alert>
      {props.more}
    </Form>
  )
}
