// The shape of a row of the message tables.
import type { Schema } from '../schema.ts'

/** One action of OCPP 1.6: who may send its request, and both payloads. */
export interface Message {
  readonly from: 'chargePoint' | 'centralSystem' | 'both'
  readonly request: Schema<unknown>
  readonly confirmation: Schema<unknown>
}

/** A table of actions by name. */
export type Messages = { readonly [action: string]: Message }
