// What a charge point told in parts, as Task Details shows it; the text of a customer only on request.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ConfirmHost } from '#kit/confirm.tsx'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { deleteCustomerInformation, readCustomerInformation } from './customer-information.contract.ts'
import type { Task } from './remote-operation.contract.ts'
import TaskTold from './task-told.tsx'

const TOLD: NonNullable<Task['told']> = {
  message: 'NotifyDisplayMessages',
  state: 'whole',
  parts: 1,
  missing: [],
  hasLast: true,
  leftOut: 0,
  isTooLong: false,
  isPersonal: false,
  lastAt: '2026-01-05T08:00:00Z',
  removedAt: null,
  keptUntil: '2026-02-04T08:00:00Z',
  items: [],
  itemsInAll: 0,
}
const open = (told: Partial<NonNullable<Task['told']>>, letters = 'VCUD') => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })]))
  show(
    <>
      <TaskTold charger="CP-5" taskId="t-1" told={{ ...TOLD, ...told }} />
      <ConfirmHost />
    </>,
  )
}
const personal = { message: 'NotifyCustomerInformation', isPersonal: true } as const

test('texts are a table; a cut list says so', () => {
  open({ items: [{ id: 4, priority: 'InFront', message: { content: 'Welcome' } }], itemsInAll: 600 })
  const part = within(screen.getByRole('region', { name: 'Texts for drivers' }))
  expect(part.getAllByRole('row').map(r => r.textContent)).toEqual([
    'IdTextPriorityStateFromUntil',
    '4WelcomeInFrontAny––',
  ])
  expect(part.getByText('The first 1 are shown here.')).toBeVisible()
  expect(screen.getByText('All of it came, in 1 part.')).toBeVisible()
})

test('an answer that was never finished says what is missing', () => {
  open({ state: 'unfinished', missing: [{ from: 0, to: 1 }], hasLast: true })
  expect(screen.getByRole('alert')).toHaveTextContent('The charge point has not finished: part 1 to 2 did not come.')
})

test('the text of a customer is shown on request, and deleted after a question', async () => {
  const done: string[] = []
  testServer()
    .on(readCustomerInformation, () => {
      done.push('read')
      return { data: { text: 'Card CARD-1 in the cache', isWhole: true } }
    })
    .on(deleteCustomerInformation, () => {
      done.push('deleted')
      return { data: { taskId: 't-1' }, message: 'Customer information deleted successfully' }
    })
  open(personal)
  expect(done).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Show the text' }))
  expect(await screen.findByText('Card CARD-1 in the cache')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Delete the text' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await expect.poll(() => done).toEqual(['read', 'deleted'])
  await expect.poll(() => screen.queryByText('Card CARD-1 in the cache')).toBeNull()
})

test('others than those with full access read that it is there, and not what', () => {
  open(personal, 'VU')
  expect(screen.getByText('Only readers with full access on charge points may see it.')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a deleted text says when', () => {
  open({ ...personal, removedAt: '2026-01-06T08:00:00Z' })
  expect(screen.getByRole('alert')).toHaveTextContent(/^The customer information was deleted on /)
  expect(screen.queryByRole('button')).toBeNull()
})
