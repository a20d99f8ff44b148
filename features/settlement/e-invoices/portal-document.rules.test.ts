// A document as the portal takes it: names, places, PIN codes, and lines that add up to the document.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOf, type OwnDocument, pinIn, portalDocument } from './portal-document.rules.ts'

const ZONE = 'Asia/Kolkata'
const own = (more: Partial<OwnDocument> = {}): OwnDocument => ({
  type: 'INV',
  number: 'CM/26-27/0000001',
  // The next day in India.
  dated: new Date('2026-11-19T18:30:00Z'),
  gstin: '29AACCC6636P1Z1',
  supplierName: 'Blue LLP',
  supplierAddress: '1 Road, Bengaluru, Karnataka 560001',
  recipientName: 'Chennai Cabs Ltd',
  recipientGstin: '33AAPFU0939F1Z2',
  recipientAddress: '2 Road, Chennai 600 001, India',
  placeOfSupply: '33',
  recipientType: null,
  sac: '998714',
  lines: [{ text: 'Charging of an electric vehicle', paise: 18_000, ratePpm: 180_000 }],
  isTaxWithin: false,
  taxablePaise: 18_000,
  cgstPaise: 0,
  sgstPaise: 0,
  igstPaise: 3_240,
  roundingPaise: 0,
  totalPaise: 21_240,
  corrects: null,
  sellerPin: null,
  buyerPin: null,
  knownSellerPin: null,
  knownBuyerPin: null,
  ...more,
})

test('a supply to a unit in a Special Economic Zone says so, in the supplier’s state and without tax too', () => {
  const hubli = { recipientGstin: '29AAPFU0939F1ZR', recipientAddress: '3 Road, Hubli 580020', placeOfSupply: '29' }
  const paid = portalDocument(own({ ...hubli, recipientType: 'SEZWP' }), ZONE).document
  expect([paid.TranDtls.SupTyp, paid.BuyerDtls.Pos, paid.ItemList[0]?.IgstAmt]).toEqual(['SEZWP', '29', 32.4])
  const lines = [{ text: 'Charging of an electric vehicle', paise: 18_000, ratePpm: 0 }]
  const free = { recipientType: 'SEZWOP' as const, lines, igstPaise: 0, totalPaise: 18_000 }
  const { document } = portalDocument(own({ ...hubli, ...free }), ZONE)
  expect([document.TranDtls.SupTyp, document.ItemList[0], document.ValDtls]).toMatchObject([
    'SEZWOP',
    { GstRt: 0, IgstAmt: 0, CgstAmt: 0, SgstAmt: 0 },
    { IgstVal: 0, CgstVal: 0, TotInvVal: 180 },
  ])
})

test('an invoice across states', () => {
  const { document, lacks } = portalDocument(own(), ZONE)
  expect(lacks).toEqual([])
  expect(document).toEqual({
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N', IgstOnIntra: 'N' },
    DocDtls: { Typ: 'INV', No: 'CM/26-27/0000001', Dt: '20/11/2026' },
    SellerDtls: {
      Gstin: '29AACCC6636P1Z1',
      LglNm: 'Blue LLP',
      Addr1: '1 Road, Bengaluru, Karnataka 560001',
      Loc: 'Bengaluru',
      Pin: 560_001,
      Stcd: '29',
    },
    BuyerDtls: {
      Gstin: '33AAPFU0939F1Z2',
      LglNm: 'Chennai Cabs Ltd',
      Addr1: '2 Road, Chennai 600 001, India',
      Loc: 'Chennai',
      Pin: 600_001,
      Stcd: '33',
      Pos: '33',
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
  })
})

test('a note names the invoice that it corrects', () => {
  const corrects = { number: 'CM/26-27/0000001', dated: new Date('2026-11-01T06:00:00Z') }
  expect(portalDocument(own({ type: 'CRN', corrects }), ZONE).document.RefDtls).toEqual({
    PrecDocDtls: [{ InvNo: 'CM/26-27/0000001', InvDt: '01/11/2026' }],
  })
})

test.each([
  ['2 Road, Chennai 600001', '600001'],
  ['2 Road, Chennai - 600 001.', '600001'],
  ['560001 and 600-001', '600001'],
  ['Plot 1234567, Chennai', undefined],
  ['2 Road, 060001', undefined],
  ['', undefined],
])('the PIN code of %j is %s', (address, pin) => expect(pinIn(address)).toBe(pin))

test('names and addresses come without what the schema refuses', () => {
  const odd = { recipientName: ' The "Blue"\n Cabs ', recipientAddress: 'No. 2\\3 "Rose" Road,\nChennai 600001' }
  const { LglNm, Addr1, Loc } = portalDocument(own(odd), ZONE).document.BuyerDtls
  expect([LglNm, Addr1, Loc]).toEqual(["The 'Blue' Cabs", "No. 2/3 'Rose' Road, Chennai 600001", 'Chennai'])
})

test('what is missing is named by its field; a typed PIN code goes before that of the address', () => {
  const bare = own({ supplierName: 'X', supplierAddress: null, recipientAddress: '2 Road, Chennai' })
  expect(portalDocument(bare, ZONE).lacks.map(l => l.field)).toEqual([
    'SellerDtls.LglNm',
    'SellerDtls.Addr1',
    'SellerDtls.Pin',
    'BuyerDtls.Pin',
  ])
  const typed = portalDocument(own({ buyerPin: '600002' }), ZONE)
  expect([typed.lacks, typed.document.BuyerDtls.Pin]).toEqual([[], 600_002])
  // What was typed for another document counts where the address has none.
  const known = { knownSellerPin: '560009', knownBuyerPin: '600009' }
  const pinsOf = (d: OwnDocument) => {
    const { SellerDtls, BuyerDtls } = portalDocument(d, ZONE).document
    return [SellerDtls.Pin, BuyerDtls.Pin]
  }
  expect(pinsOf(own(known))).toEqual([560_001, 600_001])
  expect(pinsOf(own({ ...known, supplierAddress: '1 Road', recipientAddress: '2 Road' }))).toEqual([560_009, 600_009])
})

test('lines of any amounts and rates add up to the document, to the paisa', () => {
  const line = fc.record({
    text: fc.constant('Line'),
    paise: fc.integer({ min: 1, max: 10_000_000 }),
    ratePpm: fc.constantFrom(180_000, 50_000, 0),
  })
  const paise = (n: number) => Math.round(n * 100)
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      (lines, isWithin, isAcross) => {
        const tax = lines.reduce(
          (n, l) => n + Math.round((l.paise * l.ratePpm) / (1e6 + (isWithin ? l.ratePpm : 0))),
          0,
        )
        const amount = lines.reduce((n, l) => n + l.paise, 0)
        const half = Math.floor(tax / 2)
        const d = own({
          lines,
          isTaxWithin: isWithin,
          taxablePaise: isWithin ? amount - tax : amount,
          cgstPaise: isAcross ? 0 : half,
          sgstPaise: isAcross ? 0 : half,
          igstPaise: isAcross ? tax : 0,
          roundingPaise: isAcross ? 0 : tax - 2 * half,
          totalPaise: isWithin ? amount : amount + tax,
        })
        const { document } = portalDocument(d, ZONE)
        const sum = (of: 'AssAmt' | 'CgstAmt' | 'SgstAmt' | 'IgstAmt') =>
          document.ItemList.reduce((n, i) => n + paise(i[of]), 0)
        expect([sum('AssAmt'), sum('CgstAmt'), sum('SgstAmt'), sum('IgstAmt')]).toEqual([
          d.taxablePaise,
          d.cgstPaise,
          d.sgstPaise,
          d.igstPaise,
        ])
        expect(sum('CgstAmt')).toBe(sum('SgstAmt'))
      },
    ),
  )
})

test('what the portal has is this document by supplier, recipient, number, type, day and total', () => {
  const { document } = portalDocument(own(), ZONE)
  const content = {
    sellerGstin: '29AACCC6636P1Z1',
    buyerGstin: '33AAPFU0939F1Z2',
    number: 'CM/26-27/0000001',
    type: 'INV',
    day: '20/11/2026',
    total: 212.4,
    irn: 'x',
  }
  expect(isOf(content, document)).toBe(true)
  for (const other of [{ total: 212.41 }, { type: 'CRN' }, { day: '21/11/2026' }, { buyerGstin: 'x' }, { number: 'x' }])
    expect(isOf({ ...content, ...other }, document)).toBe(false)
})
