// What a provider may say of a person, in all its shapes: never a crash, and never more than was said.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPerson, rolesByGroups } from './claims.rules.ts'
import { ownOrigin, pathWithin } from './way-back.rules.ts'

const asked = { groupsClaim: 'groups', trustsMail: false }
const whole = { sub: '1', email: 'Asha@Volt.Example', email_verified: true, given_name: 'Asha', family_name: 'Rao' }
const groupsOf = (claims: object, groupsClaim = 'groups') => {
  const read = readPerson({ ...whole, ...claims }, { ...asked, groupsClaim })
  return 'person' in read ? read.person.groups : read.refused
}

test.each([
  [{ groups: 'one' }, ['one']],
  [{ groups: 'one, two,,' }, ['one', 'two']],
  [{ groups: ['one', 'one', ' two '] }, ['one', 'two']],
  [{ groups: ['one', 2, null, { name: 'x' }, ['y']] }, ['one']],
  [{ groups: ['a\0b', '\ud800', 'x'.repeat(301), 'ok'] }, ['ok']],
  [{ groups: { one: true } }, []],
  [{ groups: null }, []],
  [{}, []],
])('groups of %j', (claims, groups) => {
  expect(groupsOf(claims)).toEqual(groups)
})

test('groups may lie deeper, or under a name with dots', () => {
  expect(groupsOf({ realm_access: { roles: ['a'] } }, 'realm_access.roles')).toEqual(['a'])
  expect(groupsOf({ 'https://volt.example/groups': ['b'] }, 'https://volt.example/groups')).toEqual(['b'])
  expect(groupsOf({}, '__proto__.polluted')).toEqual([])
  expect(groupsOf({}, 'constructor.name')).toEqual([])
})

test('too many groups are refused, also where the provider keeps them elsewhere', () => {
  const many = Array.from({ length: 1001 }, (_, i) => `g${i}`)
  expect(groupsOf({ groups: many })).toMatch(/more than 1,000/)
  expect(groupsOf({ groups: many.slice(1) })).toHaveLength(1000)
  expect(groupsOf({ _claim_names: { groups: 'src1' } })).toMatch(/more than 1,000/)
})

test.each([
  [{}, { firstName: 'Asha', lastName: 'Rao' }],
  [
    { given_name: undefined, name: 'Asha Devi Rao', family_name: undefined },
    { firstName: 'Asha', lastName: 'Devi Rao' },
  ],
  [
    { given_name: undefined, name: undefined, family_name: undefined },
    { firstName: 'asha', lastName: 'asha' },
  ],
  [
    { given_name: ' A\n\tB ', family_name: 5 },
    { firstName: 'A B', lastName: '' },
  ],
])('names of %j', (claims, names) => {
  expect(readPerson({ ...whole, ...claims }, asked)).toMatchObject({ person: names })
})

test.each([
  [{ email: undefined }, /does not tell your mail address/],
  [{ email: 5 }, /does not tell your mail address/],
  [{ email: 'a@b@c.example' }, /does not tell your mail address/],
  [{ email: `${'a'.repeat(100)}@volt.example` }, /does not tell your mail address/],
  [{ email_verified: false }, /has not verified/],
  [{ email_verified: 'false' }, /has not verified/],
  [{ email_verified: 1 }, /has not verified/],
  [{ email_verified: undefined }, /has not verified/],
  [{ sub: '' }, /does not say who you are/],
  [{ sub: 5 }, /does not say who you are/],
  [{ sub: 'a\0' }, /does not say who you are/],
])('refused: %j', (claims, why) => {
  expect(readPerson({ ...whole, ...claims }, asked)).toEqual({ refused: expect.stringMatching(why) })
})

test('whatever a provider says is read or refused', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('sub', 'email', 'email_verified', 'groups', 'name', 'given_name', '_claim_names'),
        fc.jsonValue(),
      ),
      claims => {
        const read = readPerson(claims, { groupsClaim: 'groups', trustsMail: true })
        if ('refused' in read) return
        expect(read.person.email).toBe(String(claims.email).trim().toLowerCase())
        expect([...read.person.firstName].length).toBeLessThanOrEqual(50)
      },
    ),
  )
})

test('of several rules for one team the first counts', () => {
  const rules = [
    { group: 'a', teamId: 1, roleId: 10 },
    { group: 'b', teamId: 1, roleId: 20 },
    { group: 'b', teamId: 2, roleId: 30 },
  ]
  expect([...rolesByGroups(rules, ['b', 'a'])]).toEqual([
    [1, 10],
    [2, 30],
  ])
  expect([...rolesByGroups(rules, ['B'])]).toEqual([])
})

test('a way back stays within the portal, whatever is typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const path = pathWithin(text)
      const url = new URL(path, 'https://portal.example')
      expect(url.origin).toBe('https://portal.example')
      expect(path.startsWith('/') && !path.startsWith('//')).toBe(true)
    }),
  )
})

test.each([
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['http://localhost:9090', 'http://127.0.0.1:8080'],
  ['https://localhost:8080', 'http://127.0.0.1:8080'],
  ['http://127.0.0.1.evil.example:8080', 'http://127.0.0.1:8080'],
  ['http://user@127.0.0.1:8080', 'http://127.0.0.1:8080'],
])('on this machine the portal has several names: %s', (said, origin) => {
  expect(ownOrigin(said, ['http://127.0.0.1:8080'])).toBe(origin)
})
