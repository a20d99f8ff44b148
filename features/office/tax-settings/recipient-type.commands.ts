// What a record needs before its business is a unit in a Special Economic Zone (TAX-01).
import type { RecipientType } from '@wattdesk/base/business'
import { dayOf } from '@wattdesk/base/time'
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import type { Trx } from '#platform/db/db.ts'
import { taxValueOn } from './tax-setting.rules.ts'
import { companyOf, taxEntries } from './tax-setting.store.ts'

export const NO_GSTIN_OF_UNIT = 'Please enter the GSTIN of the unit in the Special Economic Zone'
export const NO_LUT =
  'Supplies without payment of tax need a letter of undertaking: please set its number under Tax Papers, Settings, or choose with payment of tax'

/** Whether a company, or with null the installation, has a letter of undertaking today. */
async function hasLetter(
  trx: Trx,
  { now, timeZone }: Pick<Services, 'now' | 'timeZone'>,
  companyId: number | null,
): Promise<boolean> {
  const entries = await taxEntries(trx, companyId)
  return taxValueOn(entries, 'lut', { companyId, day: dayOf(now(), timeZone) }) !== null
}

const NO_LUT_OF_PLATFORM =
  'A commission without payment of tax needs a letter of undertaking of the platform, which has none today: please choose with payment of tax'
/**
 * Refuses an owner without payment of tax while the platform, which invoices the commission, has no letter of undertaking.
 * @throws HttpFailure 422
 */
export async function demandTypeOfOwner(
  trx: Trx,
  services: Pick<Services, 'now' | 'timeZone'>,
  type: RecipientType | null,
): Promise<void> {
  if (type === 'SEZWOP' && !(await hasLetter(trx, services, null)))
    fail(422, NO_LUT_OF_PLATFORM, { recipientType: NO_LUT_OF_PLATFORM })
}

type Recipient = { gstin: string | null; type: RecipientType | null; before: RecipientType | null }
/**
 * Refuses a type without a GST number, and one without payment of tax where the company has no letter of undertaking today. A type
 * that stays is let be: while no letter holds, its sessions are billed with tax.
 * @param field the name of the type in the body; `gstinField`: that of the GST number
 * @throws HttpFailure 422
 */
export async function demandRecipientType(
  trx: Trx,
  services: Pick<Services, 'now' | 'timeZone'>,
  companyId: number,
  { gstin, type, before }: Recipient,
  { field, gstinField }: { field: string; gstinField: string },
): Promise<void> {
  if (type === null || type === before) return
  if (gstin === null) fail(422, NO_GSTIN_OF_UNIT, { [gstinField]: NO_GSTIN_OF_UNIT })
  if (type !== 'SEZWOP') return
  const place = await companyOf(trx, companyId)
  if (!(await hasLetter(trx, services, place.companyId))) fail(422, NO_LUT, { [field]: NO_LUT })
}
