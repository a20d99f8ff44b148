// How far a company has come with its first steps, and their end, which counts for everybody of the company.
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { bodyOf } from '#people/companies/company.reply.ts'
import * as companies from '#people/companies/company.store.ts'
import { CompanyBody } from '#people/companies/company-body.contract.ts'
import { firstStepsOf, setFirstSteps } from '#people/companies/first-steps.store.ts'
import * as records from '#people/teams/team-record.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import { callerNow } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { endFirstSteps, type FirstSteps } from './first-steps.contract.ts'
import { nextStep } from './first-steps.rules.ts'
import * as store from './first-steps.store.ts'

const NONE = 'This team has no first steps'
const NOT_YET = 'Some of the first steps are not done yet'

const nothing: FirstSteps = { state: 'none', missing: [], team: null, price: null, charger: null, session: null }

/** The company whose own team the scope is of; a team below it has no first steps, nor has a branch with gaps. */
const companyOf = (scope: Scope): number | undefined => (scope.kind === 'teams' ? undefined : scope.teamId)

/** The fields that the form of the company would refuse as they stand, in its own words. */
async function missingOf(db: Db | Trx, scope: Scope, companyId: number): Promise<string[]> {
  const company = found(await companies.get(db, scope, companyId), 'Company not found')
  const read = CompanyBody.safeParse(bodyOf(company))
  const faults = read.success ? [] : read.error.issues
  // A field says one thing at a time, as in the form.
  return [...Map.groupBy(faults, fault => fault.path.join('.')).values()].flatMap(([fault]) => fault?.message ?? [])
}

/** Who looks on after the end learns the state alone. */
export async function firstSteps(db: Db | Trx, scope: Scope): Promise<FirstSteps> {
  const companyId = companyOf(scope)
  const state = companyId === undefined ? null : await firstStepsOf(db, companyId)
  if (companyId === undefined || state === null) return nothing
  if (state !== 'open') return { ...nothing, state }
  return { state, missing: await missingOf(db, scope, companyId), ...(await store.begun(db, scope)) }
}

/** Ends the first steps; a second end changes nothing. */
export const end = (services: Services, asked: Caller, how: 'done' | 'skipped'): Promise<FirstSteps> =>
  act(services, async trx => {
    const { by, scope } = await callerNow(trx, asked, endFirstSteps.can)
    const companyId = companyOf(scope) ?? fail(404, NONE)
    await records.lock(trx, companyId)
    const before = await firstSteps(trx, scope)
    if (before.state === 'none') fail(404, NONE)
    if (before.state !== 'open') return before
    if (how === 'done' && nextStep(before) !== undefined) fail(409, NOT_YET)
    await setFirstSteps(trx, companyId, how)
    await audit.write(trx, by, {
      action: 'update',
      feature: 'Company',
      recordId: companyId,
      teamId: companyId,
      before: { firstSteps: before.state },
      after: { firstSteps: how },
    })
    return { ...nothing, state: how }
  })
