// The metrics of sessions, money and jobs that are counted in the database and are the same on every node. Each count is
// read from an index or a small table, so that a collector may ask every few seconds.
import { sql } from 'kysely'
import type { Services } from '#office/installation/services.ts'
import { ARCHIVE_FAILING_SECONDS } from '#platform/db/wal-archive.ts'
import { queueFigures } from '#platform/jobs/queue-figures.ts'
import { type Declared, storedFigures, type Value } from '#platform/telemetry/stored-figures.ts'
import { QUEUES } from './queues.ts'

const DECLARED = {
  wattdesk_sessions_running: { help: 'Sessions that have begun and not ended' },
  wattdesk_sessions_in_review: { help: 'Sessions and lost stops that wait for a decision' },
  wattdesk_sessions_in_review_oldest_seconds: { help: 'How long the oldest session or lost stop in review has waited' },
  wattdesk_bills_written_total: {
    help: 'Bills written, corrected ones again, as PostgreSQL counts the rows of a table since its statistics began',
    isCount: true,
  },
  wattdesk_postings_written_total: {
    help: 'Postings written to the ledger, as PostgreSQL counts the rows of a table since its statistics began',
    isCount: true,
  },
  wattdesk_ledger_difference_paise: {
    help: 'Debit less credit of all postings that are in the sums of the ledger, in paise; anything but 0 is a fault',
  },
  wattdesk_refunds_waiting: { help: 'Refunds whose call to the payment provider is still to come' },
  wattdesk_refunds_waiting_overdue_seconds: { help: 'How long ago the call of the most overdue refund was due' },
  wattdesk_webhooks_waiting: { help: 'Events of the payment provider that are stored and not worked off' },
  wattdesk_webhooks_given_up: { help: 'Events of the payment provider that were given up and wait for a person' },
  wattdesk_wal_archive_failing_seconds: {
    help: 'How long PostgreSQL has failed to archive its log; 0 where archiving works or is off',
  },
  wattdesk_jobs_waiting: { help: 'Jobs that wait, by queue', labels: ['queue'] },
  wattdesk_jobs_oldest_seconds: {
    help: 'How long the job that is due longest has waited, by queue',
    labels: ['queue'],
  },
  wattdesk_jobs_given_up: {
    help: 'Jobs that have failed for good and are still kept, by queue; of `mail`: mails that were never sent',
    labels: ['queue'],
  },
} as const satisfies Record<string, Declared>
type Name = keyof typeof DECLARED

type Counts = {
  running: number
  inReview: number
  inReviewSec: number
  differencePaise: number
  refunds: number
  refundsSec: number
  webhooks: number
  webhooksGivenUp: number
  archiveFailingSec: number
}
async function readCounts({ db, now }: Services): Promise<Counts> {
  const at = now()
  const { rows } = await sql<Counts>`
    select (select count(*) from transaction where stopped_at is null) as running,
      v.in_review, v.in_review_sec,
      (select coalesce(sum(debit_paise - credit_paise), 0)::bigint from ledger_month) as difference_paise,
      r.refunds, r.refunds_sec,
      (select count(*) from webhook_event where worked_at is null and given_up_at is null) as webhooks,
      (select count(*) from webhook_event where given_up_at is not null) as webhooks_given_up,
      ${sql.raw(ARCHIVE_FAILING_SECONDS)} as archive_failing_sec
    from (select count(*) as in_review,
        coalesce(extract(epoch from ${at}::timestamptz - min(created_at)), 0)::float8 as in_review_sec
        from session_review where decided_at is null) v,
      (select count(*) as refunds,
        greatest(coalesce(extract(epoch from ${at}::timestamptz - min(next_at)), 0), 0)::float8 as refunds_sec
        from refund where next_at is not null) r`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('No figures')
  return counts
}

const readWritten = async ({ db }: Services): Promise<Map<string, number>> => {
  const { rows } = await sql<{ name: string; written: number }>`
    select relname::text as name, n_tup_ins as written from pg_stat_user_tables
    where schemaname = 'public' and relname in ('bill', 'posting')`.execute(db)
  return new Map(rows.map(r => [r.name, r.written]))
}

const one = (value: number): Value[] => [{ value }]

/** The metrics of what is stored. */
export function figuresOf(services: Services) {
  const read = async (): Promise<Record<Name, Value[]>> => {
    const [c, written, queues] = await Promise.all([
      readCounts(services),
      readWritten(services),
      queueFigures(services.db, Object.keys(QUEUES)),
    ])
    const byQueue = (figure: 'waiting' | 'due' | 'failed') =>
      queues.map(q => ({ labels: { queue: q.queue }, value: q[figure] }))
    return {
      wattdesk_sessions_running: one(c.running),
      wattdesk_sessions_in_review: one(c.inReview),
      wattdesk_sessions_in_review_oldest_seconds: one(c.inReviewSec),
      wattdesk_bills_written_total: one(written.get('bill') ?? 0),
      wattdesk_postings_written_total: one(written.get('posting') ?? 0),
      wattdesk_ledger_difference_paise: one(c.differencePaise),
      wattdesk_refunds_waiting: one(c.refunds),
      wattdesk_refunds_waiting_overdue_seconds: one(c.refundsSec),
      wattdesk_webhooks_waiting: one(c.webhooks),
      wattdesk_webhooks_given_up: one(c.webhooksGivenUp),
      wattdesk_wal_archive_failing_seconds: one(c.archiveFailingSec),
      wattdesk_jobs_waiting: byQueue('waiting'),
      wattdesk_jobs_oldest_seconds: byQueue('due'),
      wattdesk_jobs_given_up: byQueue('failed'),
    }
  }
  return storedFigures(DECLARED, read, error =>
    services.log.warn({ err: error }, 'The figures of the metrics could not be read'),
  )
}
