// Finance inside the form of a team: charges by charger, gateway terms, payout rule and commission (S-FINANCE).
import { Alert, FormControlLabel, Stack, Switch } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldFrame } from '#kit/field-frame.tsx'
import { type RecordForm, Section } from '#kit/form.tsx'
import { useField } from '#kit/use-field.ts'
import { listPaymentGateways } from '#office/reference/reference.contract.ts'
import { payoutRules } from './payout-rules.words.ts'
import { flagRefused, OFFERED_PAYOUT_RULES, percentByRule } from './team-finance.contract.ts'
import type { Values } from './team-form.rules.ts'
import { TeamRegistrations } from './team-registrations.tsx'

const RULE = 'financeConfig.payout_details.payout_rule'
const FLAG = 'financeConfig.payout_details.cm_commission_in_percent'

/** The percent flag: it follows the rule, and a click against the rule shows why it stays. */
function CommissionFlag({ rule }: { rule: number }) {
  const { field, id, error, off, aria } = useField({ name: FLAG })
  const [refused, setRefused] = useState<{ rule: number; text: string }>()
  // Errors that depended on the former rule are cleared.
  const text = error ?? (refused?.rule === rule ? refused.text : undefined)
  return (
    <FieldFrame id={id} label="Commission in percent" labelled={false} error={text} below={text}>
      <FormControlLabel
        label="Commission in percent"
        disabled={off}
        control={
          <Switch
            id={id}
            name={field.name}
            checked={field.value === true}
            onChange={(_, on) => {
              const why = flagRefused(rule, on)
              setRefused(why ? { rule, text: why } : undefined)
              if (!why) field.onChange(on)
            }}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, ...aria, ...(text && { 'aria-describedby': `${id}-below` }) } }}
          />
        }
      />
    </FieldFrame>
  )
}

type TeamFinanceTabProps = {
  form: RecordForm<Values>
  /** The team has no finance of its own yet. */
  isInherited: boolean
  /** The stored team; missing: a new one, which has no registrations yet. */
  teamId?: number | undefined
}
export default function TeamFinanceTab({ form, isInherited, teamId }: TeamFinanceTabProps) {
  const { control, setValue } = form.rhf
  const { Number: Figure, Select, Switch } = form.fields
  const [monthly, rule, inPercent] = useWatch({
    control,
    name: ['financeConfig.charger_payment_details.monthly_payment', RULE, FLAG],
  })
  const gateways = useQuery(query(listPaymentGateways, {}))
  useEffect(() => {
    const forced = percentByRule(rule ?? 0)
    if (forced !== undefined && forced !== inPercent)
      setValue(FLAG, forced, { shouldDirty: true, shouldValidate: true })
  }, [rule, inPercent, setValue])
  const period = monthly ? 'monthly' : 'annual'
  const per = monthly ? '₹ a month' : '₹ a year'
  return (
    <Stack spacing={2}>
      {isInherited && (
        <Alert severity="info">
          Nothing is saved here yet: the percents of the company hold, beside the usual figures.
          {!form.readOnly && ' What you change and save holds for sessions that start afterwards.'}
        </Alert>
      )}
      <Section title="Charger charges" help="What the platform takes for each charger.">
        <Switch name="financeConfig.charger_payment_details.monthly_payment" label="Monthly payment" wide />
        {/* Separate fields, so that each period keeps its typed value. */}
        <Figure
          key={`dc-${period}`}
          name={`financeConfig.charger_payment_details.dc_charges_${period}`}
          label={`DC Charges (${period})`}
          unit={per}
          required
        />
        <Figure
          key={`ac-${period}`}
          name={`financeConfig.charger_payment_details.ac_charges_${period}`}
          label={`AC Charges (${period})`}
          unit={per}
          required
        />
        <Figure name="financeConfig.charger_payment_details.tax" label="Charger Tax" unit="%" required />
        <Figure
          name="financeConfig.charger_payment_details.other_fixed_cost"
          label="Other Fixed Cost"
          unit="₹ a month"
        />
      </Section>
      <Section title="Transaction payment" help="Holds for sessions that start after it was saved.">
        <Select
          name="financeConfig.transaction_payment_details.pg_charges_bearer"
          label="Payment Gateway Charges Bearer"
          required
          options={[
            { value: 'EV', label: 'EV driver' },
            { value: 'CPO', label: 'CPO' },
          ]}
        />
        <Figure
          name="financeConfig.transaction_payment_details.payment_gateway_percent"
          label="Payment Gateway Percent"
          unit="%"
          required
        />
        <Figure name="financeConfig.transaction_payment_details.tax" label="Transaction Tax" unit="%" required />
        <Select
          name="financeConfig.payment_gateway_details.payment_gateway_details_id"
          label="Payment Gateway"
          required
          options={(gateways.data?.data ?? []).map(g => ({ value: g.id, label: g.name }))}
        />
      </Section>
      <PayoutSection form={form} rule={rule ?? 0} isPercent={inPercent === true} />
      {teamId !== undefined && <TeamRegistrations teamId={teamId} readOnly={form.readOnly} />}
    </Stack>
  )
}

type PayoutSectionProps = { form: RecordForm<Values>; rule: number; isPercent: boolean }
/** `rule` and `isPercent`: the payout rule of the form, and whether its commission is a share. */
function PayoutSection({ form, rule, isPercent }: PayoutSectionProps) {
  const { Number: Figure, Select } = form.fields
  const stored = form.rhf.formState.defaultValues?.financeConfig?.payout_details?.payout_rule
  // A retired rule is offered only to a team that has it.
  const rules = [...OFFERED_PAYOUT_RULES, ...(stored === 7 ? [7] : [])]
  return (
    <Section title="Payout" help="Which commission is kept when the month is paid out.">
      <Select
        name={RULE}
        label="Payout Rule"
        required
        wide
        options={rules.map(value => ({ value, label: payoutRules[value] ?? '' }))}
      />
      <CommissionFlag rule={rule} />
      {isPercent ? (
        <Figure
          key="percent"
          name="financeConfig.payout_details.cm_commission_percent"
          label="Commission Percent"
          unit="%"
          required
        />
      ) : (
        <Figure
          key="cost"
          name="financeConfig.payout_details.cm_commission_cost"
          label="Commission Cost"
          unit="₹ / kWh"
          required
        />
      )}
      <Select
        name="financeConfig.payout_details.tax_bearer"
        label="Tax Bearer"
        required
        options={[
          { value: 'CPO', label: 'CPO' },
          { value: 'CM', label: 'CM' },
        ]}
      />
      <Figure name="financeConfig.payout_details.tax" label="Payout Tax" unit="%" required />
    </Section>
  )
}
