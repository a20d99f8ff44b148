// What a payout gives to the documents of its commission (M-8), and what a month needs of the installation. Pure.
import { addressLine } from '#fleet/chargers/charger.rules.ts'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import type { TaxSettingName, ValueOf } from '#office/tax-settings/tax-setting.words.ts'
import { documentsOf, type PlatformThen, statesOf } from '#settlement/commission-invoices/commission-invoice.rules.ts'
import { isTaxWithin } from './month.rules.ts'
import { termsFor } from './payout-terms.rules.ts'
import type { MonthFacts, Reckoned } from './reckoning.rules.ts'
import type { Counting } from './tax-taken.rules.ts'

/** The installation as a month needs it. */
export type Installation = {
  zone: string
  /** The platform company of the settings. */
  platform: Supplier | undefined
  /** The usual rates of tax on charging. */
  usualRates: Counting['usualRates']
}
/** The settings of the installation as they hold for a month. */
export type MonthSettings = {
  platform: PlatformThen
  settingOf: <N extends TaxSettingName>(name: N) => ValueOf<N>
}

export const installationOf = ({
  timeZone,
  platform,
  invoices,
}: {
  timeZone: string
  platform: Supplier | undefined
  invoices: { services: Counting['usualRates'] }
}): Installation => ({
  zone: timeZone,
  platform,
  usualRates: invoices.services.map(({ from, ratePpm }) => ({ from, ratePpm })),
})

/** undefined where the commission is not invoiced. `business`: that the owner is to the tax office; undefined: none. */
export function commissionPapers(
  facts: MonthFacts & { settings: MonthSettings },
  m: Reckoned,
  business: Supplier | undefined,
) {
  const { settings, terms, party, companyId, teamId } = facts
  if (!settings.settingOf('commissionInvoices')) return undefined
  const platform = settings.platform.supplier
  if (!platform) return m.commissionPaise === 0n ? undefined : 'no GST number'
  const reversedOf = facts.reversedOf ?? new Map<number, bigint>()
  const reversed = [...reversedOf.values()].reduce((sum, paise) => sum + paise, 0n)
  const owner = {
    name:
      business?.name ??
      (party.companyName === party.teamName ? party.companyName : `${party.companyName}, ${party.teamName}`),
    address: business?.address ?? addressLine({ ...party, zipcode: party.zipCode }),
    state: party.state,
    gstin: business?.gstin ?? null,
    recipientType: business?.recipientType ?? null,
  }
  const { isAcross } = statesOf(platform.gstin, owner)
  const isWithin = isTaxWithin(termsFor(terms, true))
  return {
    companyId,
    teamId,
    platform,
    owner,
    sac: settings.settingOf('commissionSac'),
    series: settings.settingOf('commissionSeries'),
    isTaxDeducted: terms.taxBearer === 'CPO',
    isTaxWithin: isWithin,
    documents: documentsOf({
      fixedPaise: m.fixedPartPaise,
      unitPaise: m.unitPartPaise - reversed,
      reversedOf,
      taxPaise: m.taxOnCommissionPaise,
      fixedPpm: terms.chargerTaxPpm,
      unitPpm: terms.payoutTaxPpm,
      isTaxWithin: isWithin,
      isAcross,
    }),
  }
}
