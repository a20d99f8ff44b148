// A page of the guide, walked as it is served: each step has an action, each action a step, and every word that a step shows
// in bold is one by which its action found something on the screen.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Returns a word that the step shows in bold; a word that it does not show stops the journey. */
type Say = (word: string) => string
export type Actions = Readonly<Record<string, (say: Say) => Promise<void>>>
type Step = { id: string; text: string; words: string[] }

const STEPS = `[...document.querySelectorAll('main ol > li')].map(li => ({
  id: li.id, text: li.innerText.replace(/\\s+/g, ' '), words: [...li.querySelectorAll('strong')].map(s => s.innerText) }))`

/** Walks the steps of a page of the guide, in their order. */
export async function walk(reader: Page, url: string, slug: string, actions: Actions): Promise<void> {
  await reader.goto(`${url}/help/${slug}`)
  const steps = await reader.evaluate<Step[]>(STEPS)
  await reader.close()
  expect(Object.keys(actions), 'the steps of the page and the actions of the journey').toEqual(steps.map(s => s.id))
  for (const { id, text, words } of steps)
    await test.step(`${id}: ${text}`, async () => {
      const left = new Set(words)
      await actions[id]?.(word => {
        if (!words.includes(word)) throw new Error(`The step ${id} does not name ${word}: ${text}`)
        left.delete(word)
        return word
      })
      expect([...left], `words of the step ${id} that its action does not use`).toEqual([])
    })
}

const beginning = (label: string) => new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
/** The acts of a person, each found by the words that the screen shows. */
export const hands = (page: Page) => ({
  menu: (name: string) =>
    page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click(),
  // An empty list offers the same button once more.
  press: (name: string, inside: Page | Locator = page) =>
    inside.getByRole('button', { name, exact: true }).first().click(),
  follow: (name: string) => page.getByRole('link', { name, exact: true }).first().click(),
  tab: (name: string) => page.getByRole('tab', { name, exact: true }).click(),
  type: (label: string, text: string, inside: Page | Locator = page) =>
    inside.getByLabel(beginning(label)).first().fill(text),
  choose: async (label: string, option: string | RegExp, inside: Page | Locator = page) => {
    await inside
      .getByRole('combobox', { name: beginning(label) })
      .first()
      .click()
    await page.getByRole('option', { name: option }).first().click()
  },
  find: async (label: string, text: string, option: RegExp) => {
    await page.getByRole('combobox', { name: label }).fill(text)
    await page.getByRole('option', { name: option }).first().click()
  },
  see: (text: string | RegExp, inside: Page | Locator = page) =>
    expect(inside.getByText(text).filter({ visible: true }).first()).toBeVisible(),
  field: (label: string) => expect(page.getByLabel(beginning(label)).first()).toBeVisible(),
})
