// Remote operations and the choices in their forms (D-OPS-1 to D-OPS-7). The schema of an operation's parameters is the
// schema of its form.
import { recordId } from '@wattdesk/base/fields'
import { choiceQuery } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { RemoteOperation } from './operation-body.contract.ts'
import { CERTIFICATE_USES, HASH_ALGORITHMS } from './operations/certificates.contract.ts'
import { PROVING_MESSAGES } from './operations/operation.contract.ts'
import { ProgressState } from './progress.contract.ts'
import { PARTS_ACTIONS } from './told-parts.words.ts'

/** Sends an operation to one charger. Replies at once; the outcome is read from the task. */
export const runOperation = endpoint({
  method: 'POST',
  path: '/cms/v1/remote/operation',
  byRecord: true,
  can: 'ChargerPoint.update',
  summary: 'Stop or start a session, restart or unlock a charge point: send it a remote operation',
  query: z.object({ teamId: recordId().optional() }),
  body: RemoteOperation,
  data: z.object({ taskId: z.string() }),
  beside: { taskId: z.string() },
})

const TaskRow = z
  .object({
    id: z.string(),
    charge_box_id: z.string(),
    /** The OCPP status; null until an answer comes, and for an answer without a status. */
    response: z.string().nullable(),
    /** null when the charger did the operation or will do it, else why not. */
    error: z.string().nullable(),
    /** The answer as it came; keys and passwords blacked out. */
    details: z.unknown(),
  })
  .meta({ id: 'TaskRow' })
const TASK_STATES = ['queued', 'sent', 'done', 'failed', 'timeout'] as const
export const Task = z
  .object({
    taskId: z.string(),
    operation: z.string(),
    /** PENDING until the charger has answered or its 20 seconds are over. */
    status: z.enum(['PENDING', 'COMPLETED']),
    state: z.enum(TASK_STATES),
    startTime: z.string(),
    sentTime: z.string().nullable(),
    endTime: z.string().nullable(),
    /**
     * The message by which the charger proves an accepted operation whose "Accepted" is only a promise; null for any
     * other task.
     */
    effect: z
      .object({
        message: z.enum(PROVING_MESSAGES),
        /** `missing`: the message has not come in time; the error of the row says so. */
        state: z.enum(['awaited', 'seen', 'missing']),
        /** When the message came. */
        at: z.string().nullable(),
        /** The session that began or ended, once the message has come. */
        transactionId: z.number().nullable(),
      })
      .nullable(),
    /**
     * The states of a firmware update or upload after the answer, oldest first; a failed last state is the row's error.
     */
    progress: z.array(ProgressState),
    /**
     * What a charge point of OCPP 2.0.1 tells in parts after it has accepted the operation; null for any other task.
     */
    told: z
      .object({
        message: z.enum(PARTS_ACTIONS),
        /** `unfinished`: nothing has come for ten minutes, or more than is kept; what is there is not all. */
        state: z.enum(['awaited', 'coming', 'whole', 'unfinished']),
        parts: z.number().int(),
        /** The numbers of parts that are missing among those that came, counted from 0. */
        missing: z.array(z.object({ from: z.number().int(), to: z.number().int() })),
        /** The part that the charge point calls the last has come. */
        hasLast: z.boolean(),
        /** Parts for which there was no room: 1,000,000 characters of an answer are kept. */
        leftOut: z.number().int(),
        /** More than 2,000 parts came; the rest is not kept. */
        isTooLong: z.boolean(),
        /** Personal data: its text is read by a request of its own, which is noted in the audit log. */
        isPersonal: z.boolean(),
        lastAt: z.string().nullable(),
        /** When the content was deleted. */
        removedAt: z.string().nullable(),
        /** When it is deleted by itself; null where nothing is kept. */
        keptUntil: z.string().nullable(),
        /** The first 500 messages, profiles, monitors or variables as the charge point told them; empty for personal data. */
        items: z.array(z.unknown()),
        itemsInAll: z.number().int(),
      })
      .nullable(),
    result: z.array(TaskRow),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof Task>

/** The key or the id of a charger in a path (D-GEN-4). */
const chargerText = z.string().min(1).max(60)

export const getTask = endpoint({
  method: 'GET',
  path: '/cms/v1/remote/operation/charger/{chargerId}/task/{taskId}',
  can: 'ChargerPoint.view',
  summary: 'How a remote operation went',
  params: z.object({ chargerId: chargerText, taskId: z.string().max(100) }),
  data: Task,
})

export const ReportedCertificate = z
  .object({
    certificateType: z.enum(CERTIFICATE_USES),
    hashAlgorithm: z.enum(HASH_ALGORITHMS),
    issuerNameHash: z.string(),
    issuerKeyHash: z.string(),
    serialNumber: z.string(),
    /** When the charger reported the certificate. */
    toldAt: z.string(),
  })
  .meta({ id: 'ToldCertificate' })
export type ReportedCertificate = z.infer<typeof ReportedCertificate>

/** The root certificates that a charger reported when it was last asked (GetInstalledCertificateIds), newest first. */
export const listReportedCertificates = endpoint({
  method: 'GET',
  path: '/cms/v1/remote/operation/charger/{chargerId}/certificates',
  can: 'ChargerPoint.view',
  summary: 'Root certificates that a charge point told of when it was last asked',
  params: z.object({ chargerId: chargerText }),
  data: z.array(ReportedCertificate),
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
  params: z.object({ ...teamPath, id: chargerText }),
  data: z.array(TagChoice),
  beside: { total: z.number().int() },
})

/**
 * Tags with no driver (D-TAG-1), found by their text; without `limit` at most 5000, `total` is the true number. Only
 * tags that may start a session; with `forDriver` the tags that a driver of the team may be given, even blocked,
 * expired and prepaid tags.
 */
export const listAvailableTags = endpoint({
  method: 'GET',
  path: '/cms/v1/availabletags',
  aliases: ['/cms/v1/team/{teamId}/availabletags'],
  can: 'team role',
  summary: 'Tags with no driver',
  params: z.object({ teamId: recordId().optional() }),
  query: z.object({
    teamId: recordId().optional(),
    forDriver: z.literal('true', 'For Driver must be true').optional(),
    ...choiceQuery,
  }),
  data: z.array(TagChoice),
  beside: { total: z.number().int() },
})

/** A tag found by a search, with its driver where the caller may see drivers. */
export const FoundTag = TagChoice.extend({
  driver: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** True for the caller's own tag. */
  isOwn: z.boolean(),
  /** Why a session cannot be started with the tag on this charger now; null where it can. */
  refusal: z.string().nullable(),
}).meta({ id: 'FoundTag' })
export type FoundTag = z.infer<typeof FoundTag>

/**
 * Tags that fit a text, of the team and the teams below and above it, the caller's own first (D-OPS-7). The text is
 * looked for in the tag, and where the caller may see drivers, in the driver's name, phone and e-mail. `localList`:
 * only tags that the local list of the charger may hold.
 */
export const searchTags = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/tags/search',
  can: 'ChargerPoint.update',
  summary: 'Find the tag for an operation on a charge point by tag, driver, phone or e-mail',
  params: z.object({ ...teamPath, id: chargerText }),
  query: z.object({
    ...choiceQuery,
    localList: z.literal('true', 'Local List must be true').optional(),
  }),
  data: z.array(FoundTag),
  beside: { total: z.number().int() },
})

/** The tags of a user that are valid on the charger `{x}` (its chargepoint_id), found by e-mail (D-OPS-7). */
export const listUserTags = endpoint({
  method: 'POST',
  reads: true,
  path: '/cms/v1/team/{teamId}/tags/remoteop/{x}',
  can: 'team role',
  summary: 'Tags of a user valid on a charge point',
  params: z.object({ ...teamPath, x: chargerText }),
  body: z.object({ email: z.string().trim().max(320) }),
  data: z.array(TagChoice),
})
