// The dialog over the page: shared by calls of the same moment, and left without a change.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { call } from '@wattdesk/wire/call'
import { expect, test } from 'vitest'
import { makeRecoveryCodes, removeFactor } from '#people/second-factor/second-factor.contract.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { testServer } from '#testing/web/server.ts'
import { beginProof, prove } from './proof.contract.ts'
import { ProofHost } from './proof.parts.tsx'

const TICKET = 't'.repeat(43)
/** A server that asks until the person has proved who they are. */
function askingServer() {
  const server = testServer()
  const seen = { begun: 0, proofs: [] as unknown[], isProven: false }
  const refused = { status: 403, message: 'Please confirm that it is you.', needs: 'proof' }
  server.on(makeRecoveryCodes, () => (seen.isProven ? { data: { recovery_codes: ['abcde-fghjk'] } } : refused))
  server.on(removeFactor, () => (seen.isProven ? { data: { factor_id: 7 } } : refused))
  server.on(beginProof, () => {
    seen.begun++
    return { data: { ticket: TICKET, ways: ['app', 'recovery code'] } }
  })
  server.on(prove, ({ body }) => {
    seen.proofs.push(body)
    if ((body as { code?: string }).code?.replace(' ', '') !== '123456')
      return { status: 422, message: 'The code is not right', errors: { code: 'The code is not right' } }
    seen.isProven = true
    return { data: { proven_at: '2026-11-29T00:00:00.000Z' } }
  })
  return seen
}

test('two calls of the same moment share one dialog, and both are made after the proof', async () => {
  const seen = askingServer()
  signInAs()
  show(<ProofHost />)
  const calls = Promise.all([call(makeRecoveryCodes, {}), call(removeFactor, { params: { factorId: 7 } })])
  const user = userEvent.setup()
  const code = await screen.findByLabelText(/Code of your app/)
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.type(code, '654321')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('The code is not right')).toBeVisible()
  await user.clear(code)
  await user.type(code, '123 456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(seen.proofs).toHaveLength(2))
  expect(seen.proofs[1]).toEqual({ ticket: TICKET, code: '123 456' })
  const [codes, removed] = await calls
  expect([codes.data.recovery_codes, removed.data.factor_id, seen.begun]).toEqual([['abcde-fghjk'], 7, 1])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('whoever would rather not is told that nothing was changed, and is asked anew the next time', async () => {
  const seen = askingServer()
  signInAs()
  show(<ProofHost />)
  const said = call(makeRecoveryCodes, {}).catch((error: Error) => error.message)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await said).toBe('Nothing was changed, because you have not confirmed that it is you.')
  void call(makeRecoveryCodes, {}).catch(() => undefined)
  await screen.findByRole('button', { name: 'Use a recovery code' })
  await waitFor(() => expect(seen.begun).toBe(2))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
})
