// No promise of the server is left alone where it could end the process, in any source; and the search finds them.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leftAlone } from './promises.ts'

// The simulated chargers are a program of their own, also where the demo network runs them.
const NOT_OURS = /\.test\.ts$|\/test-|node_modules|^packages\/ocpp\/sim\/|^demo\/chargers\.ts$/

test('whatever the server starts is waited for with its siblings', () => {
  const files = globSync('{packages,features,platform,gateway,app,demo}/**/*.ts').filter(f => !NOT_OURS.test(f))
  expect(files.length).toBeGreaterThan(200)
  expect(leftAlone(files.map(file => ({ file, text: readFileSync(file, 'utf8') })))).toEqual([])
})

const STORE = {
  file: 'store.ts',
  text: 'export async function rows(db) {}\nexport const one = db => sql`x`.execute(db)',
}
const search = (text: string) =>
  leftAlone([STORE, { file: 'routes.ts', text: `import * as store from './store.ts'\n${text}` }]).map(f => f.text)

test.each([
  'const f = async () => { const a = store.rows(db); await other(); return a }',
  'const f = async () => { const a = store.one(db); if (x) fail(403); return await a }',
  'const f = async () => { const a = x ? [] : store.rows(db); await store.rows(db); return await a }',
  'const f = async () => { const a = store.rows(db); const b = store.rows(db); return [await a, await b] }',
  'const f = async () => Promise.all([store.rows(db), await store.rows(db)])',
  'const f = async () => ({ a: store.rows(db), b: await store.rows(db) })',
  'const f = async () => { const a = store.rows(db) }',
  'const f = async () => { const a = sql`x`.execute(db); throw new Error() }',
  'socket.on("x", async () => { await store.rows(db) })',
  'setTimeout(async () => { await store.rows(db) })',
  'const f = async () => { await store.rows(db) }; const g = () => { void f() }',
])('is found: %s', text => {
  expect(search(text)).not.toEqual([])
})

test.each([
  'const f = async () => { const a = store.rows(db); const [x, y] = await Promise.all([a, store.one(db)]) }',
  'const f = async () => { const a = store.rows(db); return await a }',
  'const f = async () => { const a = store.rows(db).catch(() => []); await other(); return a }',
  'const f = async () => { const a = await store.rows(db); await other(); return a }',
  'const f = async () => Promise.all([store.rows(db), store.one(db)])',
  'socket.on("x", () => { f().catch(log) })',
  'const f = async () => { try { await store.rows(db) } catch (e) { log(e) } }; const g = () => { void f() }',
])('is right: %s', text => {
  expect(search(text)).toEqual([])
})
