// Serves payouts: the list, a month over all teams and its run by hand, one payout with its steps, its state, its sessions.
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { mailedTo } from '#office/mail/mail-body.contract.ts'
import { MAILS_OF_USER } from '#office/mail/mail-paper.commands.ts'
import { type Scope, scopeIfHeld, type Who } from '#platform/access/scope.ts'
import { replyWithDocument } from '#platform/documents/document-reply.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { limitByUser } from '#platform/http/user-limit.ts'
import { documentsOfPayout } from '#settlement/commission-invoices/commission-read.store.ts'
import * as contract from './payout.contract.ts'
import { installationOf } from './payout-commission.rules.ts'
import { mailSettlement, payoutInvoiceDocument, settlementDocument } from './payout-document.commands.ts'
import { monthlyPayouts } from './payout-month.store.ts'
import { recomputesToSame } from './payout-proof.store.ts'
import * as store from './payout-read.store.ts'
import { demandMonthOpen, demandMonthOver, runUpTo } from './payout-run.commands.ts'
import { chargerPartOf, sessionOf, settlementOf, sumsOf, teamSharePercent } from './payout-shape.rules.ts'
import { MISSING, setStatus } from './payout-status.commands.ts'
import { payoutSteps } from './payout-steps.rules.ts'
import { periodOf } from './period.rules.ts'

type OfTeam = { teamId: number; companyId: number }
const covers = (scope: Scope | undefined, { teamId, companyId }: OfTeam): boolean => {
  if (!scope || scope.kind === 'all') return scope !== undefined
  return scope.kind === 'company' ? scope.companyId === companyId : scope.teams.includes(teamId)
}

export function payoutRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db, timeZone } = services
  /** Returns whether the caller reads a team's account numbers in full: only as its finance admin (D-ACC-2). */
  const fullFor = async (who: Who, scope: Scope) => {
    const held = await scopeIfHeld(db, who, scope.teamId, 'Finance.full')
    return (team: OfTeam) => covers(held, team)
  }
  const periodFrom = ({ year, month }: { year: string; month: string }) =>
    demandMonthOver(periodOf(Number(year), Number(month), timeZone), services.now())

  route(app, contract.listPayouts, async ({ query, scope, who }) => {
    const isFull = await fullFor(who, scope)
    const summed = await store.sums(db, scope, query)
    const row = (p: Parameters<typeof settlementOf>[0]) => settlementOf(p, isFull(p))
    const rows = () => store.list(db, scope, query)
    return { ...(await listReply(query, { total: summed.payouts, rows, row })), sums: sumsOf(summed) }
  })

  route(app, contract.getMonth, async ({ params, scope, who }) => {
    const asked = { period: periodFrom(params), installation: installationOf(services) }
    return { data: await monthlyPayouts(db, scope, { ...asked, isFull: await fullFor(who, scope) }) }
  })

  route(app, contract.getMonthPdf, async ({ params, scope, who, request, reply }) => {
    const period = periodFrom(params)
    const { teamId } = params
    const asked = { period, installation: installationOf(services), isFull: await fullFor(who, scope) }
    const [month] = await monthlyPayouts(db, { kind: 'teams', teamId, teams: [teamId] }, asked)
    if ((month?.payout.data.summary?.totalPayoutAmount ?? 0) <= 0 || !month) fail(404, contract.NOTHING_TO_PAY)
    const of = { host: request.host, teamId, year: params.year, month: params.month, at: period.end }
    const document = await payoutInvoiceDocument(services, month, of)
    await replyWithDocument(services.documents, { request, reply }, document)
    return { data: '' }
  })

  route(app, contract.runMonth, async ({ params, scope, by }) => {
    const period = periodFrom(params)
    await demandMonthOpen(services, scope, period)
    const payoutIds = await runUpTo(services, by, scope, period)
    // No payout was missing, so the call rightly leaves no audit entry.
    if (payoutIds.length === 0) by.written++
    return { data: { made: payoutIds.length, payoutIds } }
  })

  route(app, contract.setPayoutStatus, async ({ params, body, ...caller }) => ({
    data: await setStatus(services, caller, params.payoutId, body),
  }))

  route(app, contract.getPayout, async ({ params, scope, who }) => {
    const p = found(await store.get(db, scope, params.payoutId), MISSING)
    const [chargers, history, isFull, lines, documents] = await Promise.all([
      store.chargersOf(db, [p.payoutNo]),
      store.historyOf(db, p.payoutNo),
      fullFor(who, scope),
      store.countSessions(db, { payoutNo: p.payoutNo }),
      documentsOfPayout(db, p.payoutId, timeZone),
    ])
    return {
      data: {
        ...settlementOf(p, isFull(p)),
        corrections: lines - p.sessions,
        settlement_percentage: teamSharePercent(p.terms),
        steps: payoutSteps(p, chargers),
        chargerParts: chargers.map(chargerPartOf),
        history: history.map(h => ({ ...h, at: h.at.toISOString() })),
        commissionDocuments: documents.map(({ documentId, kind, number, total }) => ({
          documentId,
          kind,
          number,
          total,
        })),
        noCommissionInvoice: p.terms.lacksCommissionInvoice ? contract.NO_PLATFORM_GSTIN : null,
        isConfirmed: await recomputesToSame(db, p, chargers, timeZone),
      },
    }
  })

  route(app, contract.getPayoutPdf, async ({ params, scope, who, request, reply }) => {
    const p = found(await store.get(db, scope, params.payoutId), MISSING)
    const isFull = await fullFor(who, scope)
    const document = await settlementDocument(services, settlementOf(p, isFull(p)), request.host)
    await replyWithDocument(services.documents, { request, reply }, document)
    return { data: '' }
  })

  const countMails = limitByUser(app, MAILS_OF_USER)
  route(app, contract.mailPayout, async ({ params, body, scope, who, by, request }) => {
    await countMails(request)
    const p = found(await store.get(db, scope, params.payoutId), MISSING)
    const isFull = await fullFor(who, scope)
    await mailSettlement(services, by, settlementOf(p, isFull(p)), body.to)
    return { data: { to: body.to }, message: mailedTo(body.to) }
  })

  route(app, contract.listPayoutSessions, async ({ params, query, scope }) => {
    const p = found(await store.get(db, scope, params.payoutId), MISSING)
    const of = { payoutNo: p.payoutNo, chargepointPk: query.chargepoint_pk, q: query.q }
    const total = await store.countSessions(db, of)
    return {
      ...(await listReply(query, {
        total,
        rows: () => store.sessions(db, of, query),
        row: sessionOf,
      })),
    }
  })
}
