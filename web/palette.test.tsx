// The palette finds the objects of the features: charge points by id or name, transactions by id, each with the right.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { listChargers } from '../features/chargers/charger.contract.ts'
import { listTransactions } from '../features/sessions/transaction.contract.ts'
import { Palette } from './palette.ts'
import { show, signInAs } from './test-render.tsx'
import { roleIn, testServer, testUser } from './test-server.ts'

afterEach(() => localStorage.clear())

const open = async (text: string) => {
  const asked: string[] = []
  const filters = (q: URLSearchParams) => asked.push(q.get('filters') ?? '')
  testServer()
    .on(listChargers, ({ query }) => {
      filters(query)
      return { data: [{ chargepoint_pk: 7, chargepoint_id: 'CP-4711', chargepoint_name: 'Hall' }], total: 1 }
    })
    .on(listTransactions, ({ query }) => {
      filters(query)
      return { data: [{ transactionId: 4711, chargepoint_id: 'CP-01', connectorId: 2 }], total: 1 }
    })
  const shown = show(<Palette onClose={() => undefined} screens={[]} actions={[]} />, { at: '/dashboard' })
  await userEvent.type(screen.getByRole('combobox'), text)
  return { ...shown, asked }
}

test('a charge point and a transaction are found by what is typed, and lead to their pages', async () => {
  signInAs()
  const { router, asked } = await open('4711')
  const options = await screen.findAllByRole('option')
  expect(options.map(o => o.textContent)).toEqual(['CP-4711Hall', 'Transaction 4711CP-01 / 2'])
  expect(asked.map(f => JSON.parse(f).conditions.map((c: { field: string }) => c.field))).toEqual([
    ['chargepoint_id', 'chargepoint_name'],
    ['transactionId'],
  ])
  await userEvent.click(options[1] as HTMLElement)
  expect(router.state.location.pathname).toBe('/transactions/4711')
})

test('what is no number is no transaction', async () => {
  signInAs()
  const { asked } = await open('Hall')
  expect(await screen.findAllByRole('option')).toHaveLength(1)
  expect(asked).toHaveLength(1)
})

test('without the right to see them nothing is asked for', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', {})]))
  const { asked } = await open('4711')
  expect(await screen.findByText('Nothing found for "4711".')).toBeVisible()
  expect(asked).toEqual([])
})
