// People and roles of the demo beside the seeded ones: roles that an operator makes up, users in the teams below, of
// whom two may sign in with the password of the demo (technician, and chennai.lead, who may make charging sites: an
// Operator in a team below the company), and a recent user without a password.
import { FEATURES, type Feature } from '@wattdesk/base/access'
import { grantsOf, wholeAccess } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import * as teams from '#people/teams/team.store.ts'
import * as users from '#people/users/user.store.ts'
import type { Trx } from '#platform/db/db.ts'

/** Flags by feature: v view, c create, u update, d delete. */
const made: readonly { name: string; flags: Partial<Record<Feature, string>> }[] = [
  {
    name: 'Site Technician',
    flags: { ChargingSite: 'vu', ChargerPoint: 'vu', Transaction: 'v', ServiceRequest: 'vcu' },
  },
  {
    name: 'Support Desk',
    flags: { ChargerPoint: 'v', Transaction: 'v', Tag: 'vu', Customers: 'vcu', Refund: 'v', ServiceRequest: 'vcud' },
  },
]
/** Those who may sign in with the password of the demo. */
const signsIn: readonly string[] = ['technician', 'chennai.lead']
type Somebody = { username: string; first: string; last: string; team: string; role: string; days: number }
const people: readonly Somebody[] = [
  {
    username: 'technician',
    first: 'Site',
    last: 'Technician',
    team: 'Amberline South',
    role: 'Site Technician',
    days: 75,
  },
  { username: 'support', first: 'Support', last: 'Desk', team: 'Amberline Charging', role: 'Support Desk', days: 40 },
  { username: 'chennai.lead', first: 'Chennai', last: 'Lead', team: 'Amberline Chennai', role: 'Operator', days: 18 },
  { username: 'new.colleague', first: 'New', last: 'Colleague', team: 'Amberline Hyderabad', role: 'Viewer', days: 2 },
]

/** Adds them to the demo's first operator. `passwordHash` is of those who sign in. */
export async function makePeople(
  trx: Trx,
  { companyId, passwordHash, now }: { companyId: number; passwordHash: string | null; now: Date },
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const admin = (await trx.selectFrom('appUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow())
    .id
  for (const { name, flags } of made) {
    const access = FEATURES.flatMap(featureName => {
      const letters = flags[featureName]
      if (!letters) return []
      const yes = (letter: string) => (letters.includes(letter) ? ('Y' as const) : ('N' as const))
      return [{ featureName, view: yes('v'), create: yes('c'), update: yes('u'), delete: yes('d') }]
    })
    await roles.create(trx, companyId, name, grantsOf(wholeAccess(access)), admin, daysAgo(80))
  }
  for (const p of people) {
    const userId = await users.create(trx, {
      companyId,
      username: p.username,
      firstName: p.first,
      lastName: p.last,
      email: `${p.username}@amberline.example`,
      phone: null,
      userType: 'USER',
      passwordHash: signsIn.includes(p.username) ? passwordHash : null,
      createdBy: admin,
      createdAt: daysAgo(p.days),
    })
    const roleId = await roles.idOf(trx, companyId, p.role)
    const team = await trx.selectFrom('team').select('id').where('name', '=', p.team).executeTakeFirstOrThrow()
    if (roleId === undefined) throw new Error(`The demo has no role ${p.role}`)
    await teams.addMember(trx, { teamId: team.id, userId, roleId })
  }
}
