// A document of ours as the portal takes it (schema 1.1), and what it lacks for that. Pure.
import type { RecipientType } from '@wattdesk/base/business'
import { round, rupeesFromPaise } from '@wattdesk/base/money'
import { stateName } from '@wattdesk/base/states'
import { partsIn } from '@wattdesk/base/time'
import type { DocumentType, Item, Party, PortalDocument } from '@wattdesk/irp/document'
import type { QrContent } from '@wattdesk/irp/portal'

/** Amounts in paise, above 0 on notes too. */
export type OwnDocument = {
  type: DocumentType
  number: string
  dated: Date
  gstin: string
  supplierName: string | null
  supplierAddress: string | null
  recipientName: string | null
  recipientGstin: string
  recipientAddress: string | null
  placeOfSupply: string | null
  /** Of a unit in a Special Economic Zone; null for a regular recipient. */
  recipientType: RecipientType | null
  sac: string
  /** What was supplied; `paise` is with its tax where `isTaxWithin`. */
  lines: readonly { text: string; paise: number; ratePpm: number }[]
  isTaxWithin: boolean
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
  roundingPaise: number
  totalPaise: number
  /** On a note: the document that it corrects. */
  corrects: { number: string; dated: Date } | null
  /** Typed for this document. */
  sellerPin: string | null
  buyerPin: string | null
  /** Typed last for another document of the same GST number, for addresses without a PIN code. */
  knownSellerPin: string | null
  knownBuyerPin: string | null
}
/** What a document lacks, by the field of the portal's schema. */
export type Lack = { field: string; text: string }

const two = (n: number) => String(n).padStart(2, '0')
/** 30/11/2026 */
function dayText(at: Date, zone: string): string {
  const { year, month, day } = partsIn(at, zone)
  return `${two(day)}/${two(month)}/${year}`
}
const rupees = (paise: number) => rupeesFromPaise(BigInt(paise))
/** The last six digits of an address that stand for themselves, with a space in them or without. */
export const pinIn = (address: string): string | undefined =>
  [...address.matchAll(/(?<!\d)([1-9]\d{2})[ -]?(\d{3})(?!\d)/g)].map(m => `${m[1]}${m[2]}`).at(-1)

/** A text as the portal's schema lets it stand: in one line, without the double quotes and backslashes that it refuses. */
const plain = (text: string | null): string =>
  (text ?? '').replaceAll('"', "'").replaceAll('\\', '/').replaceAll(/\s+/g, ' ').trim()

/** The town: the last part of an address that is neither PIN code, state nor country; else the state. */
function placeIn(address: string, state: string): string {
  const parts = address
    .split(/[,\n]/)
    .map(p =>
      p
        .replace(/(?<!\d)[1-9]\d{2}[ -]?\d{3}(?!\d)/g, '')
        .replace(/[\s-]+$/, '')
        .trim(),
    )
    .filter(p => p.length >= 3 && p.toLowerCase() !== state.toLowerCase() && p.toLowerCase() !== 'india')
  return (parts.at(-1) ?? state).slice(0, 50)
}

type Who = { name: string | null; gstin: string; address: string | null; pin: string | null; known: string | null }
function partyOf(
  { name, gstin, address, pin, known }: Who,
  part: string,
  whose: string,
): { party: Party; lacks: Lack[] } {
  const state = gstin.slice(0, 2)
  const [text, legalName] = [plain(address), plain(name)]
  const code = pin ?? pinIn(text) ?? known ?? undefined
  const lacks: Lack[] = []
  const lack = (field: string, what: string) => lacks.push({ field: `${part}.${field}`, text: what })
  if (legalName.length < 3) lack('LglNm', `The legal name ${whose} has less than three letters`)
  if (text === '') lack('Addr1', `There is no address ${whose}`)
  if (code === undefined) lack('Pin', `The address ${whose} has no PIN code of six digits`)
  const second = text.slice(100, 200).trim()
  return {
    lacks,
    party: {
      Gstin: gstin,
      LglNm: legalName.slice(0, 100),
      Addr1: text.slice(0, 100),
      ...(second.length >= 3 && { Addr2: second }),
      Loc: placeIn(text, stateName(state)),
      Pin: Number(code ?? 0),
      Stcd: state,
    },
  }
}

type Heads = { taxable: number; cgst: number; sgst: number; igst: number }
/** Each line with its share; the largest one has what is left of the document's sums, so that they add up to the paisa. */
function sharesOf(d: OwnDocument): Heads[] {
  const share = ({ paise, ratePpm }: OwnDocument['lines'][number]): Heads => {
    const tax = (parts: bigint) =>
      Number(round(BigInt(paise), BigInt(ratePpm), parts * (1_000_000n + (d.isTaxWithin ? BigInt(ratePpm) : 0n))))
    const isAcross = d.igstPaise !== 0 || d.recipientType !== null
    const half = isAcross ? 0 : tax(2n)
    return { taxable: d.isTaxWithin ? paise - tax(1n) : paise, cgst: half, sgst: half, igst: isAcross ? tax(1n) : 0 }
  }
  const shares = d.lines.map(share)
  const largest = shares.reduce((best, s, i) => (s.taxable > (shares[best]?.taxable ?? 0) ? i : best), 0)
  const rest = (of: keyof Heads, whole: number) =>
    whole - shares.reduce((n, s, i) => (i === largest ? n : n + s[of]), 0)
  shares[largest] = {
    taxable: rest('taxable', d.taxablePaise),
    cgst: rest('cgst', d.cgstPaise),
    sgst: rest('sgst', d.sgstPaise),
    igst: rest('igst', d.igstPaise),
  }
  return shares
}
const itemOf = (d: OwnDocument, share: Heads, i: number): Item => ({
  SlNo: String(i + 1),
  PrdDesc: d.lines[i]?.text ?? '',
  IsServc: 'Y',
  HsnCd: d.sac,
  Qty: 1,
  Unit: 'OTH',
  UnitPrice: rupees(share.taxable),
  TotAmt: rupees(share.taxable),
  AssAmt: rupees(share.taxable),
  GstRt: (d.lines[i]?.ratePpm ?? 0) / 10_000,
  IgstAmt: rupees(share.igst),
  CgstAmt: rupees(share.cgst),
  SgstAmt: rupees(share.sgst),
  TotItemVal: rupees(share.taxable + share.cgst + share.sgst + share.igst),
})

export function portalDocument(d: OwnDocument, zone: string): { document: PortalDocument; lacks: Lack[] } {
  const { supplierName: name, gstin, supplierAddress: address, sellerPin: pin, knownSellerPin: known } = d
  const seller = partyOf({ name, gstin, address, pin, known }, 'SellerDtls', 'of the supplier')
  const to = {
    name: d.recipientName,
    gstin: d.recipientGstin,
    address: d.recipientAddress,
    pin: d.buyerPin,
    known: d.knownBuyerPin,
  }
  const buyer = partyOf(to, 'BuyerDtls', 'of the recipient')
  const document: PortalDocument = {
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: d.recipientType ?? 'B2B', RegRev: 'N', IgstOnIntra: 'N' },
    DocDtls: { Typ: d.type, No: d.number, Dt: dayText(d.dated, zone) },
    SellerDtls: seller.party,
    BuyerDtls: { ...buyer.party, Pos: d.placeOfSupply ?? d.recipientGstin.slice(0, 2) },
    ItemList: sharesOf(d).map((share, i) => itemOf(d, share, i)),
    ValDtls: {
      AssVal: rupees(d.taxablePaise),
      CgstVal: rupees(d.cgstPaise),
      SgstVal: rupees(d.sgstPaise),
      IgstVal: rupees(d.igstPaise),
      RndOffAmt: rupees(d.roundingPaise),
      TotInvVal: rupees(d.totalPaise),
    },
    ...(d.corrects && {
      RefDtls: { PrecDocDtls: [{ InvNo: d.corrects.number, InvDt: dayText(d.corrects.dated, zone) }] },
    }),
  }
  return { document, lacks: [...seller.lacks, ...buyer.lacks] }
}

/** Whether what the portal has registered is this document. */
export const isOf = (content: QrContent, d: PortalDocument): boolean =>
  content.sellerGstin === d.SellerDtls.Gstin &&
  content.buyerGstin === d.BuyerDtls.Gstin &&
  content.number === d.DocDtls.No &&
  content.type === d.DocDtls.Typ &&
  content.day === d.DocDtls.Dt &&
  Math.round(content.total * 100) === Math.round(d.ValDtls.TotInvVal * 100)
