// The fields of an address where no map can be drawn (as here): search and typing do all of it.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Address } from '@wattdesk/base/address'
import type { Place } from '@wattdesk/base/place'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { show, signInAs } from '#testing/web/render.tsx'
import { testServer } from '#testing/web/server.ts'
import { AddressFields } from './address-fields.parts.tsx'
import { lookUpPoint, searchPlaces } from './geo.contract.ts'

const pune: Place = {
  lat: 18.5196,
  lng: 73.8554,
  street: '',
  houseNumber: '',
  city: 'Pune',
  state: 'Maharashtra',
  zipcode: '',
  country: 'IN',
  label: 'Pune, Maharashtra, India',
}
const Shape = z.object({ address: Address })
const empty = {
  lat: null as unknown as number,
  lng: null as unknown as number,
  street: '',
  houseNumber: '',
  zipCode: '',
  city: '',
  state: '',
  country: 'IN',
}

function Screen({
  save,
  readOnly = false,
  address = empty,
}: {
  save: (v: unknown) => void
  readOnly?: boolean
  address?: typeof empty
}) {
  const form = useRecordForm({ schema: Shape, values: { address }, readOnly, save: async v => save(v) })
  return (
    <Form form={form} label="Place" submit="Save">
      <Section>
        <AddressFields name="address" />
      </Section>
    </Form>
  )
}

test('a place chosen from the search fills point and address; Enter in the search never sends the form', async () => {
  testServer().on(searchPlaces, ({ query }) => ({ data: query.get('q') === 'pun' ? [pune] : [] }))
  signInAs()
  const save = vi.fn()
  show(<Screen save={save} />)
  const search = screen.getByRole('combobox', { name: 'Search a place' })
  await userEvent.type(search, 'pun')
  const list = await screen.findByRole('listbox', { name: 'Places' })
  expect(within(list).getByRole('option', { name: 'Pune, Maharashtra, India' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByLabelText(/Latitude/)).toHaveValue('18.5196')
  expect(screen.getByLabelText('City')).toHaveValue('Pune')
  expect(screen.getByText('Filled in from the map: Pune, Maharashtra, India.')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
  await userEvent.type(screen.getByLabelText('Street'), 'MG Road')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(save.mock.calls[0]?.[0]).toEqual({
    address: {
      lat: 18.5196,
      lng: 73.8554,
      street: 'MG Road',
      houseNumber: null,
      zipCode: null,
      city: 'Pune',
      state: 'Maharashtra',
      country: 'IN',
    },
  })
})

test('pasted coordinates set the point and look its address up; a look-up that fails leaves the fields for typing', async () => {
  const point = { ...pune, lat: 18.5, lng: 73.8, city: '', state: '', country: '', label: '18.5, 73.8' }
  testServer()
    .on(searchPlaces, { data: [point] })
    .on(lookUpPoint, () => ({ status: 500, message: 'Something went wrong. Please try again.' }))
  signInAs()
  show(<Screen save={() => undefined} address={{ ...empty, street: 'Old Street' }} />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Search a place' }), '18.5, 73.8')
  await userEvent.click(await screen.findByRole('option', { name: '18.5, 73.8' }))
  expect(await screen.findByText('The address could not be looked up. Type it below.')).toBeVisible()
  expect(screen.getByLabelText(/Longitude/)).toHaveValue('73.8')
  expect(screen.getByLabelText('Street')).toHaveValue('Old Street')
})

test('another city takes the old street away, the same city leaves it', async () => {
  testServer().on(searchPlaces, { data: [pune] })
  signInAs()
  const { unmount } = show(<Screen save={() => undefined} address={{ ...empty, street: 'MG Road', city: 'Pune' }} />)
  const choosePune = async () => {
    await userEvent.type(screen.getByRole('combobox', { name: 'Search a place' }), 'pune')
    await userEvent.click(await screen.findByRole('option'))
  }
  await choosePune()
  expect(screen.getByLabelText('Street')).toHaveValue('MG Road')
  unmount()
  show(<Screen save={() => undefined} address={{ ...empty, street: 'Ring Road', city: 'Delhi' }} />)
  await choosePune()
  expect(screen.getByLabelText('Street')).toHaveValue('')
})

test('nothing found is said, and without a point the form says which is missing', async () => {
  testServer().on(searchPlaces, { data: [] })
  signInAs()
  const save = vi.fn()
  show(<Screen save={save} />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Search a place' }), 'zzqq')
  expect(await screen.findByText('No place found. Click the map or type the address.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(
    (await screen.findAllByText('Please specify an address, lattitude and longitude cant be empty'))[0],
  ).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})

test('where no map can be drawn a line says so; read-only there is no search and every field is off', () => {
  testServer()
  signInAs()
  show(<Screen save={() => undefined} readOnly />)
  expect(screen.getByText('This browser cannot draw the map. The search and the fields work without it.')).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Search a place' })).toBeNull()
  expect(screen.getByLabelText('City')).toBeDisabled()
  expect(screen.getByLabelText(/Latitude/)).toBeDisabled()
})

test('a state that is none is said beside its field with one that is; an abbreviation is kept by its name', async () => {
  testServer()
  signInAs()
  const save = vi.fn()
  show(<Screen save={save} address={{ ...empty, lat: 12.9716, lng: 77.5946, state: 'Karnatka' }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please enter a valid state, such as Karnataka or KA')).toBeVisible()
  expect(screen.getByLabelText('State')).toBeInvalid()
  expect(save).not.toHaveBeenCalled()
  await userEvent.clear(screen.getByLabelText('State'))
  await userEvent.type(screen.getByLabelText('State'), 'ka')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(save.mock.calls[0]?.[0]).toMatchObject({ address: { state: 'Karnataka' } })
})

test('typed coordinates leave the address; that of the new point is there for the asking', async () => {
  const road = { ...pune, street: 'MG Road', lat: 18.52, lng: 73.85 }
  const asked: string[] = []
  testServer().on(lookUpPoint, ({ query }) => {
    asked.push(String(query))
    return { data: road }
  })
  signInAs()
  show(
    <Screen save={() => undefined} address={{ ...empty, lat: 12.9, lng: 77.5, street: 'Old Street', city: 'Delhi' }} />,
  )
  const offer = () => screen.queryByRole('button', { name: 'Use the address of this point' })
  expect(offer()).toBeNull()
  for (const [label, text] of [
    ['Latitude', '18.52'],
    ['Longitude', '73.85'],
  ]) {
    const field = screen.getByLabelText(new RegExp(label as string))
    await userEvent.clear(field)
    await userEvent.type(field, text as string)
  }
  expect(screen.getByLabelText('Street')).toHaveValue('Old Street')
  expect(asked).toEqual([])
  await userEvent.click(offer() as HTMLElement)
  await waitFor(() => expect(screen.getByLabelText('Street')).toHaveValue('MG Road'))
  expect(asked).toEqual(['lat=18.52&lng=73.85'])
  expect(screen.getByLabelText('City')).toHaveValue('Pune')
  expect(offer()).toBeNull()
})
