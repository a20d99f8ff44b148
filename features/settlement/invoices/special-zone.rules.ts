// Units in a Special Economic Zone on documents, alike on invoices, vouchers and documents of the commission (rule 46). Pure.
import type { RecipientType } from '@wattdesk/base/business'

/** `lut`: the letter of undertaking under which the supply is without tax. */
export type Zone = { sez?: RecipientType | undefined; lut?: string | undefined }

/** The endorsement of rule 46, which stands in English whatever the language is; nothing for a regular recipient. */
export function zoneFacts({ sez, lut }: Zone): (readonly [label: string, value: string])[] {
  if (!sez) return []
  const how =
    sez === 'SEZWP'
      ? 'on payment of integrated tax'
      : `under letter of undertaking${lut ? ` ${lut}` : ''} without payment of integrated tax`
  return [['SEZ', `Supply to SEZ unit or SEZ developer for authorised operations ${how}`]]
}

/** A stored type as replies have it: left out for a regular recipient. */
export const zoneOf = (sez: RecipientType | null, lut: string | null): Zone => ({
  ...(sez && { sez }),
  ...(lut && { lut }),
})
