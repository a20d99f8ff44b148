// The rules of GSTR-1 by tables: the text of the lists, sums by state and rate, table 12, and what the portal would refuse.
import { describe, expect, test } from 'vitest'
import { addDocument, documentJson, documentLists, newGstr1, type OutwardDocument, sumsJson } from './gstr1.rules.ts'
import { faultsOf, operatorFaults } from './gstr1-checks.rules.ts'

const GSTIN = '29AACCC6636P1Z1'
const PUNE = '27AAPFU0939F1ZV'
const document = (more: Partial<OutwardDocument> = {}): OutwardDocument => ({
  section: 'b2b',
  id: 1,
  transactionId: 7,
  kind: 'invoice',
  number: 'CM/25-26/0000001',
  day: '2025-10-31',
  recipientGstin: PUNE,
  recipientName: 'Pune Fleet Ltd',
  placeOfSupply: '27',
  recipientType: null,
  isAcross: true,
  sac: '998714',
  ratePpm: 180_000,
  lines: null,
  isTaxWithin: false,
  taxable: 10_000,
  cgst: 0,
  sgst: 0,
  igst: 1800,
  rounding: 0,
  total: 11_800,
  isDouble: false,
  irn: null,
  irnDay: null,
  isThroughOperator: false,
  ...more,
})
const consumer: Partial<OutwardDocument> = { section: 'b2cs', recipientGstin: null, recipientName: null }
const inside: Partial<OutwardDocument> = { placeOfSupply: '29', isAcross: false, cgst: 900, sgst: 900, igst: 0 }

test('lists: documents of one recipient, place or kind together, whatever sections there are', () => {
  const cases: [Partial<OutwardDocument>[], object][] = [
    [[], {}],
    [[{}], { b2b: [{ ctin: PUNE, inv: [documentJson(document())] }] }],
    [
      [{}, { number: 'B' }, { recipientGstin: '33AAPFU0939F1Z2' }],
      {
        b2b: [
          { ctin: PUNE, inv: [documentJson(document()), documentJson(document({ number: 'B' }))] },
          { ctin: '33AAPFU0939F1Z2', inv: [documentJson(document())] },
        ],
      },
    ],
    [
      [
        { section: 'b2cl' },
        { section: 'b2cl', placeOfSupply: '33' },
        { section: 'cdnr', kind: 'debit note' },
        { section: 'cdnur', kind: 'credit note' },
        { section: 'cdnur', kind: 'credit note', number: 'C2' },
      ],
      {
        b2cl: [
          { pos: '27', inv: [documentJson(document({ section: 'b2cl' }))] },
          { pos: '33', inv: [documentJson(document({ section: 'b2cl' }))] },
        ],
        cdnr: [{ ctin: PUNE, nt: [documentJson(document({ section: 'cdnr', kind: 'debit note' }))] }],
        cdnur: [
          documentJson(document({ section: 'cdnur', kind: 'credit note' })),
          documentJson(document({ section: 'cdnur', kind: 'credit note', number: 'C2' })),
        ],
      },
    ],
  ]
  for (const [documents, wanted] of cases) {
    const lists = documentLists()
    const text = documents.map(d => lists.next(document(d))).join('')
    expect(JSON.parse(`{"x":0${text}${lists.end()}}`)).toEqual({ x: 0, ...wanted })
  }
})

test('sums of consumers: notes come off, by place and rate; a commission with two rates stands under each', () => {
  const r = newGstr1(GSTIN, '2025-10')
  addDocument(r, document({ ...consumer, ...inside }))
  addDocument(r, document({ ...consumer, ...inside, kind: 'credit note', taxable: 4000, cgst: 360, sgst: 360 }))
  addDocument(r, document(consumer))
  const lines = [
    { kind: 'fixed' as const, paise: 10_000, ratePpm: 50_000 },
    { kind: 'unit' as const, paise: 5000, ratePpm: 180_000 },
  ]
  addDocument(
    r,
    document({ ...consumer, transactionId: null, sac: '998599', ratePpm: null, lines, taxable: 15_000, igst: 1400 }),
  )
  const file = sumsJson(r, [{ kind: 'credit note', first: 'CN/1', last: 'CN/3', documents: 3 }], null)
  const inter = { sply_ty: 'INTER', pos: '27', typ: 'OE' }
  expect(file.b2cs).toEqual([
    { sply_ty: 'INTRA', pos: '29', typ: 'OE', rt: 18, txval: 60, camt: 5.4, samt: 5.4, csamt: 0 },
    { ...inter, rt: 5, txval: 100, iamt: 5, csamt: 0 },
    { ...inter, rt: 18, txval: 150, iamt: 27, csamt: 0 },
  ])
  const service = { uqc: 'NA', qty: 0, csamt: 0 }
  expect(file.hsn).toEqual({
    hsn_b2c: [
      { num: 1, hsn_sc: '998599', ...service, rt: 5, txval: 100, iamt: 5, camt: 0, samt: 0 },
      { num: 2, hsn_sc: '998599', ...service, rt: 18, txval: 50, iamt: 9, camt: 0, samt: 0 },
      { num: 3, hsn_sc: '998714', ...service, rt: 18, txval: 160, iamt: 18, camt: 5.4, samt: 5.4 },
    ],
  })
  expect(file.doc_issue).toEqual({
    doc_det: [{ doc_num: 5, docs: [{ num: 1, from: 'CN/1', to: 'CN/3', totnum: 3, cancel: 0, net_issue: 3 }] }],
  })
})
test('until April 2025 table 12 has businesses and consumers together', () => {
  for (const [month, names] of [
    ['2025-04', ['data']],
    ['2025-05', ['hsn_b2b', 'hsn_b2c']],
  ] as const) {
    const r = newGstr1(GSTIN, month)
    addDocument(r, document())
    addDocument(r, document(consumer))
    expect(Object.keys(sumsJson(r, [], null).hsn as object)).toEqual(names)
  }
})

test('documents for businesses carry the number of their registration, and others do not', () => {
  const registered = { irn: 'ab'.repeat(32), irnDay: '2025-11-01' }
  const named = { srctyp: 'e-Invoice', irn: registered.irn, irngendate: '01-11-2025' }
  expect(documentJson(document(registered))).toMatchObject({ inv_typ: 'R', ...named })
  expect(documentJson(document({ section: 'cdnr', kind: 'credit note', ...registered }))).toMatchObject(named)
  expect(documentJson(document())).not.toHaveProperty('irn')
  expect(documentJson(document({ section: 'b2cl', ...registered }))).not.toHaveProperty('irn')
})

test('a unit in a Special Economic Zone stands in the sections of businesses with its own type', () => {
  for (const [recipientType, inv_typ] of [
    ['SEZWP', 'SEWP'],
    ['SEZWOP', 'SEWOP'],
  ] as const) {
    const unit = { placeOfSupply: '29', recipientGstin: '29AAPFU0939F1ZR', recipientType }
    expect(documentJson(document(unit))).toMatchObject({ pos: '29', inv_typ })
    expect(documentJson(document({ section: 'cdnr', kind: 'credit note', ...unit }))).toMatchObject({ inv_typ })
    expect(faultsOf(document(unit), { gstin: GSTIN, month: '2025-10' })).toEqual([])
  }
})

test('table 14: the net value of documents through the operator, and none where nobody collects', () => {
  const r = newGstr1(GSTIN, '2025-10')
  const through = { isThroughOperator: true }
  addDocument(r, document(through))
  addDocument(r, document({ ...consumer, ...inside, ...through }))
  addDocument(r, document({ section: 'cdnr', kind: 'credit note', taxable: 4000, igst: 720, total: 4720, ...through }))
  addDocument(r, document())
  const COLLECTOR = '24AACCK3955D1C3'
  expect(sumsJson(r, [], COLLECTOR).supeco).toEqual({
    clttx: [{ etin: COLLECTOR, suppval: 160, igst: 10.8, cgst: 9, sgst: 9, cess: 0 }],
  })
  expect(sumsJson(r, [], null).supeco).toBeUndefined()
  expect(sumsJson(newGstr1(GSTIN, '2025-10'), [], COLLECTOR).supeco).toBeUndefined()
  expect([operatorFaults(COLLECTOR), operatorFaults('24AACCK3955D1ZS').length]).toEqual([[], 1])
})

const BAD_NUMBER = 'The number has more than 16 characters, or others than letters, digits, / and -'
const BAD_TAX = 'The tax does not fit the states of supplier and place of supply'
describe('what the portal would refuse', () => {
  test.each<[string, Partial<OutwardDocument>, string[]]>([
    ['nothing of a right document', {}, []],
    ['a number of 17 characters', { number: 'CM/25-26/00000001' }, [BAD_NUMBER]],
    ['a number with other signs', { number: 'CM_1' }, [BAD_NUMBER]],
    ['a number that is there twice', { isDouble: true }, ['Another document of the month has the same number']],
    ['a day of another month', { day: '2025-11-01' }, ['The date is not in the month']],
    ['no place', { placeOfSupply: null }, ['The place of supply is missing']],
    ['a place that is no state', { placeOfSupply: '99' }, ['The place of supply is no state']],
    ['a former state', { placeOfSupply: '28' }, ['The place of supply is no state']],
    ['a wrong check character', { recipientGstin: '27AAPFU0939F1ZX' }, ['The GSTIN of the recipient is not valid']],
    ['itself', { recipientGstin: GSTIN }, ['Supplier and recipient have the same GSTIN']],
    ['a rate of nobody', { ratePpm: 170_000 }, ['17 % is no rate of GST']],
    [
      'a service code of three digits',
      { sac: '998' },
      ['The service code has not four or six digits that begin with 99'],
    ],
    ['halves that differ', { ...inside, sgst: 901 }, ['Central and state tax differ']],
    ['integrated tax inside the state', { ...inside, igst: 1 }, [BAD_TAX]],
    ['central tax across states', { cgst: 1, sgst: 1 }, [BAD_TAX]],
    ['an amount below 0', { taxable: -1 }, ['An amount is below 0']],
  ])('%s', (_what, more, faults) => {
    expect(faultsOf(document(more), { gstin: GSTIN, month: '2025-10' })).toEqual(faults)
  })
})
