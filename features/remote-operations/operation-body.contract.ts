// Remote operations as they are sent (D-OPS-1, D-OPS-2). The schema of an operation's parameters is the schema of its form.
import { secret } from '@wattdesk/base/secret'
import { z } from 'zod'
import { isCredentialKey } from './credential-key.contract.ts'

export const REQUIRED = 'This field is required'
/** A whole number that may come as text, as from an input; an empty one is missing. */
const whole = (min: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d{1,10}$/, REQUIRED),
      ],
      { error: REQUIRED },
    )
    .transform(Number)
    .pipe(z.number().int('Must be a whole number').min(min, `Must be at least ${min}`).max(2_147_483_647, 'Too large'))
const text = (max: number) =>
  z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(max, `Should be ${max} characters or less`)
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) => z.enum(values, { error: REQUIRED })

export const AVAILABILITY_TYPES = ['INOPERATIVE', 'OPERATIVE'] as const
export const RESET_TYPES = ['HARD', 'SOFT'] as const
export const KEY_TYPES = ['Predefined', 'Custom'] as const
export const TRIGGER_MESSAGES = [
  'BootNotification',
  'DiagnosticsStatusNotification',
  'FirmwareStatusNotification',
  'Heartbeat',
  'MeterValues',
  'StatusNotification',
] as const

/** What may be left out; an input that was left empty is left out. */
const maybe = <O, I>(shape: z.ZodType<O, I>) =>
  z.preprocess(v => (v === '' || v === null ? undefined : v), shape.optional()) as unknown as z.ZodOptional<
    z.ZodType<O, I | '' | null>
  >

export const PROFILE_PURPOSES = ['ChargePointMaxProfile', 'TxDefaultProfile', 'TxProfile'] as const
export const RATE_UNITS = ['W', 'A'] as const
/** A week: chargers tell no more, and few tell as much. */
const LONGEST_SCHEDULE_S = 604_800

/** ChangeConfiguration: `confKey` of the predefined ones, or any `customConfKey`; the value is in one field for both. */
const ChangeConfiguration = z
  .object({
    keyType: oneOf(KEY_TYPES),
    confKey: z.string().trim().max(50, 'Should be 50 characters or less').optional(),
    customConfKey: z.string().trim().max(50, 'Should be 50 characters or less').optional(),
    customConfValue: secret(
      z.string({ error: REQUIRED }).min(1, REQUIRED).max(500, 'Should be 500 characters or less'),
      ({ confKey, customConfKey }) => isCredentialKey(confKey) || isCredentialKey(customConfKey),
    ),
  })
  .superRefine((p, context) => {
    const field = p.keyType === 'Predefined' ? 'confKey' : 'customConfKey'
    if (!p[field]) context.addIssue({ code: 'custom', path: [field], message: REQUIRED, input: p[field] })
  })

/** A stored profile; what is sent of it is written by features/charging-profiles (D-OCPP-10). */
const SetChargingProfile = z.object({ connectorId: whole(0), charging_profile_pk: whole(1) })
/** The fields of the request, all of which must fit; or a stored profile, of which the number is sent as `id`. */
const ClearChargingProfile = z
  .object({
    charging_profile_pk: maybe(whole(1)),
    id: maybe(whole(0)),
    connectorId: maybe(whole(0)),
    chargingProfilePurpose: maybe(oneOf(PROFILE_PURPOSES)),
    stackLevel: maybe(whole(0)),
  })
  .superRefine(({ charging_profile_pk, ...fields }, context) => {
    if (charging_profile_pk === undefined) return
    // The number alone decides on a charger: a field beside the profile would promise what does not happen.
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'Leave this empty where a profile is chosen',
          input: value,
        })
  })
const GetCompositeSchedule = z.object({
  connectorId: whole(0),
  /** Seconds. */
  duration: whole(1).refine(s => s <= LONGEST_SCHEDULE_S, 'Should be a week (604800 seconds) or less'),
  chargingRateUnit: maybe(oneOf(RATE_UNITS)),
})

/** What each operation needs (D-OPS-2, D-OCPP-10); connectorId 0 is the whole charger. `keys` of GetConfiguration missing = all. */
export const parameters = {
  RemoteStart: z.object({ connectorId: whole(1), idTag: text(20) }),
  RemoteStop: z.object({ transactionId: whole(1) }),
  Reset: z.object({ resetType: oneOf(RESET_TYPES) }),
  ChangeAvailability: z.object({ connectorId: whole(0), availabilityType: oneOf(AVAILABILITY_TYPES) }),
  ChangeConfiguration,
  GetConfiguration: z.object({ keys: z.array(text(50)).max(200).optional() }),
  TriggerMessage: z.object({ triggerMessage: oneOf(TRIGGER_MESSAGES), connectorId: whole(0) }),
  UnlockConnector: z.object({ connectorId: whole(1) }),
  SetChargingProfile,
  ClearChargingProfile,
  GetCompositeSchedule,
} as const
export type Operation = keyof typeof parameters
/** The parameters of an operation as they are after their check. */
export type Parameters<O extends Operation = Operation> = z.output<(typeof parameters)[O]>

const named = <const O extends Operation>(operation: O) =>
  z.object({
    /** chargepoint_id */
    chargerId: text(60),
    remoteOperationType: z.literal(operation),
    parameters: parameters[operation] as (typeof parameters)[O],
  })
export const RemoteOperation = z.discriminatedUnion(
  'remoteOperationType',
  [
    named('RemoteStart'),
    named('RemoteStop'),
    named('Reset'),
    named('ChangeAvailability'),
    named('ChangeConfiguration'),
    named('GetConfiguration'),
    named('TriggerMessage'),
    named('UnlockConnector'),
    named('SetChargingProfile'),
    named('ClearChargingProfile'),
    named('GetCompositeSchedule'),
  ],
  { error: issue => (issue.code === 'invalid_union' ? 'Unknown operation' : undefined) },
)
export type RemoteOperation = z.output<typeof RemoteOperation>
