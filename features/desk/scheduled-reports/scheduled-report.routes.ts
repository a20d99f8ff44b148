// Serves scheduled reports, their runs, what their form offers, the files behind links, and the links that stop them.
import { choiceKeys } from '@wattdesk/base/paging'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { peopleFor } from '#operations/telling/choice.store.ts'
import { allows, roleOn } from '#platform/access/scope.ts'
import { takeForms } from '#platform/http/form-body.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { recordRoutes } from '#platform/records/routes.ts'
import { fileFor, openFile } from './report-files.commands.ts'
import * as owners from './report-owner.store.ts'
import * as runs from './report-run.store.ts'
import { LIST_SOURCES } from './report-sources.rules.ts'
import * as stops from './report-stop.commands.ts'
import * as stopCalls from './report-stop.contract.ts'
import * as commands from './scheduled-report.commands.ts'
import * as calls from './scheduled-report.contract.ts'
import * as store from './scheduled-report.store.ts'
import { SOURCE_NAMES, sourceWords } from './scheduled-report.words.ts'

const shownRun = (r: runs.RunRow) => ({
  id: Number(r.scheduledReportRunId),
  due_at: r.dueAt.toISOString(),
  at: r.at.toISOString(),
  is_test: r.isTest,
  result: r.result,
  reason: r.reason,
  told: r.told,
  rows: r.rows,
  bytes: r.bytes,
  file_name: r.fileName,
  receivers: r.receivers,
  left_out: r.leftOut,
  kept_until: r.keptUntil?.toISOString() ?? null,
})

export function scheduledReportRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services
  const zone = services.timeZone

  route(app, calls.listScheduledReports, async ({ query, who, scope }) => ({
    ...(await store.replyFor(who.userId)(db, await commands.seenBy(db, who, scope), query)),
    zone,
  }))
  route(app, calls.getScheduledReport, async ({ params, ...caller }) => ({
    data: await commands.readReport(services, caller, params.scheduledReportId),
  }))
  recordRoutes(app, 'Report', {
    create: [calls.createScheduledReport, commands.createReport],
    update: [calls.updateScheduledReport, commands.updateReport],
    remove: [calls.deleteScheduledReport, commands.removeReport, scheduled_report_id => ({ scheduled_report_id })],
  })
  route(app, calls.pauseScheduledReport, async ({ params, ...caller }) => ({
    data: await commands.pauseReport(services, caller, params.scheduledReportId),
    message: 'The report is paused',
  }))
  route(app, calls.resumeScheduledReport, async ({ params, ...caller }) => ({
    data: await commands.resumeReport(services, caller, params.scheduledReportId),
    message: 'The report goes on',
  }))
  route(app, calls.takeScheduledReport, async ({ params, ...caller }) => ({
    data: await commands.takeReport(services, caller, params.scheduledReportId),
    message: 'The report is yours',
  }))
  route(app, calls.testScheduledReport, async ({ params, ...caller }) => ({
    data: await commands.testReport(services, caller, params.scheduledReportId),
    message: 'A test is on its way to you',
  }))
  route(app, calls.listScheduledReportRuns, async ({ params: { scheduledReportId }, query, ...caller }) => {
    await commands.readReport(services, caller, scheduledReportId)
    const total = await runs.countRuns(db, scheduledReportId, query)
    return listReply(query, { total, rows: () => runs.runs(db, scheduledReportId, query), row: shownRun })
  })
  formRoutes(app)
  fileRoutes(app)
  stopRoutes(app)
}

/** What the form of a report offers. */
function formRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services
  route(app, calls.listReportSources, async ({ params: { teamId }, who }) => {
    const team = found(await db.selectFrom('team').select('path').where('id', '=', teamId).executeTakeFirst())
    const access = roleOn(who, team.path)?.access ?? []
    const views = await owners.viewsFor(db, { userId: who.userId, teamId })
    return {
      data: SOURCE_NAMES.filter(source => allows(LIST_SOURCES[source].endpoint.can, access)).map(source => ({
        source,
        views: sourceWords(source).isPage
          ? []
          : views.filter(v => v.list === source).map(v => ({ id: v.viewId, name: v.name })),
      })),
      zone: services.timeZone,
    }
  })
  route(app, calls.listReportPeople, async ({ params, query: { q, keys } }) => {
    const { options, total } = await peopleFor(db, params.teamId, {
      q,
      as: 'member',
      ...(keys !== undefined && { keys: choiceKeys({ keys }) ?? [] }),
    })
    return { data: options, total }
  })
}

function fileRoutes(app: FastifyInstance): void {
  const { services } = app
  route(app, calls.getReportFileNotes, async ({ params, who }) => {
    const run = await fileFor(services, who, params.id)
    return {
      data: {
        report: run.report,
        file_name: run.fileName ?? 'report',
        bytes: run.bytes ?? 0,
        rows: run.rows,
        kept_until: run.keptUntil.toISOString(),
      },
    }
  })
  route(app, calls.getReportFile, async ({ params, who, reply }) => {
    const { run, file } = await openFile(services, who, params.id)
    await reply
      .type('application/octet-stream')
      .headers({
        'content-length': file.bytes,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(run.fileName ?? 'report')}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      })
      .send(file.stream)
    return { data: '' }
  })
}

/** The links that stop a report for their receiver. */
function stopRoutes(app: FastifyInstance): void {
  const { services } = app
  route(app, stopCalls.getReportStop, async ({ query }) => ({ data: await stops.readStop(services, query) }))
  route(app, stopCalls.stopReport, async ({ query }) => ({ data: await stops.setStop(services, query, true) }))
  route(app, stopCalls.startReport, async ({ query }) => ({ data: await stops.setStop(services, query, false) }))
  app.register(async scope => {
    takeForms(scope)
    route(scope, stopCalls.stopReportAtOnce, async ({ query }) => ({
      data: await stops.setStop(services, query, true),
    }))
  })
}
