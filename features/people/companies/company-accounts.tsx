// Payout accounts of a company, for finance admins.
import Add from '@mui/icons-material/Add'
import { Box, Button, Typography } from '@mui/material'
import { useFieldArray } from 'react-hook-form'
import { type RecordForm, Section } from '#kit/form.tsx'
import { blankCompanyAccount } from '#people/teams/payout-account.contract.ts'
import { PayoutAccount } from '#people/teams/payout-account.parts.tsx'
import type { Values } from './company-form.rules.ts'

export function CompanyAccounts({ form }: { form: RecordForm<Values> }) {
  const { fields, append, remove } = useFieldArray({
    control: form.rhf.control,
    name: 'payoutAccounts',
    keyName: 'key',
  })
  const { Number: Figure, Switch } = form.fields
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
        <PayoutAccount key={f.key} whose="company" at={i} onRemove={form.readOnly ? undefined : () => remove(i)}>
          <Figure name={`payoutAccounts.${i}.settlement_percentage`} label="Settlement Percentage" unit="%" required />
          <Switch name={`payoutAccounts.${i}.disabled`} label="Disabled" />
        </PayoutAccount>
      ))}
    </>
  )
}
