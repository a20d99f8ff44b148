// A bill as replies and screens have it: its lines, taxes and total, in rupees.
import { z } from 'zod'

/** A line of the bill: `quantity` in `unit`, `rate` in rupees per `rateUnit`, `amount` in rupees. */
export const BillLine = z
  .object({
    kind: z.string(),
    label: z.string(),
    /** kWh, hours or minutes as the rate counts them, or 1. */
    quantity: z.number(),
    unit: z.enum(['kWh', 'hour', 'minute', 'once']),
    rate: z.number(),
    amount: z.number(),
    /** The price slots that gave it, in words, UTC. */
    slots: z.array(z.string()),
    /** The same by the clock of the bill's `businessZone`. */
    businessSlots: z.array(z.string()),
  })
  .meta({ id: 'BillLine' })
export type BillLine = z.infer<typeof BillLine>

/** The frozen bill of a stopped session, or of one still running, the bill so far (`isRunning`). */
export const TransactionBill = z
  .object({
    isRunning: z.boolean(),
    /** The business time zone of the installation. */
    businessZone: z.string(),
    version: z.number().int(),
    billedAt: z.string().nullable(),
    lines: z.array(BillLine),
    taxable: z.number(),
    taxPercent: z.number(),
    cgst: z.number(),
    sgst: z.number(),
    igst: z.number(),
    gross: z.number(),
    surcharge: z.number(),
    surchargePercent: z.number(),
    total: z.number(),
    /** The cost of the session above its hold; nobody pays it. */
    overrun: z.number(),
    /** States by their two-digit GST codes; null where they are not known. */
    supplier: z.object({ name: z.string(), gstin: z.string(), state: z.string().nullable() }).nullable(),
    /** The business that the session is billed to; left out for a consumer. */
    recipient: z.object({ name: z.string(), gstin: z.string() }).optional(),
    placeOfSupply: z.object({ code: z.string(), name: z.string() }).nullable(),
    /** How the register was known where the price changed. */
    borders: z.array(
      z.object({
        at: z.string(),
        registerWh: z.number(),
        mark: z.enum(['measured', 'interpolated', 'without samples']),
      }),
    ),
    idleSeconds: z.number(),
  })
  .meta({ id: 'TransactionBill' })
export type TransactionBill = z.infer<typeof TransactionBill>
