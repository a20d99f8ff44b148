// The mail domains of a company, each with the DNS record that proves it.
import Check from '@mui/icons-material/CheckOutlined'
import Delete from '@mui/icons-material/DeleteOutlined'
import Refresh from '@mui/icons-material/RefreshOutlined'
import { Alert, Box, Card, Stack, Typography } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { FieldGrid, Form, useRecordForm } from '#kit/form.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { RelativeTime, Time } from '#kit/time.tsx'
import {
  addSignInDomain,
  approveSignInDomain,
  checkSignInDomain,
  type Domain,
  getSignInSetting,
  removeSignInDomain,
  type SignInSetting,
} from './sign-in-setting.contract.ts'
import { DomainBody } from './sign-in-setting-body.contract.ts'

type Target = { companyId: number; domain: Domain; setting: SignInSetting }
const at = ({ companyId: id, domain: { domainId } }: Target) => ({ params: { id, domainId } })
const refreshes = [getSignInSetting]
const actions: readonly Action<Target>[] = [
  {
    id: 'check-domain',
    label: 'Check now',
    icon: Refresh,
    when: ({ setting }) => setting.mayChange,
    run: t => call(checkSignInDomain, at(t)),
    refreshes,
  },
  {
    id: 'approve-domain',
    label: 'Prove as platform',
    icon: Check,
    when: ({ setting, domain }) => setting.mayApprove && domain.provenAt === null,
    confirm: ({ domain }) => ({
      title: domain.domain,
      text: 'You answer for it that the domain is the company’s: whoever has an address of it at the company’s provider comes in.',
      yes: 'Prove',
    }),
    run: t => call(approveSignInDomain, at(t)),
    refreshes,
  },
  {
    id: 'remove-domain',
    label: 'Remove',
    icon: Delete,
    danger: true,
    when: ({ setting }) => setting.mayChange,
    confirm: ({ domain }) => ({
      title: domain.domain,
      text: 'People with an address of this domain come in by single sign-on no more.',
      yes: 'Remove',
      danger: true,
    }),
    run: t => call(removeSignInDomain, at(t)),
    refreshes,
  },
]

const Copied = ({ text, label }: { text: string; label: string }) => (
  <Stack direction="row" spacing={0.5} sx={{ alignItems: 'center' }}>
    <Box component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
      {text}
    </Box>
    <CopyButton text={text} label={label} />
  </Stack>
)

function Line(target: Target) {
  const { domain: d } = target
  return (
    <Stack component="li" spacing={1.5} sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{d.domain}</Typography>
        <ToneChip {...(d.provenAt ? { tone: 'success', label: 'Proven' } : { tone: 'warning', label: 'Not proven' })} />
        {d.provenAt && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            by {d.provenHow === 'platform' ? 'the platform' : 'its DNS record'}, {d.provenBy}, <Time at={d.provenAt} />
          </Typography>
        )}
      </Stack>
      {d.provenAt === null && (
        <DetailList
          items={[
            {
              label: 'Name of the TXT record',
              value: <Copied text={d.recordName} label={`name of the record of ${d.domain}`} />,
            },
            {
              label: 'Value of the TXT record',
              value: <Copied text={d.recordValue} label={`value of the record of ${d.domain}`} />,
            },
          ]}
        />
      )}
      {d.checkFound && d.checkedAt && (
        <Alert severity={d.provenAt ? 'warning' : 'info'}>
          {d.checkFound} Checked <RelativeTime at={d.checkedAt} within />.
        </Alert>
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        {actions.map(a => (
          <ActionButton key={a.id} action={a} target={target} size="small" />
        ))}
      </Stack>
    </Stack>
  )
}

function AddDomain({ companyId }: { companyId: number }) {
  const form = useRecordForm<{ domain: string }, { domain: string }, unknown>({
    schema: DomainBody,
    values: { domain: '' },
    save: body => call(addSignInDomain, { params: { id: companyId }, body }),
    refreshes,
    onSaved: () => form.rhf.reset({ domain: '' }),
  })
  const { Text } = form.fields
  return (
    <Form in="card" form={form} label="Add a domain" submit="Add domain" submitting="Adding…">
      <FieldGrid>
        <Text name="domain" label="Domain" placeholder="volt.example" />
      </FieldGrid>
    </Form>
  )
}

export function SignInDomains({ companyId, setting }: { companyId: number; setting: SignInSetting }) {
  return (
    <Card component="section" aria-label="Mail domains" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 0.25 }}>
        Mail domains
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: '72ch' }}>
        People with an address of a proven domain are led to the company’s provider, and nobody else comes in from
        there.
      </Typography>
      {setting.domains.length === 0 && <Typography sx={{ color: 'text.secondary', mb: 2 }}>No domain yet.</Typography>}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {setting.domains.map(d => (
          <Line key={d.domainId} companyId={companyId} domain={d} setting={setting} />
        ))}
      </Stack>
      {setting.mayChange && <AddDomain companyId={companyId} />}
    </Card>
  )
}
