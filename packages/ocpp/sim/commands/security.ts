// Answers about certificates (security white paper, A02 and M03 to M05).
import { X509Certificate } from 'node:crypto'
import { certificatesOf, type HashData, hashDataOf } from '../certificates.ts'
import type { Commands } from './command.ts'

export const readable = (pem: string): boolean => {
  try {
    new X509Certificate(pem)
    return true
  } catch {
    return false // that is the question
  }
}
export const same = (a: HashData, b: HashData): boolean =>
  a.serialNumber.toLowerCase() === b.serialNumber.toLowerCase() &&
  a.issuerNameHash === b.issuerNameHash &&
  a.issuerKeyHash === b.issuerKeyHash

export const security: Commands<
  'InstallCertificate' | 'GetInstalledCertificateIds' | 'DeleteCertificate' | 'CertificateSigned'
> = {
  InstallCertificate(station, { certificateType, certificate }) {
    const { roots } = certificatesOf(station)
    if (!readable(certificate)) return { answer: { status: 'Rejected' } }
    if (roots.length >= station.configuration.number('CertificateStoreMaxLength'))
      return { answer: { status: 'Failed' } }
    const hashData = hashDataOf(certificate)
    if (!roots.some(root => root.type === certificateType && same(root.hashData, hashData)))
      roots.push({ type: certificateType, hashData })
    return { answer: { status: 'Accepted' } }
  },

  GetInstalledCertificateIds(station, { certificateType }) {
    const found = certificatesOf(station).roots.filter(root => root.type === certificateType)
    if (found.length === 0) return { answer: { status: 'NotFound' } }
    return { answer: { status: 'Accepted', certificateHashData: found.map(root => root.hashData) } }
  },

  DeleteCertificate(station, { certificateHashData }) {
    const store = certificatesOf(station)
    const kept = store.roots.filter(root => !same(root.hashData, certificateHashData))
    const found = kept.length < store.roots.length
    store.roots = kept
    return { answer: { status: found ? 'Accepted' : 'NotFound' } }
  },

  CertificateSigned(station, { certificateChain }) {
    const store = certificatesOf(station)
    const fits =
      readable(certificateChain) &&
      store.key !== undefined &&
      new X509Certificate(certificateChain).checkPrivateKey(store.key)
    if (!fits) return { answer: { status: 'Rejected' } }
    store.chain = certificateChain
    return { answer: { status: 'Accepted' } }
  },
}
