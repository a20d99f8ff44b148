// Two people at one record in two browsers (D-GEN-17): the change of one is announced above the form of the other, a late
// save overwrites nothing, and each field that differs is chosen from theirs and ours.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { type Product, startProduct } from './product.ts'
import { signIn } from './steps.ts'

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product?.close())

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()

for (const width of [1440, 390])
  test(`a renamed role keeps the right that a colleague granted meanwhile, ${width} wide`, async ({ browser }) => {
    const name = `Desk ${width}`
    const roleId = product.world.one.roles[width === 390 ? 'Viewer' : 'Operator']
    const [one, two] = await Promise.all(
      ['admin', 'root'].map(async who => {
        const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
        const page = await context.newPage()
        await signIn(page, product.url, who)
        await page.goto(`${product.url}/roles/${roleId}`)
        await expect(page.getByLabel('Role Name')).not.toHaveValue('')
        await expect(
          page
            .getByRole('banner')
            .getByLabel(/^Live/)
            .or(page.getByText('Live', { exact: true }))
            .first(),
        ).toBeVisible()
        return page
      }),
    )
    if (!one || !two) throw new Error('two browsers')

    await one.getByLabel('Role Name').fill(name)
    await box(two, 'Vehicle Delete').click()
    await save(two)
    await expect(two.getByText('Role updated successfully')).toBeVisible()

    // Told while the form is open; what was typed stays.
    await expect(one.getByText(/root changed this record/)).toBeVisible()
    await expect(one.getByLabel('Role Name')).toHaveValue(name)
    await save(one)
    const dialog = one.getByRole('dialog', { name: /^This record was changed by root/ })
    await expect(dialog).toBeVisible()
    await expect(
      dialog.getByRole('radiogroup', { name: 'Role Name' }).getByRole('radio', { name: /^Yours/ }),
    ).toBeChecked()
    await expect(
      dialog.getByRole('radiogroup', { name: 'Vehicle, Delete' }).getByRole('radio', { name: /^Theirs/ }),
    ).toBeChecked()
    expect((await new AxeBuilder({ page: one }).include('[role=dialog]').analyze()).violations).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(one.getByText('Role updated successfully')).toBeVisible()

    await one.goto(`${product.url}/roles/${roleId}`)
    await expect(one.getByLabel('Role Name')).toHaveValue(name)
    await expect(box(one, 'Vehicle Delete')).toBeChecked()
    await Promise.all([one.context().close(), two.context().close()])
  })
