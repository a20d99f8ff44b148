import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CallError } from '@wattdesk/wire/call'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { show } from '#testing/web/render.tsx'
import { Form, Section, useRecordForm } from './form.tsx'
import { ERROR_MS, Notices } from './notices.tsx'

const Schema = z.object({
  name: z.string().min(1, 'Name is required'),
  power: z.number({ error: 'Power must be a number' }),
  kind: z.string(),
})
type Values = z.infer<typeof Schema>
type Props = { save?: (v: Values) => Promise<{ message: string }>; readOnly?: boolean; onSaved?: () => void }
function Thing({
  save = async () => ({ message: 'Thing updated successfully' }),
  readOnly = false,
  onSaved = () => undefined,
}: Props) {
  const form = useRecordForm({ schema: Schema, values: { name: '', power: 22, kind: 'DC' }, save, onSaved, readOnly })
  const { Text, Number: Num, Select } = form.fields
  return (
    <Form form={form} label="Thing" submit="Save" submitting="Saving..." onCancel={() => undefined}>
      <Section title="General">
        <Text name="name" label="Name" required />
        <Num name="power" label="Power" unit="kW" />
        <Select
          name="kind"
          label="Kind"
          options={[
            { value: 'AC', label: 'AC' },
            { value: 'DC', label: 'DC' },
          ]}
        />
      </Section>
      {form.hasError('name') && <p>General has errors</p>}
    </Form>
  )
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('errors stand beside their fields and the first has the focus', async () => {
  show(<Thing />)
  await userEvent.clear(screen.getByLabelText('Power'))
  await userEvent.type(screen.getByLabelText('Power'), '1x')
  await save()
  expect(await screen.findByText('Name is required')).toBeVisible()
  expect(screen.getByText('Power must be a number')).toBeVisible()
  expect(screen.getByLabelText(/^Name/)).toHaveFocus()
  expect(screen.getByLabelText(/^Name/)).toHaveAccessibleDescription('Name is required')
  expect(screen.getByText('General has errors')).toBeVisible()
})

test('a rule without a text speaks the words of the product, and 1e3 or 0x10 is no number', async () => {
  const Plain = z.object({ site_name: z.string().min(1).max(3), maxPower: z.number().max(50) })
  function PlainThing() {
    const saved = async () => ({ message: '' })
    const form = useRecordForm({ schema: Plain, values: { site_name: '', maxPower: 99 }, save: saved })
    return (
      <Form form={form} label="Thing" submit="Save" submitting="Saving..." onCancel={() => undefined}>
        <form.fields.Text name="site_name" label="Site Name" />
        <form.fields.Number name="maxPower" label="Max Power" />
      </Form>
    )
  }
  show(<PlainThing />)
  await save()
  expect(await screen.findByText('Site Name is required')).toBeVisible()
  expect(screen.getByText('Max Power should be 50 or less')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Site Name'), 'abcd')
  expect(await screen.findByText('Site Name should be 3 characters or less')).toBeVisible()
  for (const typed of ['1e1', '0x10']) {
    await userEvent.clear(screen.getByLabelText('Max Power'))
    await userEvent.type(screen.getByLabelText('Max Power'), typed)
    expect(await screen.findByText('Max Power must be a number')).toBeVisible()
  }
  await userEvent.clear(screen.getByLabelText('Max Power'))
  await userEvent.type(screen.getByLabelText('Max Power'), '12.5')
  await waitFor(() => expect(screen.queryByText('Max Power must be a number')).not.toBeInTheDocument())
})

test('pressing a button of the form does not leave the field: nothing moves before the click', async () => {
  show(<Thing />)
  for (const name of ['Save', 'Cancel']) {
    await userEvent.click(screen.getByLabelText(/^Name/))
    await userEvent.pointer({ target: screen.getByRole('button', { name }), keys: '[MouseLeft>]' })
    expect(screen.getByLabelText(/^Name/)).toHaveFocus()
    expect(screen.queryByText('Name is required')).toBeNull()
  }
})

test('what is sent has numbers as numbers, and the reply’s message is the notice', async () => {
  let sent: Values | undefined
  let done = false
  show(
    <Thing
      save={async v => {
        sent = v
        return { message: 'Thing updated successfully' }
      }}
      onSaved={() => {
        done = true
      }}
    />,
  )
  await userEvent.type(screen.getByLabelText(/^Name/), 'A')
  await userEvent.clear(screen.getByLabelText('Power'))
  await userEvent.type(screen.getByLabelText('Power'), '7.4')
  await save()
  expect(await screen.findByText('Thing updated successfully')).toBeVisible()
  expect(sent).toEqual({ name: 'A', power: 7.4, kind: 'DC' })
  expect(done).toBe(true)
})

test('field errors of the server land on the same fields, those of no field above the form', async () => {
  show(
    <Thing
      save={() =>
        Promise.reject(
          new CallError(422, 'Please check the fields', { name: 'Name is taken', hidden: 'Zone is closed' }),
        )
      }
    />,
  )
  await userEvent.type(screen.getByLabelText(/^Name/), 'A')
  await save()
  expect(await screen.findByText('Name is taken')).toBeVisible()
  expect(screen.getByText('Zone is closed')).toBeVisible()
  expect(screen.getByLabelText(/^Name/)).toHaveFocus()
  // Said in the form, and not over the page as well.
  expect(screen.queryByText('Please check the fields')).toBeNull()
})

test('a refusal that names no field is a notice, which goes with the next try', async () => {
  const { promise, resolve } = Promise.withResolvers<{ message: string }>()
  const answers = [() => Promise.reject(new CallError(409, 'The site is closed')), () => promise]
  show(<Thing save={() => (answers.shift() as () => Promise<{ message: string }>)()} />)
  await userEvent.type(screen.getByLabelText(/^Name/), 'A')
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent('The site is closed')
  await save()
  expect(screen.queryByText('The site is closed')).toBeNull()
  resolve({ message: 'Thing updated successfully' })
  expect(await screen.findByText('Thing updated successfully')).toBeVisible()
})

const mayBeMade = Object.assign(new CallError(0, 'The server cannot be reached.'), { isOutcomeOpen: true })
test.each([
  ['was refused, until its form is left', new CallError(409, 'The site is closed'), false],
  ['may have been made, beyond its form', mayBeMade, true],
])('a save that %s stays told', async (_, refusal, isKept) => {
  const view = show(<Thing save={() => Promise.reject(refusal)} />)
  await userEvent.type(screen.getByLabelText(/^Name/), 'A')
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'], shouldAdvanceTime: true })
  try {
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(refusal.message)
    act(() => vi.advanceTimersByTime(2 * ERROR_MS))
    expect(screen.getByText(refusal.message)).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
  view.unmount()
  render(<Notices />)
  expect(screen.queryByText(refusal.message) !== null).toBe(isKept)
})

test('read-only, every field is off and there is only Back', () => {
  show(<Thing readOnly />)
  expect(screen.getByLabelText(/^Name/)).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
})

test('leaving with unsaved changes asks; staying keeps them, leaving goes', async () => {
  const { router } = show(<Thing />, { at: '/here' })
  await userEvent.type(screen.getByLabelText(/^Name/), 'A')
  void router.navigate('/there')
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/here')
  expect(screen.getByLabelText(/^Name/)).toHaveValue('A')
  void router.navigate('/there')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/there'))
})

test('without changes, and after saving, nothing asks', async () => {
  const { router } = show(<Thing />, { at: '/here' })
  await userEvent.type(screen.getByLabelText(/^Name/), 'A')
  await save()
  await screen.findByText('Thing updated successfully')
  await router.navigate('/there')
  expect(router.state.location.pathname).toBe('/there')
})

test('of a stored record only what was changed is checked and sent, with what hangs on it', async () => {
  const Record = z.object({
    name: z.string().min(1, 'Name is required'),
    power: z.number().max(50, 'Power should be 50 or less'),
    user: z.string(),
    secret: z.string(),
  })
  type Names = Parameters<typeof Record.pick>[0]
  const parts = {
    of: (names: readonly string[]) => Record.pick(Object.fromEntries(names.map(n => [n, true])) as Names),
    together: [['user', 'secret']],
  }
  const values = { name: '', power: 99, user: 'depot', secret: 'old' }
  const sent: unknown[] = []
  function Stored() {
    const save = async (body: unknown) => void sent.push(body)
    const form = useRecordForm<typeof values, unknown, void>({ schema: Record, parts, values, save })
    return (
      <Form form={form} label="Thing" submit="Save">
        <form.fields.Text name="name" label="Name" />
        <form.fields.Number name="power" label="Power" />
        <form.fields.Text name="user" label="User" />
        <p>Stored: {form.storedProblems('name', 'power').join(', ')}.</p>
      </Form>
    )
  }
  show(<Stored />)
  // Two values are stored wrongly; neither keeps the third from being saved.
  expect(screen.getByText('Stored: Name is required, Power should be 50 or less.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('User'), '2')
  await save()
  await waitFor(() => expect(sent).toEqual([{ user: 'depot2', secret: 'old' }]))
  // Once touched, a value is judged like any other.
  await userEvent.type(screen.getByLabelText('Power'), '9')
  await save()
  expect(await screen.findByText('Power should be 50 or less')).toBeVisible()
  expect(screen.getByText('Stored: Name is required.')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a form with rows draws them once for the values it begins with, and anew for those of another record', async () => {
  const inputs = new Set<Element>()
  const see = (e: HTMLElement | null) => {
    for (const input of e?.querySelectorAll('input') ?? []) inputs.add(input)
  }
  const Rows = z.object({ rows: z.array(z.object({ text: z.string() })) })
  function WithRows({ values }: { values: z.infer<typeof Rows> }) {
    const form = useRecordForm({ schema: Rows, values, save: async () => ({ message: '' }) })
    const { fields } = useFieldArray({ control: form.rhf.control, name: 'rows', keyName: 'key' })
    return (
      <Form form={form} label="Thing" submit="Save">
        {fields.map((f, i) => (
          <div key={f.key} ref={see}>
            <form.fields.Text name={`rows.${i}.text`} label={`Row ${i + 1}`} />
          </div>
        ))}
      </Form>
    )
  }
  function Read() {
    const [text, setText] = useState('A')
    return (
      <>
        <WithRows values={{ rows: [{ text }, { text: 'Z' }] }} />
        <button type="button" onClick={() => setText('B')}>
          Read again
        </button>
      </>
    )
  }
  show(<Read />)
  expect(await screen.findByLabelText('Row 1')).toHaveValue('A')
  expect(inputs.size).toBe(2)
  await userEvent.click(screen.getByRole('button', { name: 'Read again' }))
  expect(await screen.findByDisplayValue('B')).toBe(screen.getByLabelText('Row 1'))
  expect(screen.getByLabelText('Row 2')).toHaveValue('Z')
})
