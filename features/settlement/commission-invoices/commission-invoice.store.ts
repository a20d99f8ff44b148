// Documents of the commission as they are written: only added to, their numbers taken in the transaction of the payout (M-8).
import type { RecipientType } from '@wattdesk/base/business'
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'
import type { DocumentFigures } from './commission-invoice.rules.ts'

type NewDocument = {
  number: string
  gstin: string
  series: string
  fiscalYear: string
  sequence: number
  payoutNo: number
  dated: Date
  month: string
  companyId: number
  teamId: number
  supplierName: string
  supplierAddress: string | null
  supplierState: string | null
  recipientName: string
  recipientAddress: string
  recipientGstin: string | null
  recipientType: RecipientType | null
  placeOfSupply: string | null
  sac: string
  isTaxDeducted: boolean
  isTaxWithin: boolean
  figures: DocumentFigures
}
export const insert = (trx: Trx, { figures: f, ...d }: NewDocument): Promise<unknown> =>
  trx
    .insertInto('commissionDocument')
    .values({
      ...d,
      kind: f.correctsPayoutNo === null ? 'invoice' : 'credit note',
      correctsPayoutNo: f.correctsPayoutNo,
      ofDocumentId: sql<number>`(select i.document_id from commission_document i
        where i.payout_no = ${f.correctsPayoutNo}::int and i.kind = 'invoice')`,
      lines: JSON.stringify(f.lines),
      taxablePaise: Number(f.taxablePaise),
      cgstPaise: Number(f.cgstPaise),
      sgstPaise: Number(f.sgstPaise),
      igstPaise: Number(f.igstPaise),
      roundingPaise: Number(f.roundingPaise),
      totalPaise: Number(f.totalPaise),
    })
    .execute()
