// Addresses and names of files of charge points, and how far a file has come (S-FILES, O-64).
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressed, closedFor, isDoor, ownName, plainName, stateOf } from './charger-file.rules.ts'

const secret = 'A-z_0'.repeat(9).slice(0, 43)
test.each([
  [secret, undefined],
  [`${secret}/`, undefined],
  [`${secret}/diag.zip`, 'diag.zip'],
  // Charge points that take the location for a beginning, with a slash of their own or without one.
  [`${secret}diag.zip`, 'diag.zip'],
  [`${secret}//a/b/diag.zip`, 'diag.zip'],
  [`${secret}/..\\..\\boot.ini`, 'boot.ini'],
])('%s', (rest, name) => expect(addressed(rest)).toEqual({ secret, name }))
test.each(['', 'x', secret.slice(1), `/${secret}`, `${secret.slice(1)}/x`])('%j is no address', rest =>
  expect(addressed(rest)).toBeUndefined(),
)

test.each([
  ['a/b/c.log', 'c.log'],
  ['.htaccess', 'htaccess'],
  ['..', undefined],
  ['a\r\nSet-Cookie: b', 'a_Set-Cookie_ b'],
  ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
  ['  ', undefined],
  [undefined, undefined],
])('the name %j reads %j', (given, name) => expect(plainName(given)).toBe(name))
test('whatever is sent as a name, what is kept is a short name and no path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), text => {
      const name = plainName(text)
      if (name === undefined) return
      expect(name).toMatch(/^[^/\\\p{Cc}\p{Cf}]+$/u)
      expect([...name].length).toBeLessThanOrEqual(150)
      expect(() => encodeURIComponent(name)).not.toThrow()
    }),
  )
})
test('a file without a name is called after its charge point', () =>
  expect(ownName('diagnostics', 'CP/1', new Date('2026-01-05T08:00:00Z'))).toBe('CP_1-diagnostics-20260105-080000.log'))

test('the portal’s own address is known however it was typed', () => {
  const at = 'https://p.example'
  for (const typed of [
    `${at}/public/charger-file`,
    ` ${at}/public/charger-file/ `,
    'HTTPS://P.example/public/charger-file',
  ])
    expect(isDoor(typed, at)).toBe(true)
  for (const other of ['ftp://p.example/public/charger-file', `${at}/public/charger-file/x`, `${at}/`])
    expect(isDoor(other, at)).toBe(false)
})

const now = new Date('2026-01-05T08:00:00Z')
const later = new Date('2026-01-06T08:00:00Z')
const facts = {
  operation: 'GetDiagnostics',
  taskState: 'done',
  taskDetails: { fileName: 'a.zip' },
  openUntil: later,
  receivedAt: null,
}
test.each([
  [{ receivedAt: now, taskState: 'timeout' }, 'received', 'The file has been received already'],
  [{}, 'awaited', undefined],
  [{ taskState: 'sent', taskDetails: null }, 'awaited', undefined],
  [{ taskDetails: {} }, 'nothing', undefined],
  [{ taskDetails: { fileName: '' } }, 'nothing', undefined],
  [{ operation: 'GetLog', taskDetails: { status: 'Accepted' } }, 'awaited', undefined],
  // A charge point that did not answer may have received the request all the same.
  [{ taskState: 'timeout', taskDetails: null }, 'awaited', undefined],
  [{ taskState: 'failed' }, 'refused', 'This address takes no files any more'],
  [{ openUntil: now }, 'missing', 'This address takes no files any more'],
] as const)('%j is %s', (more, state, closed) => {
  expect(stateOf({ ...facts, ...more }, now)).toBe(state)
  expect(closedFor({ ...facts, ...more }, now)).toBe(closed)
})
