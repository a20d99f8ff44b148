// The form of a charger with the real client: missing values, the request it sends, rights, QR codes, photos, keys.
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Mode } from '@wattdesk/base/mode'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getChargerConfig } from '#control/charger-config/charger-config.contract.ts'
import { getChargerHealth } from '#fleet/charger-health/charger-health.contract.ts'
import { type Charger, getCharger } from '#fleet/chargers/charger.contract.ts'
import { createCharger, generateQr, rotateChargerKey, updateCharger } from '#fleet/chargers/charger-change.contract.ts'
import { AMENITIES, CONNECTOR_TYPES } from '#fleet/chargers/charger-form.words.ts'
import { CHARGER_EVENTS } from '#fleet/stations/charger-mail.words.ts'
import { ConfirmHost } from '#kit/confirm.tsx'
import { tellMode } from '#kit/mode.ts'
import { Notices } from '#kit/notices.tsx'
import { storeSession } from '#kit/session.ts'
import { getPaymentReadiness } from '#money/payment-provider/provider-account.contract.ts'
import { listPriceGroups } from '#money/price-groups/price-group.contract.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { uploadImage } from '#office/uploads/upload.contract.ts'
import { getKnock, type JoiningCharger } from '#people/joining/joining.contract.ts'
import { listTeamChoices } from '#people/teams/team.contract.ts'
import { listSiteNames } from '#power/charging-sites/charging-site.contract.ts'
import { charger, connector, hoursAgo, usable } from '#testing/web/chargers.ts'
import { choicesOf, manyNamed } from '#testing/web/choices.ts'
import { downloads } from '#testing/web/downloads.ts'
import { put } from '#testing/web/put.ts'
import { showRoutes, signInAs } from '#testing/web/render.tsx'
import { type Asked, roleIn, type TestServer, testServer, testToken, testUser } from '#testing/web/server.ts'
import { ChargerPage } from './charger-page.tsx'

vi.setConfig({ testTimeout: 90_000 })
configure({ asyncUtilTimeout: 20_000 })

const BANNER = 'Please fix the following errors:'
const team = (teamId: number, name: string) => ({ teamId, name, parentName: null })
const site = (zone_id: number, zone_name: string) => ({ zone_id, zone_name })
const priceGroup = (priceGroupId: number, name: string) => ({ priceGroupId, name })

let server: TestServer
/** The requests to an endpoint, the newest last. */
let sent: Asked[]
beforeEach(() => {
  sent = []
  server = testServer()
    .on(
      listTeamChoices,
      choicesOf(
        [
          [1, 'Volt Works'],
          [2, 'Harbour'],
        ],
        team,
      ),
    )
    .on(listSiteNames, choicesOf([[4, 'Mall']], site))
    .on(getChargerHealth, { data: { level: 'good', signs: [] } })
    .on(getChargerConfig, { data: { readAt: null, firmware: null, failed: null, keys: [] } })
    .on(
      listPriceGroups,
      choicesOf(
        [
          [1, 'Day'],
          [2, 'Night'],
        ],
        priceGroup,
      ),
    )
})
afterEach(() => localStorage.clear())

const bodyOf = <B,>(asked: Asked | undefined): B => {
  if (!asked) throw new Error('nothing was sent')
  return asked.body as B
}
const located = { locationLatitude: 12.97, locationLongitude: 77.59 }
const stored = (more: Partial<Charger> = {}) => charger({ ...located, ...more })
const page = (
  <>
    <ChargerPage />
    <ConfirmHost />
    <Notices />
  </>
)
const open = (at: string, c: Charger = stored()) => {
  server.on(getCharger, { data: c, tag: '"one"' })
  return showRoutes(
    [
      { path: '/charger/new', element: page },
      { path: '/charger/:id', element: page },
      {
        path: '/charger',
        element: (
          <>
            <p>the list</p>
            <Notices />
          </>
        ),
      },
    ],
    at,
  )
}
const rights = (letters: string) => testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })])
const field = (name: string | RegExp) => screen.findByLabelText(name)
const type = async (name: string | RegExp, text: string) =>
  fireEvent.change(await field(name), { target: { value: text } })
const choose = async (name: string | RegExp, option: string, within_: HTMLElement = document.body) => {
  await userEvent.click(within(within_).getByRole('combobox', { name }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const save = () => press('Save Changes')
const tab = (name: string | RegExp) => screen.getByRole('tab', { name })
const banner = async () => {
  const title = await screen.findByText(BANNER)
  return within(title.closest('[role=alert]') as HTMLElement)
    .getAllByRole('listitem')
    .map(i => i.textContent)
}
const answer = (
  e: typeof updateCharger | typeof createCharger,
  reply: { status?: number; message?: string; data?: unknown; errors?: Record<string, string> },
) =>
  server.on(e, asked => {
    sent.push(asked)
    return reply
  })

describe('a new one', () => {
  test('has three tabs, defaults, and says all that is missing above them', async () => {
    signInAs()
    open('/charger/new')
    expect(await screen.findByRole('heading', { name: 'Add new Charge Point' })).toBeVisible()
    expect(screen.getAllByRole('tab').map(t => t.textContent)).toEqual(['General', 'Address', 'Settings'])
    expect(screen.queryByText('Connection')).toBeNull()
    expect(await screen.findByRole('combobox', { name: /Charger Type/ })).toHaveTextContent('DC')
    expect(screen.getByRole('combobox', { name: /Registration Status/ })).toHaveTextContent('Pending')
    expect(screen.getByRole('combobox', { name: /Access Level/ })).toHaveTextContent('Public')
    expect(await screen.findByLabelText(/Tolerance Level \(Watts\)/)).toHaveValue('300')
    expect(screen.getByLabelText(/Meter Interval \(Seconds\)/)).toHaveValue('30')
    for (const on of ['Active', 'Show On Portal']) expect(screen.getByRole('switch', { name: on })).toBeChecked()
    await save()
    expect(await banner()).toEqual([
      'Charger ID is required',
      'Charger Name is required',
      'Address is required for the Charge Point',
      "Every connector'should have a pricegroup specified for it",
      'At least 1 connector is required',
    ])
    expect(tab('General has errors')).toBeVisible()
    expect(tab('Address has errors')).toBeVisible()
    expect(tab('Settings')).toBeVisible()
    expect(server.calls.some(c => c.startsWith('POST'))).toBe(false)
  })

  test('a company without price groups is told so', async () => {
    signInAs()
    server.on(listPriceGroups, { data: [], total: 0 })
    open('/charger/new')
    expect(await screen.findByText('The company of the team has no price group yet.')).toBeVisible()
  })

  const fill = async () => {
    await type(/^Charger ID/, '  CP-NEW ')
    await type(/^Charger Name/, 'Gate')
    const one = screen.getByRole('group', { name: 'Connector 1' })
    await choose(/Connector Type/, 'CCS Type 2', one)
    fireEvent.change(within(one).getByLabelText('Power'), { target: { value: '60' } })
    await choose(/Price Group/, 'Night', one)
    fireEvent.change(await field(/^Latitude/), { target: { value: '12.97' } })
    fireEvent.change(await field(/^Longitude/), { target: { value: '77.123456789' } })
  }

  test('its connectors count from 1, at most four; all but one can be taken away again', async () => {
    signInAs()
    open('/charger/new')
    await screen.findByRole('group', { name: 'Connector 1' })
    expect(screen.queryByRole('button', { name: /^Remove connector/ })).toBeNull()
    for (const n of [2, 3, 4]) {
      await press('Add connector')
      expect(await screen.findByRole('group', { name: `Connector ${n}` })).toBeVisible()
    }
    expect(screen.queryByRole('button', { name: 'Add connector' })).toBeNull()
    expect(screen.getAllByPlaceholderText(/^[1-4]$/).map(i => (i as HTMLInputElement).placeholder)).toEqual([
      '1',
      '2',
      '3',
      '4',
    ])
    for (const n of [4, 3, 2]) await press(`Remove connector ${n}`)
    expect(screen.queryByRole('button', { name: /^Remove connector/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'QR code' })).toBeNull()
    await userEvent.click(screen.getByRole('combobox', { name: /Connector Type/ }))
    expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual([
      'Select a type',
      ...CONNECTOR_TYPES,
    ])
  })

  const refused: JoiningCharger = {
    chargepoint_id: 'NEW/7',
    waitsFor: 'record',
    chargepoint_pk: null,
    team_name: null,
    refused: 12,
    since: hoursAgo(2),
    lastAt: hoursAgo(1),
    address: '10.1.2.3',
    protocols: 'ocpp1.6',
    userAgent: 'Firm/2.1',
    vendor: null,
    model: null,
    serialNumber: null,
    firmware: null,
    isEncrypted: false,
    hasCredentials: true,
  }
  test.each([
    [{ isEncrypted: false, hasCredentials: true }, 1],
    [{ isEncrypted: true, hasCredentials: true }, 2],
    [{ isEncrypted: true, hasCredentials: false }, null],
  ])(
    'of one that has tried to connect starts with all that it said: %j is security profile %s',
    async (brought, profile) => {
      signInAs()
      const knock = { ...refused, ...brought }
      server.on(getKnock, { data: knock })
      open(`/charger/new?${new URLSearchParams({ chargepoint_id: 'NEW/7' })}`)
      expect(
        await screen.findByDisplayValue(
          'Before it was added it connected from 10.1.2.3 (software Firm/2.1, protocols ocpp1.6).',
        ),
      ).toBeVisible()
      expect(screen.getAllByDisplayValue('NEW/7').map(i => i.getAttribute('name'))).toEqual([
        'chargepoint_id',
        'chargepoint_name',
      ])
      const chosen = profile === null ? 'The lowest that this server accepts' : new RegExp(`^${profile}: `)
      expect(screen.getByRole('combobox', { name: /Security Profile/ })).toHaveTextContent(chosen)
      expect(screen.getByText('12 times')).toBeVisible()
    },
  )
  test('whose typed id has tried to connect is told so, and takes what it said by a press', async () => {
    signInAs()
    server.on(getKnock, ({ params }) => ({
      data: params.chargepointId === encodeURIComponent('NEW/7') ? refused : null,
    }))
    open('/charger/new')
    await userEvent.type(await screen.findByRole('textbox', { name: /Charge Point ID|Charger ID/ }), 'NEW/7')
    await userEvent.click(await screen.findByRole('button', { name: 'Fill in what it told' }))
    expect(screen.getByDisplayValue(/^Before it was added it connected from 10\.1\.2\.3/)).toBeVisible()
    expect(screen.getByRole('combobox', { name: /Security Profile/ })).toHaveTextContent(/^1: /)
    expect(screen.queryByRole('button', { name: 'Fill in what it told' })).toBeNull()
  })

  test.each<[Mode, boolean, boolean]>([
    ['live', false, true],
    ['live', true, false],
    ['test', false, false],
  ])(
    'in %s mode with a payment provider: %s, a warning stands beside Pay With Card: %s',
    async (mode, takesPayments, warns) => {
      tellMode(mode)
      server.on(getPaymentReadiness, { data: { takesPayments } })
      signInAs()
      const { cache } = open('/charger/new')
      await field(/^Charger ID/)
      await userEvent.click(tab('Settings'))
      const toggle = await screen.findByRole('switch', { name: 'Pay With Card' })
      const text = /can pay neither by UPI nor by card here yet/
      const asked = 'GET /cms/v1/team/1/payment-readiness'
      if (mode === 'live') await waitFor(() => expect(server.calls).toContain(asked))
      else expect(server.calls).not.toContain(asked)
      await waitFor(() => expect(cache.isFetching()).toBe(0))
      if (!warns) return expect(screen.queryByText(text)).toBeNull()
      expect(await screen.findByText(text)).toBeVisible()
      await userEvent.click(toggle)
      expect(screen.queryByText(text)).toBeNull()
    },
  )

  test('is sent whole; the key is shown once, and the list follows', async () => {
    signInAs()
    answer(createCharger, {
      status: 201,
      message: 'Charge Point created successfully',
      data: { ...stored({ chargepoint_id: 'CP-NEW' }), authorizationKey: 'ab'.repeat(20) },
    })
    const { router } = open('/charger/new')
    await fill()
    await save()
    const dialog = await screen.findByRole('dialog', { name: 'Key of CP-NEW' })
    expect(dialog).toHaveTextContent('ab'.repeat(20))
    expect(dialog).toHaveTextContent(`ws://${location.host}/ocpp/CP-NEW`)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.params).toEqual({ teamId: '1' })
    expect(sent[0]?.body).toMatchObject({
      chargepoint_id: 'CP-NEW',
      chargepoint_name: 'Gate',
      teamId: 1,
      charger_type: 'DC',
      registrationStatus: 'Pending',
      access_level: 'Public',
      isActive: true,
      payWithCard: true,
      payWithWallet: true,
      showOnPortal: true,
      employeeOrResident: false,
      preparingState: false,
      excludeFromEmail: false,
      locationLatitude: 12.97,
      locationLongitude: 77.12345679,
      tolerance_watt: 300,
      meter_interval_sec: 30,
      connectors: [{ connectorType: 'CCS Type 2', kw: 60, volt: null, priceGroupId: 2 }],
      amenities: [],
      photos: [],
    })
    // Only the platform decides whether a charger is free.
    expect(sent[0]?.body).not.toHaveProperty('charger_category')
    // Escape does not close a dialog whose content is shown only once.
    await userEvent.keyboard('{Escape}')
    expect(router.state.location.pathname).toBe('/charger/new')
    await press('I have kept the key')
    await waitFor(() => expect(router.state.location.pathname).toBe('/charger'))
  })

  test('without a key the list comes at once', async () => {
    signInAs()
    answer(createCharger, {
      status: 201,
      message: 'Charge Point created successfully',
      data: { ...stored(), authorizationKey: null },
    })
    const { router } = open('/charger/new')
    await fill()
    await save()
    // The notice goes by itself: it is waited for first.
    await screen.findByText('Charge Point created successfully')
    await waitFor(() => expect(router.state.location.pathname).toBe('/charger'))
  })

  test('a save that failed says why, and the form keeps what was typed', async () => {
    signInAs()
    const { router } = open('/charger/new')
    await fill()
    const cases = [
      [{ status: 409, message: 'Charger ID already exists' }, 'Charger ID already exists'],
      [{ status: 500, message: '' }, 'Failed to save charger data'],
      [{ status: 500, message: '', error: 'The database is read-only' }, 'The database is read-only'],
      [{ status: 422, message: 'Validation failed', errors: { chargepoint_id: 'Not this one' } }, 'Not this one'],
    ] as const
    for (const [i, [reply, text]] of cases.entries()) {
      answer(createCharger, reply)
      await save()
      expect((await screen.findAllByText(text))[0]).toBeVisible()
      for (const [, other] of cases.slice(0, i)) expect(screen.queryByText(other), text).toBeNull()
      expect(sent, text).toHaveLength(i + 1)
      expect(router.state.location.pathname, text).toBe('/charger/new')
      expect(await field(/^Charger ID/), text).toHaveValue('  CP-NEW ')
    }
  })

  test.each([
    ['GP', 'ROOT', true],
    ['GP', 'ADMIN', false],
    ['P', 'ROOT', false],
  ])('its category for a company of type %s and a user of type %s', async (companyType, userType, isShown) => {
    storeSession(testToken({ companyType, userType }), testUser())
    open('/charger/new')
    await screen.findByRole('combobox', { name: /Access Level/ })
    expect(screen.queryByRole('combobox', { name: /Charger Category/ }) !== null).toBe(isShown)
  })
})

describe('what is typed', () => {
  type Case = readonly [label: RegExp, text: string, error: string]
  const cases: readonly Case[] = [
    [/^Charger ID/, 'x'.repeat(61), 'Charger ID should be 60 characters or less'],
    [/^Charger Name/, 'x'.repeat(61), 'Charger Name should be 60 characters or less'],
    [/^Notes/, 'x'.repeat(601), 'Notes should be 600 characters or less'],
    [/^Operator Email/, 'nobody', 'Please enter a valid email'],
    [/^Street/, 'x'.repeat(1001), 'Street should be 1000 characters or less'],
    [/^House Number/, 'x'.repeat(101), 'House Number should be 100 characters or less'],
    [/^City/, 'x'.repeat(61), 'City should be 60 characters or less'],
    [/^State/, 'x'.repeat(61), 'State should be 60 characters or less'],
    [/^Latitude/, '90.1', 'Latitude should be between -90 and 90'],
    [/^Longitude/, '-180.1', 'Longitude should be between -180 and 180'],
    [/^Tolerance Level/, '', 'Tolerance Level is required'],
    [/^Meter Interval/, '', 'Meter Interval is required'],
  ]
  /** Of the fields that have a case above. */
  const others: readonly Case[] = [
    [/^Charger ID/, '   ', 'Charger ID is required'],
    [/^Latitude/, '', 'Address is required for the Charge Point'],
  ]
  /** Puts `text` into a field, and once `look` has looked what was there before. */
  const tried = async (input: HTMLElement, text: string, error: string, look: () => Promise<void>) => {
    const before = (input as HTMLInputElement).value
    put(input, text)
    await look()
    put(input, before)
    await waitFor(() => expect(screen.queryByText(error)).toBeNull())
  }

  test.each([
    ['a field', cases],
    ['the same for another reason', others],
  ])('is refused once the field has been touched: %s', async (_, told) => {
    signInAs()
    open('/charger/7')
    for (const [label, text, error] of told) {
      const input = await field(label)
      await tried(input, text, error, async () => {
        expect(screen.queryByText(error)).toBeNull()
        fireEvent.blur(input)
        expect(await screen.findByText(error)).toBeInTheDocument()
      })
    }
  })

  test('is named by a save, one after the other, and nothing is sent', async () => {
    signInAs()
    open('/charger/7')
    const saved = async (input: HTMLElement, text: string, error: string) =>
      tried(input, text, error, async () => {
        await save()
        expect(await banner(), error).toEqual([error])
        expect(server.calls.some(c => c.startsWith('PUT'))).toBe(false)
      })
    const two = within(await screen.findByRole('group', { name: 'Connector 2' }))
    const noNumber = 'Please enter a valid number for connectors'
    await saved(two.getByLabelText('Power'), '1x', noNumber)
    await saved(two.getByLabelText('Voltage'), '-5', noNumber)
    for (const [label, text, error] of [...cases, ...others]) await saved(await field(label), text, error)
  })

  test('a charger without any described connector is not saved', async () => {
    signInAs()
    open('/charger/7', stored({ connectors: [connector({ kw: 60, volt: null })] }))
    const one = await screen.findByRole('group', { name: 'Connector 1' })
    fireEvent.change(within(one).getByLabelText('Power'), { target: { value: '' } })
    await save()
    expect(await banner()).toEqual(['At least 1 connector is required'])
  })
})

describe('a stored one', () => {
  test('only what was changed is sent, with the tag of what was read', async () => {
    signInAs()
    answer(updateCharger, { message: 'Charge Point updated successfully', data: stored() })
    const { router } = open('/charger/7')
    expect(await screen.findByRole('heading', { name: 'Edit Charge Point (CP-07)' })).toBeVisible()
    // The present state comes before the form.
    const now = await screen.findByRole('region', { name: 'Connectors now' })
    expect(now.compareDocumentPosition(await field(/^Charger ID/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await type(/^Charger Name/, 'Gate 2')
    await userEvent.click(await screen.findByRole('switch', { name: 'Preparing State', hidden: true }))
    await save()
    await waitFor(() => expect(router.state.location.pathname).toBe('/charger'))
    expect(sent.map(s => [s.params, s.body, s.headers.get('if-match')])).toEqual([
      [{ teamId: '1', id: '7' }, { chargepoint_name: 'Gate 2', preparingState: true }, '"one"'],
    ])
    await waitFor(() => expect(screen.getByText('Charge Point updated successfully')).toBeVisible())
  })

  test('somebody else was faster: the fields that differ are shown, and nothing is lost', async () => {
    signInAs()
    let isLate = true
    server.on(updateCharger, asked => {
      sent.push(asked)
      if (!isLate) return { message: 'Charge Point updated successfully', data: stored() }
      isLate = false
      return {
        status: 409,
        tag: '"two"',
        message: 'This record was changed by asha 2 minutes ago',
        data: stored({
          description: 'By the gate',
          connectors: [connector(), connector({ connectorId: 2, connectorName: '2', kw: 90 })],
        }),
        changed: { by: 'asha', at: hoursAgo(0) },
      }
    })
    open('/charger/7')
    await type(/^Charger Name/, 'Mine')
    await save()
    const dialog = await screen.findByRole('dialog', { name: /^This record was changed by asha/ })
    expect(within(dialog).getByRole('radiogroup', { name: 'Charger Name' })).toBeVisible()
    expect(within(dialog).getByRole('radiogroup', { name: 'Description' })).toHaveTextContent('By the gate')
    expect(within(dialog).getByRole('radiogroup', { name: 'Connector 2, Power' })).toHaveTextContent('90')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toEqual({ chargepoint_name: 'Mine' })
    expect(sent[1]?.headers.get('if-match')).toBe('"two"')
  })

  const asked = (n: number) => ({ id: n, question: `Q${n}`, answer: `A${n}` })
  const more = stored({
    faq: [asked(1), asked(2)],
    connectors: [
      connector(),
      connector({ connector_pk: 2, connectorId: 2 }),
      connector({ connector_pk: 3, connectorId: 3 }),
    ],
  })

  test('rows that somebody else added come into an open form, and stay', async () => {
    signInAs()
    answer(updateCharger, { data: more })
    const { cache } = open('/charger/7', stored({ faq: [asked(1)] }))
    expect(await field(/^Answer-1/)).toHaveValue('A1')
    server.on(getCharger, { data: more, tag: '"two"' })
    await act(() => cache.invalidateQueries())
    expect(await field(/^Answer-2/)).toHaveValue('A2')
    expect(await screen.findByRole('group', { name: 'Connector 3' })).toBeVisible()
    await type(/^Charger Name/, 'Mine')
    await save()
    await waitFor(() => expect(sent.map(s => s.body)).toEqual([{ chargepoint_name: 'Mine' }]))
  })

  test('rows that somebody else added meanwhile outlive the choice of theirs', async () => {
    signInAs()
    let isLate = true
    server.on(updateCharger, now => {
      sent.push(now)
      if (!isLate) return { data: more }
      isLate = false
      return { status: 409, tag: '"two"', message: 'This record was changed by asha 1 minute ago', data: more }
    })
    open('/charger/7', stored({ faq: [asked(1)] }))
    expect(await field(/^Answer-1/)).toHaveValue('A1')
    await type(/^Charger Name/, 'Mine')
    await save()
    const dialog = await screen.findByRole('dialog', { name: /^This record was changed by asha/ })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toEqual({ chargepoint_name: 'Mine' })
  })

  test('leaving with something typed asks', async () => {
    signInAs()
    const { router } = open('/charger/7')
    await type(/^Charger Name/, 'Half')
    await press('Cancel')
    const question = await screen.findByRole('dialog', { name: 'Leave without saving' })
    await userEvent.click(within(question).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/charger'))
  })

  test('an active one springs back; an inactive one is turned on', async () => {
    signInAs()
    answer(updateCharger, { data: stored() })
    const first = open('/charger/7')
    const active = await screen.findByRole('switch', { name: 'Active' })
    await userEvent.click(active)
    expect(active).toBeChecked()
    expect(screen.getByText('An active charge point cannot be made inactive here.')).toBeVisible()
    first.unmount()
    open('/charger/7', stored({ isActive: false }))
    const off = await screen.findByRole('switch', { name: 'Active' })
    expect(off).not.toBeChecked()
    await userEvent.click(off)
    expect(off).toBeChecked()
    await save()
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ isActive: true }))
  })

  test('its connectors stay; one more is added, one that the charger told of waits for its price group', async () => {
    signInAs()
    answer(updateCharger, { data: stored() })
    const told = connector({
      connector_pk: 9,
      connectorId: 2,
      connectorName: '2',
      connectorType: null,
      kw: null,
      volt: null,
      priceGroupId: null,
      isConfigured: false,
    })
    open('/charger/7', stored({ connectors: [told, connector({ connector_pk: 8 })] }))
    expect(await screen.findByText(/What is stored here needs a correction: Every connector'should/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Remove connector/ })).toBeNull()
    // Only a described one has a code.
    expect(screen.getAllByRole('button', { name: 'QR code' })).toHaveLength(1)
    await choose(/Price Group/, 'Night', screen.getByRole('group', { name: 'Connector 2' }))
    await press('Add connector')
    await choose(/Price Group/, 'Day', await screen.findByRole('group', { name: 'Connector 3' }))
    await save()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(bodyOf<{ connectors: object[] }>(sent[0]).connectors).toMatchObject([
      { connector_pk: 8, connectorType: 'CCS Type 2', kw: 60, volt: 500, priceGroupId: 1 },
      { connector_pk: 9, priceGroupId: 2 },
      { connector_pk: null, priceGroupId: 1 },
    ])
  })

  test('team and site are chosen; the site is off without the right on sites', async () => {
    signInAs(rights('VU'))
    answer(updateCharger, { data: stored() })
    open('/charger/7', stored({ chargingSiteId: 9, chargingSiteName: 'Elsewhere' }))
    const field = await screen.findByRole('combobox', { name: 'Charging Site' })
    expect(field).toHaveValue('Elsewhere')
    expect(field).toBeDisabled()
    await choose(/^Team/, 'Harbour')
    await save()
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ teamId: 2 }))
    expect(server.calls).toContain('GET /cms/v1/team/1/teamchoices?right=ChargerPoint.update&limit=50')
    // The price groups are those of the team's company.
    const asked = server.calls.filter(c => c.startsWith('GET /cms/v1/pricegroups'))
    expect(asked.some(c => c.includes('teamId=2') && c.includes('choice=true'))).toBe(true)
  })

  test('of thousands of teams, sites and price groups the last is found; what is chosen shows its name at once', async () => {
    signInAs()
    answer(updateCharger, { data: stored() })
    server
      .on(listTeamChoices, choicesOf(manyNamed('Depot'), team))
      .on(listSiteNames, choicesOf(manyNamed('Yard'), site))
      .on(listPriceGroups, choicesOf(manyNamed('Price'), priceGroup))
    const of = { teamId: 4900, team_name: 'Depot 4900', chargingSiteId: 4901, chargingSiteName: 'Yard 4901' }
    open('/charger/7', stored({ ...of, connectors: [connector({ priceGroupId: 4902 })] }))
    const find = async (name: string | RegExp, text: string) => {
      const box = screen.getByRole('combobox', { name })
      await userEvent.click(box)
      put(box, text)
      await userEvent.click(await screen.findByRole('option', { name: text }))
    }
    expect(await screen.findByRole('combobox', { name: /^Team/ })).toHaveValue('Depot 4900')
    expect(screen.getByRole('combobox', { name: 'Charging Site' })).toHaveValue('Yard 4901')
    await waitFor(() => expect(screen.getByRole('combobox', { name: /^Price Group/ })).toHaveValue('Price 4902'))
    expect(screen.getAllByText('Type to find others: 4,951 more')).toHaveLength(3)
    await find(/^Price Group/, 'Price 5001')
    await find('Charging Site', 'Yard 5001')
    await save()
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ chargingSiteId: 5001 }))
    expect(bodyOf<{ connectors: object[] }>(sent.at(-1)).connectors).toMatchObject([{ priceGroupId: 5001 }])
  })

  test('the sites are those of the team that is chosen; one that does not serve it is chosen no longer', async () => {
    signInAs()
    answer(updateCharger, { data: stored() })
    server
      .on(listTeamChoices, choicesOf(manyNamed('Depot'), team))
      .on(listSiteNames, ({ query }) =>
        choicesOf(query.get('chargersOf') === '1' ? [[4, 'Mall']] : [[5, 'Quay']], site)({ query }),
      )
    open('/charger/7', stored({ chargingSiteId: 4, chargingSiteName: 'Mall' }))
    const box = await screen.findByRole('combobox', { name: 'Charging Site' })
    expect(box).toHaveValue('Mall')
    const teams = screen.getByRole('combobox', { name: /^Team/ })
    await userEvent.clear(teams)
    await userEvent.type(teams, 'depot 5001')
    await userEvent.click(await screen.findByRole('option', { name: 'Depot 5001' }))
    await waitFor(() => expect(box).toHaveValue(''))
    await userEvent.click(box)
    expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual(['Quay'])
    await userEvent.keyboard('{Escape}')
    await save()
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ teamId: 5001, chargingSiteId: null }))
  })

  test('each tab stands in the address; those with something to save have a footer', async () => {
    signInAs()
    const { router } = open('/charger/7')
    await screen.findByRole('heading', { name: 'Edit Charge Point (CP-07)' })
    const tabs: readonly (readonly [id: string, hasFooter: boolean, words?: string])[] = [
      ['address', true, 'Amenities'],
      ['general', true, 'Basic Information'],
      ['settings', true, 'Payment Options'],
      ['config', false, 'No configuration available'],
      ['logs', false],
      ['operating_instruction', true, 'No operating instructions yet.'],
      ['report_incidents', false, 'No incidents reported'],
      ['remote_operations', false],
    ]
    for (const [id, hasFooter, words] of tabs) {
      await act(() => router.navigate(`/charger/7?tab=${id}`))
      if (words) expect((await screen.findAllByText(words))[0], id).toBeVisible()
      const selected = screen.getAllByRole('tab').find(t => t.getAttribute('aria-selected') === 'true')
      expect(selected?.id).toContain(`-tab-${id}`)
      for (const name of ['Save Changes', 'Cancel'])
        expect(screen.queryByRole('button', { name }) !== null, `${name} on ${id}`).toBe(hasFooter)
    }
  })
})

test.each([
  ['VU', 'FA', true],
  ['VU', 'VU', false],
])(
  'ChargerPoint %s and Team %s: the history of the record stands below its form, not below Config: %s',
  async (own, ofTeam, is) => {
    signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: own, Team: ofTeam === 'FA' ? 'VCUD' : ofTeam })]))
    const entry = {
      id: 1,
      at: hoursAgo(2),
      userId: 1,
      username: 'asha',
      teamId: 1,
      teamName: 'Volt Works',
      action: 'update',
      feature: 'ChargerPoint',
      recordId: '7',
      recordName: 'CP-07',
      names: {},
      ip: null,
      before: { chargepoint_name: 'Old' },
      after: { chargepoint_name: 'Hall' },
    }
    server.on(listRecordAudit, { data: [entry], total: 1 })
    const { router } = open('/charger/7?tab=config')
    await screen.findByRole('heading', { name: 'Edit Charge Point (CP-07)' })
    await screen.findByText('No configuration available')
    expect(server.calls.some(c => c.includes('/audit/'))).toBe(false)
    await act(() => router.navigate('/charger/7?tab=general'))
    if (is) {
      await screen.findByText('asha')
      expect(screen.getByRole('region', { name: 'History' })).toHaveTextContent(/asha · Changed.*NameOld Hall/)
    } else await waitFor(() => expect(screen.getByText('Basic Information')).toBeVisible())
    expect(server.calls.some(c => c.includes('/audit/'))).toBe(is)
  },
)

describe('rights', () => {
  test('reading alone: the same fields, all off, and nothing to save', async () => {
    signInAs(rights('V'))
    open('/charger/7')
    expect(await screen.findByRole('heading', { name: 'Charge Point Details' })).toBeVisible()
    for (const label of [
      /^Charger ID/,
      /^Charger Name/,
      /^Notes/,
      /^Operator Email/,
      /^Tolerance Level/,
      /^Meter Interval/,
    ])
      expect(await field(label)).toBeDisabled()
    for (const name of ['Save Changes', 'Add connector', 'Make a key', 'QR code', 'Edit'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByLabelText('Add photos')).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Remote Operations' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
  })

  test('viewed by who may change it: read-only, with the way to edit', async () => {
    signInAs()
    const { router } = open('/charger/7?mode=view')
    expect(await screen.findByRole('heading', { name: 'Charge Point Details' })).toBeVisible()
    expect(await field(/^Charger ID/)).toBeDisabled()
    await press('Edit')
    expect(await screen.findByRole('heading', { name: 'Edit Charge Point (CP-07)' })).toBeVisible()
    expect(router.state.location.search).toBe('')
    expect(await field(/^Charger ID/)).toBeEnabled()
  })

  test('no right: Not Authorized, and the list', async () => {
    signInAs()
    server.on(getCharger, () => ({ status: 403, message: 'Not Authorized' }))
    const routes = [
      { path: '/charger/:id', element: page },
      {
        path: '/charger',
        element: (
          <>
            <p>the list</p>
            <Notices />
          </>
        ),
      },
    ]
    const { router } = showRoutes(routes, '/charger/7')
    expect(await screen.findByText('the list')).toBeVisible()
    expect(router.state.location.pathname).toBe('/charger')
    expect(screen.getByText('Not Authorized')).toBeVisible()
  })

  test.each([
    ['VU', [true, true, true, false, false]],
    ['VCUD', [false, false, false, false, false]],
  ])('a profile of 2 is lowered by full access alone: %s', async (letters, off) => {
    signInAs(rights(letters))
    open('/charger/7', stored({ security_profile: 2 }))
    await userEvent.click(await screen.findByRole('combobox', { name: 'Security Profile' }))
    const options = await screen.findAllByRole('option')
    expect(options.map(o => o.getAttribute('aria-disabled') === 'true')).toEqual(off)
  })
})

describe('QR code', () => {
  test('is made for its connector, shown, and saved as JPEG with a margin of 20 px', async () => {
    signInAs()
    server.on(generateQr, asked => {
      sent.push(asked)
      return { data: { connectorId: 2, qrCodeUrl: 'https://pay.example/CP-07/2', image: 'data:image/png;base64,AAAA' } }
    })
    const files = downloads()
    const drawn: unknown[] = []
    vi.stubGlobal(
      'Image',
      class {
        src = ''
        naturalWidth = 300
        naturalHeight = 300
        decode = async () => undefined
      },
    )
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      fillRect: (...a: unknown[]) => drawn.push(['white', ...a]),
      drawImage: (_: unknown, ...a: unknown[]) => drawn.push(['picture', ...a]),
    } as never)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, kind) =>
      done(new Blob(['x'], { type: String(kind) })),
    )
    open('/charger/7')
    const two = await screen.findByRole('group', { name: 'Connector 2' })
    await userEvent.click(within(two).getByRole('button', { name: 'QR code' }))
    const dialog = await screen.findByRole('dialog', { name: 'QR code of CP-07, connector 2' })
    expect(sent.map(s => [s.params.id, s.body])).toEqual([['7', { connectorId: 2, companyId: 1 }]])
    expect(within(dialog).getByRole('img', { name: 'QR code of connector 2' })).toHaveAttribute(
      'src',
      'data:image/png;base64,AAAA',
    )
    expect(dialog).toHaveTextContent('https://pay.example/CP-07/2')
    await press('Download')
    await waitFor(() => expect(files.map(f => [f.name, f.blob.type])).toEqual([['CP-07-2.jpeg', 'image/jpeg']]))
    expect(drawn).toEqual([
      ['white', 0, 0, 340, 340],
      ['picture', 20, 20],
    ])
  })
})

describe('photos', () => {
  const picture = (name: string, kind = 'image/png') => new File(['fake'], name, { type: kind })
  const link = (n: number) => `/files/${String(n).repeat(32)}.png`
  const input = async () => (await screen.findAllByLabelText('Add photos'))[0] as HTMLElement
  beforeEach(() => {
    let n = 0
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => `blob:${++n}`, revokeObjectURL: () => undefined }))
  })

  test('several at once; one that fails is said and leaves the others', async () => {
    signInAs()
    answer(updateCharger, { data: stored() })
    let n = 0
    server.on(uploadImage, () => (++n === 2 ? { status: 500, message: 'x' } : { data: link(n) }))
    open('/charger/7', stored({ photos: [link(9)] }))
    expect(await input()).toHaveAttribute('accept', 'image/jpeg,image/png')
    expect(await input()).toHaveAttribute('multiple')
    await userEvent.upload(await input(), [picture('a.png'), picture('b.png'), picture('c.png')])
    expect(await screen.findByText('Failed to upload image')).toBeVisible()
    const shown = () => within(screen.getAllByRole('list', { name: 'Photos' })[0] as HTMLElement).getAllByRole('img')
    await waitFor(() => expect(shown().map(i => i.getAttribute('src'))).toEqual([link(9), link(1), link(3)]))
    await press('Remove photo 1')
    await save()
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ photos: [link(1), link(3)] }))
  })

  test('another kind of file is not sent', async () => {
    signInAs()
    open('/charger/7')
    fireEvent.change(await input(), { target: { files: [picture('a.gif', 'image/gif')] } })
    expect(await screen.findByText('Failed to upload image')).toBeVisible()
    expect(server.calls.some(c => c.includes('image-upload'))).toBe(false)
  })

  test('nothing is saved while one is on its way', async () => {
    signInAs()
    let finish = () => {}
    const wait = new Promise<void>(ok => {
      finish = ok
    })
    server.on(uploadImage, async () => {
      await wait
      return { data: link(1) }
    })
    answer(updateCharger, { data: stored() })
    open('/charger/7')
    await userEvent.upload(await input(), picture('late.png'))
    expect((await screen.findAllByLabelText('Uploading photo 1'))[0]).toBeVisible()
    await save()
    expect(await banner()).toEqual(['Please wait until the upload has finished'])
    expect(sent).toEqual([])
    finish()
    await waitFor(() => expect(screen.queryByText(BANNER)).toBeNull())
    await save()
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ photos: [link(1)] }))
  })
})

test('a next step that names a section leads to it', async () => {
  signInAs()
  const scrolled = vi.fn()
  HTMLElement.prototype.scrollIntoView = scrolled
  open('/charger/7?tab=general#additional-information')
  const section = await screen.findByRole('region', { name: 'Additional Information' })
  await waitFor(() => expect(section).toContainElement(document.activeElement as HTMLElement))
  expect(scrolled.mock.contexts).toContain(section)
})

describe('the key', () => {
  const rotated = (taskId: string | null) =>
    server.on(rotateChargerKey, {
      message: 'Told by the server',
      data: { authorizationKey: 'cd'.repeat(20), taskId },
    })

  test('is rotated after a question and shown once', async () => {
    signInAs()
    rotated(null)
    open('/charger/7', stored({ hasKey: true, connection: { ...usable, socketOpen: false, usable: false } }))
    expect(await screen.findByText('A key is stored. Nobody can read it again.')).toBeVisible()
    await press('Rotate key')
    const question = await screen.findByRole('dialog', { name: 'Key of CP-07' })
    expect(question).toHaveTextContent('is not connected')
    expect(server.calls.some(c => c.startsWith('POST'))).toBe(false)
    await userEvent.click(within(question).getByRole('button', { name: 'Rotate key' }))
    await screen.findByText('cd'.repeat(20))
    const dialog = screen.getByRole('dialog', { name: 'Key of CP-07' })
    expect(dialog).toHaveTextContent('Told by the server')
    expect(within(dialog).getAllByRole('button', { name: /^Copy/ })).toHaveLength(3)
    await press('I have kept the key')
    await waitFor(() => expect(screen.queryByText('cd'.repeat(20))).toBeNull())
  })

  test('stands on the setup sheet beside address and QR codes while it is shown, and no longer afterwards', async () => {
    signInAs()
    rotated(null)
    server.on(generateQr, ({ body }) => {
      const { connectorId } = body as { connectorId: number }
      const qrCodeUrl = `https://pay.example/CP-07/${connectorId}`
      return { data: { connectorId, qrCodeUrl, image: 'data:image/png;base64,AAAA' } }
    })
    const print = vi.fn()
    vi.stubGlobal('print', print)
    open('/charger/7', stored({ hasKey: true, connection: { ...usable, socketOpen: false, usable: false } }))
    await userEvent.click(await screen.findByRole('button', { name: 'Rotate key' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rotate key' }))
    const key = await screen.findByRole('dialog', { name: 'Key of CP-07' })
    await userEvent.click(await within(key).findByRole('button', { name: 'Setup sheet' }))
    const sheet = await screen.findByRole('dialog', { name: 'Setup sheet of CP-07' })
    expect(sheet).toHaveTextContent('cd'.repeat(20))
    expect(sheet).toHaveTextContent(/wss?:\/\/[^ ]+\/ocpp\/CP-07/)
    expect(within(sheet).getAllByRole('img', { name: /^QR code of connector [12]$/ })).toHaveLength(2)
    expect(sheet).toHaveTextContent('https://pay.example/CP-07/2')
    await userEvent.click(within(sheet).getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledTimes(1)
    await userEvent.click(within(sheet).getByText('Close'))
    await userEvent.click(await screen.findByRole('button', { name: 'I have kept the key' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Setup sheet' }))
    const later = await screen.findByRole('dialog', { name: 'Setup sheet of CP-07' })
    expect(later).toHaveTextContent('a key is shown once, when it is made')
    expect(later).not.toHaveTextContent('cd'.repeat(20))
  })

  test('sent to a connected charger, its task is followed', async () => {
    signInAs()
    rotated('77')
    open('/charger/7')
    await userEvent.click(await screen.findByRole('button', { name: 'Make a key' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make a key' }))
    await screen.findByText('cd'.repeat(20))
    expect(JSON.parse(sessionStorage.getItem('operations') ?? '[]')).toEqual([
      { taskId: '77', charger: 'CP-07', label: 'New key of CP-07' },
    ])
  })
})

describe('the other tabs', () => {
  test('amenities are chosen of the list', async () => {
    signInAs()
    answer(updateCharger, { data: stored() })
    open('/charger/7?tab=address')
    await userEvent.click(await screen.findByRole('combobox', { name: 'Amenities' }))
    expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual(AMENITIES)
    await userEvent.click(screen.getByRole('option', { name: 'ATM' }))
    await userEvent.click(screen.getByRole('option', { name: 'HOTEL' }))
    await save()
    await waitFor(() =>
      expect(bodyOf<{ amenities: string[] }>(sent.at(-1)).amenities.toSorted()).toEqual(['ATM', 'HOTEL']),
    )
  })

  test('mails need recipients once they are on, and six events can be chosen', async () => {
    signInAs()
    answer(updateCharger, { data: stored() })
    open('/charger/7?tab=settings')
    const on = await screen.findByRole('switch', { name: 'Enable Notifications' })
    expect(screen.queryByLabelText(/Notification Recipients/)).toBeNull()
    await userEvent.click(on)
    const events = within(await screen.findByRole('group', { name: 'Events' }))
    for (const label of Object.values(CHARGER_EVENTS))
      expect(events.getByRole('switch', { name: label })).not.toBeChecked()
    await save()
    expect(await banner()).toEqual(['Notification Recipients is required'])
    expect(tab('Settings has errors')).toBeVisible()
    await type(/Notification Recipients/, 'a@example.com; b')
    await save()
    expect(await banner()).toEqual(['Please enter valid email addresses separated by commas'])
    await type(/Notification Recipients/, 'a@example.com, b@example.com')
    await userEvent.click(events.getByRole('switch', { name: 'Connector Faulted' }))
    await userEvent.click(events.getByRole('switch', { name: 'Boot Notification Sent' }))
    await save()
    await waitFor(() =>
      expect(sent.at(-1)?.body).toEqual({
        settings: {
          settings_pk: null,
          enableNotifications: true,
          notificationRecipients: 'a@example.com, b@example.com',
          notificationFeatures: ['OcppStationBooted', 'OcppStationStatusFailure'],
        },
      }),
    )
  })

  test('instructions are pairs, at most ten, and can be taken out', async () => {
    signInAs()
    answer(updateCharger, { data: stored() })
    const faq = Array.from({ length: 9 }, (_, i) => ({ id: i + 1, question: `Q${i + 1}`, answer: `A${i + 1}` }))
    open('/charger/7?tab=operating_instruction', stored({ faq }))
    expect(await field(/^Question-9/)).toHaveValue('Q9')
    await press('Add question')
    expect(await field(/^Answer-10/)).toHaveValue('')
    expect(screen.queryByRole('button', { name: 'Add question' })).toBeNull()
    await save()
    expect(await banner()).toEqual(['Question is required', 'Answer is required'])
    for (let n = 10; n > 1; n--) fireEvent.click(screen.getByLabelText(`Remove Question-${n}`))
    expect(await screen.findByRole('button', { name: 'Add question' })).toBeVisible()
    await save()
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ faq: [{ id: 1, question: 'Q1', answer: 'A1' }] }))
  })

  test('incidents are read, ten a page', async () => {
    signInAs()
    const report_issues = Array.from({ length: 11 }, (_, i) => ({
      serial_number: 100 + i,
      charge_box_id: 'CP-07',
      created_at: hoursAgo(i),
      category: 'Cable',
      comment: `Torn ${i}`,
    }))
    open('/charger/7?tab=report_incidents', stored({ report_issues }))
    const rows = await screen.findAllByRole('row')
    expect(rows).toHaveLength(11)
    const headers = screen.getAllByRole('columnheader').map(h => h.textContent)
    expect(headers).toEqual(['Serial Number', 'Charge Box Id', 'Created At', 'Category', 'Comment'])
    expect(screen.getByRole('row', { name: /Torn 0/ })).toBeVisible()
    expect(screen.queryByText('Torn 10')).toBeNull()
    await act(() => userEvent.click(screen.getByRole('button', { name: /next page/i })))
    expect(await screen.findByText('Torn 10')).toBeVisible()
    server.on(getCharger, { data: stored({ report_issues: report_issues.slice(3, 4) }), tag: '"one"' })
    await press('Refresh')
    expect(await screen.findByText('Torn 3')).toBeVisible()
  })
})
