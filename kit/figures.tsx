// Figures with their unit: en-IN grouping, tabular digits, a dash where there is no figure.
import { formatRupees } from '@wattdesk/base/money'
import type { ReactNode } from 'react'

const none = '–'
const formats = new Map<number, Intl.NumberFormat>()
// Formats are shared: creating one for each figure takes longer than all other work of a map with a hundred marks.
const grouped = (value: number, digits: number): string => {
  const format =
    formats.get(digits) ??
    new Intl.NumberFormat('en-IN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  formats.set(digits, format)
  return format.format(value)
}
const missing = (value: number | bigint | null | undefined): value is null | undefined =>
  value === null || value === undefined || (typeof value === 'number' && Number.isNaN(value))

/** Any figure, set in tabular digits; `title` is the exact one, shown on hover. */
export function Figure({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }} {...(title && { title })}>
      {children}
    </span>
  )
}

/**
 * Rupees as '₹1,23,456.78'; a dash where there is no amount.
 * @param amount a number is rupees, as in JSON; a bigint is paise
 */
export const moneyText = (amount: number | bigint | null | undefined): string =>
  missing(amount) ? none : formatRupees(amount)
/**
 * Energy as '12.20 kWh'; a dash where there is none.
 * @param energyWh in Wh
 */
export const energyText = (energyWh: number | null | undefined, digits = 2): string =>
  missing(energyWh) ? none : `${grouped(energyWh / 1000, digits)} kWh`
/** Power as '7.40 kW', from kW; a dash where there is none. */
export const powerText = (powerKw: number | null | undefined, digits = 2): string =>
  missing(powerKw) ? none : `${grouped(powerKw, digits)} kW`
/** A share as '12.5%', from per cent; a dash where there is none. */
export const percentText = (value: number | null | undefined, digits = 1): string =>
  missing(value) ? none : `${grouped(value, digits)}%`
export const numberText = (value: number | null | undefined, digits = 0): string =>
  missing(value) ? none : grouped(value, digits)

/** An amount: `amount` is rupees (number, as in JSON) or paise (bigint). */
export const Money = ({ amount }: { amount: number | bigint | null | undefined }) => (
  <Figure>{moneyText(amount)}</Figure>
)
/** Energy in kWh from `energyWh`. */
export const Energy = ({ energyWh, digits }: { energyWh: number | null | undefined; digits?: number }) => (
  <Figure>{energyText(energyWh, digits)}</Figure>
)
/** Power in kW. */
export const Power = ({ powerKw, digits }: { powerKw: number | null | undefined; digits?: number }) => (
  <Figure>{powerText(powerKw, digits)}</Figure>
)
