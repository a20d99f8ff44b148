// Every form shows all of its errors at the first Save: a check over several fields waits for no other field.
import { globSync } from 'node:fs'
import { AddressWithoutPoint } from '@wattdesk/base/address'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formParameters } from '#control/remote-operations/operation-body.contract.ts'
import { bulkFormParameters } from '#desk/bulk-actions/bulk-action-body.contract.ts'
import { ChargerBody } from '#fleet/chargers/charger-body.contract.ts'
import { PriceGroupForm } from '#money/price-groups/price-form.rules.ts'
import { businessTypes, TeamPayoutAccounts } from '#people/teams/payout-account.contract.ts'
import { FinanceConfig, financeDefaults } from '#people/teams/team-finance.contract.ts'
import { schemaOf } from '#people/teams/team-form.rules.ts'
import { ChargingProfileForm } from '#power/charging-profiles/charging-profile-body.contract.ts'

type Check = { _zod: { def: { check: string; when?: unknown } } }
type Def = { type: string; checks?: readonly Check[] } & Record<string, unknown>
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def

/** The schemas inside a definition: fields, rows, both sides of a pipe, and the members of a union. */
const innerOf = (def: Def): [string, z.ZodType][] =>
  Object.entries(def).flatMap(([name, value]): [string, z.ZodType][] => {
    if (value instanceof z.ZodType) return [[name === 'element' ? '[]' : '', value]]
    if (name === 'shape') return Object.entries(value as Record<string, z.ZodType>)
    if (name === 'options' && Array.isArray(value)) return value.map((v, i) => [`|${i}`, v as z.ZodType])
    return []
  })

/** The places of the checks over a record or a list that wait until every field inside is right. */
function waitingChecks(schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const def = defOf(schema)
  const holdsFields = def.type === 'object' || def.type === 'array'
  const waits = holdsFields && (def.checks ?? []).some(c => c._zod.def.check === 'custom' && !c._zod.def.when)
  return [
    ...(waits ? [path] : []),
    ...innerOf(def).flatMap(([name, inner]) => waitingChecks(inner, name ? `${path}.${name}` : path, seen)),
  ]
}

/** All schemas that a body or form is checked by, each with its place. A query comes from an address and has no Save. */
async function savedSchemas(): Promise<[place: string, schema: z.ZodType][]> {
  const all: [string, z.ZodType][] = []
  for (const file of globSync('features/*/*/*.{contract,rules}.ts')) {
    const exported = (await import(/* @vite-ignore */ `../${file}`)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      const schema = value instanceof z.ZodType ? value : (value as { body?: unknown } | null)?.body
      if (schema instanceof z.ZodType && !name.endsWith('Query')) all.push([`${file} ${name}`, schema])
    }
  }
  return all
}

test('no check over several fields of a body or form waits for another field', async () => {
  const all = await savedSchemas()
  expect(all.length).toBeGreaterThan(300)
  expect(all.flatMap(([place, schema]) => waitingChecks(schema, place))).toEqual([])
})

/** For each kind of field a value that is there but wrong. */
const WRONG: Readonly<Record<string, unknown>> = {
  enum: 'no such choice',
  string: 7,
  number: 'many',
  array: 7,
  union: [],
}
/** The places of fields that call a wrong value missing. */
function calledMissing(schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const def = defOf(schema)
  const texts = def.type in WRONG ? errorsOf(schema, WRONG[def.type]) : []
  return [
    ...(texts.some(text => /(is|are) required/.test(text)) ? [path] : []),
    ...innerOf(def).flatMap(([name, inner]) => calledMissing(inner, name ? `${path}.${name}` : path, seen)),
  ]
}

test('no field of a body or form calls a wrong value missing', async () => {
  const all = await savedSchemas()
  expect(all.flatMap(([place, schema]) => calledMissing(schema, place))).toEqual([])
})

/** A copy of `value` with another value at `path`, such as `connectors.0.kw`. */
function withAt(value: unknown, path: string, other: unknown): unknown {
  const copy = structuredClone(value)
  const names = path.split('.')
  const last = names.pop() as string
  const parent = names.reduce((at, name) => at[name] as Record<string, unknown>, copy as Record<string, unknown>)
  parent[last] = other
  return copy
}
const errorsOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(i => `${i.path.join('.')}: ${i.message}`)

const connector = { connectorName: '', connectorType: 'CCS Type 2', kw: 30, volt: null, priceGroupId: 1 }
const charger = {
  chargepoint_id: 'CP-1',
  chargepoint_name: 'Gate',
  charger_type: 'DC',
  registrationStatus: 'Accepted',
  access_level: 'Public',
  description: '',
  note: '',
  address: { street: '', houseNumber: '', zipcode: '', city: '', state: '', country: 'IN' },
  locationLatitude: 18.5,
  locationLongitude: 73.9,
  tolerance_watt: 300,
  meter_interval_sec: 30,
  connectors: [connector],
  settings: { enableNotifications: true, notificationRecipients: 'asha@volt.example', notificationFeatures: [] },
}
const profile = {
  charging_profile_id: 7,
  stack_level: 0,
  description: 'Night',
  charging_profile_purpose: 'TxDefaultProfile',
  charging_profile_kind: 'Absolute',
  recurrency_kind: null,
  valid_from: '2026-06-01T00:00',
  valid_to: '2026-07-01T00:00',
  duration_in_seconds: null,
  start_schedule: null,
  note: 'x',
  min_charging_rate: null,
  charging_rate_unit: 'A',
  schedulePeriods: [
    { start_period: 60, power_limit: 16, number_phase: 3 },
    { start_period: 120, power_limit: 10, number_phase: 3 },
  ],
}
const slot = (day: number) => ({
  day,
  startTime: '00:00',
  endTime: '23:59',
  priceType: 'kwh',
  priceperKW: 18,
  priceperHr: null,
  fixedFeeStarting: 0,
  fixedFeeCharging: 0,
  minuteFeeCharging: 0,
  idealFeeFullyCharged: 0,
})
const priceGroup = {
  name: 'Day',
  description: '',
  priceGroupType: 'variable',
  priceDetails: [0, 1, 2, 3, 4, 5, 6].map(slot),
}
const account = {
  business_name: 'Volt',
  business_type: businessTypes[0],
  beneficiary_name: 'Volt',
  email: 'pay@volt.example',
  phone: '9876543210',
  account_no: '123456789',
  ifsc_code: 'HDFC0001234',
  gst: null,
  account_type: 'savings',
  payout_percentage: 100,
  tax_percentage: 18,
}

/** A form's schema, values that it accepts, and mistakes of a user: a path with the wrong value. */
type FormCase = [form: string, schema: z.ZodType, right: unknown, mistakes: [path: string, wrong: unknown][]]
const forms: FormCase[] = [
  [
    'charger',
    ChargerBody,
    charger,
    [
      ['chargepoint_id', ''],
      ['chargepoint_name', ''],
      ['charger_type', ''],
      ['locationLatitude', null],
      ['tolerance_watt', null],
      ['connectors.0.connectorType', ''],
      ['connectors.0.priceGroupId', null],
      ['settings.notificationRecipients', ''],
      ['settings.notificationFeatures', ['no event']],
    ],
  ],
  [
    'charging profile',
    ChargingProfileForm,
    profile,
    [
      ['charging_profile_id', ''],
      ['charging_profile_kind', ''],
      ['valid_to', '2026-05-01T00:00'],
      ['schedulePeriods.0.power_limit', null],
      ['schedulePeriods.1.start_period', 30],
    ],
  ],
  [
    'price group',
    PriceGroupForm,
    priceGroup,
    [
      ['name', null],
      ['priceDetails.0.priceperKW', null],
      ['priceDetails.3.priceperKW', 'many'],
      ['priceDetails.5.day', 4],
    ],
  ],
  [
    'team finance',
    FinanceConfig,
    financeDefaults,
    [
      ['charger_payment_details.dc_charges_monthly', null],
      ['charger_payment_details.tax', null],
      ['transaction_payment_details.tax', null],
      ['payout_details.payout_rule', 2],
      ['payout_details.cm_commission_percent', null],
      ['payout_details.tax', null],
      ['payment_gateway_details.payment_gateway_details_id', null],
    ],
  ],
  [
    'payout accounts of a team',
    z.object({ payoutAccounts: TeamPayoutAccounts }),
    { payoutAccounts: [account] },
    [
      ['payoutAccounts.0.payout_percentage', 60],
      ['payoutAccounts.0.ifsc_code', 'x'],
    ],
  ],
  [
    'team that keeps its accounts',
    schemaOf(true),
    {
      name: 'North',
      active: 'Y',
      description: '',
      parentCompanyId: 1,
      domain: '',
      address: { street: '', houseNumber: '', zipCode: '', city: '', state: '', country: 'IN', lat: 18.5, lng: 73.9 },
      payoutAccounts: [account],
    },
    [
      ['name', ''],
      ['active', ''],
      ['address.lat', null],
      ['address.state', 'Nowhere'],
      ['payoutAccounts.0.ifsc_code', ''],
    ],
  ],
  [
    'address of a company',
    AddressWithoutPoint,
    { street: '', houseNumber: '', zipCode: '', city: '', state: '', country: 'IN', lat: 18.5, lng: 73.9 },
    [
      ['street', 7],
      ['lat', null],
    ],
  ],
  [
    'Change Configuration of many charge points',
    bulkFormParameters.ChangeConfiguration,
    { keyType: 'Predefined', confKey: 'HeartBeatInterval', customConfValue: '60' },
    [
      ['confKey', 'WifiPassword'],
      ['customConfValue', null],
    ],
  ],
  [
    'Get Diagnostics',
    formParameters.GetDiagnostics,
    { location: 'ftp://files.example', startDate: '2026-06-01T00:00', stopDate: '2026-06-02T00:00' },
    [
      ['location', null],
      ['retries', 'x'],
      ['stopDate', '2026-05-02T00:00'],
    ],
  ],
]
test.each(forms)(
  '%s: each error of a later Save stands at the first Save already',
  (_form, schema, right, mistakes) => {
    expect(errorsOf(schema, right)).toEqual([])
    const all = errorsOf(
      schema,
      mistakes.reduce((value, [path, wrong]) => withAt(value, path, wrong), right),
    )
    for (const [path, wrong] of mistakes) {
      const alone = errorsOf(schema, withAt(right, path, wrong))
      expect(alone, path).not.toEqual([])
      expect(all).toEqual(expect.arrayContaining(alone))
    }
  },
)
