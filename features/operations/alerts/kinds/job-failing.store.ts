// Work of the product was tried again and again and given up. It concerns the installation, so rules of the platform's own company.
import { sql } from 'kysely'
import { alertKind, ofTeam } from '../alert-kind.store.ts'
import { jobsPast } from '../alert-past-partly.store.ts'

export const jobFailing = alertKind({
  id: 'job-failing',
  title: 'Job failing',
  group: 'Installation',
  severity: 'Major',
  subject: 'queue',
  parameters: {
    jobs: { label: 'Jobs given up in 24 hours', unit: 'or more', default: 1, min: 1, max: 10_000 },
  },
  candidates: look => sql`select ${ofTeam({
    subject: sql`'queue ' || j.queue`,
    name: sql`'The queue ' || j.queue`,
    since: sql`j.first_at`,
    happenedAt: sql`j.last_at`,
    facts: sql`jsonb_build_object('jobs', j.jobs)`,
  })} from jobs_given_up(${look.now}::timestamptz - interval '24 hours') j join team m on m.company_type = 'GP'
    where ${look.chargers === undefined}`,
  holds: p => sql`(x.facts->>'jobs')::bigint >= ${p.jobs}`,
  past: (p, look) => jobsPast(p, look),
  onNews: 'nothing',
  everyMinutes: 5,
  unkept: 'Jobs that were given up are kept for 7 days.',
  opens: 'as many jobs of a queue as the rule says were given up within 24 hours',
  closes: 'fewer of them were given up within 24 hours',
  text: (name, f) => `${name} gave up ${f.jobs} ${f.jobs === 1 ? 'job' : 'jobs'} within a day`,
  over: 'It gave up fewer within a day',
  step: { text: 'Read the log of the server', needs: ['Alert.view'], to: () => '/alerts' },
})
