// Remote operations and what their forms choose from (D-OPS-1 to D-OPS-7).
// The schema of an operation's parameters is the schema of its form.
import { recordId } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

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

/** True for the configuration keys whose values let somebody in: AuthorizationKey, WifiPassword and their like. */
export const isCredentialKey = (key: unknown): boolean =>
  typeof key === 'string' && /passw|passphrase|passcode|pwd|psk|secret|token|credential|key$/i.test(key.trim())

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

/** What each operation needs (D-OPS-2); connectorId 0 is the whole charger. `keys` of GetConfiguration missing = all. */
export const parameters = {
  RemoteStart: z.object({ connectorId: whole(1), idTag: text(20) }),
  RemoteStop: z.object({ transactionId: whole(1) }),
  Reset: z.object({ resetType: oneOf(RESET_TYPES) }),
  ChangeAvailability: z.object({ connectorId: whole(0), availabilityType: oneOf(AVAILABILITY_TYPES) }),
  ChangeConfiguration,
  GetConfiguration: z.object({ keys: z.array(text(50)).max(200).optional() }),
  TriggerMessage: z.object({ triggerMessage: oneOf(TRIGGER_MESSAGES), connectorId: whole(0) }),
  UnlockConnector: z.object({ connectorId: whole(1) }),
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
  ],
  { error: issue => (issue.code === 'invalid_union' ? 'Unknown operation' : undefined) },
)
export type RemoteOperation = z.output<typeof RemoteOperation>

/** Sends an operation to one charger. Answers at once; how it went is read from the task. */
export const runOperation = endpoint({
  method: 'POST',
  path: '/cms/v1/remote/operation',
  byRecord: true,
  can: 'ChargerPoint.update',
  summary: 'Send a remote operation to a charge point',
  query: z.object({ teamId: recordId().optional() }),
  body: RemoteOperation,
  data: z.object({ taskId: z.string() }),
  beside: { taskId: z.string() },
})

export const TaskRow = z
  .object({
    id: z.string(),
    charge_box_id: z.string(),
    /** The OCPP status; null while none came, and of an answer without one. */
    response: z.string().nullable(),
    /** null when the charger did it or will, else why not. */
    error: z.string().nullable(),
    /** The answer as it came; keys and passwords blacked out. */
    details: z.unknown(),
  })
  .meta({ id: 'TaskRow' })
export const TASK_STATES = ['queued', 'sent', 'done', 'failed', 'timeout'] as const
export const Task = z
  .object({
    taskId: z.string(),
    operation: z.string(),
    /** PENDING until the charger answered or had its 20 seconds. */
    status: z.enum(['PENDING', 'COMPLETED']),
    state: z.enum(TASK_STATES),
    startTime: z.string(),
    sentTime: z.string().nullable(),
    endTime: z.string().nullable(),
    /** Of an accepted RemoteStart: whether its session has begun; "Accepted" alone is none yet. Else null. */
    start: z
      .object({ state: z.enum(['awaited', 'started', 'missing']), transactionId: z.number().nullable() })
      .nullable(),
    result: z.array(TaskRow),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof Task>

export const getTask = endpoint({
  method: 'GET',
  path: '/cms/v1/remote/operation/charger/{chargerId}/task/{taskId}',
  can: 'ChargerPoint.view',
  summary: 'How a remote operation went',
  params: z.object({ chargerId: z.string(), taskId: z.string().max(100) }),
  data: Task,
})

/** A tag to choose: its key and its text. */
export const TagChoice = z
  .object({ id: z.number().int(), tag: z.string(), tagId: z.string() })
  .meta({ id: 'TagChoice' })
export type TagChoice = z.infer<typeof TagChoice>
const teamPath = { teamId: recordId() }

/** The tags valid on a charger; `{id}` is its key or its id (D-GEN-4). */
export const listChargerTags = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/tags',
  can: 'team role',
  summary: 'Tags valid on a charge point',
  params: z.object({ ...teamPath, id: z.string() }),
  data: z.array(TagChoice),
  beside: { total: z.number().int() },
})

/** Tags with no driver (D-TAG-1); at most 5000, `total` tells the true number. */
export const listAvailableTags = endpoint({
  method: 'GET',
  path: '/cms/v1/availabletags',
  aliases: ['/cms/v1/team/{teamId}/availabletags'],
  can: 'team role',
  summary: 'Tags with no driver',
  params: z.object({ teamId: recordId().optional() }),
  query: z.object({ teamId: recordId().optional() }),
  data: z.array(TagChoice),
  beside: { total: z.number().int() },
})

/** The tags of a user that are valid on the charger `{x}` (its chargepoint_id), found by e-mail (D-OPS-7). */
export const listUserTags = endpoint({
  method: 'POST',
  reads: true,
  path: '/cms/v1/team/{teamId}/tags/remoteop/{x}',
  can: 'team role',
  summary: 'Tags of a user valid on a charge point',
  params: z.object({ ...teamPath, x: z.string() }),
  body: z.object({ email: z.string().trim().max(320) }),
  data: z.array(TagChoice),
})
