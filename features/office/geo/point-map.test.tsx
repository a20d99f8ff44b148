// The frame of the map, with the drawing itself replaced: its properties, and the line below it.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Address } from '@wattdesk/base/address'
import type { Point } from '@wattdesk/base/place'
import { useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import type { MapSource } from '#kit/map-style.ts'
import { TabbedForm } from '#kit/tabbed-form.tsx'
import { show, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import { AddressFields } from './address-fields.parts.tsx'
import { lookUpPoint, readMapSource } from './geo.contract.ts'

type Props = { point: Point | null; source: MapSource; onPictures: (had: boolean) => void }
vi.mock('#kit/map-picker.tsx', () => ({
  default: ({ point, source, onPictures }: Props) => {
    useEffect(() => onPictures(!source.tilesUrl?.includes('away')), [source, onPictures])
    return <output aria-label="Pin">{point ? `${point.lat}, ${point.lng}` : 'none'}</output>
  },
}))

const Shape = z.object({ address: Address })
const part = { street: '', houseNumber: '', zipCode: '', city: '', state: '', country: 'IN' }
const values = { address: { ...part, lat: null as unknown as number, lng: null as unknown as number } }
function Screen() {
  const form = useRecordForm({ schema: Shape, values, save: async () => undefined })
  return (
    <Form form={form} label="Place" submit="Save">
      <Section>
        <AddressFields name="address" />
      </Section>
    </Form>
  )
}

function OnTabs() {
  const form = useRecordForm({ schema: Shape, values, save: async () => undefined })
  const items = [
    { id: 'general', label: 'General', panel: 'Nothing here' },
    { id: 'address', label: 'Address', panel: <AddressFields name="address" />, fields: ['address'] },
  ]
  return <TabbedForm form={form} label="Place" submit="Save" items={items} />
}

let server: TestServer
beforeEach(() => {
  // This browser can draw.
  HTMLCanvasElement.prototype.getContext = (() => ({})) as never
  signInAs()
  server = testServer().on(lookUpPoint, () => ({ status: 500, message: 'Away' }))
})
const pin = () => screen.findByRole('status', { name: 'Pin' })
const from = (tilesUrl: string | null) => server.on(readMapSource, { data: { tilesUrl, attribution: null } })

test('typed coordinates place the pin; what lies off the globe does not, and each says its own bounds', async () => {
  from(null)
  show(<Screen />)
  expect(await pin()).toHaveTextContent('none')
  await userEvent.type(screen.getByLabelText(/Latitude/), '18.52')
  expect(await pin()).toHaveTextContent('none')
  await userEvent.type(screen.getByLabelText(/Longitude/), '73.86')
  await waitFor(async () => expect(await pin()).toHaveTextContent('18.52, 73.86'))
  for (const [label, typed, text] of [
    [/Latitude/, '91', 'Latitude should be between -90 and 90'],
    [/Longitude/, '-180.5', 'Longitude should be between -180 and 180'],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(label))
    await userEvent.type(screen.getByLabelText(label), typed)
    await userEvent.tab()
    expect(await screen.findByText(text)).toBeVisible()
    expect(await pin()).toHaveTextContent('none')
  }
})

test.each([
  [null, /^Coasts, borders and places only: streets need a tile source, which this installation does not have\.$/],
  ['https://away.example/{z}', /^Coasts, borders and places only: the tile source, .* cannot be reached\.$/],
])('with the tiles of %s a line below the map says once that there are no streets', async (tiles, text) => {
  from(tiles)
  show(<Screen />)
  await pin()
  expect(await screen.findAllByText(text)).toHaveLength(1)
})

test('with a tile source nothing is said', async () => {
  from('https://tiles.example/{z}/{x}/{y}.png')
  show(<Screen />)
  await pin()
  expect(screen.queryByText(/tile source/)).toBeNull()
})

test('on a tab that is not open nothing of the map is loaded; once drawn it stays when the tab is left', async () => {
  from(null)
  show(<OnTabs />)
  await screen.findByText('Nothing here')
  expect(screen.getByLabelText(/Latitude/)).not.toBeVisible()
  expect(screen.queryByRole('status', { name: 'Pin', hidden: true })).not.toBeInTheDocument()
  expect(server.calls).toEqual([])
  await userEvent.click(screen.getByRole('tab', { name: 'Address' }))
  const drawn = await pin()
  await userEvent.click(screen.getByRole('tab', { name: 'General' }))
  expect(drawn).toBeInTheDocument()
  expect(drawn).not.toBeVisible()
})
