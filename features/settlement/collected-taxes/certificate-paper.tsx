// The PDF of a certificate of tax taken at source.
import { monthText } from '@wattdesk/base/time'
import { moneyText } from '#kit/figures.tsx'
import { Facts, Lines, Paper, PaperPart, Prose, Sheet, Sums, Title } from '#kit/paper/parts.tsx'
import type { Brand } from '#office/brand/brand.rules.ts'
import type { TaxCertificate } from './collected-tax.contract.ts'

const rate = (n: number | null) => (n === null ? '' : `${n} %`)
type Props = { certificate: TaxCertificate; brand: Pick<Brand, 'name' | 'supportEmail'> }
export function CertificatePaper({ certificate: c, brand }: Props) {
  const period = `${monthText(c.from)} to ${monthText(c.to)}`
  return (
    <Paper title={`Tax certificate ${c.owner.name} ${period}`} brand={brand.name}>
      <Sheet brand={brand.name} mark={period} foot={c.owner.name}>
        <Title>TAX COLLECTED AND DEDUCTED AT SOURCE</Title>
        <Facts
          columns={3}
          of={[
            ['Period', period],
            ['GSTIN', c.owner.gstin],
            ['PAN', c.owner.pan],
          ]}
        />
        <PaperPart heading="Taken from">
          <Facts
            of={[
              ['Owner', c.owner.name],
              ['Address', c.owner.address],
            ]}
          />
        </PaperPart>
        <PaperPart heading="Taken by">
          <Facts
            of={[
              ['Platform', c.taker?.name],
              ['GSTIN', c.taker?.gstin],
            ]}
          />
        </PaperPart>
        {c.reason !== null && <Prose>{`${c.reason}.`}</Prose>}
        {c.months.length > 0 && (
          <>
            <PaperPart heading="Collected: section 52 CGST">
              <Lines
                columns={[
                  { header: 'Month' },
                  { header: 'Net value', isFigure: true, width: 90 },
                  { header: 'Rate', isFigure: true, width: 50 },
                  { header: 'Central', isFigure: true, width: 80 },
                  { header: 'State', isFigure: true, width: 80 },
                  { header: 'Integrated', isFigure: true, width: 80 },
                ]}
                rows={c.months.map(m => [
                  monthText(m.month),
                  moneyText(m.tcsBase),
                  rate(m.tcsRate),
                  moneyText(m.tcsCgst),
                  moneyText(m.tcsSgst),
                  moneyText(m.tcsIgst),
                ])}
              />
            </PaperPart>
            <PaperPart heading="Deducted: section 194-O">
              <Lines
                columns={[
                  { header: 'Month' },
                  { header: 'Gross value', isFigure: true, width: 100 },
                  { header: 'Rate', isFigure: true, width: 50 },
                  { header: 'Given back', isFigure: true, width: 90 },
                  { header: 'Deducted', isFigure: true, width: 90 },
                ]}
                rows={c.months.map(m => [
                  monthText(m.month),
                  moneyText(m.tdsBase),
                  rate(m.tdsRate),
                  moneyText(m.tdsGivenBack),
                  moneyText(m.tds),
                ])}
              />
            </PaperPart>
            <PaperPart heading="Together">
              <Sums
                of={[
                  { label: 'Collected, central tax', amount: moneyText(c.sums.tcsCgst) },
                  { label: 'Collected, state tax', amount: moneyText(c.sums.tcsSgst) },
                  { label: 'Collected, integrated tax', amount: moneyText(c.sums.tcsIgst) },
                  { label: 'Deducted', amount: moneyText(c.sums.tds), isStrong: true },
                ]}
              />
            </PaperPart>
          </>
        )}
        <PaperPart>
          <Prose>{`Drawn from the payouts and the ledger. Questions: ${brand.supportEmail}.`}</Prose>
        </PaperPart>
      </Sheet>
    </Paper>
  )
}
