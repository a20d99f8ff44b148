// The shell's checks by hand: an event or a user with a missing field or a wrong type is refused.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLiveEvent } from './live-event.ts'
import { SessionUser } from './session-schemas.ts'
import { readSessionUser, readTokenClaims } from './session-user.ts'

const at = '2026-11-22T00:00:00Z'
const station = {
  type: 'station',
  at,
  teamId: 1,
  chargepoint_pk: 2,
  chargepoint_id: 'CP',
  status: 'online',
  connected: true,
  statusCode: 'A',
  lastHeartbeatTimestamp: null,
  activeConnectors: 0,
  powerKw: null,
}
const record = { type: 'record', at, feature: 'Team', recordId: '1', by: 'root' }
const user = {
  id: 1,
  username: 'u',
  name: 'U',
  firstName: 'U',
  lastName: '',
  email: 'u@example.com',
  photoURL: null,
  domain: null,
  company: { id: 1, name: 'C', menuWords: { menu: {}, headings: {} } },
  businessZone: 'UTC',
  role: [
    {
      teamId: 1,
      teamName: 'T',
      roleId: 2,
      roleName: 'R',
      access: [{ featureId: 1, featureName: 'ChargingSite', view: 'Y', create: 'N', update: 'N', delete: 'N' }],
    },
  ],
}

test.each([station, record, { type: 'access', at, userId: 7 }])('$type is an event', event => {
  expect(readLiveEvent(event)).toEqual(event)
  for (const name of Object.keys(event)) {
    expect(readLiveEvent({ ...event, [name]: undefined })).toBeUndefined()
    expect(readLiveEvent({ ...event, [name]: { other: 'type' } })).toBeUndefined()
  }
})

test('anything else is none, and no reason to fail', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.record({ type: fc.oneof(fc.string(), fc.constant('constructor')) })), v => {
      expect(readLiveEvent(v)).toBeUndefined()
      expect(readSessionUser(v)).toBeUndefined()
      expect(readTokenClaims(v)).toBeUndefined()
    }),
  )
})

test('a user is read as the schema reads it: what else stands there is left out', () => {
  expect(readSessionUser({ ...user, phone: '1' })).toEqual(SessionUser.parse({ ...user, phone: '1' }))
  for (const broken of [
    { ...user, role: [{}] },
    { ...user, id: 1.5 },
    { ...user, company: null },
  ]) {
    expect(readSessionUser(broken)).toBeUndefined()
    expect(SessionUser.safeParse(broken).success).toBe(false)
  }
})
