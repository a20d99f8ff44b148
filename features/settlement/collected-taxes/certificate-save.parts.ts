// Hands a certificate to the reader as PDF. The code that draws the PDF is loaded on the click.
import { savePaper } from '#kit/paper/save-paper.ts'
import { brandOf } from '#office/brand/brand.rules.ts'
import type { TaxCertificate } from './collected-tax.contract.ts'
import { certificateFile } from './collected-tax.rules.ts'

export function saveCertificate(certificate: TaxCertificate): Promise<void> {
  const { name, supportEmail, logo } = brandOf(location.host)
  return savePaper(
    certificateFile(certificate),
    async () => (await import('./certificate-paper.tsx')).CertificatePaper,
    { certificate, brand: { name, supportEmail } },
    { logo },
  )
}
