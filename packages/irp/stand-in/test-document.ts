// A document of a session, as tests register it.
import type { PortalDocument } from '../src/document.ts'

export const SELLER = '29AACCC6636P1Z1'
export const BUYER = '33AAPFU0939F1Z2'
/** Across states: 180.00 and 18 %. */
export const documentOf = (number: string, more: Partial<PortalDocument> = {}): PortalDocument => ({
  Version: '1.1',
  TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N', IgstOnIntra: 'N' },
  DocDtls: { Typ: 'INV', No: number, Dt: '20/11/2026' },
  SellerDtls: { Gstin: SELLER, LglNm: 'Blue LLP', Addr1: '1 Road', Loc: 'Bengaluru', Pin: 560_001, Stcd: '29' },
  BuyerDtls: {
    Gstin: BUYER,
    LglNm: 'Chennai Cabs Ltd',
    Pos: '33',
    Addr1: '2 Road',
    Loc: 'Chennai',
    Pin: 600_001,
    Stcd: '33',
  },
  ItemList: [
    {
      SlNo: '1',
      PrdDesc: 'Charging of an electric vehicle',
      IsServc: 'Y',
      HsnCd: '998714',
      Qty: 1,
      Unit: 'OTH',
      UnitPrice: 180,
      TotAmt: 180,
      AssAmt: 180,
      GstRt: 18,
      IgstAmt: 32.4,
      CgstAmt: 0,
      SgstAmt: 0,
      TotItemVal: 212.4,
    },
  ],
  ValDtls: { AssVal: 180, CgstVal: 0, SgstVal: 0, IgstVal: 32.4, RndOffAmt: 0, TotInvVal: 212.4 },
  ...more,
})
