// The shapes of what goes out, for the server and the documentation.
import { speakPlainly } from '@wattdesk/base/issues'
import { z } from 'zod'
import type { AnyEndpoint } from './endpoint.ts'

speakPlainly()

/** The shape of the body that goes out. */
export const replyShape = (endpoint: AnyEndpoint) =>
  z.object({
    success: z.literal(true),
    message: z.string(),
    data: endpoint.data as z.ZodType,
    ...(endpoint.beside ?? {}),
  })

/** The shape of a refusal: a text for the reader, texts per field where a field is wrong (D-GEN-2). */
export const Failure = z
  .object({
    success: z.literal(false),
    message: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
    /**
     * For a 409 of a change that came too late: the record's present state, as replies show it to the caller; its tag
     * is in `ETag`.
     */
    data: z.unknown().optional(),
    /** Who changed it last, and when; null where the audit log does not say. */
    changed: z.object({ by: z.string(), at: z.string() }).nullable().optional(),
    /** What the same call needs first. `proof`: that the person at the browser proves again who they are. */
    needs: z.literal('proof').optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof Failure>
