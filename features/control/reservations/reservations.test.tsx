// Reservations on screen, with the real client: the text of each row, and the action that ends it (S-RESERVATION).
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { runOperation } from '#control/remote-operations/remote-operation.contract.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { listReservations, type Reservation } from './reservation.contract.ts'
import { Reservations } from './reservations.parts.tsx'

const reservation = (more: Partial<Reservation>): Reservation => ({
  reservationId: 12,
  taskId: 't-1',
  connectorId: 1,
  evseId: null,
  evseConnectorId: null,
  idTag: 'TAG-1',
  expiryDate: '2026-01-05T09:00:00Z',
  askedAt: '2026-01-05T08:00:00Z',
  askedBy: 'asha',
  state: 'reserved',
  error: null,
  endedAs: null,
  maintenance: null,
  transactionId: null,
  ...more,
})
const charger = { chargepoint_pk: 7, chargepoint_id: 'CP-07' }
const shown = (letters: string, r: Reservation) => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })]))
  const server = testServer().on(listReservations, { data: [r] })
  show(<Reservations teamId={1} charger={charger} />)
  return server
}

test.each([
  [{}, /^Connector 1 for TAG-1Reservation 12.*by ashaReservedUntil .*2026/],
  [{ connectorId: 0, state: 'asked' }, /^Any connector for.*The charge point has not answered yet\.$/],
  [{ state: 'used', transactionId: 88 }, /UsedTransaction 88$/],
  [{ state: 'refused', error: 'Occupied' }, /RefusedThe connector is in use or reserved already\.$/],
  [{ state: 'refused', error: 'Charge point is not connected' }, /RefusedCharge point is not connected$/],
  [{ state: 'expired' }, /ExpiredNobody came until /],
  [{ state: 'ended' }, /EndedThe connector had a fault or went out of service\.$/],
  [{ state: 'ended', endedAs: 'Removed' }, /EndedThe charge point could not keep it any longer\.$/],
  [{ state: 'unknown' }, /Not knownThe answer never came\./],
] as const)('a row says what became of it: %j', async (more, words) => {
  shown('V', reservation(more))
  expect(await screen.findByRole('listitem')).toHaveTextContent(words)
  expect(screen.queryByRole('button')).toBeNull()
})

test('who may send ends one that holds by CancelReservation, after a question', async () => {
  const sent: unknown[] = []
  shown('VU', reservation({})).on(runOperation, ({ body }) => {
    sent.push(body)
    return { data: { taskId: 't' }, taskId: 't' }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel reservation' }))
  const question = within(await screen.findByRole('dialog'))
  await userEvent.click(question.getByRole('button', { name: 'Cancel reservation' }))
  const parameters = { reservationId: 12 }
  await waitFor(() =>
    expect(sent).toEqual([{ chargerId: 'CP-07', remoteOperationType: 'CancelReservation', parameters }]),
  )
})
