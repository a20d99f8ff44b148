// The operations of certificates: the charge point's own certificate, and the authorities it trusts (D-OCPP-9, Improved
// security for OCPP 1.6-J, part 4). They decide which machines may connect to which, so all except queries need full
// access on charge points.

import { operation } from './operation.contract.ts'
import { certificate, choice, group, optional, text } from './operation-field.contract.ts'

export const CERTIFICATE_USES = ['CentralSystemRootCertificate', 'ManufacturerRootCertificate'] as const
export const HASH_ALGORITHMS = ['SHA256', 'SHA384', 'SHA512'] as const
/** A chain of certificates fits everywhere with this length (security white paper, §5). */
const MAX_CHAIN = 10_000
export const MAX_CERTIFICATE = 5500
/** The most certificates that a chain holds: the charger's own and those of the authorities above. */
const MOST_OF_CHAIN = 4

const PEM = 'In PEM: -----BEGIN CERTIFICATE----- and what follows. Never paste a private key.'
const use = {
  label: 'Certificate Type',
  help: 'Of the central system, or of the manufacturer, who signs firmware',
}

export const certificateSigned = operation({
  name: 'CertificateSigned',
  fields: {
    certificateChain: certificate(MAX_CHAIN, {
      label: 'Certificate',
      rows: 8,
      help: `Its own certificate first, then those of the authorities that signed it. ${PEM}`,
    }),
  },
  wire: { ocpp16: { action: 'CertificateSigned' } },
  needsFullAccess: true,
  certificates: ({ certificateChain }) => ({ field: 'certificateChain', pem: certificateChain, most: MOST_OF_CHAIN }),
  answers: {
    Accepted: 'The charge point has taken the certificate and signs in with it from now on.',
    Rejected: 'The charge point does not take the certificate. It may not fit the key of the charge point.',
  },
  form: {
    group: 'Security',
    help: 'Hands the charge point the certificate that it asked for. It signs in with it from then on.',
    says: charger => `Certificate for ${charger.chargepoint_id}`,
    confirm: charger => ({
      title: `Certificate for ${charger.chargepoint_id}`,
      text: 'The charge point takes it only where it fits the key for which it asked for a certificate, and signs in with it from then on.',
      yes: 'Send certificate',
    }),
  },
})

export const installCertificate = operation({
  name: 'InstallCertificate',
  fields: {
    certificateType: choice(CERTIFICATE_USES, use),
    certificate: certificate(MAX_CERTIFICATE, { label: 'Certificate', rows: 8, help: PEM }),
  },
  wire: { ocpp16: { action: 'InstallCertificate' } },
  needsFullAccess: true,
  certificates: p => ({ field: 'certificate', pem: p.certificate, most: 1 }),
  answers: {
    Accepted: 'The certificate is installed.',
    Failed: 'The charge point could not store the certificate. It may have no room for more.',
    Rejected: 'The charge point does not take this certificate. It may hold it to be invalid.',
  },
  form: {
    group: 'Security',
    help: 'Installs a root certificate: whom the charge point trusts.',
    says: charger => `Root certificate on ${charger.chargepoint_id}`,
    confirm: (charger, { certificateType }) => ({
      title: `${String(certificateType)} on ${charger.chargepoint_id}`,
      text:
        certificateType === 'ManufacturerRootCertificate'
          ? 'From then on the charge point takes firmware that is signed under this certificate.'
          : 'From then on the charge point connects to central systems with a certificate signed under this one.',
      yes: 'Install',
      danger: true,
    }),
  },
})

const ONE_TYPE = 'A charge point of OCPP 1.6 is asked for one type'

export const getInstalledCertificateIds = operation({
  name: 'GetInstalledCertificateIds',
  fields: {
    /** Left out: those of every type, which OCPP 2.0.1 alone can ask for. */
    certificateType: optional(
      choice(CERTIFICATE_USES, { ...use, open: 'All (OCPP 2.0.1)', initial: 'CentralSystemRootCertificate' }),
    ),
  },
  wire: { ocpp16: { action: 'GetInstalledCertificateIds' } },
  refusal: ({ certificateType }, { ocppProtocol }) =>
    certificateType === undefined && !ocppProtocol?.startsWith('ocpp2')
      ? { status: 422, field: 'certificateType', text: ONE_TYPE }
      : undefined,
  answers: { NotFound: 'The charge point has no certificate of this type.' },
  shows: 'certificates',
  form: {
    group: 'Security',
    help: 'Asks which root certificates are installed. DeleteCertificate then offers them to choose from.',
    says: charger => `Certificates of ${charger.chargepoint_id}`,
  },
})

export const deleteCertificate = operation({
  name: 'DeleteCertificate',
  fields: {
    certificateHashData: group({
      hashAlgorithm: choice(HASH_ALGORITHMS, { label: 'Hash Algorithm', initial: 'SHA256' }),
      issuerNameHash: text(128, { label: 'Issuer Name Hash' }),
      issuerKeyHash: text(128, { label: 'Issuer Key Hash' }),
      serialNumber: text(40, { label: 'Serial Number' }),
    }),
  },
  wire: { ocpp16: { action: 'DeleteCertificate' } },
  needsFullAccess: true,
  answers: {
    Accepted: 'The certificate is deleted.',
    Failed: 'The charge point could not delete the certificate. It may be in use.',
    NotFound: 'The charge point has no such certificate. It may have been deleted already.',
  },
  form: {
    group: 'Security',
    help: 'Removes a root certificate from the charge point.',
    says: charger => `Delete a certificate of ${charger.chargepoint_id}`,
    order: ['hashAlgorithm', 'serialNumber', 'issuerNameHash', 'issuerKeyHash'],
    confirm: charger => ({
      title: `Certificate of ${charger.chargepoint_id}`,
      text: 'The charge point no longer trusts what is signed under it. Without the certificate of this central system it may not connect again until somebody installs one at the charge point.',
      yes: 'Delete certificate',
      danger: true,
    }),
  },
})
