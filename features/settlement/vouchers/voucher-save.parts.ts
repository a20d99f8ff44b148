// Hands a voucher to the reader as PDF. The code that draws the PDF is loaded on the click.
import { savePaper } from '#kit/paper/save-paper.ts'
import { brandOf } from '#office/brand/brand.rules.ts'
import type { Voucher } from './voucher.contract.ts'
import { fileOf } from './voucher-words.rules.ts'

export function saveVoucher(voucher: Voucher): Promise<void> {
  const { name, supportEmail, logo } = brandOf(location.host)
  return savePaper(
    fileOf(voucher),
    async () => (await import('./voucher-paper.tsx')).VoucherPaper,
    { voucher, brand: { name, supportEmail } },
    { logo },
  )
}
