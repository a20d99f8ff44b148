// The bodies of remote operations (D-OPS-1, D-OPS-2). The schema of an operation's parameters is the schema of its
// form.
import { besideOthers } from '@wattdesk/base/field-checks'
import { secret } from '@wattdesk/base/secret'
import { z } from 'zod'
import { configurationKey, valueProblem } from './configuration-keys.contract.ts'
import { isCredentialKey } from './credential-key.contract.ts'
import { moreFormParameters, moreParameters } from './more-operation-body.contract.ts'
import { AVAILABILITY_TYPES, KEY_TYPES, RESET_TYPES, TRIGGER_MESSAGES } from './operation-choices.contract.ts'
import {
  address,
  hasError,
  inOrder,
  maybe,
  maybeWhole,
  oneOf,
  REQUIRED,
  type ReadTime,
  raw,
  readInstant,
  readLocal,
  text,
  time,
  whole,
} from './operation-field-body.contract.ts'

/** OCPP 1.6 has no bound of its own for a location; addresses signed for one download are long. */
const MAX_LOCATION = 4000

/**
 * ChangeConfiguration: a predefined `confKey`, whose value must be of the key's kind (D-OPS-3), or any `customConfKey`;
 * both take their value from the same field.
 */
const ChangeConfiguration = z
  .object({
    keyType: oneOf(KEY_TYPES),
    confKey: z.string().trim().max(50, 'Should be 50 characters or less').optional(),
    // A charger may drop characters unknown to it, and so take a look-alike of a key for the key itself.
    customConfKey: z
      .string()
      .trim()
      .max(50, 'Should be 50 characters or less')
      .regex(/^[\x20-\x7e]*$/, 'Use plain letters, digits and signs')
      .optional(),
    customConfValue: secret(
      raw(500),
      ({ confKey, customConfKey }) => isCredentialKey(confKey) || isCredentialKey(customConfKey),
    ),
  })
  .superRefine(
    (p, context) => {
      // The key type decides which key is required.
      if (hasError(context, 'keyType')) return
      const field = p.keyType === 'Predefined' ? 'confKey' : 'customConfKey'
      if (!p[field]) return context.addIssue({ code: 'custom', path: [field], message: REQUIRED, input: p[field] })
      if (p.keyType === 'Custom') return
      const key = configurationKey(p.confKey)
      const [path, message] = key
        ? ['customConfValue', hasError(context, 'customConfValue') ? undefined : valueProblem(key, p.customConfValue)]
        : ['confKey', 'This is none of the predefined keys: choose Custom for others']
      if (message) context.addIssue({ code: 'custom', path: [path], message, input: p.confKey })
    },
    { when: besideOthers },
  )

/** Parameters without times. */
const timeless = {
  ChangeAvailability: z.object({ connectorId: whole(0), availabilityType: oneOf(AVAILABILITY_TYPES) }),
  ChangeConfiguration,
  /** `charging_profile_pk`: a stored TxProfile to limit the session; its request: features/power/charging-profiles. */
  RemoteStart: z.object({ connectorId: whole(1), idTag: text(20), charging_profile_pk: maybe(whole(1)) }),
  RemoteStop: z.object({ transactionId: whole(1) }),
  Reset: z.object({ resetType: oneOf(RESET_TYPES) }),
  TriggerMessage: z.object({ triggerMessage: oneOf(TRIGGER_MESSAGES), connectorId: whole(0) }),
  UnlockConnector: z.object({ connectorId: whole(1) }),
} as const
const timed = (read: ReadTime) =>
  ({
    GetDiagnostics: z
      .object({
        location: address(MAX_LOCATION),
        retries: maybeWhole(0),
        retryInterval: maybeWhole(0),
        startDate: maybe(time(read)),
        stopDate: maybe(time(read)),
      })
      .superRefine(inOrder('startDate', 'stopDate'), { when: besideOthers }),
    /** `stopDate` is kept with the task and not sent. */
    UpdateFirmware: z
      .object({
        location: address(MAX_LOCATION),
        retries: maybeWhole(0),
        retryInterval: maybeWhole(0),
        retrieveDate: time(read),
        stopDate: maybe(time(read)),
      })
      .superRefine(inOrder('retrieveDate', 'stopDate'), { when: besideOthers }),
  }) as const

/** The parameters of each operation (D-OPS-2, D-OCPP-10); connectorId 0 is the whole charger. Times are instants. */
export const parameters = { ...timeless, ...timed(readInstant), ...moreParameters } as const
/** The same as the forms write them: times on the browser's clock, returned as instants (D-OPS-6). */
export const formParameters = { ...timeless, ...timed(readLocal), ...moreFormParameters } as const
export type Operation = keyof typeof parameters
/** The parameters of an operation after their check. */
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
    named('ChangeAvailability'),
    named('ChangeConfiguration'),
    named('RemoteStart'),
    named('RemoteStop'),
    named('GetDiagnostics'),
    named('Reset'),
    named('UpdateFirmware'),
    named('TriggerMessage'),
    named('UnlockConnector'),
    named('ClearCache'),
    named('DataTransfer'),
    named('GetConfiguration'),
    named('GetLocalListVersion'),
    named('SendLocalList'),
    named('ReserveNow'),
    named('CancelReservation'),
    named('SetChargingProfile'),
    named('ClearChargingProfile'),
    named('GetCompositeSchedule'),
    named('GetLog'),
    named('SignedUpdateFirmware'),
    named('ExtendedTriggerMessage'),
    named('CertificateSigned'),
    named('InstallCertificate'),
    named('GetInstalledCertificateIds'),
    named('DeleteCertificate'),
  ],
  { error: issue => (issue.code === 'invalid_union' ? 'Unknown operation' : undefined) },
)
export type RemoteOperation = z.output<typeof RemoteOperation>
