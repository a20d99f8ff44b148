// Parameters of the operations beyond the nine: the fields of the OCPP request by name (D-OCPP-10), with its bounds.
// The number by which the charge point knows a request (reservationId, requestId) may be left out; the server then
// chooses a number.
import { besideOthers } from '@wattdesk/base/field-checks'
import { z } from 'zod'
import { sendLocalList } from './local-list-body.contract.ts'
import {
  CERTIFICATE_USES,
  EXTENDED_TRIGGER_MESSAGES,
  HASH_ALGORITHMS,
  LOG_TYPES,
  PROFILE_PURPOSES,
  RATE_UNITS,
} from './operation-choices.contract.ts'
import {
  address,
  inOrder,
  maybe,
  maybeWhole,
  oneOf,
  pem,
  type ReadTime,
  raw,
  readInstant,
  readLocal,
  text,
  time,
  whole,
} from './operation-field-body.contract.ts'

/** A week: chargers return no longer schedules, and few return as much. */
const LONGEST_SCHEDULE_S = 604_800
/** OCPP 1.6 sets no bound of its own for the data; a frame has one. */
const MAX_DATA = 20_000
const MAX_KEYS = 200
/** A chain of certificates fits everywhere with this length (security white paper, §5). */
const MAX_CHAIN = 10_000
const MAX_CERTIFICATE = 5500

/** A stored profile; features/power/charging-profiles writes its request (D-OCPP-10). */
const SetChargingProfile = z.object({ connectorId: whole(0), charging_profile_pk: whole(1) })
/** The fields of the request, all of which must match; or a stored profile, whose number is sent as `id`. */
const ClearChargingProfile = z
  .object({
    charging_profile_pk: maybe(whole(1)),
    id: maybe(whole(0)),
    connectorId: maybe(whole(0)),
    chargingProfilePurpose: maybe(oneOf(PROFILE_PURPOSES)),
    stackLevel: maybe(whole(0)),
  })
  .superRefine(
    ({ charging_profile_pk, ...fields }, context) => {
      if (charging_profile_pk === undefined) return
      // The charger goes by the number alone: a field beside the profile would promise an effect that it does not have.
      for (const [name, value] of Object.entries(fields))
        if (value !== undefined)
          context.addIssue({
            code: 'custom',
            path: [name],
            message: 'Leave this empty where a profile is chosen',
            input: value,
          })
    },
    { when: besideOthers },
  )
const GetCompositeSchedule = z.object({
  connectorId: whole(0),
  /** Seconds. */
  duration: whole(1).refine(s => s <= LONGEST_SCHEDULE_S, 'Should be a week (604800 seconds) or less'),
  chargingRateUnit: maybe(oneOf(RATE_UNITS)),
})

/** Keys as a list; a form has them in one text, separated by commas or lines. No keys means all keys. */
const keys = z.preprocess(v => {
  if (v === null) return undefined
  if (typeof v !== 'string') return v
  const named = v.split(/[,\n]/).map(k => k.trim())
  return named.some(k => k !== '') ? named.filter(k => k !== '') : undefined
}, z.array(text(50)).max(MAX_KEYS, `At most ${MAX_KEYS} keys`).optional()) as unknown as z.ZodOptional<
  z.ZodType<string[], string[] | string | null>
>

/** Parameters without times. */
const timeless = {
  ClearCache: z.object({}),
  DataTransfer: z.object({ vendorId: text(255), messageId: maybe(text(50)), data: maybe(raw(MAX_DATA)) }),
  GetConfiguration: z.object({ key: keys }),
  GetLocalListVersion: z.object({}),
  CancelReservation: z.object({ reservationId: whole(-2_147_483_648) }),
  SetChargingProfile,
  ClearChargingProfile,
  GetCompositeSchedule,
  /** connectorId 0, or no connectorId, means the whole charger. */
  ExtendedTriggerMessage: z.object({
    requestedMessage: oneOf(EXTENDED_TRIGGER_MESSAGES),
    connectorId: maybe(whole(0)),
  }),
  CertificateSigned: z.object({ certificateChain: pem(MAX_CHAIN) }),
  InstallCertificate: z.object({ certificateType: oneOf(CERTIFICATE_USES), certificate: pem(MAX_CERTIFICATE) }),
  GetInstalledCertificateIds: z.object({ certificateType: oneOf(CERTIFICATE_USES) }),
  DeleteCertificate: z.object({
    certificateHashData: z.object({
      hashAlgorithm: oneOf(HASH_ALGORITHMS),
      issuerNameHash: text(128),
      issuerKeyHash: text(128),
      serialNumber: text(40),
    }),
  }),
} as const

const timed = (read: ReadTime) =>
  ({
    SendLocalList: sendLocalList(read),
    ReserveNow: z.object({
      connectorId: whole(0),
      expiryDate: time(read),
      idTag: text(20),
      parentIdTag: maybe(text(20)),
      reservationId: maybeWhole(1),
    }),
    GetLog: z.object({
      logType: oneOf(LOG_TYPES),
      log: z
        .object({
          remoteLocation: address(512),
          oldestTimestamp: maybe(time(read)),
          latestTimestamp: maybe(time(read)),
        })
        .superRefine(inOrder('oldestTimestamp', 'latestTimestamp'), { when: besideOthers }),
      requestId: maybeWhole(1),
      retries: maybeWhole(0),
      retryInterval: maybeWhole(0),
    }),
    SignedUpdateFirmware: z.object({
      firmware: z.object({
        location: address(512),
        retrieveDateTime: time(read),
        installDateTime: maybe(time(read)),
        signingCertificate: pem(MAX_CERTIFICATE),
        signature: text(800).regex(/^[A-Za-z\d+/=\s]+$/, 'Must be a signature in Base64'),
      }),
      requestId: maybeWhole(1),
      retries: maybeWhole(0),
      retryInterval: maybeWhole(0),
    }),
  }) as const

export const moreParameters = { ...timeless, ...timed(readInstant) } as const
/** The same as forms write them: times on the browser's clock. */
export const moreFormParameters = { ...timeless, ...timed(readLocal) } as const
