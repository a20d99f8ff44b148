// Answers of the portal as they are read: an envelope with the state, the errors or the encrypted data, and what the data hold.
import { z } from 'zod'
import type { QrContent } from './portal.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const Errors = z.array(z.object({ ErrorCode: text, ErrorMessage: z.string() }))
const Info = z.array(z.object({ InfCd: z.string(), Desc: z.unknown() }))
/** Lists come as lists, or as JSON in a text, which may be coded as base64. */
const listed = <S extends z.ZodType>(shape: S) =>
  z.union([
    shape,
    z
      .string()
      .transform(t => parsed(t) ?? parsed(Buffer.from(t, 'base64').toString()))
      .pipe(shape),
  ])
export const Envelope = z.object({
  Status: text,
  Data: z.unknown(),
  ErrorDetails: listed(Errors).nullish().catch(null),
  InfoDtls: listed(Info).nullish().catch(null),
})
export type Envelope = z.output<typeof Envelope>

/** The portal tells times in India, without the zone. */
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  .transform(t => new Date(`${t.slice(0, 10)}T${t.slice(11, 19)}+05:30`))
const irn = z.string().regex(/^[0-9a-f]{64}$/)

export const LoginData = z.object({ AuthToken: z.string().min(1), Sek: z.string().min(1), TokenExpiry: time })
export const Acknowledged = z.object({ Irn: irn, AckNo: text, AckDt: time })
export const RegisteredData = Acknowledged.extend({
  SignedInvoice: z.string(),
  SignedQRCode: z.string(),
  Status: z.string(),
})
export const CancelledData = z.object({ Irn: irn, CancelDate: time })

const Qr = z.object({
  SellerGstin: z.string(),
  BuyerGstin: z.string(),
  DocNo: z.string(),
  DocTyp: z.string(),
  DocDt: z.string(),
  TotInvVal: z.coerce.number(),
  Irn: irn,
})
/** What a QR code tells; undefined where it is none of the portal. */
export function qrContentOf(content: unknown): QrContent | undefined {
  const q = Qr.safeParse(content).data
  return (
    q && {
      sellerGstin: q.SellerGstin,
      buyerGstin: q.BuyerGstin,
      number: q.DocNo,
      type: q.DocTyp,
      day: q.DocDt,
      total: q.TotInvVal,
      irn: q.Irn,
    }
  )
}

export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
