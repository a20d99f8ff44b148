// The clock of a charger is off: times of its sessions have to be corrected.
import { sql } from 'kysely'
import { BEYOND_S } from '#fleet/stations/clock.rules.ts'
import { alertKind, CHARGERS_WITH_STATE, isMeant, ofCharger, toOperation } from '../alert-kind.store.ts'
import { clockPast } from '../alert-past-partly.store.ts'

export const clockOff = alertKind({
  id: 'clock-off',
  title: 'Clock off',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { minutes: { label: 'Off by more than', unit: 'minutes', default: BEYOND_S / 60, min: 1, max: 525_600 } },
  candidates: look => sql`select ${ofCharger(
    sql`coalesce(s.clock_off_since, ${look.now}::timestamptz)`,
    sql`jsonb_build_object('seconds', s.clock_offset_sec)`,
  )} from ${CHARGERS_WITH_STATE} where s.clock_offset_sec is not null and abs(s.clock_offset_sec) >= 60 and c.deleted_at is null
      and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: p => sql`abs((x.facts->>'seconds')::int) > ${p.minutes} * 60`,
  past: (p, look) => clockPast(p, look),
  onNews: 'opens and closes',
  isStored: true,
  unkept: 'Of clocks the past is known only from the starts of sessions, and only where a time had to be corrected.',
  opens: 'the clock of a charge point differs from ours by more than the minutes of the rule',
  closes: 'its clock is within them again',
  text: (name, f) => `The clock of ${name} is ${Math.round(Math.abs(Number(f.seconds)) / 60)} min off`,
  over: 'Its clock is right again',
  step: { text: 'Set its time', needs: ['ChargerPoint.update'], to: toOperation('Reset') },
})
