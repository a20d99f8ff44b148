// One payout account inside the form of a team or a company: first the fields of both, then those of one of them alone.
// An incomplete account is not saved, and its card says so.
import Delete from '@mui/icons-material/DeleteOutlined'
import { Button, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { boundFields } from '#kit/fields.tsx'
import { Section } from '#kit/form.tsx'
import { accountTypes, businessTypes, isFilled } from './payout-account.contract.ts'

type Common = 'business_name' | 'business_type' | 'beneficiary_name' | 'email' | 'phone' | 'account_no' | 'ifsc_code'
const { Text, Select } = boundFields<{ payoutAccounts: Record<Common | 'account_type', string>[] }>()
const SHORT: Readonly<Record<string, string>> = { llp: 'LLP', ngo: 'NGO', huf: 'HUF' }

/** 'private_limited' reads 'Private limited'. */
const words = (value: string): string =>
  SHORT[value] ?? (value.charAt(0).toUpperCase() + value.slice(1)).replaceAll('_', ' ')

const businessTypeOptions = businessTypes.map(value => ({ value, label: words(value) }))
const accountOptions = accountTypes.map(value => ({ value, label: words(value) }))
const notSaved = {
  team: 'All fields but GST number and PAN are needed: this account is not saved yet.',
  company: 'All fields are needed: this account is not saved yet.',
}

type PayoutAccountProps = {
  whose: 'team' | 'company'
  /** Its place in the form's `payoutAccounts`. */
  at: number
  /** Missing where the form is read-only. */
  onRemove: (() => void) | undefined
  /** The fields that only the team's or the company's accounts have. */
  children: ReactNode
}
export function PayoutAccount({ whose, at, onRemove, children }: PayoutAccountProps) {
  const name = `payoutAccounts.${at}` as const
  const account: Parameters<typeof isFilled>[0] | undefined = useWatch({ name })
  const isBegun = Object.values(account ?? {}).some(v => v !== null && v !== '' && v !== false)
  const isWhole = account !== undefined && isFilled(account, whose)
  return (
    <Section title={`Payout account ${at + 1}`}>
      <Text name={`${name}.business_name`} label="Business Name" required />
      <Select name={`${name}.business_type`} label="Business Type" required options={businessTypeOptions} />
      <Text name={`${name}.beneficiary_name`} label="Beneficiary Name" required />
      <Text name={`${name}.email`} label="Email" type="email" required />
      <Text name={`${name}.phone`} label="Phone" type="tel" required />
      <Text name={`${name}.account_no`} label="Account Number" required />
      {whose === 'team' && (
        <Select name={`${name}.account_type`} label="Account Type" required options={accountOptions} />
      )}
      <Text name={`${name}.ifsc_code`} label="IFSC Code" required />
      {children}
      {onRemove && (
        <Stack direction="row" useFlexGap sx={{ gridColumn: '1 / -1', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="caption" role="status" sx={{ flexGrow: 1, color: 'status.warning.text' }}>
            {isBegun && !isWhole && notSaved[whose]}
          </Typography>
          <Button color="error" variant="outlined" size="small" startIcon={<Delete />} onClick={onRemove}>
            Remove account {at + 1}
          </Button>
        </Stack>
      )}
    </Section>
  )
}
