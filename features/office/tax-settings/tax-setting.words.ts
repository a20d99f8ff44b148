// The settings of the papers for the tax office (M-8): what each is called, whose it is, what it holds and what holds where
// nobody has set it. All are dated; the operator's accountant decides. Pure; shared by browser and server.
import { formatRupees, paiseFromRupees } from '@wattdesk/base/money'
import { collectorsFault, collectorsText } from './collectors.words.ts'

export type TaxValue = boolean | number | string | null
type Usual = { since: string; value: TaxValue }
/** A value holds from its day until the next one begins. `usual`: the values where nobody has set any, the oldest first. */
type Definition = {
  group: 'Documents' | 'Commission' | 'Collected and deducted' | 'Gateway surcharge'
  label: string
  help: string
  /** `company`: of each company, which has the installation's where it has none of its own; `installation`: of all alike. */
  whose: 'company' | 'installation'
  /** percent: in parts per million, 18 % = 180,000. rupees: in paise. list: texts with commas between them. */
  kind: 'switch' | 'percent' | 'rupees' | 'text' | 'list'
  /** The words for an empty value (null); missing where the setting needs a value. */
  empty?: string
  /** Values may begin only with a month, because the month is reckoned as one. */
  byMonth?: true
  /** Values may begin today at the earliest: prices and documents of the days before were made by what held then. */
  fromToday?: true
  /** A company has its own value alone, and not that of the installation. */
  isOwn?: true
  /** A value holds until the end of the financial year in which it begins, 31 March. */
  isYearly?: true
  /** Of a text: its form, and the words for another one. */
  form?: { isRight: (text: string) => boolean; text: string }
  /** Of a list: why it cannot be set, and the list as it is kept. */
  list?: { fault: (text: string) => string | undefined; kept: (text: string) => string }
  usual: readonly [Usual, ...Usual[]]
}
const EVER = '2017-07-01'
const once = (value: TaxValue): readonly [Usual] => [{ since: EVER, value }]

/** The part of a payment that the gateway takes of one method: the driver's surcharge, or the owner's fee. */
const surcharge = (label: string, help: string) =>
  ({
    group: 'Gateway surcharge',
    label,
    help: `${help} Empty: the gateway percent of the team. Running sessions keep what held at their start.`,
    whose: 'company',
    kind: 'percent',
    empty: 'As the team',
    fromToday: true,
    usual: once(null),
  }) as const

const TAX_SETTINGS = {
  issueDates: {
    group: 'Documents',
    label: 'Date documents by their issue',
    help: 'Invoices and notes bear the day on which they get their number, and beside it the day of supply. Off: they bear the day of supply.',
    whose: 'installation',
    kind: 'switch',
    usual: once(false),
  },
  rfidInvoices: {
    group: 'Documents',
    label: 'Invoice sessions of own RFID tags',
    help: 'Off: sessions paid by the operator’s own RFID tags stand in the list of deliveries, without a number and in no sales register.',
    whose: 'company',
    kind: 'switch',
    fromToday: true,
    usual: once(true),
  },
  vouchers: {
    group: 'Documents',
    label: 'Vouchers for payments before the supply',
    help: 'A receipt voucher for each payment by card or UPI, and a refund voucher for what is given back of it without a supply, with numbers of their own.',
    whose: 'company',
    kind: 'switch',
    usual: once(false),
  },
  eInvoices: {
    group: 'Documents',
    label: 'Register B2B documents at the invoice registration portal',
    help: 'Invoices and notes for businesses with a GSTIN get an IRN and a signed QR code, by the date of the document. Due above an aggregate turnover of ₹5 crore in any year since 2017-18, since 1 August 2023: your accountant decides. Documents of the commission go by the value of the installation.',
    whose: 'company',
    kind: 'switch',
    usual: once(false),
  },
  lut: {
    group: 'Documents',
    label: 'Letter of undertaking (LUT)',
    help: 'ARN of form GST RFD-11, 15 letters and digits. While it holds, units in a Special Economic Zone may be supplied without payment of tax. It holds until 31 March of its financial year.',
    whose: 'company',
    kind: 'text',
    empty: 'None',
    isOwn: true,
    isYearly: true,
    form: { isRight: t => /^[A-Z0-9]{15}$/.test(t), text: 'Please enter the ARN: 15 capitals and digits' },
    usual: once(null),
  },
  commissionInvoices: {
    group: 'Commission',
    label: 'Invoice the commission of a month',
    help: 'Each owner gets a tax invoice from the platform for the commission of the month, and credit notes for its corrections.',
    whose: 'installation',
    kind: 'switch',
    byMonth: true,
    usual: once(false),
  },
  commissionSac: {
    group: 'Commission',
    label: 'Service code of the commission',
    help: 'SAC on invoices of the commission. 998599: other support services.',
    whose: 'installation',
    kind: 'text',
    form: { isRight: t => /^99\d{4}$/.test(t), text: 'Please enter a service code of six digits that begins with 99' },
    usual: once('998599'),
  },
  commissionSeries: {
    group: 'Commission',
    label: 'Series of commission invoices',
    help: 'Two capitals or digits, with which their numbers begin.',
    whose: 'installation',
    kind: 'text',
    form: { isRight: t => /^[A-Z0-9]{2}$/.test(t), text: 'Please enter two capitals or digits' },
    usual: once('PC'),
  },
  commissionIncludesTax: {
    group: 'Commission',
    label: 'The commission includes its tax',
    help: 'Where the platform bears the tax, it is taken out of the commission: taxable value and tax together are the commission.',
    whose: 'installation',
    kind: 'switch',
    byMonth: true,
    usual: once(false),
  },
  tcs: {
    group: 'Collected and deducted',
    label: 'Collect tax at source (section 52 CGST)',
    help: 'Taken from the payout of suppliers for whom the platform has collected money, from the net taxable value of the month.',
    whose: 'installation',
    kind: 'switch',
    byMonth: true,
    usual: once(false),
  },
  tcsRate: {
    group: 'Collected and deducted',
    label: 'Rate of tax collected',
    help: '0.5 % since 10 July 2024, 1 % before: half central and half state tax inside the state, else integrated tax. A whole month has the rate of its last day.',
    whose: 'installation',
    kind: 'percent',
    usual: [
      { since: '2018-10-01', value: 10_000 },
      { since: '2024-07-10', value: 5_000 },
    ],
  },
  tcsNumber: {
    group: 'Collected and deducted',
    label: 'GST number for tax collected',
    help: 'The platform’s registrations as a collector of tax, whose 14th character is C, one for each state with commas between them. Tax of a supplier is collected under the number of the supplier’s state, else under the first, which stands in GSTR-8 and in table 14 of the suppliers’ GSTR-1. Empty: the platform’s own GST number, which the portal refuses there.',
    whose: 'installation',
    kind: 'list',
    empty: 'The platform’s GST number',
    byMonth: true,
    list: { fault: collectorsFault, kept: collectorsText },
    usual: once(null),
  },
  tds: {
    group: 'Collected and deducted',
    label: 'Deduct tax at source (section 194-O)',
    help: 'Taken from the payout, from the gross taxable value of the month.',
    whose: 'installation',
    kind: 'switch',
    byMonth: true,
    usual: once(false),
  },
  tdsRate: {
    group: 'Collected and deducted',
    label: 'Rate of tax deducted',
    help: '0.1 % since 1 October 2024, 1 % before. A whole month has the rate of its last day.',
    whose: 'installation',
    kind: 'percent',
    usual: [
      { since: '2020-10-01', value: 10_000 },
      { since: '2024-10-01', value: 1_000 },
    ],
  },
  tdsRateWithoutPan: {
    group: 'Collected and deducted',
    label: 'Rate of tax deducted without a PAN',
    help: 'Where no PAN of the supplier is stored. A whole month has the rate of its last day.',
    whose: 'installation',
    kind: 'percent',
    usual: once(50_000),
  },
  tdsThreshold: {
    group: 'Collected and deducted',
    label: 'Deduct above this value of a year',
    help: 'Nothing is deducted while the supplier’s gross value since April is not above it. Empty: from the first rupee.',
    whose: 'installation',
    kind: 'rupees',
    empty: 'None',
    usual: once(null),
  },
  surchargeCard: surcharge('Surcharge on cards', 'Credit and debit cards, and every method that is not named below.'),
  surchargeUpi: surcharge('Surcharge on UPI', 'New companies begin with 0 %.'),
  surchargeRupayDebit: surcharge(
    'Surcharge on RuPay debit cards',
    'Cards that the payment provider calls RuPay and debit. New companies begin with 0 %.',
  ),
  surchargeWallet: surcharge('Surcharge on wallets', 'The driver’s wallet here, and wallets at the payment provider.'),
} as const satisfies Record<string, Definition>

export type TaxSettingName = keyof typeof TAX_SETTINGS
export const TAX_SETTING_NAMES = Object.keys(TAX_SETTINGS) as [TaxSettingName, ...TaxSettingName[]]
export const definitionOf = (name: TaxSettingName): Definition => TAX_SETTINGS[name]

type Values = { switch: boolean; percent: number; rupees: number; text: string; list: string }
/** The type of a setting's values: of a percent parts per million, of an amount paise. */
export type ValueOf<N extends TaxSettingName> =
  | Values[(typeof TAX_SETTINGS)[N]['kind']]
  | ((typeof TAX_SETTINGS)[N] extends { empty: string } ? null : never)

/** 'On', '0.5 %', '₹5,00,000.00', 'PC', or what an empty value means. */
export function valueText(
  { kind, empty }: { kind: Definition['kind']; empty: string | null },
  value: TaxValue,
): string {
  if (value === null) return empty ?? ''
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (kind === 'percent') return `${value} %`
  return kind === 'rupees' ? formatRupees(paiseFromRupees(value)) : String(value)
}
export const WHOSE = { company: 'This company', installation: 'Whole installation', product: 'As delivered' } as const
