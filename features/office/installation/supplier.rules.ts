// Which of a team's GST registrations supplies in a state (M-2.5, TAX-02). Pure.
import { stateOfGstin } from '@wattdesk/base/states'
import type { Supplier } from './supplier.contract.ts'

/** A registration that is in force, as a team's supplier has it. */
export type Registration = Omit<Supplier, 'address'> & { readonly address: string }

/**
 * The registration that a bill takes: the one of the state where the charger stands, else the team's first; undefined where
 * the team has none. `registrations` are in the order in which they began; `state` is a two-digit code.
 */
export const registrationIn = (
  registrations: readonly Registration[],
  state: string | undefined,
): Registration | undefined =>
  (state === undefined ? undefined : registrations.find(r => stateOfGstin(r.gstin) === state)) ?? registrations[0]
