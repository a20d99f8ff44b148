// Who supplies a session and where (M-2.5): the states that decide between CGST with SGST and IGST. A state that the
// list does not know is none, and a session whose states are not known goes to review.
import type { RecipientType } from '@wattdesk/base/business'
import { defaultCountry } from '@wattdesk/base/countries'
import { stateCode, stateOfGstin } from '@wattdesk/base/states'
import { addressLine } from '#fleet/chargers/charger.rules.ts'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import { type Registration, registrationIn } from '#office/installation/supplier.rules.ts'

/**
 * A team as a supplier. `name` and `gstin` are those of its first GST registration, or of its first payout account where it has
 * no registration; the rest is the team's own address in parts.
 */
export type TeamSupplier = Pick<Supplier, 'name' | 'gstin'> &
  Parameters<typeof addressLine>[0] & { registrations?: readonly Registration[] }
/** The business that a session is billed to; its state is that of the GST number. */
export type Recipient = {
  readonly name: string
  readonly gstin: string
  readonly address: string
  /** SEZWP or SEZWOP: a unit in a Special Economic Zone, billed with or without tax; null: any other recipient. */
  readonly type?: RecipientType | null
}

export type Supply = {
  readonly supplier: Supplier | null
  /** Two-digit codes; undefined where nobody knows. */
  readonly supplierState: string | undefined
  readonly placeOfSupply: string | undefined
  /** The supply is to a unit in a Special Economic Zone, and so across states. */
  readonly sez?: RecipientType
}
type SupplyInput = {
  /**
   * The nearest team upwards that had a GST number when the session began; if none had, the nearest team that has a GST
   * number now.
   */
  readonly supplierAtStart: TeamSupplier | null
  readonly supplierNow: TeamSupplier | null
  /** The platform company of the installation's settings. */
  readonly platform: Supplier | undefined
  /** The GST number of the business that the session is billed to. */
  readonly recipientGstin?: string | null
  readonly recipientType?: RecipientType | null
  readonly chargerState: string | null
  readonly chargerCountry: string | null
}

/** The supplier that a team is. `stands`: the code of the state where the charger stands. */
export const supplierOf = ({ name, gstin, registrations = [], ...address }: TeamSupplier, stands?: string): Supplier =>
  registrationIn(registrations, stands) ?? { name, gstin, address: addressLine(address) || null }

/** The code of the state where a charger stands; undefined where nobody knows. */
export const standsIn = (c: Pick<SupplyInput, 'chargerState' | 'chargerCountry'>): string | undefined =>
  c.chargerCountry === defaultCountry ? stateCode(c.chargerState ?? '') : undefined

/** Supplier, its state, and the place of supply of a session. */
export function supplyOf(s: SupplyInput): Supply {
  const stands = standsIn(s)
  const of = (team: TeamSupplier | null) => team && supplierOf(team, stands)
  const supplier = of(s.supplierAtStart) ?? s.platform ?? of(s.supplierNow) ?? null
  return {
    supplier,
    supplierState: supplier ? stateOfGstin(supplier.gstin) : undefined,
    placeOfSupply: s.recipientGstin ? stateOfGstin(s.recipientGstin) : stands,
    ...(s.recipientType && { sez: s.recipientType }),
  }
}

/**
 * The setting that somebody has to make before a session with an unknown state can be billed: the state of the charge
 * point, or the GST number of a supplier. Undefined where both are known.
 */
export function lackingState({ supplierState, placeOfSupply }: Supply): 'state' | 'supplier' | undefined {
  if (placeOfSupply === undefined) return 'state'
  return supplierState === undefined ? 'supplier' : undefined
}
