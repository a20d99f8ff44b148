// The charge points of a form's field are read by their keys, however many there are: never by a page that is too small, nor under
// an address that is too long.
import { expect, test } from 'vitest'
import { charger } from '#testing/web/chargers.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { testServer, testUser } from '#testing/web/server.ts'
import { listChargers } from './charger.contract.ts'
import { chargerFinder } from './charger-finder.parts.ts'

test.each([1, 400, 1000])('all of %i that are named are read', async count => {
  const server = testServer()
  signInAs(testUser())
  show(null)
  let next = 1
  server.on(listChargers, ({ query }) => {
    expect([query.get('page'), query.get('pageSize')]).toEqual([null, null])
    expect(String(query).length).toBeLessThan(7000)
    const named = query.get('filters')?.match(/\d+/g) ?? []
    return { data: named.map(pk => ({ ...charger(), chargepoint_pk: Number(pk), chargepoint_id: `CP-${next++}` })) }
  })
  const keys = Array.from({ length: count }, (_, n) => 100_000 + n)
  const finder = chargerFinder(7)
  const reply = await finder.read(keys).queryFn({ signal: new AbortController().signal })
  expect(finder.found(reply).options.map(o => o.value)).toEqual(keys)
})
