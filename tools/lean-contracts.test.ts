// The browser's version of a contract: endpoints without shapes, each line in its place.
import { globSync, readFileSync } from 'node:fs'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { leanContracts, leanSource } from './lean-contracts.ts'

test('an endpoint keeps what a call needs; constants made by calls may be dropped, others stay as they are', () => {
  const source = `export const Body = z.object({ name: z.string() })
export const WORDS = ['a'] as const
export const of = (name: string) => z.string(name)
export const change = endpoint({
  method: 'PUT',
  path: '/things/{id}',
  can: 'Tag.update',
  record: thing,
  summary: 'Change a thing',
  params: z.object({ id: recordId() }),
  body: Body,
  data: Body.extend({
    id: z.number(),
  }), status: 201,
  reads: true,
})
`
  expect(leanSource('x.contract.ts', source).replaceAll(/[ \t]+$/gm, '')).toBe(
    `export const Body = /* @__PURE__ */ (() => (z.object({ name: z.string() })))()
export const WORDS = ['a'] as const
export const of = (name: string) => z.string(name)
export const change = /* @__PURE__ */ (() => (endpoint({
  method: 'PUT',
  path: '/things/{id}',
  can: 'Tag.update',
  record: thing,




${'\n\n'}  reads: true,
})))()
`,
  )
})

test('an operation keeps its fields, form and words; its admission and its request stay with the server', () => {
  const source = `export const reset = operation({
  name: 'Reset',
  fields: { resetType: choice(TYPES) },
  wire: { ocpp16: { action: 'Reset', request: p => ({ type: p.resetType }) } },
  refusal: ({ resetType }, charger) => ({ status: 409, text: resetType }),
  accessChange,
  secrets(p) {
    return [p.resetType]
  },
  answers: { Accepted: 'It restarts.' },
})
`
  expect(leanSource('x.contract.ts', source).replaceAll(/[ \t]+$/gm, '')).toBe(
    `export const reset = /* @__PURE__ */ (() => (operation({
  name: 'Reset',
  fields: { resetType: choice(TYPES) },
  wire: { ocpp16: { action: 'Reset',  } },




${'\n'}  answers: { Accepted: 'It restarts.' },
})))()
`,
  )
})

test('a call of a plain record keeps its path; its shapes stay with the server', () => {
  const source = `const things = recordEndpoints({ kind: thing, fields, key: 'id', reply: Thing, body: Body })
export const list = things.list('/things', {
  summary: 'The things',
  beside: { total: z.number() },
})
export const other = others.list('/others', { summary: 'Kept' })
`
  expect(leanSource('x.contract.ts', source).replaceAll(/[ \t]+$/gm, '')).toBe(
    `const things = /* @__PURE__ */ (() => (recordEndpoints({ kind: thing, fields, key: 'id',   })))()
export const list = /* @__PURE__ */ (() => (things.list('/things', {

${'\n'}})))()
export const other = /* @__PURE__ */ (() => (others.list('/others', { summary: 'Kept' })))()
`,
  )
})

test.each(['endpoint', 'operation', 'recordEndpoints'])('an %s that is not written there and then is refused', name => {
  expect(() => leanSource('x.contract.ts', `export const list = ${name}(shape)`)).toThrow('written there and then')
})

test('of every contract its endpoints can be had without a schema', { timeout: 60_000 }, async () => {
  const contracts = globSync('features/*/*/*.contract.ts')
  expect(contracts.length).toBeGreaterThan(20)
  for (const file of contracts) {
    const names = [...readFileSync(file, 'utf8').matchAll(/^export const (\w+) = (?:endpoint\(|\w+\.\w+\('\/)/gm)].map(
      ([, name]) => name,
    )
    if (names.length === 0) continue
    const built = await rolldown({
      input: 'entry',
      external: /^[^./].*(?<!entry)$/,
      treeshake: { moduleSideEffects: false },
      plugins: [
        {
          name: 'entry',
          resolveId: id => (id === 'entry' ? id : undefined),
          load: id => (id === 'entry' ? `export { ${names.join(', ')} } from './${file}'` : undefined),
        },
        leanContracts,
      ],
    })
    const { output } = await built.generate()
    await built.close()
    expect(output[0].code, file).not.toContain('"zod"')
  }
})
