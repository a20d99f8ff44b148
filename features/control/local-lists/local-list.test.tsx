// The local list on screen, with the real client: how it stands in words, and who may decide (S-LOCAL-LIST).
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { getLocalList, keepLocalList, type LocalList } from './local-list.contract.ts'
import { LocalListCard } from './local-list.parts.tsx'

const list = (more: Partial<LocalList> = {}): LocalList => ({
  isKept: true,
  state: 'current',
  problem: null,
  version: 3,
  tags: 1200,
  leftOut: 0,
  isConnected: true,
  sentAt: '2026-01-05T08:00:00Z',
  comparedAt: '2026-01-05T08:00:00Z',
  ...more,
})
const shown = (letters: string, first: LocalList) => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })]))
  const server = testServer().on(getLocalList, { data: first })
  show(<LocalListCard teamId={1} charger={{ chargepoint_pk: 7, chargepoint_id: 'CP-07' }} />)
  return server
}

test.each([
  [list({ isKept: false, state: 'off', version: 0 }), 'Not kept', /does not keep the list of this charge point/],
  [list({ state: 'waiting', isConnected: false }), 'Waiting', /is not connected\. The list is compared when/],
  [list(), 'Up to date', /has every tag that is valid on it.*1,200 tags/],
  [list({ state: 'shortened', leftOut: 1 }), 'Shortened', /no room for 1 tag more/],
  [list({ state: 'unsupported', problem: 'Why not.' }), 'Not possible', /Why not\./],
])('%j', async (l, chip, words) => {
  shown('V', l)
  const card = await screen.findByRole('region', { name: 'Local list' })
  expect(await within(card).findByText(chip)).toBeVisible()
  expect(card).toHaveTextContent(words)
  expect(within(card).queryByRole('button')).toBeNull()
})

test('who may update has it kept, and emptied after a question', async () => {
  const bodies: unknown[] = []
  let now = list({ isKept: false, state: 'off', version: 0 })
  shown('VU', now)
    .on(getLocalList, () => ({ data: now }))
    .on(keepLocalList, ({ body }) => {
      bodies.push(body)
      now = list(body as { isKept: boolean })
      return { data: now }
    })
  await userEvent.click(await screen.findByRole('button', { name: 'Keep the local list up to date' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stop and empty the list' }))
  expect(bodies).toEqual([{ isKept: true }])
  await userEvent.click(await screen.findByRole('button', { name: 'Stop and empty' }))
  await waitFor(() => expect(bodies).toEqual([{ isKept: true }, { isKept: false }]))
})
