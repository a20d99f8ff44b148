// The upkeep of the database, scheduled once for all nodes: partitions made ahead, old records dropped, totals folded,
// and records that nobody decides or ends decided and ended.

import { foldFigures, renewStaleFigures } from '#charging/billing/usage.store.ts'
import { sealMeters } from '#charging/metering/meter-block.store.ts'
import { renewCertificates } from '#control/charger-certificates/certificate-renewal.jobs.ts'
import { readOldConfigurations } from '#control/charger-config/config-daily.jobs.ts'
import { endLostChanges, keepLostChange } from '#control/charger-config/lost-changes.jobs.ts'
import { removeOldFiles } from '#control/charger-files/charger-file.commands.ts'
import { dropOldTests } from '#control/charger-tests/charger-test.store.ts'
import { askNode } from '#control/device-model/base-report.commands.ts'
import { endEndings, repeatUnansweredMessages } from '#control/live-status/live-status.commands.ts'
import { keepLists } from '#control/local-lists/local-list.commands.ts'
import { dropOldProgress } from '#control/remote-operations/progress.store.ts'
import { endAbandonedTasks } from '#control/remote-operations/task.jobs.ts'
import { dropOldAnswers } from '#control/remote-operations/told-parts.store.ts'
import { compareWaiting } from '#control/settings-drift/settings-check.commands.ts'
import { keepPaces } from '#desk/attention/charger-pace.commands.ts'
import * as bulkActions from '#desk/bulk-actions/bulk-action.store.ts'
import { workBulkActions } from '#desk/bulk-actions/bulk-work.commands.ts'
import { dropOldImports, handOverAgain } from '#desk/network-import/import-work.commands.ts'
import { foldAllReport } from '#desk/report/report-hours.store.ts'
import { removeOldFiles as removeOldReports } from '#desk/scheduled-reports/report-files.commands.ts'
import { dropOldRuns } from '#desk/scheduled-reports/report-run.store.ts'
import { sendDue } from '#desk/scheduled-reports/report-send.commands.ts'
import { decideOverdue } from '#desk/session-reviews/session-review.commands.ts'
import { packBatches, sealFrames } from '#fleet/charger-logs/frame-block.store.ts'
import { dropOldEvents } from '#fleet/station-events/station-event.store.ts'
import { DROPPED_AT_ONCE, dropOldConnections } from '#fleet/stations/charger-connection.store.ts'
import { dropOldDays } from '#fleet/stations/charger-day.store.ts'
import { dropOldSecurityEvents } from '#fleet/stations/charger-notice.store.ts'
import { dropOldTroubles } from '#fleet/stations/charger-trouble.store.ts'
import { showCardsWithMoney } from '#fleet/tags/deleted-card.commands.ts'
import { dropOldUnknown } from '#fleet/tags/unknown-tag.store.ts'
import { keepUptime } from '#fleet/uptime/uptime.commands.ts'
import { foldLedger, forgetSettled } from '#money/ledger/ledger-fold.store.ts'
import { callDue } from '#money/refunds/refund-call.commands.ts'
import { dropOldDiskHours } from '#office/installation/node.store.ts'
import { dropOldDeliveries, dropOldFrames, makeAllParts } from '#office/installation/parts.store.ts'
import type { Services } from '#office/installation/services.ts'
import * as outbox from '#office/mail/mail.store.ts'
import { removeOldAttachments } from '#office/mail/mail-attachment.commands.ts'
import { removeUnnamed } from '#office/uploads/upload.commands.ts'
import { dropOld as dropOldAlerts } from '#operations/alerts/alert.store.ts'
import { sweepAlerts } from '#operations/alerts/alert-look.commands.ts'
import { dropOldNotices } from '#operations/bell/bell.store.ts'
import { removeUnnamedContents } from '#operations/firmware/firmware.commands.ts'
import * as firmwareLinks from '#operations/firmware/firmware-link.store.ts'
import { sweepMaintenance } from '#operations/maintenance/maintenance-sweep.commands.ts'
import { dropOldMessages } from '#operations/telling/alert-message.store.ts'
import { tellPeople } from '#operations/telling/telling.commands.ts'
import { forgetUse } from '#people/api-keys/api-key-use.store.ts'
import { forgetBrowsers } from '#people/browsers/browser.store.ts'
import { dropOldKnocks } from '#people/joining/knock.store.ts'
import { forgetSteps } from '#people/second-factor/step.store.ts'
import { forgetAttempts } from '#people/single-sign-on/attempt.store.ts'
import { forgetOldLogouts } from '#people/single-sign-on/sign-out.commands.ts'
import { haltUnowned } from '#people/webhooks/webhook-stop.commands.ts'
import { dropDeleted, giveUpOldest } from '#people/webhooks/webhook-upkeep.commands.ts'
import { forgetRepeatedCalls } from '#platform/access/repeated-call.store.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Rhythm } from '#platform/jobs/jobs.ts'
import { dropOldLoads } from '#power/load-balancing/load-history.store.ts'
import { queueAll, sendDue as sendEInvoices } from '#settlement/e-invoices/e-invoice-send.commands.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { pollPayments, reconcilePayments, returnStrays } from '#settlement/payments/payment-search.commands.ts'
import { workLeft } from '#settlement/payments/webhook.commands.ts'
import { dropOld as dropOldWebhooks } from '#settlement/payments/webhook-event.store.ts'
import { runDuePayouts } from '#settlement/payouts/payout-run.commands.ts'
import { searchPaySessions } from '#settlement/scan-and-pay/pay.commands.ts'
import { dropOld as dropOldPayCodes } from '#settlement/scan-and-pay/pay-code.store.ts'
import { writeVouchers } from '#settlement/vouchers/voucher.commands.ts'
import { operationWriters } from './operation-writers.ts'

const HOURLY: Rhythm = { everySec: 3600, limitSec: 900 }
/**
 * Removes records past their time, kind by kind, each with an entry of the audit log that says how many were removed.
 */
export async function dropOld(services: Services): Promise<void> {
  const kinds: Record<string, (trx: Trx, now: Date) => Promise<number>> = {
    'audit entries': audit.dropOld,
    'parts of the log of frames': dropOldFrames,
    'parts of deliveries of webhooks': dropOldDeliveries,
    'deleted webhooks': dropDeleted,
    mails: outbox.dropOld,
    'chargers that were turned away': dropOldKnocks,
    'unknown tags': dropOldUnknown,
    'actions on many charge points': bulkActions.dropOld,
    'lines of load balancing': dropOldLoads,
    'days of chargers': dropOldDays,
    'security events': dropOldSecurityEvents,
    'station events': dropOldEvents,
    'past troubles of chargers': dropOldTroubles,
    'hours of disks': dropOldDiskHours,
    'addresses of firmware': firmwareLinks.dropOld,
    'states of firmware updates and uploads': dropOldProgress,
    'answers of charge points in parts': dropOldAnswers,
    'events of payment providers': dropOldWebhooks,
    'one-time codes of drivers': dropOldPayCodes,
    alerts: dropOldAlerts,
    'notices of bells': dropOldNotices,
    'tests of chargers': dropOldTests,
    'messages about alerts': dropOldMessages,
    'runs of scheduled reports': dropOldRuns,
  }
  const dropSome = (kind: string, drop: (trx: Trx, now: Date) => Promise<number>) =>
    act(services, async trx => {
      const count = await drop(trx, services.now())
      if (count === 0) return count
      const entry = { action: 'drop', feature: 'Settings', teamId: null, after: { [kind]: count } }
      await audit.write(trx, audit.byProduct('Retention'), entry)
      return count
    })
  for (const [kind, drop] of Object.entries(kinds)) await dropSome(kind, drop)
  // A large fleet has many of these, so they are removed in portions and hold nobody up for long.
  while ((await dropSome('lines of connections', dropOldConnections)) === DROPPED_AT_ONCE);
}

/** How long chargers have to come back after a start, before what was asked of them earlier goes on. */
const RETURN_MS = 60_000

/**
 * Makes the parts that the next hours need, and schedules what keeps the database in shape. The answer begins nothing new
 * from then on: to be called before the sockets of chargers close.
 */
export async function startUpkeep(services: Services): Promise<() => void> {
  const stopping = new AbortController()
  const startedAt = services.now()
  const workMany = () => {
    const isBack = services.now().getTime() - startedAt.getTime() >= RETURN_MS
    const since = isBack ? {} : { since: startedAt }
    return workBulkActions(services, { writers: operationWriters(services) }, { stopped: stopping.signal, ...since })
  }
  const { db, jobs, log } = services
  const makeAhead = () => makeAllParts(db)
  await makeAhead()
  const renew = async () => {
    const renewed = await renewStaleFigures(db)
    if (renewed > 0) log.warn({ renewed }, 'Figures of hours that could not be written are worked out anew')
  }
  const decide = async () => {
    const decided = await decideOverdue(services)
    if (decided > 0) log.info({ decided }, 'Sessions to review that nobody decided are settled')
  }
  const showCards = async () => {
    const shown = await showCardsWithMoney(services)
    if (shown > 0) log.warn({ shown }, 'Deleted prepaid cards have money and are shown again')
  }
  const makePayouts = async () => {
    const made = await runDuePayouts(services)
    if (made.length > 0) log.info({ made: made.length }, 'Payouts of the months that are over are made')
  }
  const scheduled: readonly [name: string, Rhythm, () => Promise<unknown>][] = [
    ['make-parts', HOURLY, makeAhead],
    ['drop-old', HOURLY, () => dropOld(services)],
    ['seal-meter-values', HOURLY, () => sealMeters(db, services.now())],
    ['pack-frames', { everySec: 60, limitSec: 300 }, () => packBatches(db, services.now())],
    ['seal-frames', HOURLY, () => sealFrames(db, services.now())],
    ['remove-unnamed-files', HOURLY, () => removeUnnamed(services)],
    ['remove-old-attachments', HOURLY, () => removeOldAttachments(services)],
    ['remove-old-charger-files', HOURLY, () => removeOldFiles(services)],
    ['remove-unnamed-firmware', HOURLY, () => removeUnnamedContents(services)],
    ['renew-figures', HOURLY, renew],
    // Hours are added up soon after they end; what stands between is read from the history.
    ['keep-uptime', { everySec: 300, limitSec: 900 }, () => keepUptime(services)],
    // Each charger once a day; what is new or has moved soon.
    ['keep-paces', { everySec: 300, limitSec: 900 }, () => keepPaces(services)],
    ['decide-overdue', HOURLY, decide],
    ['drop-old-imports', HOURLY, () => dropOldImports(services)],
    ['remove-old-reports', HOURLY, () => removeOldReports(services)],
    // Reports are made one after the other, so that many that are due at the same hour slow down no charger and no person.
    ['send-reports', { everySec: 20, limitSec: 1800 }, () => sendDue(services)],
    ['hand-over-imports', HOURLY, () => handOverAgain(services)],
    ['show-cards-with-money', HOURLY, showCards],
    // Rows that wait to be folded are added up by every list, so they must stay few.
    ['fold-figures', { everySec: 10, limitSec: 60 }, () => foldFigures(db)],
    // Hours that were noted are read session by session until they are summed up; the running hour is noted again at once.
    ['fold-report', { everySec: 60, limitSec: 60 }, () => foldAllReport(db, 20_000)],
    // Every reader of the books adds up the postings since the last fold, so there must be few of them.
    ['fold-ledger', { everySec: 10, limitSec: 60 }, () => foldLedger(db, services.timeZone, { forMs: 20_000 })],
    ['forget-settled-bills', HOURLY, () => forgetSettled(db)],
    // Nothing is sent to them in the meantime; people are to hear of it soon.
    ['pause-webhooks', { everySec: 15, limitSec: 120 }, () => haltUnowned(services)],
    ['give-up-deliveries', { everySec: 60, limitSec: 120 }, () => giveUpOldest(services)],
    ['forget-key-use', HOURLY, () => forgetUse(db)],
    ['forget-browsers', HOURLY, () => forgetBrowsers(db, services.now())],
    ['forget-sign-in-attempts', HOURLY, () => forgetAttempts(db, services.now())],
    ['forget-logouts', HOURLY, () => forgetOldLogouts(services)],
    ['forget-sign-in-steps', HOURLY, () => forgetSteps(db, services.now())],
    ['forget-repeated-calls', HOURLY, () => forgetRepeatedCalls(db, services.now())],
    ['write-invoices', { everySec: 60, limitSec: 600 }, () => writeInvoices(services)],
    // Whatever was missed, as bills that came by another way than the product's.
    ['search-invoices', { everySec: 86_400, limitSec: 3600 }, () => writeInvoices(services, { isThorough: true })],
    ['write-vouchers', { everySec: 60, limitSec: 600 }, () => writeVouchers(services)],
    ['search-vouchers', { everySec: 86_400, limitSec: 3600 }, () => writeVouchers(services, { isThorough: true })],
    // A buyer waits for the QR code.
    ['send-e-invoices', { everySec: 10, limitSec: 900 }, () => sendEInvoices(services)],
    ['queue-e-invoices', { everySec: 600, limitSec: 900 }, () => queueAll(services)],
    ['search-e-invoices', { everySec: 86_400, limitSec: 3600 }, () => queueAll(services, { isThorough: true })],
    ['work-bulk-actions', { everySec: 3, limitSec: 300 }, workMany],
    // Chargers that a changed template reaches.
    ['compare-settings', { everySec: 3, limitSec: 300 }, () => compareWaiting(services)],
    ['read-configurations', { everySec: 60, limitSec: 900 }, () => readOldConfigurations(services, askNode)],
    ['tell-availability', { everySec: 30, limitSec: 120 }, () => repeatUnansweredMessages(services)],
    ['end-maintenance-endings', { everySec: 60, limitSec: 60 }, () => endEndings(services)],
    // After a boot a charger is to have its list soon.
    ['keep-local-lists', { everySec: 15, limitSec: 600 }, () => keepLists(services)],
    // Payments that no webhook has reported: looked up, compared, and given back if no session began.
    ['work-left-webhooks', { everySec: 60, limitSec: 300 }, () => workLeft(services)],
    ['poll-payments', { everySec: 60, limitSec: 300 }, () => pollPayments(services)],
    ['return-stray-payments', { everySec: 60, limitSec: 300 }, () => returnStrays(services)],
    ['reconcile-payments', HOURLY, () => reconcilePayments(services)],
    // On the 1st at 02:00, or as soon as the product runs again after it.
    ['make-payouts', { everySec: 3600, limitSec: 3600 }, makePayouts],
    // Refunds requested by a session's end, with a lost answer, or whose time has come.
    ['ask-refunds', { everySec: 10, limitSec: 300 }, () => callDue(services)],
    // A driver who has plugged in, or whose start has failed, waits for the result.
    ['search-pay-sessions', { everySec: 5, limitSec: 120 }, () => searchPaySessions(services)],
    // Chargers are told soon after they have come back.
    ['sweep-maintenance', { everySec: 10, limitSec: 300 }, () => sweepMaintenance(services)],
    ['sweep-alerts', { everySec: 60, limitSec: 300 }, () => sweepAlerts(services)],
    ['tell-alerts', { everySec: 10, limitSec: 120 }, () => tellPeople(services)],
    // A charger has weeks to make a new key before its certificate ends.
    ['renew-certificates', HOURLY, () => renewCertificates(services)],
    // A task that nobody ends any more is shown as open until then.
    ['end-abandoned-tasks', { everySec: 15, limitSec: 60 }, () => endAbandonedTasks(services, keepLostChange)],
    // Chargers that have connected again after their node stopped during a change of a key.
    ['end-lost-changes', { everySec: 3, limitSec: 60 }, () => endLostChanges(services)],
  ]
  for (const [name, rhythm, work] of scheduled) await jobs.schedule(name, rhythm, work)
  return () => stopping.abort()
}
