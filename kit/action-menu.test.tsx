// The reason that a menu of actions gives for a disabled action.
import Delete from '@mui/icons-material/DeleteOutlined'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { ActionMenu } from './action-menu.tsx'
import type { Action } from './actions.tsx'

beforeEach(() => signInAs())

test('an action that is off says why, in as many lines as a phone needs', async () => {
  const why = 'The first user of a company stays an Admin of its team'
  const remove: Action<string> = { id: 'delete', label: 'Delete', icon: Delete, when: () => why, run: () => undefined }
  show(<ActionMenu actions={[remove]} target="admin" label="Actions of admin" />)
  await userEvent.click(screen.getByRole('button', { name: 'Actions of admin' }))
  const item = await screen.findByRole('menuitem', { name: /^Delete/ })
  expect(item).toHaveTextContent(why)
  expect(item).toHaveAttribute('aria-disabled', 'true')
  expect(getComputedStyle(item).whiteSpace).toBe('normal')
})
