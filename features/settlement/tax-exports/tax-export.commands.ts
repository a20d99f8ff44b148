// What the screen of exports shows: the return of a number as its file has it, beside the registers and the ledger.
import type { Services } from '#office/installation/services.ts'
import { registerSummaryOf } from '#settlement/reconciliation/books-read.store.ts'
import { type Collected, comparedOf, withoutNumberOf } from './comparison.rules.ts'
import { type Asked, chosenNumber, isOpenMonth, newRead, readInto } from './gstr1.commands.ts'
import { operatorOf } from './operator.store.ts'
import * as store from './outward.store.ts'
import type { TaxExports } from './tax-export.contract.ts'
import { collectedOf } from './working-papers.commands.ts'

type Reading = Pick<Services, 'db' | 'timeZone' | 'platform'>
export async function taxExportsOf(services: Reading, asked: Asked): Promise<TaxExports> {
  const { db, timeZone } = services
  const { books, period } = asked
  const { registers: first, numbers, gstin, platform } = await chosenNumber(services, asked)
  const operator = await operatorOf(db, platform, period, gstin ?? '')
  const of = { books, period, gstin: gstin ?? '', operator }
  const read = newRead(of)
  let registers = first
  let collected: Collected | null = null
  if (gstin !== undefined) {
    const portions = readInto(read, db, of, async trx => {
      registers = await store.registersIn(trx, of)
      if (operator) collected = await collectedOf(trx, of)
    })
    for await (const _ of portions);
  }
  const { month, rows: _, ...bridge } = await registerSummaryOf(db, books, period.month, timeZone)
  const isPlatforms = gstin !== undefined && gstin === platform.supplier?.gstin && !store.hasCommission(of)
  return {
    month,
    isOpen: await isOpenMonth(db, of, gstin),
    numbers,
    gstin: gstin ?? null,
    withoutNumber: withoutNumberOf(registers),
    leftOut: (await store.isOfMoreTeams(db, of)) ? 'teams' : isPlatforms ? 'companies' : null,
    ...comparedOf({
      ...read,
      etin: operator?.etin ?? null,
      collected,
      registers,
      commissionLedger: await store.commissionLedger(db, of),
      isLedgerEqual: bridge.isEqual,
    }),
    books: bridge,
    faults: read.faults,
    faultCount: read.faultCount,
  }
}
