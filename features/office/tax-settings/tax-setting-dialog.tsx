// Sets a value from a day on.

import { Alert } from '@mui/material'
import { dayOf } from '@wattdesk/base/time'
import { call } from '@wattdesk/wire/call'
import { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useSession } from '#kit/session.ts'
import { listTaxSettings, setTaxSetting, type TaxSetting } from './tax-setting.contract.ts'

type Values = { value: string | number | null; since: string }
const SWITCH = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]
/** Turns the content of the field into the value that the request carries. */
const sent = ({ kind }: TaxSetting, value: Values['value']): TaxSetting['value'] =>
  kind === 'switch' ? value === 'on' : value === '' ? null : value
function typed({ kind, value }: TaxSetting): Values['value'] {
  if (kind === 'switch') return value === true ? 'on' : 'off'
  return kind === 'text' || kind === 'list' ? ((value as string | null) ?? '') : (value as number | null)
}
const text = (longest: number) => z.string().trim().max(longest, `Should be ${longest} characters or less`)
/** A GST number for each state, with commas and spaces between them. */
const LONGEST = { text: 40, list: 800 }
/** A setting whose empty value means something may be left empty. */
function valueSchema({ kind, empty }: TaxSetting) {
  if (kind !== 'percent' && kind !== 'rupees') {
    const all = text(kind === 'list' ? LONGEST.list : LONGEST.text)
    return empty === null ? all.min(1, 'Please enter a value') : all
  }
  return empty === null ? z.number({ error: 'Please enter a percentage' }) : z.number().nullable()
}

type Props = { setting: TaxSetting; onClose: () => void }
export function TaxSettingDialog({ setting, onClose }: Props) {
  const { teamId, user } = useSession()
  const isNumber = setting.kind === 'percent' || setting.kind === 'rupees'
  const schema = z.object({ value: valueSchema(setting), since: z.string().min(1, 'Please choose a day') })
  const today = dayOf(new Date(), user.businessZone)
  const form = useRecordForm<Values, Values, unknown>({
    schema: schema as unknown as z.ZodType<Values, Values>,
    values: { value: typed(setting), since: setting.isByMonth ? `${today.slice(0, 7)}-01` : today },
    save: v =>
      call(setTaxSetting, {
        params: { teamId },
        body: { name: setting.name, since: v.since, value: sent(setting, v.value), lastId: setting.lastId },
      }),
    refreshes: [listTaxSettings],
    onSaved: onClose,
  })
  const { Text, Multiline, Select, Number: Figure } = form.fields
  return (
    <Form in="dialog" form={form} title={setting.label} text={setting.help} submit="Set" onClose={onClose}>
      {setting.notice && <Alert severity="warning">{setting.notice}</Alert>}
      {setting.kind === 'switch' && <Select name="value" label="Value" required options={SWITCH} />}
      {setting.kind === 'list' && <Multiline name="value" label="Value" rows={2} help={`Empty: ${setting.empty}`} />}
      {setting.kind === 'text' && (
        <Text
          name="value"
          label="Value"
          required={setting.empty === null}
          autoComplete="off"
          {...(setting.empty !== null && { help: `Empty: ${setting.empty}` })}
        />
      )}
      {isNumber && (
        <Figure
          name="value"
          label="Value"
          required={setting.empty === null}
          unit={setting.kind === 'percent' ? '%' : '₹'}
        />
      )}
      <Text
        name="since"
        label="From"
        type="date"
        required
        help={setting.isByMonth ? 'The 1st of a month' : 'The first day on which it holds'}
      />
    </Form>
  )
}
