// Payout accounts inside the form of a team, a card each. An account that is not filled in is not saved, and its card
// says so.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useFieldArray, useWatch } from 'react-hook-form'
import { type RecordForm, Section } from '../../web/kit/form.tsx'
import { accountTypes, blankTeamAccount, isFilled } from './payout-account.contract.ts'
import { businessTypeOptions, words } from './payout-account.rules.ts'
import type { Values } from './team-form.rules.ts'

const accountOptions = accountTypes.map(value => ({ value, label: words(value) }))

type AccountProps = { form: RecordForm<Values>; at: number; onRemove: () => void }
function Account({ form, at, onRemove }: AccountProps) {
  const { Text, Number: Figure, Select } = form.fields
  const name = `payoutAccounts.${at}` as const
  const account = useWatch({ control: form.rhf.control, name })
  const isBegun = Object.values(account ?? {}).some(v => v !== null && v !== '')
  const isWhole = account !== undefined && isFilled(account, 'team')
  return (
    <Section title={`Payout account ${at + 1}`}>
      <Text name={`${name}.business_name`} label="Business Name" required />
      <Select name={`${name}.business_type`} label="Business Type" required options={businessTypeOptions} />
      <Text name={`${name}.beneficiary_name`} label="Beneficiary Name" required />
      <Text name={`${name}.email`} label="Email" type="email" required />
      <Text name={`${name}.phone`} label="Phone" type="tel" required />
      <Text name={`${name}.account_no`} label="Account Number" required />
      <Select name={`${name}.account_type`} label="Account Type" required options={accountOptions} />
      <Text name={`${name}.ifsc_code`} label="IFSC Code" required />
      <Text name={`${name}.gst`} label="GST Number" />
      <Figure name={`${name}.payout_percentage`} label="Payout Percentage" unit="%" required />
      <Figure name={`${name}.tax_percentage`} label="Tax Percentage" unit="%" required />
      {!form.readOnly && (
        <Stack direction="row" useFlexGap sx={{ gridColumn: '1 / -1', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="caption" role="status" sx={{ flexGrow: 1, color: 'status.warning.text' }}>
            {isBegun && !isWhole && 'All fields but the GST number are needed: this account is not saved yet.'}
          </Typography>
          <Button color="error" variant="outlined" size="small" startIcon={<Delete />} onClick={onRemove}>
            Remove account {at + 1}
          </Button>
        </Stack>
      )}
    </Section>
  )
}

export default function PayoutAccountsTab({ form }: { form: RecordForm<Values> }) {
  const { fields, append, remove } = useFieldArray({
    control: form.rhf.control,
    name: 'payoutAccounts',
    keyName: 'key',
  })
  const { Number: Figure } = form.fields
  const wrong = form.rhf.formState.errors.payoutAccounts
  const problem = wrong?.root?.message ?? wrong?.message
  return (
    <Stack spacing={2}>
      {problem && <Alert severity="error">{problem}</Alert>}
      {fields.map((f, i) => (
        <Account key={f.key} form={form} at={i} onRemove={() => remove(i)} />
      ))}
      {!form.readOnly && (
        <Box>
          <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={() => append(blankTeamAccount)}>
            Add payout account
          </Button>
        </Box>
      )}
      <Section
        title="Settlement"
        help="The share of the payout paid to these accounts; the rest goes to the company's."
      >
        <Figure name="settlement_percentage" label="Settlement Percentage" unit="%" />
      </Section>
    </Stack>
  )
}
