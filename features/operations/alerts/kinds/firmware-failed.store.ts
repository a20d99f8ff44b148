// The last firmware update of a charger failed (OCPP 1.6 section 7.25).
import { sql } from 'kysely'
import { FAILED_UPDATES } from '#fleet/chargers/trouble.rules.ts'
import { alertKind, CHARGERS_WITH_STATE, isMeant, ofCharger, toOperation } from '../alert-kind.store.ts'
import { overBy } from '../alert-over.store.ts'
import { failedUpdatePast } from '../alert-past-partly.store.ts'

export const firmwareFailed = alertKind({
  id: 'firmware-failed',
  title: 'Firmware update failed',
  group: 'Charge Points',
  severity: 'Major',
  subject: 'charger',
  parameters: {},
  candidates: look => sql`select ${ofCharger(
    sql`coalesce(s.fw_update_at, ${look.now}::timestamptz)`,
    sql`jsonb_build_object('status', s.fw_update_status)`,
  )} from ${CHARGERS_WITH_STATE} where c.deleted_at is null and s.fw_update_status = any(${sql.val([...FAILED_UPDATES])}::text[])
      and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: () => sql`true`,
  past: (_, look) => failedUpdatePast(look),
  onNews: 'nothing',
  opens: 'a charge point reports that a firmware update has failed',
  closes: 'a later update begins or goes well, or it reports that none is going on',
  text: (name, f) => `The firmware update of ${name} ended with ${f.status}`,
  over: () =>
    overBy(
      sql`charger c join charger_state s using (chargepoint_pk) where c.chargepoint_pk = a.chargepoint_pk`,
      [
        [sql`s.fw_update_status = 'Installed'`, 'A later update went well'],
        [sql`s.fw_update_status is null or s.fw_update_status = 'Idle'`, 'It tells that no update is going on'],
      ],
      'A later update has begun',
    ),
  step: { text: 'Send the update again', needs: ['ChargerPoint.update'], to: toOperation('UpdateFirmware') },
})
