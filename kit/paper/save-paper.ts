// Saves a paper (PDF) that is drawn in the browser. This file is small: all that draws is loaded by the first paper.
//
// A paper is a component of `kit/paper/parts.tsx` in a file of its own, loaded by the click:
//
//   // the paper, a file of its own whose name ends in -paper
//   export function InvoicePaper({ invoice, brand }: { invoice: Invoice; brand: string }) {
//     return (
//       <Paper title={invoice.number} brand={brand}>
//         <Sheet brand={brand} mark={invoice.number}>
//           <Title>TAX INVOICE</Title>
//           <Facts of={[['Date', '31 Oct 2026'], ['Recipient', invoice.recipient]]} />
//           <Lines columns={[{ header: 'Description' }, { header: 'Amount', isFigure: true }]} rows={[['Energy', '₹10.00']]} />
//           <Sums of={[{ label: 'Total', amount: '₹10.00', isStrong: true }]} />
//         </Sheet>
//       </Paper>
//     )
//   }
//   // the screen
//   await savePaper('Invoice_12.pdf', async () => (await import(that file)).InvoicePaper, { invoice, brand: brand.name }, { logo: brand.logo })
import type { ReactElement } from 'react'
import { download } from '#kit/export.ts'
import { modeNow } from '#kit/mode.ts'
import type { PaperTexts } from './paper-texts.ts'

type Saved = {
  /** Where the brand's logo is, shown over each page. */
  logo?: string
  /** The paper's own texts in another language than English. */
  texts?: PaperTexts
}
/**
 * Draws the paper that `load` brings and hands it to the reader as `file`. `props` are plain data (what JSON holds), or texts
 * of `texts`: they say which fonts are needed. Rejects where a part cannot be loaded, or the paper cannot be drawn.
 */
export async function savePaper<P extends object>(
  file: string,
  load: () => Promise<(props: P) => ReactElement>,
  props: P,
  { logo, texts }: Saved = {},
): Promise<void> {
  const [draw, { makePaper }, mode] = await Promise.all([load(), import('./make-paper.ts'), modeNow()])
  download(await makePaper(() => draw(props), { text: JSON.stringify(props), mode, logo, texts }), file)
}
