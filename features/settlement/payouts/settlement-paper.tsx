// SETTLEMENT DETAILS (D-PO-8): sales, deductions and payout on the first page, their computation on the second; always
// two pages.

import { moneyText, numberText } from '#kit/figures.tsx'
import { Facts, Lines, Paper, PaperPart, Prose, Sheet, type Sum, Sums, Title } from '#kit/paper/parts.tsx'
import type { Brand } from '#office/brand/brand.rules.ts'
import { payoutRules } from '#people/teams/payout-rules.words.ts'
import type { PaidAccount, Settlement } from './payout.contract.ts'
import { statusWords } from './payout.words.ts'
import { LABELS, settlementLines } from './payout-lines.rules.ts'
import { dayText } from './payout-period.rules.ts'

/** The number of accounts on the first page; the rest are on the second, and if there are very many, as a sum. */
const ON_FIRST = 2
const ON_SECOND = 9
/** Letters that the paper has room for. */
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, Math.floor(most) - 1)}…` : text)

/** Points of the table's width that beneficiary and account share, and of one digit. */
const [SHARED, DIGIT] = [350, 5.6]
/** The table of accounts; `most`: the most rows, each with a name of two or three lines. */
function AccountLines({ accounts, most }: { accounts: readonly PaidAccount[]; most: number }) {
  const width = Math.max(80, ...accounts.map(a => a.account_no.length * DIGIT))
  const letters = ((SHARED - width) * 0.3 * most) / Math.max(1, Math.min(accounts.length, most))
  return (
    <Lines
      columns={[
        { header: 'Beneficiary' },
        { header: 'Account', width },
        { header: 'IFSC', width: 75 },
        { header: 'Amount', isFigure: true, width: 90 },
      ]}
      rows={accounts.map(a => [
        cut(a.beneficiary_name || a.business_name, letters),
        a.account_no,
        a.ifsc_code,
        moneyText(a.amount),
      ])}
    />
  )
}

/** By each session's bill: where the bearer changes, a month has both. */
function bearersOf(p: Settlement): string {
  const onTop = p.paymentGatewayFee - p.deductedGatewayFee
  const drivers = `Borne by the driver: ${moneyText(onTop)} on top`
  if (p.deductedGatewayFee === 0) return drivers
  return Math.abs(onTop) < 0.005 ? 'Borne by the owner' : `Borne by the owner. ${drivers}`
}

/** Explanations of the settlement's lines, by their labels. */
const notesOf = (p: Settlement): Readonly<Record<string, string>> => ({
  'Net amount': 'Amount charged without tax and gateway surcharge',
  'GST passed on': 'Where the first payout account has a GST number',
  'Payment gateway fee': bearersOf(p),
  'Commission taken': `Rule ${p.payoutRule}: ${payoutRules[p.payoutRule] ?? ''}`,
  [LABELS.deductedGST]:
    p.taxBearer === 'CPO' ? 'Borne by the owner' : `${moneyText(p.GSTOnAmikComission)}, borne by the platform`,
  [LABELS.tcs]: 'Section 52 CGST, of the net taxable value',
  [LABELS.tds]: 'Section 194-O, of the gross taxable value',
  [LABELS.collectedByOperator]: 'Sessions by RFID card',
  [LABELS.refundsBorne]: 'Given back at the payment provider',
  [LABELS.carriedOut]: 'The missing amount begins the next month',
})
/** Lines that the paper shows only where there is an amount. */
const RARE: readonly string[] = [LABELS.refundsBorne]
/** The way from the net amount to the payout, line by line. */
function waysOf(p: Settlement): Sum[] {
  const notes = notesOf(p)
  return [
    ...settlementLines(p).flatMap(({ label, amount }) => {
      const note = notes[label]
      return amount === 0 && RARE.includes(label)
        ? []
        : [{ label, amount: moneyText(amount), ...(note !== undefined && { note }) }]
    }),
    { label: 'Final settlement', amount: moneyText(p.CPOPayout), isStrong: true },
  ]
}

const NOTES = [
  'Each session is billed once, when it ends, and its bill is frozen: net amount, GST, gateway fee and commission by unit are rounded there to whole paise, half up. A month is a sum of such frozen amounts.',
  'A session belongs to the month in which it ended, by the business time zone. One that arrived or was decided later, and a bill that was corrected after it was settled, enter the next payout; a payout that was made is never changed.',
  'Commission by unit is a share of the net amount or an amount a kWh. The fixed commission is the monthly charge of a charge point, by the days on which it stood in the team; charges of the team itself come once on top.',
  'GST on the commission is reckoned once a payout, on the fixed part and on the part by unit by their own rates.',
  'Money that the operator has taken himself (sessions by RFID card), credit that his staff gave by hand and refunds that they made at the payment provider beyond what was left of a payment are taken off. Where less than nothing is left, nothing is paid and the rest begins the next month.',
]

export function SettlementPaper({
  payout: p,
  brand,
}: {
  payout: Settlement
  brand: Pick<Brand, 'name' | 'supportEmail'>
}) {
  const { company } = p
  const period = `${dayText(p.periodStartDate)} to ${dayText(p.displayEndDate)}`
  const accounts = company.payoutAccounts
  const place = [company.zipCode, company.city].filter(Boolean).join(' ')
  const further = accounts.slice(ON_FIRST, ON_FIRST + ON_SECOND)
  const rest = accounts.slice(ON_FIRST + ON_SECOND)
  const head = { brand: brand.name, mark: p.payoutId, foot: period }
  return (
    <Paper title={`SETTLEMENT DETAILS ${p.payoutId}`} brand={brand.name}>
      <Sheet {...head}>
        <Title>SETTLEMENT DETAILS</Title>
        <Facts
          columns={3}
          of={[
            ['Payout Id', p.payoutId],
            ['Period', period],
            ['Status', statusWords[p.status]],
          ]}
        />
        <PaperPart>
          <Facts
            of={[
              ['Company', cut(company.name, 120)],
              ['Team', cut(p.team_name, 120)],
              ['Address', cut([company.street, place, company.state].filter(Boolean).join(', '), 160)],
            ]}
          />
        </PaperPart>
        <PaperPart heading="Bank account">
          <AccountLines accounts={accounts.slice(0, ON_FIRST)} most={ON_FIRST} />
          {accounts.length === 0 && <Prose>No payout account was given.</Prose>}
          {accounts.length > ON_FIRST && <Prose>{`${numberText(accounts.length - ON_FIRST)} more on page 2.`}</Prose>}
        </PaperPart>
        <PaperPart heading="What was sold">
          <Facts
            columns={3}
            of={[
              ['Units consumed', `${numberText(p.unitsConsumed, 3)} kWh`],
              ['Sessions', numberText(p.sessions)],
              ['Charge points', numberText(p.chargers)],
              ['Amount charged', moneyText(p.totalAmountCharged)],
              ['GST on amount', moneyText(p.totalGSTOnAmount)],
              ['Payment gateway fee', moneyText(p.paymentGatewayFee)],
              ['Per-unit commission', moneyText(p.perUnitCommission)],
              ['Fixed commission', moneyText(p.fixedCommission)],
              ['GST on commission', moneyText(p.GSTOnAmikComission)],
            ]}
          />
        </PaperPart>
        <PaperPart heading="Settlement">
          <Sums of={waysOf(p)} />
        </PaperPart>
      </Sheet>
      <Sheet {...head}>
        <Title>CALCULATION NOTES AND TERMS</Title>
        {NOTES.map(n => (
          <Prose key={n}>{n}</Prose>
        ))}
        <PaperPart heading="Terms">
          <Prose>
            All amounts are in Indian rupees. This paper is drawn from the stored settlement and needs no signature.
          </Prose>
          <Prose>{`Questions about this settlement: ${brand.supportEmail}, naming ${p.payoutId}.`}</Prose>
        </PaperPart>
        {further.length > 0 && (
          <PaperPart heading="Further accounts">
            <AccountLines accounts={further} most={ON_SECOND} />
            {rest.length > 0 && (
              <Prose>
                {`And ${numberText(rest.length)} more, together ${moneyText(rest.reduce((sum, a) => sum + Math.round(a.amount * 100), 0) / 100)}.`}
              </Prose>
            )}
          </PaperPart>
        )}
      </Sheet>
    </Paper>
  )
}
