// Payout accounts inside the form of a team, a card each.
import Add from '@mui/icons-material/Add'
import { Alert, Box, Button, Stack } from '@mui/material'
import { useFieldArray } from 'react-hook-form'
import { type RecordForm, Section } from '#kit/form.tsx'
import { blankTeamAccount } from './payout-account.contract.ts'
import { PayoutAccount } from './payout-account.parts.tsx'
import type { Values } from './team-form.rules.ts'

export default function PayoutAccountsTab({ form }: { form: RecordForm<Values> }) {
  const { fields, append, remove } = useFieldArray({
    control: form.rhf.control,
    name: 'payoutAccounts',
    keyName: 'key',
  })
  const { Number: Figure, Text } = form.fields
  const wrong = form.rhf.formState.errors.payoutAccounts
  const problem = wrong?.root?.message ?? wrong?.message
  return (
    <Stack spacing={2}>
      {problem && <Alert severity="error">{problem}</Alert>}
      {fields.map((f, i) => (
        <PayoutAccount key={f.key} whose="team" at={i} onRemove={form.readOnly ? undefined : () => remove(i)}>
          <Text name={`payoutAccounts.${i}.gst`} label="GST Number" />
          <Text
            name={`payoutAccounts.${i}.pan`}
            label="PAN"
            help="Characters 3 to 12 of the GST number, where there is one"
          />
          <Figure name={`payoutAccounts.${i}.payout_percentage`} label="Payout Percentage" unit="%" required />
          <Figure name={`payoutAccounts.${i}.tax_percentage`} label="Tax Percentage" unit="%" required />
        </PayoutAccount>
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
      <Section title="Income tax" help="Whose payouts these are for the tax office.">
        <Text name="pan" label="PAN of the owner" help="Empty: that of the first account" />
      </Section>
    </Stack>
  )
}
