// Below the prices of a group's form: what a session would cost by the prices as they are typed, and the way to try them on
// the sessions of a month.
import { Alert, Box, Button, MenuItem, OutlinedInput, Select, Typography } from '@mui/material'
import { ppmFromPercent } from '@wattdesk/base/money'
import { Suspense, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { BillLines } from '#charging/billing/bill-lines.parts.tsx'
import { FieldFrame } from '#kit/field-frame.tsx'
import { type RecordForm, Section } from '#kit/form.tsx'
import { later } from '#kit/later.ts'
import { useAccess, useSession } from '#kit/session.ts'
import type { MethodRates } from '#money/price-groups/gateway-rate.rules.ts'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { GATEWAY_METHODS, type GatewayMethod, METHOD_LABELS } from '#money/price-groups/price.words.ts'
import { storedSlots } from '#money/price-groups/price-detail.rules.ts'
import type { Values } from '#money/price-groups/price-form.rules.ts'
import type { PriceGroup } from '#money/price-groups/price-group.contract.ts'
import { PriceDetails } from '#money/price-groups/price-group-body.contract.ts'
import { type SampleSession as Sample, sampleBill, sampleProblem } from './sample.rules.ts'

const TryMonthDialog = later(() => import('./try-month-dialog.tsx'))

const two = (n: number): string => String(n).padStart(2, '0')
/** The next full hour as a field of local time has it. */
function nextHour(): string {
  const d = new Date(Date.now() + 3_600_000)
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:00`
}
const numberOf = (text: string): number => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN)

type FieldProps = {
  id: string
  label: string
  value: string
  set: (v: string) => void
  unit?: string
  type?: string
  help?: string
}
function Field({ id, label, value, set, unit, type = 'text', help }: FieldProps) {
  return (
    <FieldFrame id={id} label={label} below={help}>
      <OutlinedInput
        fullWidth
        size="small"
        id={id}
        type={type}
        value={value}
        onChange={e => set(e.target.value)}
        // Enter belongs to the form of the prices, which is not to be saved from here.
        onKeyDown={e => {
          if (e.key === 'Enter') e.preventDefault()
        }}
        endAdornment={unit}
        inputProps={{
          ...(type === 'text' && { inputMode: 'decimal' }),
          ...(help && { 'aria-describedby': `${id}-below` }),
        }}
      />
    </FieldFrame>
  )
}

type Terms = Pick<PriceGroup, 'taxPercent' | 'transactionPercent' | 'pgChargesBearer'> & {
  transactionPercentByMethod?: Record<GatewayMethod, number> | undefined
}
const ratesOf = ({ transactionPercentByMethod: by }: Terms): MethodRates =>
  by ? Object.fromEntries(GATEWAY_METHODS.map(m => [m, ppmFromPercent(by[m])])) : {}
type Props = { form: RecordForm<Values>; terms: Terms | undefined; group?: PriceGroup | undefined }
export function SampleSession({ form, terms, group }: Props) {
  const { user } = useSession()
  const { canView } = useAccess('Transaction')
  const [type, details] = useWatch({ control: form.rhf.control, name: ['priceGroupType', 'priceDetails'] })
  const [startAt, setStart] = useState(nextHour)
  const [minutes, setMinutes] = useState('60')
  const [energy, setEnergy] = useState('20')
  const [full, setFull] = useState('0')
  const [paidBy, setPaidBy] = useState<Sample['paidBy']>('card')
  const [isTrying, setTrying] = useState(false)
  const snapshot = useMemo((): PriceSnapshot | undefined => {
    const read = PriceDetails.safeParse(details)
    if (!read.success || !terms) return undefined
    return {
      priceGroupId: 0,
      type,
      taxPpm: ppmFromPercent(terms.taxPercent),
      transactionPpm: ppmFromPercent(terms.transactionPercent),
      pgChargesBearer: terms.pgChargesBearer,
      details: storedSlots(type, read.data),
    }
  }, [type, details, terms])
  const session = {
    startAt: new Date(startAt),
    minutes: numberOf(minutes),
    energyKwh: numberOf(energy),
    fullMinutes: numberOf(full),
    paidBy,
    methodRates: terms && ratesOf(terms),
  }
  const problem = sampleProblem(session)
  const bill = !problem && snapshot ? sampleBill(snapshot, session, user.businessZone) : undefined
  return (
    <Section
      title="Sample Session"
      help="What a session would cost by the prices above, worked out by the rule that bills sessions. Nothing is saved."
    >
      <Box
        sx={{
          gridColumn: '1 / -1',
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(5, minmax(0, 1fr))' },
        }}
      >
        <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
          <Field
            id="sample-start"
            label="Start"
            type="datetime-local"
            value={startAt}
            set={setStart}
            help="By this browser’s clock"
          />
        </Box>
        <Field id="sample-minutes" label="Duration" unit="min" value={minutes} set={setMinutes} />
        <Field id="sample-energy" label="Energy" unit="kWh" value={energy} set={setEnergy} />
        <Field id="sample-full" label="Minutes fully charged" unit="min" value={full} set={setFull} />
        <FieldFrame id="sample-paid" label="Paid by">
          <Select
            fullWidth
            id="sample-paid"
            labelId="sample-paid-label"
            value={paidBy}
            onChange={e => setPaidBy(e.target.value)}
          >
            {GATEWAY_METHODS.map(m => (
              <MenuItem key={m} value={m}>
                {METHOD_LABELS[m]}
              </MenuItem>
            ))}
            <MenuItem value="tag">RFID tag</MenuItem>
          </Select>
        </FieldFrame>
      </Box>
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }} aria-live="polite">
        {problem && <Alert severity="info">{problem}</Alert>}
        {!problem && !snapshot && (
          <Typography sx={{ color: 'text.secondary' }}>Enter all prices above to see what a session costs.</Typography>
        )}
        {bill && bill.lines.length > 0 && <BillLines bill={bill} />}
        {bill && bill.lines.length === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>Without energy nothing is charged.</Typography>
        )}
      </Box>
      {canView && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Button variant="outlined" color="inherit" disabled={!snapshot} onClick={() => setTrying(true)}>
            Try on last month
          </Button>
        </Box>
      )}
      {isTrying && (
        <Suspense>
          <TryMonthDialog values={{ type, details }} group={group} onClose={() => setTrying(false)} />
        </Suspense>
      )}
    </Section>
  )
}
