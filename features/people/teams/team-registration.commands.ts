// Adds and ends GST registrations of a team (TAX-02). The finance of the team is recorded with them, so that bills, payouts
// and reports read the same GST number.
import { stateName, stateOfGstin } from '@wattdesk/base/states'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { demandTypeOfOwner } from '#office/tax-settings/recipient-type.commands.ts'
import { callerNow } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { recordFinance } from './team-finance-history.store.ts'
import * as teams from './team-record.store.ts'
import * as calls from './team-registration.contract.ts'
import * as store from './team-registration.store.ts'
import type { NewRegistration } from './team-registration-body.contract.ts'

const MISSING = 'Registration not found'
const HAS_ENDED = 'This registration has ended already'

const stateOf = (gstin: string) => {
  const code = stateOfGstin(gstin) ?? gstin.slice(0, 2)
  return { code, name: stateName(code) }
}
const replyOf = (r: store.RegistrationRow, first: store.RegistrationRow | undefined): calls.TeamRegistration => ({
  registrationId: r.registrationId,
  gstin: r.gstin,
  state: stateOf(r.gstin),
  legalName: r.legalName,
  address: r.address,
  recipientType: r.recipientType,
  since: r.since.toISOString(),
  until: r.until?.toISOString() ?? null,
  isFirst: r === first,
})
const isInForce = (r: store.RegistrationRow): boolean => r.until === null

/** The registrations of a team as replies show them. */
export async function shownRegistrations(db: Db | Trx, teamId: number): Promise<calls.TeamRegistration[]> {
  const rows = await store.registrationsOf(db, teamId)
  const first = rows.find(isInForce)
  return rows.map(r => replyOf(r, first))
}

/** The registrations in force as the audit log names them. */
const auditOf = (rows: readonly store.RegistrationRow[]) => ({
  registrations: rows
    .filter(isInForce)
    .map(r => `${r.gstin}, ${r.legalName}, ${r.address}${r.recipientType ? `, ${r.recipientType}` : ''}`),
})

/** Changes the registrations of a team that nobody else changes meanwhile. */
const change = (
  services: Services,
  asked: Caller,
  teamId: number,
  run: (trx: Trx, before: readonly store.RegistrationRow[]) => Promise<number>,
): Promise<calls.TeamRegistration> =>
  act(services, async trx => {
    const { by } = await callerNow(trx, asked, calls.addRegistration.can)
    await teams.lock(trx, teamId)
    const before = await store.registrationsOf(trx, teamId)
    const id = await run(trx, before)
    await recordFinance(trx, [teamId], services.now())
    const entry = { action: 'update', feature: 'Finance', recordId: teamId, teamId, isMoney: true }
    const after = await store.registrationsOf(trx, teamId)
    await audit.write(trx, by, { ...entry, before: auditOf(before), after: auditOf(after) })
    return found(
      (await shownRegistrations(trx, teamId)).find(r => r.registrationId === id),
      MISSING,
    )
  })

/**
 * A team has one registration in force for each state: another one of the state is refused. The first registration is that of
 * the payout account's GST number, which would otherwise count no more for bills in its state.
 */
export const addRegistration = (
  services: Services,
  caller: Caller,
  teamId: number,
  body: NewRegistration,
): Promise<calls.TeamRegistration> =>
  change(services, caller, teamId, async (trx, before) => {
    const { code, name } = stateOf(body.gstin)
    const other = before.find(r => isInForce(r) && stateOf(r.gstin).code === code)
    if (other) {
      const taken = `The team is registered in ${name} already, with ${other.gstin}. Please end that registration first.`
      fail(409, taken, { gstin: taken })
    }
    const ofAccount = before.some(isInForce) ? null : await store.gstinOfTeam(trx, teamId)
    if (ofAccount !== null && ofAccount !== body.gstin) {
      const begin = `Please begin with ${ofAccount}, the GST number of the payout account: without a registration of its own it would count no more.`
      fail(422, begin, { gstin: begin })
    }
    await demandTypeOfOwner(trx, services, body.recipientType ?? null)
    return store.addLine(trx, teamId, body, { at: services.now(), isEnded: false })
  })

export const endRegistration = (
  services: Services,
  caller: Caller,
  teamId: number,
  registrationId: number,
): Promise<calls.TeamRegistration> =>
  change(services, caller, teamId, async (trx, before) => {
    const registration = found(
      before.find(r => r.registrationId === registrationId),
      MISSING,
    )
    if (!isInForce(registration)) fail(409, HAS_ENDED)
    await store.addLine(trx, teamId, registration, { at: services.now(), isEnded: true })
    return registrationId
  })
