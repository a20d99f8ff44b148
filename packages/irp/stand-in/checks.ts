// What the portal checks of a document, in its words: the shape field by field, then what belongs together.
import { z } from 'zod'
import { DOCUMENT_TYPES, type PortalDocument, SUPPLY_TYPES } from '../src/document.ts'

export type Fault = { code: string; text: string }

const between = (least: number, most: number) =>
  z
    .string()
    .refine(t => t.length >= least && t.length <= most, `must be a string of ${least} to ${most} characters`)
    .refine(t => !/["\\]/.test(t), 'must not contain double quotes or backslashes')
const matching = (pattern: RegExp) => z.string().regex(pattern, `must match ${pattern.source}`)
const paise = (n: number) => Math.round(n * 100)
const amount = z
  .number()
  .min(0, 'must not be below 0')
  .refine(n => Math.abs(n * 100 - paise(n)) < 1e-6, 'must have two decimals at most')
const state = matching(/^(?!00)\d{2}$/)
const day = matching(/^[0-3]\d\/[01]\d\/20\d\d$/)
const number = matching(/^[A-Z1-9][A-Z0-9/-]{0,15}$/)
const gstin = matching(/^\d{2}[A-Z0-9]{13}$/)
const party = {
  Gstin: gstin,
  LglNm: between(3, 100),
  Addr1: between(1, 100),
  Addr2: between(3, 100).optional(),
  Loc: between(3, 50),
  Pin: z.number().int().min(100_000, 'must be a PIN code').max(999_999, 'must be a PIN code'),
  Stcd: state,
}
const item = z.strictObject({
  SlNo: between(1, 6),
  PrdDesc: between(3, 300),
  IsServc: z.literal('Y'),
  HsnCd: matching(/^(\d{4}|\d{6}|\d{8})$/),
  Qty: z.number().min(0),
  Unit: between(3, 8),
  UnitPrice: amount,
  TotAmt: amount,
  AssAmt: amount,
  GstRt: z.number().min(0).max(100),
  IgstAmt: amount,
  CgstAmt: amount,
  SgstAmt: amount,
  TotItemVal: amount,
})
const Shape = z.strictObject({
  Version: z.literal('1.1'),
  TranDtls: z.strictObject({
    TaxSch: z.literal('GST'),
    SupTyp: z.enum(SUPPLY_TYPES),
    RegRev: z.enum(['Y', 'N']),
    IgstOnIntra: z.enum(['Y', 'N']),
  }),
  DocDtls: z.strictObject({ Typ: z.enum(DOCUMENT_TYPES), No: number, Dt: day }),
  SellerDtls: z.strictObject(party),
  BuyerDtls: z.strictObject({ ...party, Pos: state }),
  ItemList: z.array(item).min(1).max(1000),
  ValDtls: z.strictObject({
    AssVal: amount,
    CgstVal: amount,
    SgstVal: amount,
    IgstVal: amount,
    RndOffAmt: z.number().min(-99.99).max(99.99),
    TotInvVal: amount,
  }),
  RefDtls: z.strictObject({ PrecDocDtls: z.array(z.strictObject({ InvNo: number, InvDt: day })) }).optional(),
})

/** A rupee is the portal's tolerance. */
const differs = (a: number, b: number) => Math.abs(paise(a) - paise(b)) > 100
const startOf = (text: string): number => {
  const [d = 0, m = 0, y = 0] = text.split('/').map(Number)
  return Date.UTC(y, m - 1, d) - 5.5 * 3_600_000
}
const sum = (all: readonly number[]) => all.reduce((n, x) => n + x, 0)

/** The faults of a document that a GST number sends. `shape`: no document at all but these. */
export function faultsOf(sent: unknown, by: string, at: number): { document: PortalDocument } | { faults: Fault[] } {
  const read = Shape.safeParse(sent)
  if (!read.success)
    return {
      faults: read.error.issues.map(i => ({ code: '5010', text: `The field ${i.path.join('.')} ${i.message}` })),
    }
  const d = read.data as PortalDocument
  const [s, b, v] = [d.SellerDtls, d.BuyerDtls, d.ValDtls]
  const type = d.TranDtls.SupTyp
  // A supply to a Special Economic Zone is across states wherever the zone is.
  const isInside = s.Stcd === b.Pos && type === 'B2B'
  const faults: Fault[] = []
  const demand = (holds: boolean, code: string, text: string) => void (holds || faults.push({ code, text }))
  demand(s.Gstin === by, '2143', 'Invoice does not belong to the user GSTIN')
  demand(s.Gstin !== b.Gstin, '2211', 'Supplier and recipient GSTIN should not be same')
  demand(s.Gstin.startsWith(s.Stcd), '2258', 'Supplier GSTIN state code does not match with SellerDtls.Stcd')
  demand(b.Gstin.startsWith(b.Stcd), '2265', 'Recipient GSTIN state code does not match with BuyerDtls.Stcd')
  demand(startOf(d.DocDtls.Dt) <= at, '2163', 'DocDtls.Dt: the document date should not be future date')
  demand(
    !isInside || (v.IgstVal === 0 && d.ItemList.every(i => i.IgstAmt === 0)),
    '2172',
    'For intra-state transaction, IGST amounts are not applicable; only CGST and SGST amounts are applicable',
  )
  demand(
    isInside || (v.CgstVal === 0 && v.SgstVal === 0),
    '2174',
    'For inter-state transaction, CGST and SGST amounts are not applicable; only IGST amount is applicable',
  )
  demand(
    type !== 'SEZWOP' || v.IgstVal === 0,
    '5010',
    'The field ValDtls.IgstVal should be 0 for supplies without payment of tax',
  )
  demand(v.CgstVal === v.SgstVal, '2227', 'SGST and CGST amounts should be equal')
  demand(
    d.ItemList.every(i => i.HsnCd.startsWith('99')),
    '2176',
    'Invalid HSN code(s): a service begins with 99 (ItemList.HsnCd)',
  )
  demand(!differs(sum(d.ItemList.map(i => i.AssAmt)), v.AssVal), '2182', 'ValDtls.AssVal: taxable values do not add up')
  demand(
    !differs(v.AssVal + v.CgstVal + v.SgstVal + v.IgstVal + v.RndOffAmt, v.TotInvVal),
    '2189',
    'Invalid total invoice value (ValDtls.TotInvVal)',
  )
  return faults.length > 0 ? { faults } : { document: d }
}
