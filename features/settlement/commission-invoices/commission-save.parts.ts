// Hands a document of the commission to the reader as PDF. The code that draws the PDF is loaded on the click.
import { savePaper } from '#kit/paper/save-paper.ts'
import { brandOf } from '#office/brand/brand.rules.ts'
import type { CommissionDocument } from './commission-invoice.contract.ts'
import { fileOf } from './commission-lines.rules.ts'

export function saveCommissionDocument(document: CommissionDocument): Promise<void> {
  const { name, supportEmail, logo } = brandOf(location.host)
  return savePaper(
    fileOf(document),
    async () => (await import('./commission-paper.tsx')).CommissionPaper,
    { document, brand: { name, supportEmail } },
    { logo },
  )
}
