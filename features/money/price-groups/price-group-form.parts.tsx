// The form of a price group. Saved prices apply to sessions that start afterwards.
import { Alert, AlertTitle, Box, MenuItem, Select } from '@mui/material'
import { CallError, call } from '@wattdesk/wire/call'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { DetailList } from '#kit/detail-list.tsx'
import { FieldFrame } from '#kit/field-frame.tsx'
import { percentText } from '#kit/figures.tsx'
import { Form, type RecordForm, Section, useRecordForm } from '#kit/form.tsx'
import { notify, reasonOf } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { TimezoneNotice } from '#kit/time.tsx'
import { useField } from '#kit/use-field.ts'
import { useWayBack } from '#kit/way-back.ts'
import {
  CHECK_FIELDS,
  FIX_ERRORS,
  GATEWAY_METHODS,
  type GatewayMethod,
  GROUP_TYPES,
  type GroupType,
  METHOD_LABELS,
  SUBMISSION_ERROR,
  typeLabel,
} from './price.words.ts'
import {
  alertText,
  asType,
  blank,
  labelOf,
  problemTexts,
  PriceGroupForm as Schema,
  type Slot,
  submissionText,
  type Values,
  valuesOf,
} from './price-form.rules.ts'
import { LIST } from './price-group.actions.ts'
import {
  createPriceGroup,
  getPriceGroup,
  listPriceGroups,
  listPriceVersions,
  type PriceGroup,
  priceGroupRecord,
  updatePriceGroup,
} from './price-group.contract.ts'
import type { PriceGroupBody } from './price-group-body.contract.ts'
import { PriceSlots } from './price-slots.tsx'
import { RupeesNotice } from './rupees-notice.parts.tsx'

/** The payment terms: those of the team for a new group, or those of the stored group. */
type Payment = Pick<
  PriceGroup,
  'paymentGateway' | 'currency' | 'taxPercent' | 'transactionPercent' | 'pgChargesBearer'
> & { transactionPercentByMethod?: Record<GatewayMethod, number> | undefined }
type Props = {
  group?: PriceGroup
  tag?: string | undefined
  readOnly: boolean
  /** Undefined while the terms are loading. */
  payment: Payment | undefined
  /** Renders the part below the prices, from the values in the form. */
  beside?: (form: RecordForm<Values>) => ReactNode
}

const bearer = { EV: 'EV driver', CPO: 'Charge point operator' } as const
const percent = (n: number | undefined) => (n === undefined ? undefined : percentText(n, 2))
/** '2.36%', or by method of payment where it differs. */
function chargeText(payment: Payment | undefined): string | undefined {
  const { transactionPercent, transactionPercentByMethod: by } = payment ?? {}
  if (!by || GATEWAY_METHODS.every(m => by[m] === transactionPercent)) return percent(transactionPercent)
  return GATEWAY_METHODS.map(m => `${METHOD_LABELS[m]} ${percent(by[m])}`).join(', ')
}

/** After a refused save: the server's message, or the problems in the form. */
function Problems({ form, refusal }: { form: RecordForm<Values>; refusal: string | undefined }) {
  const { formState, getValues } = form.rhf
  const { errors, submitCount, isSubmitting } = formState
  const texts = submitCount > 0 && !isSubmitting ? problemTexts(errors, getValues()) : []
  const isWrong = submitCount > 0 && !isSubmitting && Object.keys(errors).length > 0
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a try to save leads there
  useEffect(() => {
    if (box.current?.firstChild) box.current.scrollIntoView?.({ block: 'center' })
  }, [submitCount, refusal])
  return (
    <Box ref={box} sx={{ display: 'grid', gap: 2, '&:empty': { display: 'none' } }}>
      {refusal && (
        <Alert severity="error">
          <AlertTitle>{SUBMISSION_ERROR}</AlertTitle>
          {refusal}
        </Alert>
      )}
      {isWrong && (
        <Alert severity="error">
          <AlertTitle>{FIX_ERRORS}</AlertTitle>
          {texts.length === 0 ? (
            CHECK_FIELDS
          ) : (
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {texts.map(t => (
                <li key={t}>{t}</li>
              ))}
            </Box>
          )}
        </Alert>
      )}
    </Box>
  )
}

/** Fixed or variable; switching back brings back the slots that were typed for a type. */
function PricingType({ form, setSlots }: { form: RecordForm<Values>; setSlots: (slots: Slot[]) => void }) {
  const label = 'Pricing Type'
  const { field, id, error, off, below, aria } = useField({ name: 'priceGroupType', label })
  const left = useRef<Partial<Record<GroupType, Slot[]>>>({})
  const choose = (type: GroupType) => {
    if (type === field.value) return
    const slots = form.rhf.getValues('priceDetails')
    left.current[field.value as GroupType] = slots
    field.onChange(type)
    setSlots(left.current[type] ?? asType(type, slots))
  }
  return (
    <FieldFrame id={id} label={label} error={error} below={below} required>
      <Select
        fullWidth
        id={id}
        labelId={`${id}-label`}
        value={field.value}
        onChange={e => choose(e.target.value as GroupType)}
        onBlur={field.onBlur}
        inputRef={field.ref}
        disabled={off}
        SelectDisplayProps={{ ...aria, 'aria-required': true }}
      >
        {GROUP_TYPES.map(type => (
          <MenuItem key={type} value={type}>
            {typeLabel[type]}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  )
}

export function PriceGroupForm({ group, tag, readOnly, payment, beside }: Props) {
  const { teamId } = useSession()
  const navigate = useNavigate()
  const whereTo = useWayBack(LIST)
  const back = () => void navigate(whereTo)
  const [refusal, setRefusal] = useState<string>()
  const [values] = useState(() => blank)
  const form: RecordForm<Values> = useRecordForm<Values, PriceGroupBody, unknown>({
    schema: Schema,
    values: group ? valuesOf(group) : values,
    version: group && {
      kind: priceGroupRecord,
      recordId: group.priceGroupId,
      reader: getPriceGroup,
      tag,
      valuesOf,
      label: (path: string): string => labelOf(path, form.rhf.getValues()),
    },
    readOnly,
    save: async (body, sent) => {
      try {
        return await (group
          ? call(updatePriceGroup, { params: { priceGroupId: group.priceGroupId }, body }, sent)
          : call(createPriceGroup, { query: { teamId }, body }, sent))
      } catch (e) {
        if (!(e instanceof CallError) || e.conflict || e.endsSession) throw e
        const { status, errors } = e
        const told = { message: reasonOf(e), errors }
        setRefusal(submissionText(told))
        // The banner shows all texts; errors of fields on screen also go to those fields, with a notice beside them.
        const atFields = Object.entries(errors).filter(([name]) => form.mounted.has(name))
        const said = new CallError(status, alertText(told), Object.fromEntries(atFields))
        if (atFields.length > 0) notify.error(said)
        throw said
      }
    },
    refreshes: [listPriceGroups, getPriceGroup, listPriceVersions],
    onSaved: back,
  })
  /** Submits again: the message of the last try is cleared, even where the form's own check stops the new one. */
  const again = () => {
    setRefusal(undefined)
    form.submit()
  }
  const { Text, Multiline } = form.fields
  const setSlots = (slots: Slot[]) => {
    const { setValue, trigger, clearErrors, formState } = form.rhf
    setValue('priceDetails', slots, { shouldDirty: true })
    clearErrors('priceDetails')
    if (formState.submitCount > 0) void trigger('priceDetails')
  }
  return (
    <Form form={{ ...form, submit: again }} label="Price group" submit="Save" onCancel={back}>
      <Problems form={form} refusal={refusal} />
      <Section title="Basic Information">
        <Text name="name" label="Name" required />
        <Multiline name="description" label="Description" rows={1} />
      </Section>
      <Section
        title="Payment Configuration"
        help="As on the tab Finance of the team whose price group this is, also for charge points of other teams that use it; sessions that start later take it over."
      >
        <Box sx={{ gridColumn: '1 / -1' }}>
          <DetailList
            oneLine
            items={[
              { label: 'Payment Gateway', value: payment?.paymentGateway },
              { label: 'Currency', value: payment?.currency },
              { label: 'Tax', value: percent(payment?.taxPercent) },
              { label: 'Transaction charge', value: chargeText(payment) },
              { label: 'Transaction charge borne by', value: payment && bearer[payment.pgChargesBearer] },
            ]}
          />
          {payment && <RupeesNotice currency={payment.currency} />}
        </Box>
      </Section>
      <Section title="Pricing Configuration">
        <PricingType form={form} setSlots={setSlots} />
        <Box sx={{ alignSelf: 'end', pb: 1 }}>
          <TimezoneNotice />
        </Box>
      </Section>
      <PriceSlots form={form} setSlots={setSlots} />
      {beside?.(form)}
    </Form>
  )
}
