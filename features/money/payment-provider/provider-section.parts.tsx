// The section of a company's form that names its payment provider, tests the connection and leads to the credentials.
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import NetworkCheck from '@mui/icons-material/NetworkCheck'
import { Alert, Box, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { Suspense, useState } from 'react'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Section } from '#kit/form.tsx'
import { later } from '#kit/later.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import {
  deleteProviderAccount,
  getProviderAccount,
  NOTHING_TO_TEST,
  type ProviderAccount,
  testProviderAccount,
} from './provider-account.contract.ts'

const CredentialsDialog = later(() => import('./credentials-dialog.tsx'))

type Told = { outcome: 'accepted' | 'refused' | 'unreachable' | 'untested'; text: string }
type Target = { companyId: number; account: ProviderAccount; open: () => void; tell: (told: Told | undefined) => void }
const params = ({ companyId: id }: Target) => ({ params: { id } })

const setting: Action<Target> = {
  id: 'set-credentials',
  label: ({ account }) => (account.kind === 'razorpay' ? 'Change credentials' : 'Set credentials'),
  icon: Edit,
  run: ({ open }) => open(),
}
const trying: Action<Target> = {
  id: 'test-connection',
  label: 'Test connection',
  icon: NetworkCheck,
  when: ({ account }) => {
    if (account.kind !== 'razorpay') return NOTHING_TO_TEST.none
    return account.isUsed || NOTHING_TO_TEST.otherMode
  },
  run: async t => {
    t.tell(undefined)
    t.tell((await call(testProviderAccount, params(t))).data)
  },
  refreshes: [getProviderAccount],
}
const AFTER_REMOVAL = {
  test: 'Drivers pay in the sandbox from then on, where no money moves.',
  live: 'Drivers can pay neither by UPI nor by card from then on.',
}
const removing: Action<Target> = {
  id: 'remove-credentials',
  label: 'Remove credentials',
  icon: Delete,
  danger: true,
  when: ({ account }) => account.kind === 'razorpay',
  confirm: ({ account }) => ({
    title: account.keyId ?? 'Credentials',
    text: `${AFTER_REMOVAL[account.installationMode]} Payments taken with this key can no longer be given back from here.`,
    yes: 'Remove',
    danger: true,
  }),
  run: async t => {
    t.tell(undefined)
    return call(deleteProviderAccount, params(t))
  },
  refreshes: [getProviderAccount],
}
const tones = { accepted: 'success', refused: 'error', unreachable: 'warning', untested: 'info' } as const
const SANDBOX =
  'Without credentials drivers pay in the sandbox: everything works as with the payment provider, but no money moves.'
const NONE =
  'Without credentials drivers can pay neither by UPI nor by card: the pay page says so and offers the wallet alone. Set the live credentials of the payment provider.'
const otherMode = ({ installationMode }: ProviderAccount): string =>
  `The stored key is not used: this installation is in ${installationMode} mode and takes only keys that begin with rzp_${installationMode}_.`
const REFUSED =
  'The payment provider refuses the stored key, so drivers can pay neither by UPI nor by card. Enter the present key and its secret, or test the connection once the provider accepts the key again.'
const CLOSED =
  'The stored credentials cannot be opened, because the secret of the installation is another one now. Please enter them again: until then no payment is taken or given back.'

function Details({ account: a }: { account: ProviderAccount }) {
  return (
    <DetailList
      items={[
        { label: 'Key ID', value: a.keyId },
        {
          label: 'Mode',
          value: (
            <ToneChip
              {...(a.mode === 'live' ? { tone: 'success', label: 'Live' } : { tone: 'warning', label: 'Test' })}
            />
          ),
        },
        { label: 'Last Changed', value: a.changedAt && <Time at={a.changedAt} /> },
        {
          label: 'Old Webhook Secret Valid Until',
          value: a.oldWebhookSecretUntil && <Time at={a.oldWebhookSecretUntil} />,
          hidden: a.oldWebhookSecretUntil === null,
        },
        {
          label: 'Webhook Address, to be entered at the provider',
          value: (
            <Stack direction="row" spacing={0.5} sx={{ alignItems: 'center' }}>
              <span>{a.webhookUrl}</span>
              <CopyButton text={a.webhookUrl} label="webhook address" />
            </Stack>
          ),
          wide: true,
        },
      ]}
    />
  )
}

/** `mayChange`: the reader may change the company and is finance admin of it. */
export function ProviderSection({ companyId, mayChange }: { companyId: number; mayChange: boolean }) {
  const q = useQuery(query(getProviderAccount, { params: { id: companyId } }))
  const [told, tell] = useState<Told>()
  const [isOpen, setOpen] = useState(false)
  const account = q.data?.data
  const target = account && { companyId, account, tell, open: () => setOpen(true) }
  const wide = { gridColumn: '1 / -1' }
  return (
    <Section title="Payment provider" help="Takes the payments of drivers by card and UPI, and gives them back.">
      <Stack spacing={2} useFlexGap sx={wide}>
        {q.error && !account && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
        {!account && !q.error && <BlockSkeleton height={72} />}
        {account?.kind === 'sandbox' && <Alert severity="info">{SANDBOX}</Alert>}
        {account?.kind === 'none' && <Alert severity="warning">{NONE}</Alert>}
        {account && !account.isUsed && <Alert severity="error">{otherMode(account)}</Alert>}
        {account && !account.isReadable && <Alert severity="error">{CLOSED}</Alert>}
        {account?.refusedAt && <Alert severity="error">{REFUSED}</Alert>}
        {account?.kind === 'razorpay' && <Details account={account} />}
        {target && mayChange && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {[setting, trying, removing].map(a => (
              <ActionButton key={a.id} action={a} target={target} />
            ))}
          </Box>
        )}
        <Box role="status">{told && <Alert severity={tones[told.outcome]}>{told.text}</Alert>}</Box>
      </Stack>
      {isOpen && account && (
        <Suspense>
          <CredentialsDialog
            companyId={companyId}
            account={account}
            tag={q.data?.tag}
            onClose={() => setOpen(false)}
            onSaved={() => tell(undefined)}
          />
        </Suspense>
      )}
    </Section>
  )
}
