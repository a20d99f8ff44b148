// A campaign of firmware has stopped by itself and waits for a person (CAMP-04).
import { sql } from 'kysely'
import { alertKind } from '../alert-kind.store.ts'
import { campaignOver } from '../alert-over.store.ts'
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
  opens: 'a firmware campaign has stopped by itself',
  closes: 'a person lets it go on, cancels it or rolls it back',
  text: (name, f) => `Campaign ${name} has stopped: ${f.why}`,
  over: campaignOver,
  step: { text: 'Look at the campaign', needs: ['Campaign.view'], to: (_, f) => `/campaigns/${f.campaign}` },
})
