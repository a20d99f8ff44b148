// Two people at one record in two browsers (D-GEN-17): one person's change is announced above the other's form, a late
// save overwrites nothing, and each differing field is chosen from theirs and ours.
import type { Page } from '@playwright/test'
import { demandAccessible, live, open } from './steps.ts'
import { expect, test } from './test.ts'

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()

test('a renamed role keeps the right that a colleague granted meanwhile, wide and on a phone', async ({
  elsewhere,
  place,
}) => {
  const { root } = place.world.usernames
  const name = 'Desk'
  const roleId = place.world.one.roles.Operator
  const [one, two] = await Promise.all(
    (['admin', 'root'] as const).map(async who => {
      const page = await open(await elsewhere(), place, who, `/roles/${roleId}`)
      await expect(page.getByLabel('Role Name')).not.toHaveValue('')
      await live(page)
      return page
    }),
  )
  if (!one || !two) throw new Error('two browsers')

  await one.getByLabel('Role Name').fill(name)
  await box(two, 'Vehicle Delete').click()
  await save(two)
  await expect(two.getByText('Role updated successfully')).toBeVisible()

  // Told while the form is open; what was typed stays.
  await expect(one.getByText(`${root} changed this record`)).toBeVisible()
  await expect(one.getByLabel('Role Name')).toHaveValue(name)
  await save(one)
  const dialog = one.getByRole('dialog', { name: new RegExp(`^This record was changed by ${root}`) })
  await expect(dialog).toBeVisible()
  await expect(
    dialog.getByRole('radiogroup', { name: 'Role Name' }).getByRole('radio', { name: /^Yours/ }),
  ).toBeChecked()
  await expect(
    dialog.getByRole('radiogroup', { name: 'Vehicle, Delete' }).getByRole('radio', { name: /^Theirs/ }),
  ).toBeChecked()
  await demandAccessible(one, 'what differs', { selector: '[role=dialog]' })
  await one.setViewportSize({ width: 390, height: 844 })
  await demandAccessible(one, 'what differs, on a phone', { selector: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(one.getByText('Role updated successfully')).toBeVisible()

  await one.goto(`${place.url}/roles/${roleId}`)
  await expect(one.getByLabel('Role Name')).toHaveValue(name)
  await expect(box(one, 'Vehicle Delete')).toBeChecked()
})
