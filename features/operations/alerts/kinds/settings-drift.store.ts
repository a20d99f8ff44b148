// Configuration keys of a charger differ from what was set.
import { sql } from 'kysely'
import { alertKind, CHARGERS_WITH_STATE, isMeant, ofCharger } from '../alert-kind.store.ts'
import { differsPast } from '../alert-past-kept.store.ts'

export const settingsDrift = alertKind({
  id: 'settings-drift',
  title: 'Settings drift',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { keys: { label: 'Keys that differ', unit: 'or more', default: 1, min: 1, max: 500 } },
  candidates: look =>
    sql`select ${ofCharger(
      sql`coalesce(s.config_differs_since, ${look.now}::timestamptz)`,
      sql`jsonb_build_object('keys', s.config_differs)`,
    )} from ${CHARGERS_WITH_STATE} where c.deleted_at is null and s.config_differs > 0 and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: p => sql`(x.facts->>'keys')::int >= ${p.keys}`,
  onNews: 'nothing',
  isStored: true,
  past: differsPast,
  opens: 'as many settings of a charge point as the rule says differ from what was set',
  closes: 'fewer of its settings differ',
  text: (name, f) =>
    `${f.keys} ${f.keys === 1 ? 'setting' : 'settings'} of ${name} ${f.keys === 1 ? 'differs' : 'differ'} from what was set`,
  over: 'Its settings are as they were set',
  step: { text: 'Set them again', needs: ['ChargerPoint.update'], to: s => `/charger/${s.chargepointPk}?tab=config` },
})
