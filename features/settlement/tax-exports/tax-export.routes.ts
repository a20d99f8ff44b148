// Serves the exports of a month: what the screen shows, and the files, which are streamed.
import { Readable } from 'node:stream'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { booksOf } from '#settlement/reconciliation/books.store.ts'
import { periodOf } from '#settlement/reconciliation/period.rules.ts'
import { gstr1Pieces, returnOf } from './gstr1.commands.ts'
import { tallyPayouts, tallySales } from './tally.commands.ts'
import { taxExportsOf } from './tax-export.commands.ts'
import * as contract from './tax-export.contract.ts'
import { gstr1File, tallyPayoutsFile, tallySalesFile } from './tax-export.rules.ts'
import { form26QPaperOf, gstr8PaperOf } from './working-papers.commands.ts'

type Caller = Parameters<typeof booksOf>
export function taxExportRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db, timeZone, mode } = services
  const monthOf = (month: string, ...[scope, who]: Caller) => ({
    books: booksOf(scope, who),
    period: periodOf(month, timeZone),
  })

  route(app, contract.getTaxExports, async ({ query, scope, who }) => {
    await postWaitingBills(services)
    return { data: await taxExportsOf(services, { ...monthOf(query.month, scope, who), gstin: query.gstin }) }
  })

  route(app, contract.getGstr1, async ({ query, scope, who, reply }) => {
    const of = await returnOf(services, { ...monthOf(query.month, scope, who), gstin: query.gstin })
    const name = gstr1File(of.gstin, query.month, mode)
    await sendFile(reply, { type: 'application/octet-stream', name }, gstr1Pieces(db, of))
    return { data: '' }
  })

  route(app, contract.getTallySales, async ({ query, scope, who, reply }) => {
    const of = await returnOf(services, { ...monthOf(query.month, scope, who), gstin: query.gstin })
    const name = tallySalesFile(of.gstin, query.month, mode)
    await sendFile(reply, { type: 'application/xml; charset=utf-8', name }, tallySales(db, of))
    return { data: '' }
  })

  route(app, contract.getTallyPayouts, async ({ query, scope, who, reply }) => {
    const name = tallyPayoutsFile(query.month, mode)
    const pieces = tallyPayouts(db, monthOf(query.month, scope, who))
    await sendFile(reply, { type: 'application/xml; charset=utf-8', name }, pieces)
    return { data: '' }
  })

  route(app, contract.getGstr8, async ({ query, scope, who }) => ({
    data: await gstr8PaperOf(services, monthOf(query.month, scope, who)),
  }))

  route(app, contract.getForm26Q, async ({ query, scope, who }) => ({
    data: await form26QPaperOf(services, monthOf(query.month, scope, who)),
  }))
}

/** The reply is the file, piece by piece, which no cache keeps. */
async function sendFile(
  reply: FastifyReply,
  { type, name }: { type: string; name: string },
  pieces: AsyncGenerator<string>,
): Promise<void> {
  await reply
    .type(type)
    .headers({
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(pieces))
}
