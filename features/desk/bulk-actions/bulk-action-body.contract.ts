// Bulk actions on charge points (D-BULK-1), kind by kind with the parameters of each. An operation has the same
// parameters as the single operation, so one form serves both.
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId } from '@wattdesk/base/fields'
import { z } from 'zod'
import { isCredentialKey } from '#control/remote-operations/credential-key.words.ts'
import { formParameters, parameters as operations } from '#control/remote-operations/operation-body.contract.ts'
import { maybeWhole } from '#control/remote-operations/operation-field-body.contract.ts'
import { REQUIRED } from '#control/remote-operations/operations/operation-field.contract.ts'

const ONE_BY_ONE = 'Keys and passwords are set on one charge point at a time'
const ADDRESS_ONE_BY_ONE =
  'An address with a user name or password is sent to one charge point at a time. Leave them out, or use a signed address.'

type Context = Parameters<Parameters<z.ZodType['superRefine']>[0]>[1]
const refuse = (context: Context, field: string, input: unknown, message: string) =>
  context.addIssue({ code: 'custom', path: [field], message, input })

// A bulk action stores its values unmasked until the last charger is reached. So keys, passwords, and addresses with a
// user name or password are refused.
const NAMES_SOMEBODY = /:\/\/[^\s/?#]*@/
const namesSomebody = (value: unknown): boolean => typeof value === 'string' && NAMES_SOMEBODY.test(value)
type Key = { confKey?: string | undefined; customConfKey?: string | undefined; customConfValue: string }
const demandOpenKey = (p: Key, context: Context) => {
  for (const field of ['confKey', 'customConfKey'] as const)
    if (isCredentialKey(p[field])) refuse(context, field, p[field], ONE_BY_ONE)
  if (namesSomebody(p.customConfValue)) refuse(context, 'customConfValue', p.customConfValue, ADDRESS_ONE_BY_ONE)
}
const demandOpenAddress = ({ location }: { location: string }, context: Context) => {
  if (namesSomebody(location)) refuse(context, 'location', location, ADDRESS_ONE_BY_ONE)
}

/** Which of the settings that differ: those that count as a fault, or the wished ones too. */
export const PUSHED = ['Required and set by hand', 'Wished too'] as const
const PushSettings = z.object({ which: z.enum(PUSHED) })
/** `connectorId` null: every connector. */
const PriceGroup = z.object({
  priceGroupId: recordId(),
  connectorId: z.number().int().min(1).max(255).nullable(),
})
/** null: at no site. */
const ChargingSite = z.object({ chargingSiteId: recordId().nullable() })

const same = {
  Reset: operations.Reset,
  ChangeConfiguration: operations.ChangeConfiguration.superRefine(demandOpenKey, { when: besideOthers }),
} as const
export const bulkParameters = {
  ...same,
  PriceGroup,
  ChargingSite,
  PushSettings,
  UpdateFirmware: operations.UpdateFirmware.superRefine(demandOpenAddress, { when: besideOthers }),
} as const
/** Chosen where a site could be. */
export const NO_SITE = 'none'
const choice = z.string().min(1, REQUIRED)
/** The same as the forms write them: choices as texts, times of the browser's clock (D-OPS-6). */
export const bulkFormParameters = {
  ...same,
  PriceGroup: z.object({
    priceGroupId: choice.transform(Number),
    connectorId: maybeWhole(1).transform(n => n ?? null),
  }),
  PushSettings,
  ChargingSite: z.object({ chargingSiteId: choice.transform(id => (id === NO_SITE ? null : Number(id))) }),
  UpdateFirmware: formParameters.UpdateFirmware.superRefine(demandOpenAddress, { when: besideOthers }),
} as const
export type BulkKind = keyof typeof bulkParameters

const named = <const K extends BulkKind>(kind: K) =>
  z.object({ kind: z.literal(kind), parameters: bulkParameters[kind] as (typeof bulkParameters)[K] })
/** An act, still without the charge points that it is for. */
export const BulkAct = z.discriminatedUnion(
  'kind',
  [
    named('Reset'),
    named('ChangeConfiguration'),
    named('UpdateFirmware'),
    named('PriceGroup'),
    named('ChargingSite'),
    named('PushSettings'),
  ],
  { error: issue => (issue.code === 'invalid_union' ? 'Unknown action' : undefined) },
)
export type BulkAct = z.output<typeof BulkAct>
