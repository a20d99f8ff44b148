// The dated settings of the papers for the tax office (M-8). Percentages and rupees as numbers, days as yyyy-MM-dd in the
// business time zone.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { TAX_SETTING_NAMES } from './tax-setting.words.ts'

const Value = z.union([z.boolean(), z.number(), z.string()]).nullable()
const Name = z.enum(TAX_SETTING_NAMES, 'There is no such setting')

const Entry = z
  .object({
    /** Missing for values that the product begins with. */
    settingId: z.number().int().nullable(),
    whose: z.enum(['company', 'installation', 'product']),
    since: z.string(),
    value: Value,
    setAt: z.string().nullable(),
    setBy: z.string().nullable(),
  })
  .meta({ id: 'TaxSettingValue' })
export type TaxSettingEntry = z.infer<typeof Entry>
export const TaxSetting = z
  .object({
    name: Name,
    group: z.string(),
    label: z.string(),
    help: z.string(),
    kind: z.enum(['switch', 'percent', 'rupees', 'text', 'list']),
    /** The words for an empty value; null where the setting needs a value. */
    empty: z.string().nullable(),
    whose: z.enum(['company', 'installation']),
    /** A value can begin only on the 1st of a month. */
    isByMonth: z.boolean(),
    /** The caller may set it here. */
    mayChange: z.boolean(),
    /** The value that is in force today. */
    value: Value,
    /** The last value that was set here, by its number; 0 where none was. */
    lastId: z.number().int(),
    /** What to look at before it is switched on; left out where there is nothing. */
    notice: z.string().optional(),
    /** All values, those that begin latest first. */
    entries: z.array(Entry),
  })
  .meta({ id: 'TaxSetting' })
export type TaxSetting = z.infer<typeof TaxSetting>

export const listTaxSettings = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/tax/settings',
  can: 'Finance.view',
  summary: 'The dated settings of the papers for the tax office, with what held and will hold',
  params: z.object({ teamId: recordId() }),
  data: z.array(TaxSetting),
})

export const TaxSettingBody = z.object({
  name: Name,
  since: z.string('Please enter a valid date').max(10, 'Please enter a valid date'),
  value: Value,
  /** `lastId` of the setting as the caller knows it: 409 when somebody has set it meanwhile. */
  lastId: z.number().int().min(0),
})
export const setTaxSetting = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/tax/settings',
  can: 'Finance.update',
  summary:
    'Set a value from a day on: on the platform’s team for the installation, on a company’s own team for the company',
  params: z.object({ teamId: recordId() }),
  body: TaxSettingBody,
  data: TaxSetting,
  status: 201,
})
