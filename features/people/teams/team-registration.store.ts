// The GST registrations of teams, only added to (TAX-02): a line begins a registration, a later line of its GST number ends it.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { NewRegistration, RegistrationBody } from './team-registration-body.contract.ts'

export type RegistrationRow = RegistrationBody & { registrationId: number; since: Date; until: Date | null }

/** The registrations of a team in the order in which they began, with those that have ended. */
export async function registrationsOf(db: Db | Trx, teamId: number): Promise<RegistrationRow[]> {
  const { rows } = await sql<RegistrationRow>`
    select r.line_id as registration_id, r.gstin, r.legal_name, r.address, r.recipient_type, r.since,
      (select e.since from team_registration e where e.team_id = r.team_id and e.gstin = r.gstin and e.is_ended
        and (e.since, e.line_id) > (r.since, r.line_id) order by e.since, e.line_id limit 1) as until
    from team_registration r where r.team_id = ${teamId} and not r.is_ended order by r.since, r.line_id`.execute(db)
  return rows
}

/** The GST number that the team is known by now; null where it has none. */
export const gstinOfTeam = async (trx: Trx, teamId: number): Promise<string | null> =>
  (
    await sql<{ gstin: string | null }>`select gstin from team_finance_history where team_id = ${teamId}
      order by since desc, history_id desc limit 1`.execute(trx)
  ).rows[0]?.gstin ?? null

/** Adds a line, never dated before the team's last line; answers its number. The team must be locked. */
export async function addLine(
  trx: Trx,
  teamId: number,
  { gstin, legalName, address, recipientType = null }: NewRegistration,
  { at, isEnded }: { at: Date; isEnded: boolean },
): Promise<number> {
  const { rows } = await sql<{ lineId: number }>`
    insert into team_registration (team_id, since, gstin, legal_name, address, recipient_type, is_ended)
    select ${teamId}, greatest(${at}::timestamptz, max(l.since)), ${gstin}, ${legalName}, ${address}, ${recipientType}::text, ${isEnded}
    from team_registration l where l.team_id = ${teamId} returning line_id`.execute(trx)
  return rows[0]?.lineId ?? 0
}
