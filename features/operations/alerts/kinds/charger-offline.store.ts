// A charger that its operator wants in service is offline, for longer than a rule allows.
import { sql } from 'kysely'
import { downSinceSql, isDownSql, isMeantToServe, refusedSql } from '#fleet/chargers/trouble.store.ts'
import { refusalStep, refusedText } from '#fleet/stations/refusal.rules.ts'
import { liveStatusSql } from '#fleet/stations/station.store.ts'
import { LOST_REVENUE } from '../alert-cost.rules.ts'
import { type AlertLook, ago, alertKind, CHARGERS_WITH_STATE, isMeant, ofCharger } from '../alert-kind.store.ts'
import { offlineCause, offlineOver } from '../alert-over.store.ts'
import { offlinePast } from '../alert-past.store.ts'

/** A charger that went with others of its site is told by the outage of the site, which a look at some chargers cannot know. */
const isOffline = (look: AlertLook) =>
  look.chargers ? sql`${isMeantToServe} and ${liveStatusSql('s', look.now)} = 'offline'` : isDownSql(look.now, 'alone')
const facts = (look: AlertLook) => sql`jsonb_strip_nulls(jsonb_build_object('refused', ${refusedSql(look.now)}))`
export const chargerOffline = alertKind({
  id: 'charger-offline',
  title: 'Charge point offline',
  group: 'Charge Points',
  severity: 'Major',
  subject: 'charger',
  parameters: { minutes: { label: 'Offline for', unit: 'minutes', default: 15, min: 1, max: 10_080 } },
  candidates: look => sql`select ${ofCharger(downSinceSql(look.now), facts(look))} from ${CHARGERS_WITH_STATE}
    where c.deleted_at is null and ${isMeant(look, sql`c.chargepoint_pk`)} and ${isOffline(look)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.minutes, 'mins')}`,
  past: (p, look) => offlinePast(p, look),
  onNews: 'closes',
  cost: LOST_REVENUE,
  opens:
    'a charge point that should serve has been offline for the minutes of the rule, and not together with its site',
  closes: 'it is connected again, or out of service by a person',
  causeSql: offlineCause,
  text: (name, f) => `${name} ${f.refused ? refusedText(String(f.refused)) : 'is offline'}`,
  over: offlineOver,
  step: {
    text: 'Check power and SIM',
    says: f => (f.refused ? refusalStep(String(f.refused)).text : undefined),
    needs: ['ChargerPoint.view'],
    to: (s, f) => `/charger/${s.chargepointPk}?${f.refused ? refusalStep(String(f.refused)).query : 'tab=timeline'}`,
  },
})
