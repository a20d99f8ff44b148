// The invoice of a team's month (D-PO-8): one line a charge point, totals and payout.
import { moneyText, numberText } from '#kit/figures.tsx'
import { Facts, Lines, Paper, PaperPart, Sheet, Sums, Title } from '#kit/paper/parts.tsx'
import type { Brand } from '#office/brand/brand.rules.ts'
import type { MonthlyPayout } from './payout.contract.ts'
import { statusWords } from './payout.words.ts'
import { summaryLines } from './payout-lines.rules.ts'
import { type Period, periodText } from './payout-period.rules.ts'

type Props = { month: MonthlyPayout; period: Period; brand: Pick<Brand, 'name' | 'supportEmail'> }
export function PayoutInvoicePaper({ month, period, brand }: Props) {
  const { teamDetails, summary, chargerSummary } = month.payout.data
  const chargers = Object.entries(chargerSummary).toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  // Charges to the team itself, besides those to its charge points, get a line of their own, so that the lines add up.
  const ofChargers = chargers.reduce((sum, [, c]) => sum + Math.round(c.maxAmikServiceCharges * 100), 0)
  const ofTeam = Math.round((summary?.totalAmikServiceCharges ?? 0) * 100) - ofChargers
  const state = summary?.status ? statusWords[summary.status] : 'Not run yet: figures as of now'
  return (
    <Paper title={`Payout invoice ${teamDetails.name} ${periodText(period)}`} brand={brand.name}>
      <Sheet brand={brand.name} mark={summary?.payoutId ?? periodText(period)} foot={brand.supportEmail}>
        <Title>PAYOUT INVOICE</Title>
        <Facts
          of={[
            ['Team', teamDetails.name],
            ['Period', periodText(period)],
            ['Payout Id', summary?.payoutId],
            ['Status', state],
          ]}
        />
        <PaperPart heading="Charge points">
          <Lines
            columns={[
              { header: 'Charge point' },
              { header: 'Type', width: 40 },
              { header: 'Sessions', isFigure: true, width: 56 },
              { header: 'Energy (kWh)', isFigure: true, width: 80 },
              { header: 'Collection', isFigure: true, width: 96 },
              { header: 'Service Charges', isFigure: true, width: 96 },
            ]}
            rows={[
              ...chargers.map(([id, c]) => [
                id,
                c.charger_type,
                numberText(c.totalTransactions),
                numberText(c.totalKW, 3),
                moneyText(c.totalCollectionWithoutPGC),
                moneyText(c.maxAmikServiceCharges),
              ]),
              ...(ofTeam === 0 ? [] : [['Charges of the team', '', '', '', '', moneyText(ofTeam / 100)]]),
            ]}
            {...(summary && {
              total: [
                'Total',
                '',
                numberText(summary.totalTransactions),
                numberText(summary.totalKW, 3),
                moneyText(summary.totalCollectionWithoutPGC),
                moneyText(summary.totalAmikServiceCharges),
              ],
            })}
          />
        </PaperPart>
        {summary && (
          <PaperPart>
            <Sums
              of={[
                ...summaryLines(summary).map(({ label, amount }) => ({ label, amount: moneyText(amount) })),
                { label: 'Payout', amount: moneyText(summary.totalPayoutAmount), isStrong: true },
              ]}
            />
          </PaperPart>
        )}
      </Sheet>
    </Paper>
  )
}
