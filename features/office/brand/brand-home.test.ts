// Where the mails to the people of a company lead, and whose brand they carry: every mail with a link, for companies whose
// domain is a host of a brand, the label of a brand, another host, or missing.
import { describe, expect, test } from 'vitest'
import { eventLetter } from '#fleet/stations/charger-mail.rules.ts'
import { codeLetter, verifyLetter } from '#people/entry/letters.rules.ts'
import { firstMail } from '#people/users/user.rules.ts'
import { homeOf } from './brand.rules.ts'

const PUBLIC = 'https://portal.wattdesk.example'
const HOMES = [
  ['a host of a brand', 'portal.bluegrid.com', 'https://portal.bluegrid.com', 'Bluegrid'],
  ['a host of a brand, as it was typed', ' Fleet.BLUEGRID.com ', 'https://fleet.bluegrid.com', 'Bluegrid'],
  ['the label of a brand', 'amberline', 'https://portal.amberline.example', 'Amberline'],
  ['a host without a brand', 'volt.example', PUBLIC, 'Wattdesk'],
  ['a name without a brand', 'volt', PUBLIC, 'Wattdesk'],
  ['the key of the default brand', 'default', PUBLIC, 'Wattdesk'],
  ['a name that every object has', 'constructor', PUBLIC, 'Wattdesk'],
  ['an IP address', '192.0.2.7', PUBLIC, 'Wattdesk'],
  ['no domain', null, PUBLIC, 'Wattdesk'],
] as const

test.each(HOMES)('a company with %s: %s', (_, domain, url, name) => {
  const home = homeOf(PUBLIC, domain)
  expect([home.url, home.brand.name]).toEqual([url, name])
})

test('scheme, port and path are those of the installation', () => {
  expect(homeOf('http://127.0.0.1:8080', 'portal.bluegrid.localhost').url).toBe('http://portal.bluegrid.localhost:8080')
  // On this machine no other host leads to the portal.
  for (const url of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])
    expect(homeOf(url, 'portal.bluegrid.com')).toMatchObject({ url, brand: { name: 'Bluegrid' } })
  expect(homeOf('https://example.com/desk', 'portal.bluegrid.com').url).toBe('https://portal.bluegrid.com/desk')
})

const to = { email: 'asha@volt.example', firstName: 'Asha' }
const told = {
  chargepointPk: 7,
  chargepointId: 'CP-7',
  chargepointName: 'Mall',
  connectorId: 0,
  connectorName: null,
  evseId: null,
  evseConnectorId: null,
  event: 'OcppStationBooted' as const,
  at: new Date('2026-03-02T10:00:00Z'),
  details: [],
}
describe.each(HOMES)('for %s', (_, domain, url, name) => {
  const home = homeOf(PUBLIC, domain)
  test.each([
    ['the first password', firstMail(home, { ...to, username: 'asha' }), `${url}/reset?username=asha`],
    ['a one-time code', codeLetter(to, '123456', home), `${url}/reset`],
    [
      'the verification',
      verifyLetter(to, `${home.url}/auth/verifyemail?token=x`, home),
      `${url}/auth/verifyemail?token=x`,
    ],
    ['an event of a charger', eventLetter(told, { home, timeZone: 'UTC' }), `${url}/charger/7`],
  ])('the mail on %s leads there and is signed', (_mail, { text, subject }, link) => {
    const links = text.match(/https?:\/\/\S+/g)?.map(l => l.replace(/[.,]$/, ''))
    expect(links).toEqual([link])
    expect(text.trimEnd().split('\n').at(-1)).toBe(`${name} · ${home.brand.supportEmail}`)
    expect(`${subject}\n${text}`).toContain(name)
  })
})
