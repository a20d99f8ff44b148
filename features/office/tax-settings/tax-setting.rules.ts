// What holds of the settings of the papers for the tax office on a day (M-8), and what can be set from a day on. Pure.
import { definitionOf, type TaxSettingName, type TaxValue, type ValueOf } from './tax-setting.words.ts'

/** A value that somebody has set. `companyId` null: for the installation. */
export type SetValue = {
  settingId: number
  companyId: number | null
  name: TaxSettingName
  /** Business day, yyyy-MM-dd. */
  since: string
  value: TaxValue
}

/** The value that was set last of those that begin by the day. */
const lastBy = (all: readonly SetValue[], day: string): SetValue | undefined =>
  all
    .filter(s => s.since <= day)
    .reduce<SetValue | undefined>(
      (last, s) =>
        !last || s.since > last.since || (s.since === last.since && s.settingId > last.settingId) ? s : last,
      undefined,
    )

/** Whether a day is after the financial year in which a value begins; both yyyy-MM-dd. */
function isYearOver(since: string, day: string): boolean {
  const [year, month] = [Number(since.slice(0, 4)), since.slice(5, 7)]
  return day >= `${month >= '04' ? year + 1 : year}-04-01`
}
/**
 * What holds on a business day: the company's own value, else that of the installation, else the usual one.
 * @param all everything that was set, in any order
 * @param companyId null for the installation itself
 */
export function taxValueOn<N extends TaxSettingName>(
  all: readonly SetValue[],
  name: N,
  { companyId, day }: { companyId: number | null; day: string },
): ValueOf<N> {
  const { whose, usual, isOwn, isYearly } = definitionOf(name)
  const of = (id: number | null) =>
    lastBy(
      all.filter(s => s.name === name && s.companyId === id),
      day,
    )
  const own = whose === 'company' && companyId !== null ? of(companyId) : undefined
  const known = own ?? (isOwn && companyId !== null ? undefined : of(null))
  const set = known && isYearly && isYearOver(known.since, day) ? undefined : known
  return (set ?? usual.findLast(u => u.since <= day) ?? usual[0]).value as ValueOf<N>
}

const MOST_PERCENT_PPM = 1_000_000
const MOST_PAISE = 1_000_000_000_000
/** Why a value cannot be set; undefined where it can. A value has the units of `ValueOf`. */
export function valueFault(name: TaxSettingName, value: TaxValue): string | undefined {
  const { kind, form, list, empty } = definitionOf(name)
  if (value === null && empty !== undefined) return undefined
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'Please choose on or off'
    case 'percent':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_PERCENT_PPM
        ? undefined
        : 'Please enter a percentage from 0 to 100 with at most four decimals'
    case 'rupees':
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MOST_PAISE
        ? undefined
        : 'Please enter an amount from 0 to 10,00,00,00,000 with at most two decimals'
    case 'text':
      return typeof value === 'string' && form?.isRight(value) ? undefined : form?.text
    case 'list':
      return list?.fault(typeof value === 'string' ? value : '')
  }
}

/** Series of notes and vouchers, whatever the invoices of sessions have (M-6, M-8). */
const OTHER_SERIES: readonly TaxValue[] = ['CN', 'DN', 'KN', 'EN', 'RV', 'RW', 'FV', 'FW']
/** Whether documents of sessions or payments may be numbered in a series. `ofSessions`: the series of the invoices of sessions. */
export const isTakenSeries = (series: TaxValue | undefined, ofSessions: string): boolean =>
  series !== undefined && (series === ofSessions || OTHER_SERIES.includes(series))

/** Years ahead for which a value may be set. */
const MOST_YEARS = 5
const DAY = /^\d{4}-\d\d-\d\d$/
const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
/**
 * Why a value cannot begin on a day; undefined where it can. Months that are over were reckoned by what held in them.
 * @param today the business day
 */
export function sinceFault(name: TaxSettingName, since: string, today: string): string | undefined {
  const { byMonth, fromToday } = definitionOf(name)
  if (!isDay(since)) return 'Please enter a valid date'
  if (fromToday && since < today) return 'Days that are over keep what held on them: please choose today or a later day'
  if (since < `${today.slice(0, 7)}-01`) return 'Months that are over keep what held in them: please choose a later day'
  if (Number(since.slice(0, 4)) > Number(today.slice(0, 4)) + MOST_YEARS) return `At most ${MOST_YEARS} years ahead`
  if (byMonth && !since.endsWith('-01')) return 'This holds for whole months: please choose the 1st of a month'
  return undefined
}

const NAMED = 5
/** Whom the rate without PAN would meet; a GST number holds a PAN, and still is none that is stored. */
export function panNotice(teams: readonly string[]): string | undefined {
  if (teams.length === 0) return undefined
  const more = teams.length - NAMED
  const named = `${teams.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const are = teams.length === 1 ? 'This team has a GST number and no PAN' : 'These teams have a GST number and no PAN'
  return `${are}, and would pay the rate without a PAN: ${named}. The PAN is entered with the team, under Payout Accounts.`
}
