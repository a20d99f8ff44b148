// The PDF of a voucher.
import { Facts, Paper, PaperPart, Prose, Sheet, Sums, Title } from '#kit/paper/parts.tsx'
import type { Brand } from '#office/brand/brand.rules.ts'
import type { Voucher } from './voucher.contract.ts'
import * as words from './voucher-words.rules.ts'

type Props = { voucher: Voucher; brand: Pick<Brand, 'name' | 'supportEmail'> }
export function VoucherPaper({ voucher: v, brand }: Props) {
  return (
    <Paper title={`${v.kind} ${v.number}`} brand={brand.name}>
      <Sheet brand={brand.name} mark={v.number} foot={v.paymentId}>
        <Title>{v.kind.toUpperCase()}</Title>
        <Facts of={words.headOf(v)} columns={3} />
        <PaperPart heading="Supplier">
          <Facts of={words.supplierOf(v)} />
        </PaperPart>
        <PaperPart heading="Recipient">
          <Facts of={words.recipientOf(v)} />
        </PaperPart>
        <PaperPart heading="Amount">
          <Prose>{words.purposeOf(v)}</Prose>
          <Sums of={words.figuresOf(v)} />
        </PaperPart>
        <PaperPart>
          <Prose>{`Questions about this voucher: ${brand.supportEmail}, naming ${v.number}.`}</Prose>
        </PaperPart>
      </Sheet>
    </Paper>
  )
}
