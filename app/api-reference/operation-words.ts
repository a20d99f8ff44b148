// What the contracts leave unsaid: bodies and replies that are files rather than JSON, and further words on an operation.
import type { Json } from './shapes.ts'

const BINARY: Json = { type: 'string', format: 'binary' }
const FORM: Json = { type: 'object', description: 'Nothing that counts: the link says everything.' }

/** Bodies that are no JSON, by operation. */
export const BODY_TYPES: Readonly<Record<string, { type: string; schema: Json; about: string }>> = {
  createNetworkImport: { type: 'application/octet-stream', schema: BINARY, about: 'The CSV or Excel file itself.' },
  uploadFirmware: { type: 'application/octet-stream', schema: BINARY, about: 'The firmware file itself.' },
  stopAlertMailsAtOnce: { type: 'application/x-www-form-urlencoded', schema: FORM, about: 'The form of RFC 8058.' },
  stopReportMailsAtOnce: { type: 'application/x-www-form-urlencoded', schema: FORM, about: 'The form of RFC 8058.' },
}

const PDF = 'application/pdf'
const BYTES = 'application/octet-stream'
/** Replies that are files, by operation. `isTagged`: the reply carries `ETag`. */
export const REPLY_TYPES: Readonly<Record<string, { type: string; about: string; isTagged?: true }>> = {
  getInvoicePdf: { type: PDF, about: 'The invoice.', isTagged: true },
  getPayInvoicePdf: { type: PDF, about: 'The invoice.', isTagged: true },
  getPayoutMonthPdf: { type: PDF, about: 'The payout invoice.', isTagged: true },
  getPayoutPdf: { type: PDF, about: 'The settlement details.', isTagged: true },
  getCommissionDocumentPdf: { type: PDF, about: 'The invoice or credit note.', isTagged: true },
  getVoucherPdf: { type: PDF, about: 'The voucher.', isTagged: true },
  getSalesReturn: { type: BYTES, about: 'The JSON file of GSTR-1, as the GST portal takes it in.' },
  getTallySales: { type: 'application/xml', about: 'The vouchers of invoices and notes.' },
  getSignedValues: {
    type: BYTES,
    about:
      'The file: JSON with all signed values as the charge point sent them, each with its method, encoding and public key; or with `format=xml` those in OCMF.',
  },
  getTallyPayouts: { type: 'application/xml', about: 'The vouchers of settlements and payments.' },
  getTaxCertificatePdf: { type: PDF, about: 'The certificate.', isTagged: true },
  getChargerFile: { type: BYTES, about: 'The file as the charge point sent it.' },
  getReportFile: { type: BYTES, about: 'The file of the report.' },
  getRefusedImportRows: { type: 'text/csv', about: 'The refused rows with their reasons.' },
  getUploadedFile: { type: BYTES, about: 'The uploaded file, with its own media type.' },
  getOutboxFile: { type: BYTES, about: 'The attachment.' },
}

/** Words beyond the summary, by operation. */
export const ABOUT: Readonly<Record<string, string>> = {
  getCaller:
    'A program asks this first: `teamId` is the number that other calls take as `{teamId}`. A key of any rights may call.',
  runOperation:
    'The reply comes at once with a `taskId`. Ask `getOperationTask` until `state` is `done`, `failed` or `timeout`. `done` means that the charge point answered: a session has ended, or begun, once `effect.state` is `seen`. A charge point that is not connected fails the task at once, and nothing is sent to it later. Each new try takes an `Idempotency-Key` of its own.',
  getOperationTask:
    'Ask until `state` is `done`, `failed` or `timeout`. `done` means that the charge point answered; `error` of the row in `result` says why where it refused. After `RemoteStop` the session has ended once `effect.state` is `seen`; as long as it is `awaited` ask again, and `missing` says that no end has come in time.',
  listTransactions:
    'Running sessions are those without `stoptime`: `filters={"combine":"AND","conditions":[{"field":"stoptime","operator":"isEmpty"}]}`. With `zone_name` or `zoneId` come the sessions of one charging site; a site that does not exist has none, and `listChargingSiteNames` tells which there are.',
  stopPaySession: 'For the browser of the driver who pays: a program stops a session with `runOperation`.',
  placeOrder: 'For the browser of the driver who pays: a program starts a session with `runOperation`.',
}
