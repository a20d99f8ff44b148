// The three frames of a form: focus and keys, what is said while saving, refusals, leaving with something typed, and the
// question before a save.
import { Button, DialogContent } from '@mui/material'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CallError } from '@wattdesk/wire/call'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { show, signInAs } from '#testing/web/render.tsx'
import { DialogFrame, DialogHead } from './dialog-frame.tsx'
import { Form, useRecordForm } from './form.tsx'
import type { RecordFormOptions } from './use-record-form.ts'

const Refund = z.object({ amount: z.number({ error: 'Amount must be a number' }), reason: z.string().min(1) })
type Refund = z.infer<typeof Refund>
type Options = Partial<RecordFormOptions<Refund, Refund, { message: string }>>

let sent: Refund[]
let closed: number
beforeEach(() => {
  signInAs()
  sent = []
  closed = 0
})
const take = async (body: Refund) => {
  sent.push(body)
  return { message: 'Refunded successfully' }
}

function useRefund(options: Options) {
  return useRecordForm<Refund, Refund, { message: string }>({
    schema: Refund,
    values: { amount: 100, reason: '' },
    save: take,
    ...options,
  })
}
function RefundDialog({ onClose, ...options }: Options & { onClose: () => void }) {
  const form = useRefund({ onSaved: onClose, ...options })
  const { Number: Figure, Text } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title="Refund of 88"
      text="Goes to the wallet."
      submit="Save"
      onClose={onClose}
      destructive
    >
      <Figure name="amount" label="Amount" unit="₹" />
      <Text name="reason" label="Reason" required />
    </Form>
  )
}
let closeIt: () => void
/** A screen with a button that opens the dialog. */
function Opener(options: Options) {
  const [isOpen, setOpen] = useState(false)
  closeIt = () => setOpen(false)
  const close = () => {
    closed++
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Refund</Button>
      {isOpen && <RefundDialog onClose={close} {...options} />}
    </>
  )
}
const open = async (options: Options = {}) => {
  const view = show(<Opener {...options} />, { at: '/here' })
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  return { ...view, dialog: await screen.findByRole('dialog', { name: 'Refund of 88' }) }
}
const reason = () => screen.getByLabelText(/^Reason/)
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('a dialog begins at its first field, is sent by Enter, and gives the focus back to its opener', async () => {
  const { dialog } = await open()
  expect(within(dialog).getByLabelText('Amount')).toHaveFocus()
  expect(within(dialog).getByText('Goes to the wallet.')).toBeVisible()
  await userEvent.keyboard('{Tab}Broken cable{Enter}')
  await isGone()
  expect(await screen.findByText('Refunded successfully')).toBeVisible()
  expect(sent).toEqual([{ amount: 100, reason: 'Broken cable' }])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Refund' })).toHaveFocus())
})

test('while it saves the button says so, nothing closes it and nothing is sent twice', async () => {
  const { promise, resolve } = Promise.withResolvers<{ message: string }>()
  const { dialog } = await open({
    save: body => {
      sent.push(body)
      return promise
    },
  })
  await userEvent.type(reason(), 'x')
  const form = within(dialog).getByRole('form', { name: 'Refund of 88' })
  // Both before anything could be painted.
  fireEvent.submit(form)
  fireEvent.submit(form)
  expect(await screen.findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await userEvent.type(reason(), '{Enter}')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Refund of 88' })).toBeVisible()
  expect([sent.length, closed]).toEqual([1, 0])
  resolve({ message: 'Refunded successfully' })
  await isGone()
  expect([sent.length, closed]).toEqual([1, 1])
})

test('refusals stand at their fields, others on top inside the dialog, which stays with what was typed', async () => {
  const refusals = [
    new CallError(422, 'Please check the fields', { amount: 'More than was paid', ledger: 'The month is closed' }),
    new CallError(409, 'Refunded already'),
  ]
  const { dialog } = await open({
    save: async body => {
      const refusal = refusals.shift()
      if (refusal) throw refusal
      return take(body)
    },
  })
  await userEvent.type(reason(), 'x{Enter}')
  await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription('More than was paid'))
  expect(screen.getByLabelText('Amount')).toHaveFocus()
  expect(within(dialog).getByRole('alert')).toHaveTextContent('The month is closed')
  await userEvent.clear(screen.getByLabelText('Amount'))
  await userEvent.type(screen.getByLabelText('Amount'), '50{Enter}')
  expect(await within(dialog).findByText('Refunded already')).toBeVisible()
  // Not over the page as well.
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(reason()).toHaveValue('x')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await isGone()
  expect(sent).toEqual([{ amount: 50, reason: 'x' }])
})

const ways = {
  Escape: () => userEvent.keyboard('{Escape}'),
  'a click beside it': async (dialog: HTMLElement) => {
    await userEvent.click(dialog.closest('.MuiDialog-container') as HTMLElement)
  },
}
test.each(Object.entries(ways))('%s asks when something was typed, and only then', async (_, way) => {
  const { dialog } = await open()
  await way(dialog)
  await isGone()
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  await userEvent.type(await screen.findByLabelText(/^Reason/), 'Broken')
  await way(screen.getByRole('dialog', { name: 'Refund of 88' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(reason()).toBeVisible())
  expect(reason()).toHaveValue('Broken')
  await way(screen.getByRole('dialog', { name: 'Refund of 88' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await isGone()
  expect([sent, closed]).toEqual([[], 2])
})

test('Cancel closes without a question', async () => {
  await open()
  await userEvent.type(reason(), 'Broken')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await isGone()
  expect(sent).toEqual([])
})

test('leaving the screen under a dialog with something typed asks', async () => {
  const { router } = await open()
  await userEvent.type(reason(), 'Broken')
  void router.navigate('/there')
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/here')
})

test('the question before a save is made of the values; with no nothing is sent and the focus is where it was', async () => {
  await open({
    confirm: v => ({ title: 'Refund of 88', text: `₹${v.amount} go back.`, yes: 'Refund now', danger: true }),
  })
  await userEvent.type(reason(), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const question = await screen.findByText('₹100 go back.')
  const dialog = question.closest('[role=dialog]') as HTMLElement
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(sent).toEqual([])
  expect(reason()).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
  for (const answer of ['Cancel', 'Refund now']) {
    await userEvent.keyboard('{Enter}')
    const asked = (await screen.findByText('₹100 go back.')).closest('[role=dialog]') as HTMLElement
    await userEvent.click(within(asked).getByRole('button', { name: answer }))
    if (answer === 'Cancel') await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus())
  }
  await isGone()
  expect(sent).toHaveLength(1)
})

test('a question that cannot be made is a refusal, and nothing is sent', async () => {
  await open({ confirm: () => Promise.reject(new CallError(422, '', { amount: 'More than was paid' })) })
  await userEvent.type(reason(), 'x{Enter}')
  expect(await screen.findByText('More than was paid')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  expect(sent).toEqual([])
})

test('a form that is gone takes its question along, and sends nothing', async () => {
  await open({ confirm: () => ({ title: 'Refund of 88', text: 'Money goes back.', yes: 'Refund now' }) })
  await userEvent.type(reason(), 'x{Enter}')
  expect(await screen.findByText('Money goes back.')).toBeVisible()
  act(() => closeIt())
  await isGone()
  expect(sent).toEqual([])
})

function RefundCard(options: Options) {
  const form = useRefund(options)
  const { Text } = form.fields
  return (
    <Form in="card" form={form} title="Refund" label="Refund" help="Goes to the wallet." submit="Send">
      <Text name="reason" label="Reason" required />
    </Form>
  )
}

test('a card has a heading and buttons of its own, and says inside what was refused', async () => {
  const refuse = async () => {
    throw new CallError(409, 'Refunded already')
  }
  show(<RefundCard save={refuse} />)
  const card = screen.getByRole('region', { name: 'Refund' })
  expect(within(card).getByRole('heading', { name: 'Refund' })).toBeVisible()
  await userEvent.type(reason(), 'x{Enter}')
  expect(await within(card).findByText('Refunded already')).toBeVisible()
  expect(screen.getAllByText('Refunded already')).toHaveLength(1)
})

test('a dialog with a card asks for it before it closes', async () => {
  show(
    <DialogFrame onClose={() => closed++}>
      <DialogHead>Wallet of asha</DialogHead>
      <DialogContent>
        <RefundCard />
      </DialogContent>
    </DialogFrame>,
  )
  await userEvent.type(reason(), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(closed).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Refunded successfully')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(closed).toBe(1))
})

test('of several forms on a screen any one with something typed keeps the reader from leaving unasked', async () => {
  const { router } = show(
    <>
      <RefundCard />
      <Opener />
    </>,
    { at: '/here' },
  )
  await userEvent.type(reason(), 'x')
  // The dialog's form is mounted last, and nothing is typed in it.
  await userEvent.click(screen.getAllByRole('button', { name: 'Refund' })[0] as HTMLElement)
  await screen.findByRole('dialog', { name: 'Refund of 88' })
  void router.navigate('/there')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/there'))
})
