// Payout accounts inside the form of a team, a card each.
import Add from '@mui/icons-material/Add'
import { Alert, Box, Button, Stack } from '@mui/material'
import { isGstin, panOfGstin } from '@wattdesk/base/identifiers'
import { useFieldArray, useWatch } from 'react-hook-form'
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
          <Text
            name={`payoutAccounts.${i}.gst`}
            label="GST Number"
            help="15 characters, the last a check digit, as 29ABCDE1234F1ZW. Stands on every bill: without it sessions are not billed."
          />
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
        <MissingPan form={form} />
      </Section>
    </Stack>
  )
}

/** A GST number holds the PAN, and still none is stored: tax is deducted at the higher rate. */
function MissingPan({ form: { rhf, readOnly } }: { form: RecordForm<Values> }) {
  const [pan, accounts] = useWatch({ control: rhf.control, name: ['pan', 'payoutAccounts'] })
  const gst = (accounts?.[0]?.gst ?? '').trim().toUpperCase()
  if (pan || accounts?.[0]?.pan || !isGstin(gst)) return null
  const known = panOfGstin(gst)
  return (
    <Alert
      severity="warning"
      action={
        readOnly ? undefined : (
          <Button
            color="inherit"
            size="small"
            onClick={() => rhf.setValue('pan', known, { shouldDirty: true, shouldValidate: true })}
          >
            {`Use ${known}`}
          </Button>
        )
      }
    >
      {`Without a PAN, tax at source is deducted at the higher rate (5 % as delivered). The GST number holds ${known}.`}
    </Alert>
  )
}
