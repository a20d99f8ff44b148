// The panel of the map with the real client, the drawing itself replaced: its texts to the letter, its counts and the
// list behind each figure, the card of a mark, live changes, the list, and no fetch while the panel is out of sight.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { LiveEventOf } from '@wattdesk/base/live-event'
import { type ReactNode, useMemo, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ChargerRow } from '#fleet/chargers/charger.contract.ts'
import type { Corners, MapView, Mark } from '#kit/map-mark.tsx'
import { readMapSource } from '#office/geo/geo.contract.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { type ChargerPlaces, listChargerPlaces, listChargersOfMap } from './charger-map.contract.ts'
import { patchMap } from './charger-map-live.tsx'
import { ChargerMapPanel } from './charger-map-panel.parts.tsx'

type Props = {
  whole: Corners | null
  marksIn: (view: MapView) => readonly Mark[]
  card: (id: string, isPinned: boolean) => ReactNode
  onNear: (id: string | null) => void
}
vi.mock('#kit/map-marks.tsx', () => ({
  // Starts at the level of countries; pressing a mark that splits goes nearer.
  default: function Stand({ whole, marksIn, card, onNear }: Props) {
    const [level, setLevel] = useState(3)
    const [open, setOpen] = useState<[string, boolean]>()
    const marks = useMemo(() => marksIn({ level, south: -90, north: 90, west: -180, east: 180 }), [marksIn, level])
    const press = (m: Mark) => {
      if (!m.corners || level === 9) return setOpen([m.id, true])
      onNear(m.id)
      setLevel(9)
    }
    return (
      <>
        <output aria-label="Begins with">{whole?.map(n => n.toFixed(1)).join(' ')}</output>
        {marks.map(m => (
          <button
            key={m.id}
            type="button"
            data-tone={m.tone}
            onFocus={() => setOpen([m.id, false])}
            onClick={() => press(m)}
          >
            {m.name}
          </button>
        ))}
        {open && <section aria-label="Card">{card(...open)}</section>}
      </>
    )
  },
}))

const near = new Set<() => void>()
class Watch {
  readonly tell: (seen: { isIntersecting: boolean }[]) => void
  constructor(tell: Watch['tell']) {
    this.tell = tell
  }
  observe() {
    near.add(() => this.tell([{ isIntersecting: true }]))
  }
  unobserve() {}
  disconnect() {}
}
const comeNear = () =>
  act(async () => {
    for (const come of near) come()
  })

const row = (key: number, more: Partial<ChargerRow> = {}): ChargerRow => ({
  id: key,
  chargepoint_pk: key,
  chargepoint_id: `CP-${key}`,
  chargepoint_name: `Hall ${key}`,
  street: 'Hosur Road',
  houseNumber: '12',
  zipcode: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
  locationLatitude: 12.97,
  locationLongitude: 77.59,
  chargingSiteName: 'Depot',
  visibility: 1,
  status: 'Active',
  statusCode: 'A',
  live_status: 'online',
  unknownSince: null,
  lastHeartbeatTimestamp: '2026-03-11T06:00:00Z',
  ...more,
})
// Two at the same place in Bengaluru, another near them, a fourth in Delhi, the last without a place.
const PLACES: ChargerPlaces = {
  keys: [1, 2, 3, 4, 5],
  latitudes: [1_297_000, 1_297_000, 1_310_000, 2_861_000, null],
  longitudes: [7_759_000, 7_759_000, 7_790_000, 7_720_000, null],
  codes: 'AIAII',
}
let server: TestServer
beforeEach(() => {
  near.clear()
  vi.stubGlobal('IntersectionObserver', Watch)
  // This browser can draw.
  HTMLCanvasElement.prototype.getContext = (() => ({})) as never
  signInAs()
  server = testServer()
    .on(readMapSource, { data: { tilesUrl: null, attribution: null } })
    .on(listChargerPlaces, { data: [PLACES] })
    .on(listChargersOfMap, ({ query }) => ({ data: (query.get('keys') ?? '').split(',').map(k => row(Number(k))) }))
})
const mark = (name: string) => screen.findByRole('button', { name })
const filtersOf = (link: HTMLElement) =>
  JSON.parse(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('filters') ?? '{}').conditions
const open = async () => {
  const shown = show(<ChargerMapPanel />)
  await comeNear()
  return shown
}

test('nothing is asked for before the reader comes near', async () => {
  show(<ChargerMapPanel />)
  expect(screen.getByRole('region', { name: 'Charging Station Locations' })).toBeInTheDocument()
  expect(screen.getByText('Loading chargers...')).toBeVisible()
  expect(server.calls).toEqual([])
  await comeNear()
  await mark('3 chargers: 2 online, 1 offline')
  expect(server.calls).toContain('GET /cms/v1/team/1/chargers/map')
})

test('counts all, online, offline and those without a place, each leading to its list', async () => {
  await open()
  const link = (name: string) => screen.findByRole('link', { name })
  expect((await link('5 chargers')).getAttribute('href')).toBe('/charger')
  expect(filtersOf(await link('2 online'))).toMatchObject([
    { field: 'live_status', operator: 'isAnyOf', value: 'online, charging' },
  ])
  expect(filtersOf(await link('3 offline'))).toMatchObject([{ field: 'live_status', value: 'offline' }])
  expect(filtersOf(await link('1 charger without a place on the map'))).toEqual([
    { field: 'locationLatitude', operator: 'isEmpty' },
  ])
})

test('a cluster tells its figures, its list is filtered to it; it parts when pressed, and one place lists its chargers', async () => {
  await open()
  expect(await screen.findByRole('status', { name: 'Begins with' })).toHaveTextContent('77.2 13.0 77.9 28.6')
  expect(await mark('1 charger, offline')).toHaveAttribute('data-tone', 'offline')
  const cluster = await mark('3 chargers: 2 online, 1 offline')
  expect(cluster).toHaveAttribute('data-tone', 'warning')
  act(() => cluster.focus())
  const card = within(await screen.findByRole('region', { name: 'Card' }))
  expect(filtersOf(card.getByRole('link', { name: '2 online' }))).toMatchObject([
    { field: 'locationLatitude', operator: 'between', value: [12.97, 13.10000999] },
    { field: 'locationLongitude', operator: 'between', value: [77.59, 77.90000999] },
    { field: 'live_status', value: 'online, charging' },
  ])
  await userEvent.click(cluster)
  expect(await screen.findByText('Zoomed in on')).toBeVisible()
  await userEvent.click(await mark('2 chargers: 1 online, 1 offline'))
  const listed = within(await screen.findByRole('list', { name: 'Chargers here' }))
  expect((await listed.findAllByRole('listitem')).map(i => within(i).getByRole('link').textContent)).toEqual([
    'Hall 1',
    'Hall 2',
  ])
  expect(server.calls.at(-1)).toBe('GET /cms/v1/team/1/chargers/map/details?keys=1%2C2')
})

test('a charger tells name, address, status, site and last heartbeat; its id where it has no name', async () => {
  server.on(listChargersOfMap, { data: [row(4, { chargepoint_name: '', status: 'Inactive', statusCode: 'I' })] })
  await open()
  const one = await mark('1 charger, offline')
  act(() => one.focus())
  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent(/^CP-4Online12 Hosur Road, Bengaluru 560001, KarnatakaSite: DepotLast heartbeat:/)
  expect(within(item).getByRole('link', { name: 'CP-4' })).toHaveAttribute('href', '/charger/4')
})

test('without a right to chargers the map is the same, and nothing leads to their list', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', {})]))
  await open()
  const one = await mark('1 charger, offline')
  act(() => one.focus())
  expect(await screen.findByRole('listitem')).toHaveTextContent('Hall 4')
  expect(screen.getByText('5 chargers')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

test('the same chargers as a list, page by page', async () => {
  const keys = Array.from({ length: 12 }, (_, i) => i + 1)
  const at = (n: number) => keys.map(() => n)
  server.on(listChargerPlaces, {
    data: [{ keys, latitudes: at(1_297_000), longitudes: at(7_759_000), codes: 'A'.repeat(12) }],
  })
  await open()
  await userEvent.click(await mark('Show as list: Charging Station Locations'))
  const list = await screen.findByRole('list', { name: 'Chargers on the map' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(10)
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }))
  await waitFor(() =>
    expect(screen.getAllByRole('link', { name: /^Hall/ }).map(l => l.textContent)).toEqual(['Hall 11', 'Hall 12']),
  )
  await userEvent.click(await mark('Show as map: Charging Station Locations'))
  await mark('12 chargers: 12 online, 0 offline')
})

test.each([
  [{ keys: [], latitudes: [], longitudes: [], codes: '' }, false],
  [{ keys: [5], latitudes: [null], longitudes: [null], codes: 'A' }, true],
])('No chargers found: %j', async (places, hasPlaceless) => {
  server.on(listChargerPlaces, { data: [places] })
  await open()
  expect(await screen.findByText('No chargers found')).toBeVisible()
  expect(screen.queryByText(/without a place/) !== null).toBe(hasPlaceless)
})

test('a failure is said and tried again', async () => {
  server.on(listChargerPlaces, () => ({ status: 500, message: 'Away' }))
  await open()
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load charging station locations: Away')
  expect(screen.queryByText('No chargers found')).toBeNull()
  server.on(listChargerPlaces, { data: [PLACES] })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await mark('1 charger, offline')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('states follow events, in marks, figures and the open card; a charger that is not known yet is asked for', async () => {
  const { cache } = await open()
  const one = await mark('1 charger, offline')
  act(() => one.focus())
  expect(await screen.findByRole('listitem')).toHaveTextContent('Online')
  const told = (key: number, statusCode: 'A' | 'I'): LiveEventOf<'station'> => ({
    type: 'station',
    at: '2026-03-11T07:00:00Z',
    teamId: 1,
    chargepoint_pk: key,
    chargepoint_id: `CP-${key}`,
    status: statusCode === 'A' ? 'online' : 'offline',
    connected: statusCode === 'A',
    statusCode,
    lastHeartbeatTimestamp: null,
    activeConnectors: 0,
    powerKw: null,
  })
  act(() => expect(patchMap(cache, [told(4, 'I'), told(4, 'A')])).toBe(false))
  await mark('1 charger, online')
  expect(await screen.findByRole('link', { name: '3 online' })).toBeVisible()
  act(() => void patchMap(cache, [{ ...told(4, 'A'), status: 'maintenance' }]))
  await mark('1 charger, in maintenance')
  expect(await screen.findByRole('link', { name: '1 in maintenance' })).toBeVisible()
  act(() => void patchMap(cache, [told(4, 'I')]))
  await mark('1 charger, offline')
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('Offline'))
  expect(patchMap(cache, [told(99, 'A')])).toBe(true)
})
