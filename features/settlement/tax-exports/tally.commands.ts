// The files for Tally in pieces: invoices and notes of a GST number, and settlements with their payments.
import type { Db } from '#platform/db/db.ts'
import { type Month, outwardDocuments, type Return } from './outward.store.ts'
import { tallyPieces, type Voucher, voucherOf, voucherOfPosting } from './tally.rules.ts'
import { settlementPostings } from './tally.store.ts'

export const tallySales = (db: Db, r: Return): AsyncGenerator<string> => tallyPieces(salesVouchers(db, r))
async function* salesVouchers(db: Db, r: Return): AsyncGenerator<Voucher[]> {
  for await (const documents of outwardDocuments(db, r)) yield documents.map(d => voucherOf(d, r.gstin))
}

export const tallyPayouts = (db: Db, month: Month): AsyncGenerator<string> => tallyPieces(payoutVouchers(db, month))
async function* payoutVouchers(db: Db, month: Month): AsyncGenerator<Voucher[]> {
  for await (const postings of settlementPostings(db, month)) yield postings.map(voucherOfPosting)
}
