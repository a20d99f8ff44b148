// A campaign of firmware has stopped by itself and waits for a person (CAMP-04).
import { sql } from 'kysely'
import { alertKind } from '../alert-kind.store.ts'
import { overBy } from '../alert-over.store.ts'
import { stoppedPast } from '../alert-past-figures.store.ts'

export const campaignStopped = alertKind({
  id: 'campaign-stopped',
  title: 'Campaign stopped',
  group: 'Charge Points',
  severity: 'Major',
  subject: 'company',
  parameters: {},
  candidates:
    look => sql`select m.company_id, m.team_id, 'campaign ' || m.campaign_id as subject, null::int as chargepoint_pk,
      null::smallint as connector_id, null::int as zone_id, null::int as transaction_id, m.name as subject_name,
      coalesce(m.stopped_at, ${look.now}::timestamptz) as since, m.stopped_at as happened_at,
      jsonb_build_object('campaign', m.campaign_id, 'why', m.stopped_why) as facts
    from firmware_campaign m where m.state = 'Stopped' and m.deleted_at is null`,
  holds: () => sql`true`,
  past: (_, look) => stoppedPast(look),
  onNews: 'nothing',
  text: (name, f) => `Campaign ${name} has stopped: ${f.why}`,
  over: () =>
    overBy(
      sql`firmware_campaign m where m.campaign_id = (a.facts->>'campaign')::int`,
      [
        [
          sql`m.state = 'Cancelled' and exists (select from firmware_campaign b where b.rolls_back = m.campaign_id)`,
          'The campaign was rolled back',
        ],
        [sql`m.state = 'Cancelled'`, 'The campaign was cancelled'],
        [sql`m.deleted_at is not null`, 'The campaign was deleted'],
        [sql`m.state = 'Done'`, 'The campaign went on, and is done'],
        [sql`m.state = 'Paused'`, 'The campaign went on, and is paused'],
      ],
      'The campaign goes on',
    ),
  step: { text: 'Look at the campaign', needs: ['Campaign.view'], to: (_, f) => `/campaigns/${f.campaign}` },
})
