// The history of a record: its contents, and that users without all of Team neither see nor request any of it
// (D-GEN-16).
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { roleAudited } from '#people/roles/role-audit.words.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { listRecordAudit } from './audit.contract.ts'
import { History } from './history.parts.tsx'

beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
})
const as = (rights: Parameters<typeof roleIn>[2]) => signInAs(testUser([roleIn(1, 'Volt Works', rights)]))
const entry = {
  id: 1,
  at: '2026-01-05T09:00:00.000Z',
  userId: 2,
  username: 'asha',
  teamId: 1,
  action: 'update',
  feature: 'Role',
  recordId: '9',
  before: { Tag: 'V' },
  after: { Tag: 'VC' },
  ip: '10.0.0.1',
  teamName: 'Volt Works',
  recordName: 'Speaker',
  names: {},
}
const page = (
  <>
    <h1>The record</h1>
    <History feature="Role" recordId={9} fields={roleAudited} />
  </>
)

test('who changed what is told to whoever holds all of Team, whatever they hold on the feature', async () => {
  as({ Team: 'VCUD' })
  testServer().on(listRecordAudit, { data: [entry], total: 1 })
  show(page)
  expect(await screen.findByText('asha')).toBeVisible()
  expect(screen.getByRole('region', { name: 'History' })).toHaveTextContent(/Tag ?View View, Create$/)
})

test.each([
  ['all but one flag of Team', { Team: 'VCU', Role: 'VCUD' }],
  ['all of the feature and nothing of Team', { Role: 'VCUD' }],
])('with %s the page is all there is, and nothing is asked for', async (_what, rights) => {
  as(rights)
  let asked = 0
  testServer().on(listRecordAudit, () => {
    asked++
    return { data: [entry], total: 1 }
  })
  show(page)
  expect(await screen.findByRole('heading', { name: 'The record' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'History' })).toBeNull()
  expect(screen.queryByText('asha')).toBeNull()
  expect(asked).toBe(0)
})

test('of another part of the record nothing of the first one stands in while it is read', async () => {
  as({ Team: 'VCUD' })
  const member = { ...entry, id: 2, username: 'ravi', action: 'remove-member' }
  const gate = Promise.withResolvers<void>()
  testServer().on(listRecordAudit, async ({ query }) => {
    if (query.get('part') !== 'members') return { data: [entry], total: 1 }
    await gate.promise
    return { data: [member], total: 1 }
  })
  function Tabs() {
    const [part, setPart] = useState<'members'>()
    return (
      <>
        <button type="button" onClick={() => setPart('members')}>
          Members
        </button>
        <History feature="Team" recordId={9} {...(part && { part })} />
      </>
    )
  }
  show(<Tabs />)
  expect(await screen.findByText('asha')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Members' }))
  expect(screen.queryByText('asha')).toBeNull()
  gate.resolve()
  expect(await screen.findByText('ravi')).toBeVisible()
})
