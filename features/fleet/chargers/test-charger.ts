// Helpers for the tests of the charger's form: a body that is accepted, and calls by person.
import type { Person, TestApp } from '#testing/app.ts'

let count = 0
/** Returns a valid body with one connector, and an id of its own. */
export const chargerBody = (t: TestApp, more: object = {}) => ({
  chargepoint_id: `FORM-${++count}`,
  chargepoint_name: 'Made by hand',
  charger_type: 'DC',
  registrationStatus: 'Pending',
  access_level: 'Public',
  address: { street: '1 Test Road', city: 'Bengaluru', state: 'Karnataka', country: 'IN' },
  locationLatitude: 12.9716,
  locationLongitude: 77.5946,
  tolerance_watt: 300,
  meter_interval_sec: 30,
  connectors: [connectorBody(t)],
  ...more,
})
export const connectorBody = (t: TestApp, more: object = {}) => ({
  connectorType: 'CCS Type 2',
  kw: 60,
  priceGroupId: t.world.priceGroupId,
  ...more,
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
// biome-ignore lint/suspicious/noExplicitAny: what a reply holds is what the test looks for
export type Answer = { status: number; message: string; data: any; errors?: Record<string, string>; etag?: string }
/**
 * `ask('admin', 'PUT', 'charger/3', body)` returns the status and the reply; paths lie below the team of operator one
 * unless they name another team.
 */
export const asker =
  (t: TestApp) =>
  async (
    who: Person,
    method: Method,
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const below = path.startsWith('team/') ? path : `team/${t.world.one.teamId}/${path}`
    const r = await t.app.inject({
      method,
      url: `/cms/v1/${below}`,
      headers: { ...(await t.as(who)), ...headers },
      ...(payload && { payload }),
    })
    return { status: r.statusCode, etag: r.headers.etag as string, ...r.json() }
  }
