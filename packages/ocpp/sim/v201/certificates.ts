// Certificates of a simulated station of 2.0.1 (A02, M03 to M05 of part 2).
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { certificatesOf, hashDataOf, signingRequest } from '../certificates.ts'
import { readable, same } from '../commands/security.ts'
import type { Commands } from './command.ts'
import type { Station } from './station.ts'

const MOST_ROOTS = 10

/** Makes a new key and asks for its certificate. */
export async function signCertificate(station: Station): Promise<void> {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const serial = station.options.boot?.serialNumber ?? station.options.identity.slice(0, 25)
  const csr = signingRequest(station.model.text('SecurityCtrlr.OrganizationName'), serial, keys)
  certificatesOf(station).key = keys.privateKey
  await station.report('SignCertificate', { csr, certificateType: 'ChargingStationCertificate' })
}

export const certificates: Commands<
  'InstallCertificate' | 'GetInstalledCertificateIds' | 'DeleteCertificate' | 'CertificateSigned'
> = {
  InstallCertificate(station, { certificateType, certificate }) {
    const { roots } = certificatesOf(station)
    if (!readable(certificate)) return { answer: { status: 'Rejected' } }
    if (roots.length >= MOST_ROOTS) return { answer: { status: 'Failed' } }
    const hashData = hashDataOf(certificate)
    if (!roots.some(root => root.type === certificateType && same(root.hashData, hashData)))
      roots.push({ type: certificateType, hashData })
    return { answer: { status: 'Accepted' } }
  },

  GetInstalledCertificateIds(station, { certificateType: types }) {
    type Type = NonNullable<typeof types>[number]
    const chains = certificatesOf(station)
      .roots.filter(({ type }) => types?.includes(type as Type) ?? true)
      .map(({ type, hashData }) => ({ certificateType: type as Type, certificateHashData: hashData }))
    if (chains.length === 0) return { answer: { status: 'NotFound' } }
    return { answer: { status: 'Accepted', certificateHashDataChain: chains } }
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
