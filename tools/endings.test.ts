// The check of endings refuses a file whose content is of another kind than its ending says.
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { endingFault } from './endings.ts'

function faultOf(file: string, source: string): string | undefined {
  const { program, module } = parseSync(file, source)
  return endingFault(
    file,
    program,
    module.staticImports.map(i => i.moduleRequest.value),
  )
}

test.each([
  ['a.ocpp.ts', `import type { Request } from '@wattdesk/ocpp/messages'`],
  ['a.ocpp.ts', `import type { CallOutcome } from '@wattdesk/ocpp/own-calls'`],
  ['a.store.ts', `import { sql } from 'kysely'; export const read = db => sql\`select 1\`.execute(db)`],
  ['a.store.ts', `export const read = db => db.selectFrom('team').execute()`],
  ['a.store.ts', `import { setting } from '#platform/db/setting.ts'; export const read = db => setting(db, 'a')`],
  ['a.store.ts', `import * as other from './b.store.ts'; export const read = db => other.read(db)`],
  ['a.contract.ts', `import { z } from 'zod'; export const Body = z.object({})`],
  ['a.contract.ts', `import { endpoint } from '@wattdesk/wire/endpoint'; export const list = endpoint({})`],
  ['a.contract.ts', 'export type Row = { id: number }'],
  ['a.contract.ts', `import { a } from './a.contract.ts'; export const all = [a]`],
  ['a.routes.ts', 'route(app, list, () => [])'],
  ['a.routes.ts', `app.get('/a', () => [])`],
  ['a.routes.ts', `scope.route({ url: '/a' })`],
  ['a.rules.ts', 'export const ageMs = (at: Date, now: Date) => now.getTime() - at.getTime()'],
  ['a.rules.ts', 'export const ageMs = (at: Date, now = new Date()) => now.getTime() - at.getTime()'],
  ['a.crypto.ts', `import { createHash } from 'node:crypto'`],
  ['a.commands.ts', 'export const anything = Date.now()'],
])('%s may hold %s', (file, source) => {
  expect(faultOf(`features/wing/folder/${file}`, source)).toBeUndefined()
})

const NOT_PURE = 'is not pure: it reads a clock, chance, the machine or a promise'
test.each([
  [
    'a.ocpp.ts',
    `import { Batch } from '#platform/db/batch.ts'`,
    'handles no OCPP message (no message or answer of @wattdesk/ocpp, nor what it tells)',
  ],
  ['a.store.ts', 'export const rowOf = r => ({ id: r.id })', 'stores and reads nothing in the database'],
  [
    'a.store.ts',
    `import type { Row } from './b.store.ts'; export const rowOf = (r: Row) => r.id`,
    'stores and reads nothing in the database',
  ],
  ['a.store.ts', `import { sql } from 'kysely'; export const limit = 3`, 'stores and reads nothing in the database'],
  ['a.contract.ts', `export const NO_PAYMENT = 'Payment not found'`, 'holds no endpoint and no shape'],
  ['a.contract.ts', `export type State = 'on' | 'off'`, 'holds no endpoint and no shape'],
  ['a.routes.ts', 'export class Streams { get() {} }', 'serves no endpoint'],
  ['a.rules.ts', 'export const now = () => Date.now()', NOT_PURE],
  ['a.rules.ts', 'export const now = () => new Date()', NOT_PURE],
  ['a.rules.ts', 'export const dice = () => Math.random()', NOT_PURE],
  ['a.rules.ts', `import { randomUUID } from 'node:crypto'`, NOT_PURE],
  ['a.rules.ts', 'export const read = async p => await p', NOT_PURE],
  ['a.rules.ts', 'export const home = () => process.env.HOME', NOT_PURE],
  ['a.reply.ts', 'export const rowOf = r => ({ ...r, at: new Date() })', NOT_PURE],
  ['a.words.ts', `export const LANGUAGE = navigator.language`, NOT_PURE],
  [
    'a.crypto.ts',
    'export const isKey = text => text.length > 3',
    'neither makes nor reads keys, hashes or certificates',
  ],
])('%s may not hold %s', (file, source, fault) => {
  const [, ending] = file.split('.')
  expect(faultOf(`features/wing/folder/${file}`, source)).toBe(`.${ending}.ts, but ${fault}`)
})

test('files outside of features are not judged', () => {
  expect(faultOf('platform/a.store.ts', 'export const a = 1')).toBeUndefined()
})
