// The form of a new API key with the real client: what may be ticked follows the team that is chosen in it.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listTeamChoices } from '#people/teams/team.contract.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { ApiKeyForm } from './api-key-form.tsx'

const box = (name: string) => screen.getByRole('checkbox', { name })

test('rights are greyed by the role in the chosen team, not by that in the team of the menu', async () => {
  signInAs(
    testUser([
      roleIn(1, 'Volt Works', { Integration: 'VC', Tag: 'VCUD' }),
      roleIn(2, 'North', { Integration: 'VC', Tag: 'V' }),
    ]),
  )
  testServer().on(listTeamChoices, { data: [{ teamId: 2, name: 'North', parentName: null }], total: 1 })
  show(<ApiKeyForm readOnly={false} />)
  const user = userEvent.setup()
  expect(box('Tag Update')).toBeEnabled()
  await user.click(await screen.findByRole('combobox', { name: /^Team/ }))
  await user.click(await screen.findByRole('option', { name: 'North' }))
  expect(box('Tag Update, which you do not hold yourself')).toHaveAttribute('aria-disabled', 'true')
  expect(box('Tag View')).toBeEnabled()
})
