// The chargers of a campaign, page by page, and the history of each (CAMP-05).
import type { ListQuery } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import type { Scope } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import type { CampaignChargerDetail } from './campaign-charger.contract.ts'
import { campaignChargerFields } from './campaign-charger.fields.ts'

type Row = Stored<'firmwareCampaignCharger'> & { versionNow: string | null; connection: string }

/** The scope of the call has been asked for the campaign before: its chargers are shown as they were when it started. */
const readsOf = (campaignId: number) =>
  recordReads<Row>()({
    fields: campaignChargerFields,
    from: sql`firmware_campaign_charger i join firmware_campaign m on m.campaign_id = i.campaign_id
      join charger c on c.chargepoint_pk = i.chargepoint_pk join charger_state s on s.chargepoint_pk = i.chargepoint_pk`,
    alias: 'i',
    id: sql`i.place`,
    cursor: { number: sql`i.chargepoint_pk` },
    joined: {
      // Nothing is told of a charger that is another company's by now.
      version_now: sql`(case when c.company_id = m.company_id then s.fw_version end)`,
      // Only a campaign that runs tries again.
      next_at: sql`(case when m.state = 'Running' then i.next_at end)`,
      connection: sql`(case when s.connected and c.company_id = m.company_id then 'Online' else 'Offline' end)`,
    },
    scoped: () => sql<boolean>`i.campaign_id = ${campaignId}`,
    order: 'wave',
  })

const NO_SCOPE: Scope = { kind: 'teams', teamId: 0, teams: [] }
export const reply = (db: Db, campaignId: number, query: ListQuery) => {
  const reads = readsOf(campaignId)
  return reads.reply(db, NO_SCOPE, query)
}

export async function get(db: Db, campaignId: number, pk: number): Promise<CampaignChargerDetail | undefined> {
  const reads = readsOf(campaignId)
  const [row] = await reads.rows(db, sql<boolean>`i.campaign_id = ${campaignId} and i.chargepoint_pk = ${pk}`)
  if (!row) return undefined
  const { rows } = await sql<Omit<CampaignChargerDetail['events'][number], 'at'> & { at: Date }>`
    select event_id::int as id, at, what, attempt, note from firmware_campaign_event
    where campaign_id = ${campaignId} and chargepoint_pk = ${pk} order by event_id limit 500`.execute(db)
  return { ...reads.shown(row), events: rows.map(e => ({ ...e, at: e.at.toISOString() })) }
}
