// By which GST numbers the company registers at the portal; credentials are typed here, and secrets never come back (TAX-09).
import Add from '@mui/icons-material/Add'
import Edit from '@mui/icons-material/EditOutlined'
import Remove from '@mui/icons-material/LinkOffOutlined'
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { useState } from 'react'
import type { z } from 'zod'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { Time } from '#kit/time.tsx'
import { eInvoiceReads } from './e-invoice.actions.ts'
import {
  deleteIrpAccount,
  getIrpAccounts,
  type IrpAccount,
  type IrpAccounts,
  putIrpAccount,
} from './e-invoice.contract.ts'
import { IrpAccountBody } from './e-invoice-body.contract.ts'

const refreshes = [getIrpAccounts, ...eInvoiceReads]
const STAND_IN =
  'Test mode: documents of GST numbers without credentials are registered at the stand-in of the portal. Its numbers have no meaning in law.'
const NOTHING = 'Documents of GST numbers without credentials are not registered.'
const NO_PORTAL =
  'This installation names no invoice registration portal: whoever runs it has to set WATTDESK_IRP_URL and the portal’s keys.'

type Values = z.input<typeof IrpAccountBody>
type DialogProps = { account: IrpAccount | undefined; gstin: string; onClose: () => void }
function AccountDialog({ account, gstin, onClose }: DialogProps) {
  const { teamId } = useSession()
  const isNew = account === undefined
  const form = useRecordForm<Values, IrpAccountBody, unknown>({
    schema: IrpAccountBody,
    values: {
      gstin: account?.gstin ?? gstin,
      clientId: account?.clientId ?? '',
      userName: account?.userName ?? '',
      clientSecret: '',
      password: '',
    },
    save: body => call(putIrpAccount, { params: { teamId }, body }),
    refreshes,
    onSaved: onClose,
  })
  const { Text, Password } = form.fields
  const stays = isNew ? {} : { help: 'Empty: the present one stays.' }
  return (
    <Form
      in="dialog"
      form={form}
      title="Invoice registration portal"
      text="Client ID and secret, user name and password of the API are made at the portal, for each GSTIN. They are tried there before they are stored. Secrets are stored sealed and are never shown again."
      submit="Save"
      submitting="Asking the portal..."
      onClose={onClose}
    >
      <Text name="gstin" label="GSTIN" required autoComplete="off" disabled={!isNew} />
      <Text name="clientId" label="Client ID" required autoComplete="off" />
      <Password name="clientSecret" label="Client secret" required={isNew} autoComplete="off" {...stays} />
      <Text name="userName" label="User name" required autoComplete="off" />
      <Password name="password" label="Password" required={isNew} autoComplete="off" {...stays} />
    </Form>
  )
}

const removing: Action<IrpAccount> = {
  id: 'remove-portal-account',
  label: 'Take away',
  icon: Remove,
  right: 'Finance.full',
  danger: true,
  confirm: a => ({
    title: `Credentials of ${a.gstin}`,
    text: 'Documents of this GSTIN are not registered at the portal any more. What is registered stays.',
    yes: 'Take away',
  }),
  run: (a, { teamId }) => call(deleteIrpAccount, { params: { teamId, gstin: a.gstin } }),
  refreshes,
}

function Account({ account: a, mayChange, onEdit }: { account: IrpAccount; mayChange: boolean; onEdit: () => void }) {
  return (
    <Box component="section" aria-label={a.gstin} sx={{ borderTop: 1, borderColor: 'divider', pt: 2 }}>
      {a.refusal && <Alert severity="error">{`The portal refuses these credentials: ${a.refusal}`}</Alert>}
      {!a.isReadable && (
        <Alert severity="error">
          They were sealed with another secret of the installation. Please type them again.
        </Alert>
      )}
      <DetailList
        items={[
          { label: 'GSTIN', value: a.gstin },
          { label: 'Client ID', value: a.clientId },
          { label: 'User name', value: a.userName },
          { label: 'Last changed', value: <Time at={a.changedAt} /> },
        ]}
      />
      {mayChange && (
        <Stack direction="row" useFlexGap sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
          <Button variant="outlined" color="inherit" startIcon={<Edit />} onClick={onEdit}>
            Change
          </Button>
          <ActionButton action={removing} target={a} />
        </Stack>
      )}
    </Box>
  )
}

const notes = ({ without, hasPortal, missing }: IrpAccounts) => {
  const waits = missing.length > 0 ? ` Documents of ${missing.join(', ')} wait for that.` : ''
  return without === 'stand-in' ? (
    <Alert severity="info">{STAND_IN}</Alert>
  ) : (
    <Alert severity={missing.length > 0 || !hasPortal ? 'warning' : 'info'}>
      {(hasPortal ? NOTHING : NO_PORTAL) + waits}
    </Alert>
  )
}
export function PortalAccounts() {
  const { teamId } = useSession()
  const { may } = useAccess('Finance')
  const [edited, edit] = useState<{ account?: IrpAccount | undefined }>()
  const q = useQuery({ ...query(getIrpAccounts, { params: { teamId } }), enabled: teamId !== 0 })
  const data = q.data?.data
  if (q.error && !data) return <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />
  if (!data) return <BlockSkeleton height={96} />
  if (!data.isOwn)
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        The credentials of the portal are set on the company’s own team.
      </Typography>
    )
  const mayChange = may('FA')
  return (
    <Stack spacing={2}>
      {notes(data)}
      {data.accounts.map(a => (
        <Account key={a.gstin} account={a} mayChange={mayChange} onEdit={() => edit({ account: a })} />
      ))}
      {mayChange && (
        <Box>
          <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={() => edit({})}>
            Add credentials
          </Button>
        </Box>
      )}
      {edited && (
        <AccountDialog account={edited.account} gstin={data.missing[0] ?? ''} onClose={() => edit(undefined)} />
      )}
    </Stack>
  )
}
