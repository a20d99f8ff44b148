// Where the focus goes when a dialog closes, and that only one dialog is seen at a time.
import Stop from '@mui/icons-material/StopOutlined'
import { Button, Dialog, DialogActions, DialogTitle } from '@mui/material'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { ActionMenu } from './action-menu.tsx'
import { type Action, ActionButton } from './actions.tsx'
import { ask } from './confirm.tsx'

const stop: Action<string> = {
  id: 'stop',
  label: 'Stop',
  icon: Stop,
  confirm: t => ({ title: `Transaction ${t}`, text: 'Stop this transaction?', yes: 'Stop now', danger: true }),
  run: () => undefined,
}
beforeEach(() => signInAs())

test.each(['Cancel', 'Stop now'])(
  'a question asked from a menu gives the focus back to its button after %s',
  async answer => {
    show(<ActionMenu actions={[stop]} target="88" label="Actions of 88" />)
    const opener = screen.getByRole('button', { name: 'Actions of 88' })
    await userEvent.click(opener)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Stop' }))
    const dialog = await screen.findByRole('dialog', { name: 'Transaction 88' })
    await userEvent.click(within(dialog).getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(opener).toHaveFocus())
  },
)

test('a question asked from a button gives the focus back to it', async () => {
  show(<ActionButton action={stop} target="88" />)
  const opener = screen.getByRole('button', { name: 'Stop' })
  await userEvent.click(opener)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(opener).toHaveFocus())
})

test('while a question is asked from a dialog only the question is seen; then the dialog has the focus again', async () => {
  show(
    <Dialog open aria-labelledby="below">
      <DialogTitle id="below">Remote Operation</DialogTitle>
      <DialogActions>
        <Button onClick={() => void ask({ title: 'HARD reset', text: 'Sure?', yes: 'Reset' })}>Send</Button>
      </DialogActions>
    </Dialog>,
  )
  const below = screen.getByRole('dialog', { name: 'Remote Operation' })
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  const question = await screen.findByRole('dialog', { name: 'HARD reset' })
  expect(question).toBeVisible()
  expect(below).not.toBeVisible()
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(below).toBeVisible())
  expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus()
})
