// Which errors mean that the database is away, which pass by themselves, and which are our own faults.
import pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseAway, isDatabaseAway, isDiskFull, isPassing } from './database-away.ts'

const told = (code: string, more: object = {}) =>
  Object.assign(new pg.DatabaseError('told', 4, 'error'), { code, ...more })

test.each([
  ['a lost connection', new DatabaseAway(new Error('Connection terminated unexpectedly')), true, true],
  ['a lost connection, wrapped', new Error('outer', { cause: new DatabaseAway('x') }), true, true],
  ['a connection exception', told('08006'), true, true],
  ['a full disk', told('53100'), true, true],
  ['too many connections', told('53300'), true, true],
  ['an error of the machine', told('58030'), true, true],
  ['ended by an administrator', told('57P01'), true, true],
  ['another backend crashed', told('57P02'), true, true],
  ['starting up', told('57P03'), true, true],
  ['a server that only reads', told('25006'), true, true],
  ['a deadlock', told('40P01'), false, true],
  ['a lock that was not had', told('55P03'), false, true],
  ['a statement that took too long', told('57014'), false, true],
  ['a plan that a migration overtook', told('0A000', { routine: 'RevalidateCachedQuery' }), false, true],
  ['a prepared statement that is gone', told('26000'), false, true],
  ['something that PostgreSQL cannot do', told('0A000', { routine: 'transformCallStmt' }), false, false],
  ['a constraint', told('23514'), false, false],
  ['the same twice', told('23505'), false, false],
  ['a table that is not there', told('42P01'), false, false],
  ['a mistake of our own', new TypeError('undefined is not a connector'), false, false],
  // A file that is missing says ENOENT as a socket does.
  ['a missing file', Object.assign(new Error('no such file'), { code: 'ENOENT' }), false, false],
  ['nothing', undefined, false, false],
])('%s', (_what, error, away, passing) => {
  expect([isDatabaseAway(error), isPassing(error)]).toEqual([away, passing])
})

test('a circle of causes ends', () => {
  const error = new Error('round')
  error.cause = error
  expect([isDatabaseAway(error), isDiskFull(error)]).toEqual([false, false])
})
