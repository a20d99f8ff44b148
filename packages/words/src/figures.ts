// Figures, money and dates as a driver's language writes them. Digits are those of the language's locale: Latin ones for
// Hindi, as on bills and meters in India. Amounts are exact: paise as bigint, or rupees as JSON carries them.
import { formatRupees, rupeesText } from '@wattdesk/base/money'
import { formatDate, formatDateTime } from '@wattdesk/base/time'
import { type Language, tagOf } from './language.ts'

export type Figures = {
  /** ₹1,23,456.78 */
  money: (amount: bigint | number) => string
  /** With at most `decimals` decimals, and none where they are 0. */
  number: (n: number, decimals?: number) => string
  /** With exactly `decimals` decimals. */
  fixed: (n: number, decimals: number) => string
  /** The time of day where the reader is. */
  clock: (iso: string) => string
  /** In a zone; without one, in that of the reader. */
  date: (at: Date, zone?: string) => string
  dateTime: (at: Date, zone?: string) => string
}

const english: Pick<Figures, 'money' | 'date' | 'dateTime'> = {
  money: formatRupees,
  date: formatDate,
  dateTime: formatDateTime,
}
/** A plural form for a day with its month is not the same in all languages, so the locale writes it. */
function localised(tag: string): Pick<Figures, 'money' | 'date' | 'dateTime'> {
  const rupees = new Intl.NumberFormat(tag, { style: 'currency', currency: 'INR', signDisplay: 'negative' })
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const zoned = (zone: string | undefined) => (zone === undefined ? {} : { timeZone: zone })
  const date: Figures['date'] = (at, zone) => at.toLocaleDateString(tag, { ...day, ...zoned(zone) })
  return {
    money: amount => rupees.format(typeof amount === 'bigint' ? (rupeesText(amount) as `${number}`) : amount),
    date,
    dateTime: (at, zone) => `${date(at, zone)} ${at.toLocaleTimeString(tag, { ...time, ...zoned(zone) })}`,
  }
}

const made = new Map<Language, Figures>()
export function figuresOf(language: Language): Figures {
  const known = made.get(language)
  if (known) return known
  const tag = tagOf(language)
  const figures: Figures = {
    ...(language === 'en' ? english : localised(tag)),
    number: (n, decimals = 3) => n.toLocaleString(tag, { maximumFractionDigits: decimals }),
    fixed: (n, decimals) =>
      language === 'en'
        ? n.toFixed(decimals)
        : n.toLocaleString(tag, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    clock: iso => new Date(iso).toLocaleTimeString(tag, { hour: '2-digit', minute: '2-digit' }),
  }
  made.set(language, figures)
  return figures
}
