// The calls that the product makes to the invoice registration portal. Each ends with one outcome, and an unknown outcome is no
// failure: the document may be registered, and its caller asks for it before it registers again.
import type { CancelReason } from './codes.ts'
import type { DocumentName, PortalDocument } from './document.ts'

/** A document as the portal has registered it, its signatures checked. */
export type Registration = {
  irn: string
  ackNo: string
  ackAt: Date
  /** Signed tokens: the content of the QR code, and the whole document. */
  signedQr: string
  signedInvoice: string
  isCancelled: boolean
  content: QrContent
}
/** What the QR code tells. */
export type QrContent = {
  sellerGstin: string
  buyerGstin: string
  number: string
  type: string
  day: string
  total: number
  irn: string
}
export type Outcome<T> =
  | { is: 'ok'; value: T }
  /** The portal says no. `known`: the number under which it has the document already. */
  | { is: 'refused'; code: string; text: string; known?: { irn: string; ackNo: string; ackAt: Date } }
  /** The portal refuses who asks: nothing was done. */
  | { is: 'locked'; code: string; text: string }
  /** `notDone`: it failed before anything could be done. */
  | { is: 'unknown'; why: string; notDone?: true }
  /** The answer bears a signature that is not the portal's. */
  | { is: 'forged'; why: string }

export type Portal = {
  /** Whether the portal takes the credentials. */
  login: () => Promise<Outcome<null>>
  register: (document: PortalDocument) => Promise<Outcome<Registration>>
  /** `refused` with a code of NOT_FOUND where none is registered. */
  byDocument: (name: DocumentName) => Promise<Outcome<Registration>>
  cancel: (c: { irn: string; reason: CancelReason; remark: string }) => Promise<Outcome<{ cancelledAt: Date }>>
}

export type PortalCredentials = {
  gstin: string
  clientId: string
  clientSecret: string
  userName: string
  password: string
}
/** Where the portal is, and its public keys in PEM, as keys or certificates: one to seal logins for, those that it signs with. */
export type PortalPlace = { url: string; loginKey: string; signKeys: readonly string[] }
