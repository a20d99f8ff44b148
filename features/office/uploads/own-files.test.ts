// A record names files of our own store alone, and only those that its writer may name.

import { fileFields } from '@wattdesk/base/file-link'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { fieldsOf } from '#testing/shapes.ts'
import { PDF, PNG } from './test-files.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const upload = async (who: Person, { teamId = 0, directory = '' } = {}): Promise<string> => {
  const payload = { image: (directory ? PDF : PNG).toString('base64'), ...(directory && { directory }) }
  const url = `/cms/v1/util/image-upload${teamId ? `?teamId=${teamId}` : ''}`
  return (await t.app.inject({ method: 'POST', url, headers: await t.as(who), payload })).json().data
}
const ask = async (method: 'POST' | 'PUT', url: string, who: Person, payload: object) => {
  const r = await t.app.inject({ method, url, headers: await t.as(who), payload })
  return { status: r.statusCode, errors: r.json().errors, data: r.json().data }
}
const good = { email: 'a@volt.example', phone: '08023456', issueType: 'Others', description: 'x' }
const ticket = (who: Person, attachment: unknown) => ask('POST', '/cms/v1/support', who, { ...good, attachment })
const NOT_OURS = [422, { attachment: 'Attachment must be an uploaded file' }]

test('whoever adds a field that names a file adds its check: these have one', () => {
  // By the shape: a new endpoint stands here once its command asks demandOwnFiles, which a test below shows, or its own.
  const isFile = (shape: z.ZodType): boolean => {
    const { innerType, in: first } = shape._zod.def as unknown as { innerType?: z.ZodType; in?: z.ZodType }
    const within = innerType ?? first
    return fileFields.has(shape) || (within !== undefined && isFile(within))
  }
  const naming = t.app.endpoints.filter(e => e.body && fieldsOf(e.body).some(f => isFile(f.shape)))
  expect(naming.map(e => `${e.method} ${e.path}`).sort()).toEqual([
    'POST /cms/v1/company',
    'POST /cms/v1/support',
    'POST /cms/v1/team/{teamId}/vehicles',
    'PUT /cms/v1/company/{id}',
    'PUT /cms/v1/support/{ticketId}',
    'PUT /cms/v1/vehicles/{vehicleId}',
  ])
})

describe('the attachment of a service request', () => {
  test.each([
    'https://pixel.example/track.gif',
    'http://127.0.0.1/files/a.png',
    '/dashboard',
    `/files/${'a'.repeat(32)}.png`,
    '/providers/citycharge.svg',
  ])('%s is refused', async link => {
    const r = await ticket('operator', link)
    expect([r.status, r.errors]).toEqual(NOT_OURS)
  })
  test('a file of one’s own, of one’s company, of a team one’s role covers', async () => {
    expect((await ticket('operator', await upload('operator'))).status).toBe(201)
    expect((await ticket('operator', await upload('nobody'))).status).toBe(201)
    expect((await ticket('root', await upload('operator', { teamId: t.world.one.teamId }))).status).toBe(201)
  })
  test('a file of another company is refused, and no vehicle document is a picture', async () => {
    const theirs = await ticket('operator', await upload('stranger'))
    expect([theirs.status, theirs.errors]).toEqual(NOT_OURS)
    const document = await ticket('operator', await upload('operator', { directory: 'vehicle-documents' }))
    expect([document.status, document.errors]).toEqual(NOT_OURS)
  })
  test('what stands there stays when somebody else saves; another file is looked at', async () => {
    const link = await upload('root')
    const made = await ask('POST', `/cms/v1/team/${t.world.one.teamId}/support`, 'root', { ...good, attachment: link })
    expect(made.status).toBe(201)
    const put = (attachment: string) =>
      ask('PUT', `/cms/v1/support/${made.data.ticket_id}`, 'operator', { ...good, description: 'y', attachment })
    const kept = await put(link)
    expect([kept.status, kept.data.attachment, kept.data.description]).toEqual([200, link, 'y'])
    const other = await put(await upload('stranger'))
    expect([other.status, other.errors]).toEqual(NOT_OURS)
  })
})

describe('the icons of a company', () => {
  const company = (provider: object, more: object = {}) => ({
    name: 'Volt',
    domain: 'volt.example',
    companyProtocolType: 'ocpp',
    active: 'Y',
    token: null,
    endpoint: null,
    partyId: null,
    rootUser: 'volt.root',
    emailId: 'volt@volt.example',
    paymentCurrency: 'INR',
    paymentGatewayId: 1,
    taxPercent: 18,
    transactionPercent: 2,
    provider: { name: 'Volt', ...provider },
    ...more,
  })
  test('are uploaded files or come with the portal', async () => {
    const icon = await upload('root')
    const made = await ask(
      'POST',
      '/cms/v1/company',
      'root',
      company({ icon, greyIcon: '/providers/citycharge-grey.svg' }),
    )
    expect([made.status, made.data?.provider?.icon]).toEqual([201, icon])
    const id = made.data.id
    const change = async (provider: object) =>
      ask('PUT', `/cms/v1/company/${id}`, 'root', company(provider, { name: 'Volt 2' }))
    expect((await change({ icon })).status).toBe(200)
    const outside = await change({ icon: 'https://pixel.example/x.png', redIcon: `/files/${'b'.repeat(32)}.png` })
    expect([outside.status, outside.errors]).toEqual([422, { 'provider.icon': 'Icon must be an uploaded file' }])
    const unknown = await change({ icon, redIcon: `/files/${'b'.repeat(32)}.png` })
    expect([unknown.status, unknown.errors]).toEqual([422, { 'provider.redIcon': 'Red Icon must be an uploaded file' }])
  })
  test.each([
    'not a domain!!',
    'a b',
    '-volt',
    'volt-',
    'volt..example',
    '.volt',
    'volt.',
    'vólt.example',
    'a_b',
    'http://volt',
  ])('the domain %j is refused', async domain => {
    const r = await ask('POST', '/cms/v1/company', 'root', company({}, { domain }))
    expect([r.status, r.errors]).toEqual([422, { domain: 'Please enter a valid domain, such as volt.example' }])
  })
})
