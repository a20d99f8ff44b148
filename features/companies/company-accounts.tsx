// Payout accounts of a company, for finance admins. An account that is not filled in is not saved, and its card says
// so.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useFieldArray, useWatch } from 'react-hook-form'
import { type RecordForm, Section } from '../../web/kit/form.tsx'
import { blankCompanyAccount, isFilled } from '../teams/payout-account.contract.ts'
import { businessTypeOptions } from '../teams/payout-account.rules.ts'
import type { Values } from './company-form.rules.ts'

type AccountProps = { form: RecordForm<Values>; at: number; onRemove: () => void }
function Account({ form, at, onRemove }: AccountProps) {
  const { Text, Number: Figure, Select, Switch } = form.fields
  const name = `payoutAccounts.${at}` as const
  const account = useWatch({ control: form.rhf.control, name })
  const isBegun = Object.values(account ?? {}).some(v => v !== null && v !== '' && v !== false)
  const isWhole = account !== undefined && isFilled(account, 'company')
  return (
    <Section title={`Payout account ${at + 1}`}>
      <Text name={`${name}.business_name`} label="Business Name" required />
      <Select name={`${name}.business_type`} label="Business Type" required options={businessTypeOptions} />
      <Text name={`${name}.beneficiary_name`} label="Beneficiary Name" required />
      <Text name={`${name}.email`} label="Email" type="email" required />
      <Text name={`${name}.phone`} label="Phone" type="tel" required />
      <Text name={`${name}.account_no`} label="Account Number" required />
      <Text name={`${name}.ifsc_code`} label="IFSC Code" required />
      <Figure name={`${name}.settlement_percentage`} label="Settlement Percentage" unit="%" required />
      <Switch name={`${name}.disabled`} label="Disabled" />
      {!form.readOnly && (
        <Stack direction="row" useFlexGap sx={{ gridColumn: '1 / -1', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="caption" role="status" sx={{ flexGrow: 1, color: 'status.warning.text' }}>
            {isBegun && !isWhole && 'All fields are needed: this account is not saved yet.'}
          </Typography>
          <Button color="error" variant="outlined" size="small" startIcon={<Delete />} onClick={onRemove}>
            Remove account {at + 1}
          </Button>
        </Stack>
      )}
    </Section>
  )
}

export function CompanyAccounts({ form }: { form: RecordForm<Values> }) {
  const { fields, append, remove } = useFieldArray({
    control: form.rhf.control,
    name: 'payoutAccounts',
    keyName: 'key',
  })
  return (
    <>
      <Section
        title="Payout accounts"
        help="What a team does not have paid to accounts of its own is divided among these, by their settlement percentage."
      >
        <Box sx={{ gridColumn: '1 / -1' }}>
          {form.readOnly ? (
            fields.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No payout accounts</Typography>
          ) : (
            <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={() => append(blankCompanyAccount)}>
              Add payout account
            </Button>
          )}
        </Box>
      </Section>
      {fields.map((f, i) => (
        <Account key={f.key} form={form} at={i} onRemove={() => remove(i)} />
      ))}
    </>
  )
}
