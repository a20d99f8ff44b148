// A document as the portal takes it (schema 1.1, form INV-01): the parts that a supply of services to a business has. Amounts in
// rupees with two decimals, days as dd/MM/yyyy.

/** Invoice, credit note, debit note. */
export const DOCUMENT_TYPES = ['INV', 'CRN', 'DBN'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

export type Party = {
  Gstin: string
  /** Legal name. */
  LglNm: string
  Addr1: string
  Addr2?: string
  /** Place, as a town. */
  Loc: string
  Pin: number
  /** State, two digits. */
  Stcd: string
}
export type Item = {
  SlNo: string
  PrdDesc: string
  IsServc: 'Y'
  /** SAC of a service. */
  HsnCd: string
  Qty: number
  Unit: string
  UnitPrice: number
  TotAmt: number
  /** The taxable value. */
  AssAmt: number
  /** Percent. */
  GstRt: number
  IgstAmt: number
  CgstAmt: number
  SgstAmt: number
  TotItemVal: number
}
/** SEZWP and SEZWOP: to a unit in a Special Economic Zone, with and without payment of tax. */
export const SUPPLY_TYPES = ['B2B', 'SEZWP', 'SEZWOP'] as const
type SupplyType = (typeof SUPPLY_TYPES)[number]
export type PortalDocument = {
  Version: '1.1'
  TranDtls: { TaxSch: 'GST'; SupTyp: SupplyType; RegRev: 'N'; IgstOnIntra: 'N' }
  DocDtls: { Typ: DocumentType; No: string; Dt: string }
  SellerDtls: Party
  /** `Pos`: place of supply, two digits. */
  BuyerDtls: Party & { Pos: string }
  ItemList: Item[]
  ValDtls: {
    AssVal: number
    CgstVal: number
    SgstVal: number
    IgstVal: number
    RndOffAmt: number
    TotInvVal: number
  }
  /** On a note: the invoice that it corrects. */
  RefDtls?: { PrecDocDtls: { InvNo: string; InvDt: string }[] }
}

/** How the portal finds a document again. */
export type DocumentName = { type: DocumentType; number: string; day: string }
export const nameOf = ({ DocDtls: d }: PortalDocument): DocumentName => ({ type: d.Typ, number: d.No, day: d.Dt })
