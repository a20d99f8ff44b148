// Entries of the audit log in people's words.
import { expect, test } from 'vitest'
import { auditedRecords } from '#desk/audit-screen/audited-records.rules.ts'
import { actionText, changesOf, changesText, deedText } from './change-words.parts.ts'

const of = (feature: string, before: object | null, after: object | null, names = {}) =>
  changesOf({ before, after, names } as Parameters<typeof changesOf>[0], auditedRecords[feature]).map(c => [
    c.label,
    c.before,
    c.after,
  ])

test('keys read as the labels of the form, ids as names, states, units and times as people read them', () => {
  const before = {
    active: 'Y',
    parentCompanyId: 2,
    houseNumber: '4',
    taxPpm: 180_000,
    validUntil: null,
    latitude: 12.9716,
    country: 'IN',
  }
  const after = {
    active: 'N',
    parentCompanyId: 3,
    houseNumber: '5',
    taxPpm: 23_600,
    validUntil: '2026-12-31',
    latitude: 12.9,
    country: 'NP',
  }
  expect(of('Company', before, after, { 2: 'Volt Works' })).toEqual([
    ['Status', 'Active', 'Inactive'],
    ['Parent Team', 'Volt Works', 'Another team'],
    ['House Number', '4', '5'],
    ['Tax Percent', '18%', '2.36%'],
    ['Valid Until', null, '31 Dec 2026'],
    ['Latitude', '12.9716', '12.9'],
    ['Country', 'India', 'Nepal'],
  ])
  const session = { stoptime: '2026-01-05T20:04:05.000Z', stop_meter_value: 12_200, totalAmountCharged: 259.5 }
  const corrected = { stoptime: '2026-01-05T21:04:05.000Z', stop_meter_value: 13_200, totalAmountCharged: 1259.5 }
  expect(of('Transaction', session, corrected)).toEqual([
    ['Stop Time', '06 Jan 2026 01:34', '06 Jan 2026 02:34'],
    ['Stop Meter Value', '12.200 kWh', '13.200 kWh'],
    ['Amount Charged', '₹259.50', '₹1,259.50'],
  ])
})

test('what did not change, is empty on both sides, or is the product’s own number is left out', () => {
  const account = { payoutDetailId: 4, business_name: 'Volt', gst: null, disabled: false }
  expect(
    of(
      'Finance',
      {
        updatedAt: 'x',
        note: '',
        payoutAccounts: [account],
        'payout_details.payout_rule': 3,
        'payout_details.tax': 18,
      },
      {
        updatedAt: 'y',
        note: null,
        payoutAccounts: [{ ...account, payoutDetailId: 9, business_name: 'Volt Works' }],
        'payout_details.payout_rule': 6,
        'payout_details.tax': 12,
      },
    ),
  ).toEqual([
    ['Payout Account 1 Business Name', 'Volt', 'Volt Works'],
    ['Payout Rule', 'Fixed monthly and % per unit', 'Fixed per unit'],
    ['Payout Tax', '18%', '12%'],
  ])
})

test('what went out of an operation is told only where it differs from what was asked for', () => {
  const log = { remoteLocation: 'https://p.example/public/charger-file' }
  const after = { logType: 'SecurityLog', log, request: { logType: 'SecurityLog', log, requestId: 7 } }
  expect(of('ChargerPoint', null, after)).toEqual([
    ['Log Type', null, 'SecurityLog'],
    ['Log Remote Location', null, 'https://p.example/public/charger-file'],
    ['Request Request ID', null, '7'],
  ])
})

test('of a new record the filled fields are told, of a member the name', () => {
  expect(of('Users', null, { username: 'desk', phone: '', firstName: 'Depot' })).toEqual([
    ['User Name', null, 'desk'],
    ['First Name', null, 'Depot'],
  ])
  expect(of('Team', { 'member a.b@volt.example': 'Viewer' }, { 'member a.b@volt.example': 'Operator' })).toEqual([
    ['Member a.b@volt.example', 'Viewer', 'Operator'],
  ])
})

test('a secret that was changed is told, though it reads the same; beside another change it is not', () => {
  expect(of('Company', { webhookSecret: '•••' }, { webhookSecret: '•••' })).toEqual([['Webhook Secret', '•••', '•••']])
  const of2 = (url: string) => ({ gateway: { url, token: '•••' } })
  expect(of('Company', of2('a'), of2('b'))).toEqual([['Gateway URL', 'a', 'b']])
})

test('flags of a role and states of a request are words', () => {
  expect(of('Role', { Tag: 'N', Report: 'V' }, { Tag: 'VCUD', Report: 'N' })).toEqual([
    ['Tag', null, 'View, Create, Update, Delete'],
    ['Report', 'View', null],
  ])
  expect(of('ServiceRequest', { status: 'OPEN' }, { status: 'IN_PROGRESS' })).toEqual([
    ['Status', 'Open', 'In Progress'],
  ])
  expect(of('Transaction', { status: null }, { status: 'PAYOUTPENDING' })).toEqual([['Status', null, 'Payout Pending']])
})

test('a deed is in words, an operation of a charger has its own name; a file has it all in one text', () => {
  expect(['update', 'change-member', 'RemoteStart'].map(actionText)).toEqual([
    'Changed',
    'Changed the role of a member',
    'RemoteStart',
  ])
  expect(
    changesText({ before: { note: 'old' }, after: { note: 'new', limit: 3 }, names: {} }, auditedRecords.ChargerPoint),
  ).toBe('Notes: old → new; Limit: – → 3')
})

test.each([
  [{ call: 'DELETE /cms/v1/user/{id}', asked: 'Delete a user; ends the sessions' }, 'Refused: delete a user'],
  [{ call: 'GET /cms/v1/company', asked: 'The companies of the scope' }, 'Refused: see the companies of the scope'],
  [{ call: 'DELETE /cms/v1/user/{id}' }, 'Refused: delete user'],
  [{ call: 'PUT /cms/v1/team/{teamId}/charging-status/{id}/status' }, 'Refused: change status'],
  [null, 'Refused'],
])('a refusal says what was wanted in words: %o', (after, text) => {
  expect(deedText({ action: 'refused', after })).toBe(text)
  expect(changesOf({ before: null, after, names: {} }, auditedRecords.Users)).toEqual([])
})

test('a charger: the labels of its form, and names for the numbers of its site and price groups', () => {
  const side = (site: number | null, group: number, kw: number) => ({
    chargingSiteId: site,
    tolerance_watt: 300 + kw,
    settings: { enableNotifications: kw > 30 },
    connectors: [{ connectorId: 1, priceGroupId: group, kw }],
    faq: [{ question: `How ${kw}?` }],
  })
  const names = { 'chargingSiteId 4': 'Mall', 'priceGroupId 2': 'Night' }
  const entry = { before: side(4, 2, 22), after: side(null, 9, 60), names }
  expect(changesOf(entry, auditedRecords.ChargerPoint).map(c => [c.label, c.before, c.after])).toEqual([
    ['Charging Site', 'Mall', null],
    ['Tolerance Level (Watts)', '322', '360'],
    ['Enable Notifications', 'No', 'Yes'],
    ['Connector 1 Price Group', 'Night', 'Another price group'],
    ['Connector 1 Power (kW)', '22', '60'],
    ['Operating Instruction 1 Question', 'How 22?', 'How 60?'],
  ])
  const set = {
    before: null,
    after: { keyType: 'Custom', customConfKey: 'BlinkRepeat', customConfValue: '5' },
  }
  expect(changesOf(set, auditedRecords.ChargerPoint).map(c => `${c.label}: ${c.after}`)).toEqual([
    'Key Type: Custom',
    'Key: BlinkRepeat',
    'Value: 5',
  ])
})

test.each(['2026-99-99', '0000-00-00', '1234-56-78'])('a text that only looks like a day stays a text: %s', note => {
  expect(of('ChargerPoint', { note: '2026-12-31' }, { note })).toEqual([['Notes', '31 Dec 2026', note]])
})

test('every deed that the code writes has words of its own', () => {
  const sources = import.meta.glob<string>(
    [
      '../../**/*.{commands,jobs,memory,ocpp,routes}.ts',
      '../../../platform/**/audit-calls.ts',
      '../../../app/{upkeep,admin}.ts',
    ],
    { query: '?raw', import: 'default', eager: true },
  )
  const deeds = Object.values(sources).flatMap(code => {
    if (!code.includes('audit')) return []
    const written = /(?:action:|tell\(|tell\(trx, [\w.]+, \w+,)\s*'([a-z][a-z -]*)'/g
    const either = /action: [^'\n]*\? '([a-z-]+)' : '([a-z-]+)'/g
    return [...code.matchAll(written), ...code.matchAll(either)].flatMap(m => m.slice(1))
  })
  expect(deeds.length).toBeGreaterThan(40)
  expect(deeds).toEqual(expect.arrayContaining(['add-tags', 'remove-upi-id', 'unassign-vehicle', 'wallet', 'refused']))
  expect([...new Set(deeds)].filter(deed => !/^[A-Z]/.test(actionText(deed)))).toEqual([])
})

test('a vehicle: labels as on its form, years as they are, documents by their kind', () => {
  const before = {
    vin: 'A1',
    emi_start_date: '2025-01-01',
    range_per_charge: 1200,
    year_of_manufacture: 2023,
    insurance_document: '/files/-fGcNkabcdefghijklmnopqrstuvwxyz.pdf',
    icon: null,
  }
  const after = {
    vin: 'A2',
    emi_start_date: '2025-02-01',
    range_per_charge: 1300,
    year_of_manufacture: 2024,
    insurance_document: '/files/0fGcNkabcdefghijklmnopqrstuvwxyz.pdf',
    icon: '/files/a.png',
  }
  expect(of('Vehicle', before, after)).toEqual([
    ['VIN', 'A1', 'A2'],
    ['EMI Start Date', '01 Jan 2025', '01 Feb 2025'],
    ['Range per Charge', '1,200 km', '1,300 km'],
    ['Year of Manufacture', '2023', '2024'],
    ['Insurance Document', 'PDF file', 'Another PDF file'],
    ['Icon', null, 'Picture'],
  ])
})
