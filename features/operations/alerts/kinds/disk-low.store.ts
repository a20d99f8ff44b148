// The disk of a node is nearly full. It concerns the installation, so rules of the platform's own company.
import { sql } from 'kysely'
import { alertKind, ofTeam } from '../alert-kind.store.ts'
import { overBy } from '../alert-over.store.ts'
import { diskPast } from '../alert-past-kept.store.ts'

export const diskLow = alertKind({
  id: 'disk-low',
  title: 'Disk low',
  group: 'Installation',
  severity: 'Critical',
  subject: 'node',
  parameters: { gigabytes: { label: 'Free on the disk, below', unit: 'GB', default: 5, min: 1, max: 10_000 } },
  candidates: look => sql`select ${ofTeam({
    subject: sql`'node ' || n.name`,
    name: sql`'Node ' || n.name`,
    since: sql`coalesce(n.disk_seen_at, ${look.now})`,
    facts: sql`jsonb_build_object('gigabytes', floor(n.disk_free_bytes / 1e8) / 10)`,
  })} from node n join team m on m.company_type = 'GP'
    where n.ended_at is null and n.disk_free_bytes is not null and ${look.chargers === undefined}`,
  holds: p => sql`(x.facts->>'gigabytes')::numeric < ${p.gigabytes}`,
  onNews: 'nothing',
  past: diskPast,
  unkept: 'Of each hour the least room is kept.',
  opens: 'a node has less room on its disk than the rule says',
  closes: 'it has room again, or the node ends',
  text: (name, f) => `${name} has ${f.gigabytes} GB left on its disk`,
  over: () =>
    overBy(
      sql`node n where 'node ' || n.name = a.subject`,
      [[sql`n.ended_at is not null`, 'The node has ended']],
      'Its disk has room again',
    ),
  step: { text: 'Free room, or move the data', needs: ['Alert.view'], to: () => '/alerts' },
})
