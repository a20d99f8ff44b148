// QR codes of connectors: who may make them, the address in them, the picture of the address, and the stored address.
import { inflateSync } from 'node:zlib'
import { sql } from 'kysely'
import qrcode from 'qrcode-generator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { payOrigin, qrAddress } from './qr.rules.ts'
import { asker, chargerBody } from './test-charger.ts'

let t: TestApp
let ask: ReturnType<typeof asker>
beforeAll(async () => {
  t = await startApp({ publicUrl: 'https://portal.volt.example' })
  ask = asker(t)
})
afterAll(() => t.close())

/** The modules of a PNG of one bit a pixel, true for dark, ten pixels each. */
function modulesOf(image: string): boolean[][] {
  const png = Buffer.from(image.replace(/^data:image\/png;base64,/, ''), 'base64')
  const size = png.readUInt32BE(16)
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const rows = inflateSync(Buffer.concat(parts))
  const rowBytes = 1 + Math.ceil(size / 8)
  const isDark = (x: number, y: number) => ((rows[y * rowBytes + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0
  const count = size / 10
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, column) => isDark(column * 10 + 5, row * 10 + 5)),
  )
}

test('a code is made by who may change the charger, kept on its connector, and told in the log', async () => {
  const got = []
  for (const who of ['nobody', 'stranger', 'viewer', 'finance', 'operator', 'admin'] as const)
    got.push((await ask(who, 'POST', 'charger/DC-1/generateQr', { connectorId: 2 })).status)
  expect(got).toEqual([404, 404, 403, 403, 200, 200])
  const { data, message } = await ask('admin', 'POST', 'charger/DC-1/generateQr', { connectorId: 2, companyId: 7 })
  expect(message).toBe('QR code generated successfully')
  expect(data).toMatchObject({ connectorId: 2, qrCodeUrl: 'https://portal.volt.example/pay/DC-1/2' })
  const { connectors } = (await ask('admin', 'GET', 'charger/DC-1')).data
  expect(connectors.map((c: { qrCodeUrl: string }) => c.qrCodeUrl)).toEqual([null, data.qrCodeUrl])
  const { rows } =
    await sql`select action, after from audit_entry where action = 'generate-qr' order by id desc limit 1`.execute(t.db)
  expect(rows).toEqual([{ action: 'generate-qr', after: { connectorId: 2, qrCodeUrl: data.qrCodeUrl } }])
})

test('the picture holds the address, with four light modules around', async () => {
  const { data: made } = await ask('admin', 'POST', 'charger', chargerBody(t, { chargepoint_id: 'CP 100% ⚡' }))
  const { data } = await ask('admin', 'POST', `charger/${made.id}/generateQr`, { connectorId: 1 })
  expect(data.qrCodeUrl).toBe('https://portal.volt.example/pay/CP%20100%25%20%E2%9A%A1/1')
  const code = qrcode(0, 'Q')
  code.addData(data.qrCodeUrl)
  code.make()
  const wanted = code.getModuleCount()
  const modules = modulesOf(data.image)
  expect(modules).toHaveLength(wanted + 8)
  modules.forEach((row, y) => {
    row.forEach((dark, x) => {
      const isInside = x >= 4 && y >= 4 && x < wanted + 4 && y < wanted + 4
      if (dark !== (isInside && code.isDark(y - 4, x - 4))) throw new Error(`module ${x}, ${y}`)
    })
  })
  // The three finder patterns of a QR code.
  for (const [x, y] of [
    [4, 4],
    [wanted - 3, 4],
    [4, wanted - 3],
  ] as const)
    expect(
      modules.slice(y, y + 7).map(r =>
        r
          .slice(x, x + 7)
          .map(Number)
          .join(''),
      ),
    ).toEqual(['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'])
})

test('no code for a connector that nobody has described, nor for another company’s charger', async () => {
  const refused = await ask('admin', 'POST', 'charger/DC-1/generateQr', { connectorId: 3 })
  expect([refused.status, refused.errors]).toEqual([422, { connectorId: 'The charge point has no connector 3' }])
  expect((await ask('admin', 'POST', 'charger/DC-1/generateQr', {})).errors).toEqual({
    connectorId: 'Connector is required',
  })
  expect((await ask('admin', 'POST', 'charger/OTHER-1/generateQr', { connectorId: 1 })).status).toBe(404)
})

test('a code bears the brand under which it was asked for', () => {
  const own = 'https://portal.volt.example'
  expect(payOrigin('portal.amberline.example', own)).toBe('https://portal.amberline.example')
  expect(qrAddress('https://portal.amberline.example', 'A/B', 1)).toBe('https://portal.amberline.example/pay/A%2FB/1')
  for (const typed of ['10.0.0.5:8080', 'localhost', 'default.example', 'elsewhere.test', ''])
    expect(payOrigin(typed, own)).toBe('https://portal.volt.example')
})

test('a code of a portal that is served on one machine alone leads to it, without a certificate', () => {
  const local = 'http://127.0.0.1:8080'
  expect(payOrigin('localhost:8080', local)).toBe('http://127.0.0.1:8080')
  expect(payOrigin('portal.bluegrid.localhost:8080', local)).toBe('http://portal.bluegrid.localhost:8080')
  expect(payOrigin('portal.bluegrid.example', local)).toBe('https://portal.bluegrid.example')
  expect(qrAddress('http://127.0.0.1:8080', 'CP', 2)).toBe('http://127.0.0.1:8080/pay/CP/2')
})
