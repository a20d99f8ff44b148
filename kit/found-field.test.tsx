// Choices that the server finds: what is asked for and when, what stands in the field, and what is said below.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { query } from '@wattdesk/wire/call'
import { endpoint } from '@wattdesk/wire/endpoint'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { choicesOf, manyNamed } from '#testing/web/choices.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { testServer } from '#testing/web/server.ts'
import { FoundField } from './found-field.tsx'
import { type Finder, OFFERED, textFinder } from './use-found.ts'

const listYards = endpoint({
  method: 'GET',
  path: '/cms/v1/yards',
  can: 'team role',
  summary: 'Yards',
  query: z.object({ q: z.string().optional(), keys: z.string().optional(), limit: z.number().optional() }),
  data: z.array(z.object({ id: z.number(), name: z.string() })),
  beside: { total: z.number() },
})
type Found = { data: { id: number; name: string }[]; total: number }
const asked = (more: { q?: string; keys?: string }) => query(listYards, { query: { limit: OFFERED, ...more } })
const yards: Finder<number, Found> = {
  find: q => asked(q ? { q } : {}),
  read: keys => asked({ keys: keys.join(',') }),
  found: reply => ({ options: reply.data.map(y => ({ value: y.id, label: y.name })), total: reply.total }),
}
const serve = (count = 5001) =>
  testServer().on(
    listYards,
    choicesOf(manyNamed('Yard', count), (id, name) => ({ id, name })),
  )

type Props = { value: unknown; chosen?: (value: unknown) => void } & Omit<
  Parameters<typeof FoundField<number, Found>>[0],
  'name' | 'label' | 'finder'
> & { finder?: Finder<number, Found> | Finder<string, Found> }
function Choice({ value, chosen, finder = yards, ...rest }: Props) {
  const form = useForm({ defaultValues: { yard: value } })
  chosen?.(form.watch('yard'))
  return (
    <FormProvider {...form}>
      <FoundField name="yard" label="Yard" finder={finder as Finder<number, Found>} {...rest} />
    </FormProvider>
  )
}
const field = () => screen.findByRole('combobox', { name: 'Yard' })
const options = async () => (await screen.findAllByRole('option')).map(o => o.textContent)

test('a page is offered and the rest counted; what is typed finds the last of 5,001', async () => {
  signInAs()
  const server = serve()
  let value: unknown
  show(<Choice value={null} chosen={v => (value = v)} />)
  await userEvent.click(await field())
  expect(await options()).toHaveLength(OFFERED)
  expect(screen.getByText('Type to find others: 4,951 more')).toBeVisible()
  // The open list may cover the line of the field.
  expect(screen.getByText('4,951 more: type to find others')).toBeVisible()
  await userEvent.type(await field(), 'yard 5001')
  await waitFor(async () => expect(await options()).toEqual(['Yard 5001']))
  await userEvent.click(screen.getByRole('option', { name: 'Yard 5001' }))
  expect(value).toBe(5001)
  expect(await field()).toHaveValue('Yard 5001')
  expect(server.calls.some(c => c.includes('q=yard+5001'))).toBe(true)
})

test('a chosen record that is on no page read shows its name, read by its key', async () => {
  signInAs()
  const server = serve()
  show(<Choice value={4999} />)
  await waitFor(async () => expect(await field()).toHaveValue('Yard 4999'))
  expect(server.calls.filter(c => c.includes('keys='))).toEqual(['GET /cms/v1/yards?limit=50&keys=4999'])
})

test('a name that is known stands there at once and is not asked for; one that nobody knows any more is said so', async () => {
  signInAs()
  const server = serve()
  const { unmount } = show(<Choice value={9999} finder={{ ...yards, known: [{ value: 9999, label: 'Old yard' }] }} />)
  expect(await field()).toHaveValue('Old yard')
  await screen.findByText('Type to find others: 4,951 more')
  expect(server.calls.some(c => c.includes('keys='))).toBe(false)
  unmount()
  show(<Choice value={9999} />)
  await waitFor(async () => expect(await field()).toHaveValue('9999 (not offered any more)'))
})

test('what is none of the records is offered above them, while it fits what is typed; keys can be texts', async () => {
  signInAs()
  serve(3)
  let value: unknown
  const finder = textFinder(yards, [{ value: 'none', label: 'At no yard' }])
  show(<Choice value="" none="" finder={finder} chosen={v => (value = v)} />)
  await userEvent.click(await field())
  expect(await options()).toEqual(['At no yard', 'Yard 0001', 'Yard 0002', 'Yard 0003'])
  await userEvent.type(await field(), '0002')
  await waitFor(async () => expect(await options()).toEqual(['Yard 0002']))
  await userEvent.click(screen.getByRole('option', { name: 'Yard 0002' }))
  expect(value).toBe('2')
  await userEvent.clear(await field())
  await userEvent.click(await field())
  await userEvent.click(await screen.findByRole('option', { name: 'At no yard' }))
  expect(value).toBe('none')
})

test('a choice that keeps one is changed and never emptied', async () => {
  signInAs()
  serve(3)
  let value: unknown
  show(<Choice value={1} keepsOne chosen={v => (value = v)} />)
  await waitFor(async () => expect(await field()).toHaveValue('Yard 0001'))
  expect(screen.queryByRole('button', { name: 'Choose none' })).toBeNull()
  await userEvent.clear(await field())
  await userEvent.tab()
  expect(await field()).toHaveValue('Yard 0001')
  expect(value).toBe(1)
})

test('a list that could not be read is said below, and names are not called gone for it', async () => {
  signInAs()
  testServer().on(listYards, () => ({ status: 500, message: 'The database is away' }))
  show(<Choice value={7} />)
  expect(await screen.findByText(/database is away/)).toBeVisible()
  expect(await field()).toHaveValue('…')
})
