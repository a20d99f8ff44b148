// The second factors of the signed-in person on the settings page (MFA-01): apps, passkeys and recovery codes.
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Key from '@mui/icons-material/KeyOutlined'
import Phone from '@mui/icons-material/PhonelinkLockOutlined'
import { Alert, Box, Button, Card, Divider, IconButton, Stack, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, query } from '@wattdesk/wire/call'
import { type ReactNode, Suspense, useState } from 'react'
import { ask } from '#kit/confirm.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { notify } from '#kit/notices.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { RelativeTime, Time } from '#kit/time.tsx'
import { Tip } from '#kit/tip.tsx'
import { listBrowsers } from '#people/browsers/browser.contract.ts'
import {
  type Factor,
  listFactors,
  makeRecoveryCodes,
  removeFactor,
  type SecondFactors,
} from './second-factor.contract.ts'
import { FACTOR_KINDS, RECOVERY_CODES } from './second-factor.words.ts'

const AppDialog = later(() => import('./app-dialog.tsx'))
const PasskeyDialog = later(() => import('./passkey-dialog.tsx'))
const NameDialog = later(() => import('./factor-name-dialog.tsx'))
const CodesDialog = later(() => import('./recovery-codes-dialog.tsx'))

const ICONS = { app: Phone, passkey: Key }

/** One factor, with the buttons that stand beside it. */
export function FactorLine({ factor: f, children }: { factor: Factor; children?: ReactNode }) {
  const Icon = ICONS[f.kind]
  return (
    <Stack component="li" direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <Icon sx={{ color: 'text.secondary' }} aria-hidden />
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{f.name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {FACTOR_KINDS[f.kind]}
          {f.host && ` for ${f.host}`}, added <Time at={f.made_at} />,{' '}
          {f.used_at ? (
            <>
              last used <RelativeTime at={f.used_at} within />
            </>
          ) : (
            'not used yet'
          )}
        </Typography>
      </Box>
      {children}
    </Stack>
  )
}

/** How many recovery codes are left. */
export function codesText({ recovery_codes_left: left, recovery_codes_made: made }: SecondFactors): string {
  return made === 0 ? 'There are no recovery codes.' : `${left} of ${made} recovery codes are left.`
}

type Open = 'app' | 'passkey' | { rename: Factor } | { codes: readonly string[] }
type Shown = { data: SecondFactors; onOpen: (open: Open) => void }

function Content({ data, onOpen }: Shown) {
  const cache = useQueryClient()
  const settled = {
    onError: (e: unknown) => void notify.error(e),
    onSettled: () => Promise.all([listFactors, listBrowsers].map(e => cache.invalidateQueries({ queryKey: keyOf(e) }))),
  }
  const remove = useMutation({
    mutationFn: (f: Factor) => call(removeFactor, { params: { factorId: f.factor_id } }),
    onSuccess: (r: { message: string }) => notify.success(r.message),
    ...settled,
  })
  const codes = useMutation({
    mutationFn: () => call(makeRecoveryCodes, {}),
    onSuccess: r => onOpen({ codes: r.data.recovery_codes }),
    ...settled,
  })
  const isLast = data.factors.length === 1
  const askAndRemove = async (f: Factor) => {
    const text = isLast
      ? 'It is your last second factor. Your recovery codes and remembered browsers go with it, and your password alone signs you in.'
      : 'It signs you in no more.'
    if (await ask({ title: `Remove ${f.name}?`, text, yes: 'Remove', danger: true })) remove.mutate(f)
  }
  const askAndMake = async () => {
    const question = {
      title: 'New recovery codes?',
      text: 'The codes that you have now count no more.',
      yes: 'Make new ones',
    }
    if (data.recovery_codes_left === 0 || (await ask(question))) codes.mutate()
  }
  const busy = remove.isPending || codes.isPending
  return (
    <Stack spacing={2}>
      {data.needed && data.factors.length === 0 && (
        <Alert severity="warning">
          You need a second factor, by {data.needed.by}. From <Time at={data.needed.from} /> on the sign-in asks you to
          set one up.
        </Alert>
      )}
      {data.factors.length > 0 && (
        <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {data.factors.map(f => (
            <FactorLine key={f.factor_id} factor={f}>
              <Box>
                <Tip title="Rename">
                  <IconButton aria-label={`Rename ${f.name}`} disabled={busy} onClick={() => onOpen({ rename: f })}>
                    <Edit fontSize="small" />
                  </IconButton>
                </Tip>
                <Tip title="Remove">
                  <IconButton aria-label={`Remove ${f.name}`} disabled={busy} onClick={() => void askAndRemove(f)}>
                    <Delete fontSize="small" />
                  </IconButton>
                </Tip>
              </Box>
            </FactorLine>
          ))}
        </Stack>
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 1.5, flexWrap: 'wrap' }}>
        <Button variant="outlined" color="inherit" startIcon={<Phone />} disabled={busy} onClick={() => onOpen('app')}>
          Add an app
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<Key />}
          disabled={busy}
          onClick={() => onOpen('passkey')}
        >
          Add a passkey
        </Button>
      </Stack>
      {data.factors.length > 0 && (
        <>
          <Divider />
          <Stack
            direction="row"
            useFlexGap
            sx={{ gap: 1.5, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
          >
            <Box>
              <Typography variant="h3">Recovery codes</Typography>
              <Typography
                variant="body2"
                sx={{ color: data.recovery_codes_left < 3 ? 'warning.main' : 'text.secondary' }}
              >
                {codesText(data)}
                {data.recovery_codes_at && (
                  <>
                    {' '}
                    Made <Time at={data.recovery_codes_at} />.
                  </>
                )}
              </Typography>
            </Box>
            <Button color="inherit" disabled={busy} onClick={() => void askAndMake()}>
              Make {RECOVERY_CODES} new ones
            </Button>
          </Stack>
        </>
      )}
    </Stack>
  )
}

export function SecondFactorCard() {
  const { data, error, refetch } = useQuery(query(listFactors, {}))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  /** A new factor brings codes, if it is the first. */
  const made = (codes: readonly string[]) => setOpen(codes.length > 0 ? { codes } : undefined)
  return (
    <Card component="section" aria-label="Second factor" sx={{ p: 2.5, gridColumn: '1 / -1' }}>
      <Typography variant="h2">Second factor</Typography>
      <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: '72ch' }}>
        Something that you have, beside the password that you know. A passkey signs you in alone, by fingerprint, face
        or PIN.
      </Typography>
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <BlockSkeleton height={96} />
      ) : (
        <Content data={data.data} onOpen={setOpen} />
      )}
      <Suspense>
        {open === 'app' && <AppDialog onClose={close} onMade={made} />}
        {open === 'passkey' && <PasskeyDialog onClose={close} onMade={made} />}
        {typeof open === 'object' && 'rename' in open && <NameDialog factor={open.rename} onClose={close} />}
        {typeof open === 'object' && 'codes' in open && <CodesDialog codes={open.codes} onClose={close} />}
      </Suspense>
    </Card>
  )
}
