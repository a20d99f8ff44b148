// The operations of certificates: the charge point's own certificate, and the authorities it trusts (D-OCPP-9, Improved
// security for OCPP 1.6-J, part 4). They decide which machines may connect to which, so all except queries need full
// access on charge points.
import Badge from '@mui/icons-material/BadgeOutlined'
import FactCheck from '@mui/icons-material/FactCheckOutlined'
import GppBad from '@mui/icons-material/GppBadOutlined'
import VerifiedUser from '@mui/icons-material/VerifiedUserOutlined'
import { CERTIFICATE_USES } from '#control/remote-operations/operation-choices.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { DeletedCertificateFields } from './deleted-certificate-fields.tsx'
import { asOptions, type MoreForm } from './operation-form-shape.tsx'
import type { Values } from './option-fields.tsx'

const { Select, Multiline } = boundFields<Values>()
const PEM = 'In PEM: -----BEGIN CERTIFICATE----- and what follows. Never paste a private key.'
const Use = () => (
  <Select
    name="parameters.certificateType"
    label="Certificate Type"
    required
    options={asOptions(CERTIFICATE_USES)}
    help="Of the central system, or of the manufacturer, who signs firmware"
  />
)

export const certificateForms: readonly MoreForm[] = [
  {
    operation: 'CertificateSigned',
    icon: Badge,
    needsFull: true,
    help: 'Hands the charge point the certificate that it asked for. It signs in with it from then on.',
    says: charger => `Certificate for ${charger.chargepoint_id}`,
    initial: () => ({ certificateChain: '' }),
    Fields: () => (
      <Multiline
        name="parameters.certificateChain"
        label="Certificate"
        required
        wide
        rows={8}
        help={`Its own certificate first, then those of the authorities that signed it. ${PEM}`}
      />
    ),
    confirm: charger => ({
      title: `Certificate for ${charger.chargepoint_id}`,
      text: 'The charge point takes it only where it fits the key for which it asked for a certificate, and signs in with it from then on.',
      yes: 'Send certificate',
    }),
  },
  {
    operation: 'InstallCertificate',
    icon: VerifiedUser,
    needsFull: true,
    help: 'Installs a root certificate: whom the charge point trusts.',
    says: charger => `Root certificate on ${charger.chargepoint_id}`,
    initial: () => ({ certificateType: '', certificate: '' }),
    Fields: () => (
      <>
        <Use />
        <Multiline name="parameters.certificate" label="Certificate" required wide rows={8} help={PEM} />
      </>
    ),
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
  {
    operation: 'GetInstalledCertificateIds',
    icon: FactCheck,
    help: 'Asks which root certificates are installed. DeleteCertificate then offers them to choose from.',
    says: charger => `Certificates of ${charger.chargepoint_id}`,
    initial: () => ({ certificateType: 'CentralSystemRootCertificate' }),
    Fields: Use,
  },
  {
    operation: 'DeleteCertificate',
    icon: GppBad,
    needsFull: true,
    help: 'Removes a root certificate from the charge point.',
    says: charger => `Delete a certificate of ${charger.chargepoint_id}`,
    initial: () => ({
      told: '',
      certificateHashData: { hashAlgorithm: 'SHA256', issuerNameHash: '', issuerKeyHash: '', serialNumber: '' },
    }),
    Fields: DeletedCertificateFields,
    confirm: charger => ({
      title: `Certificate of ${charger.chargepoint_id}`,
      text: 'The charge point no longer trusts what is signed under it. Without the certificate of this central system it may not connect again until somebody installs one at the charge point.',
      yes: 'Delete certificate',
      danger: true,
    }),
  },
]
