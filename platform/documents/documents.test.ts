// Documents of the server: papers and lists as files, the same for the same data, in processes that may be killed.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import type { DocumentRequest, ListRequest } from '@wattdesk/wire/document-calls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { documentsCode } from '#testing/documents-code.ts'
import { linesOf, pdfPages } from '#testing/web/pdf.ts'
import { sheetOf } from '#testing/web/sheet.ts'
import { type DocumentOptions, type Documents, type Made, openDocuments } from './documents.ts'
import { INVOICE } from './test-invoice.ts'

const quiet = { warn: () => undefined, error: () => undefined }
const opened: Documents[] = []
const open = (options: Partial<DocumentOptions> = {}): Documents => {
  const documents = openDocuments({ code: documentsCode, timeZone: 'Asia/Kolkata', log: quiet, ...options })
  opened.push(documents)
  return documents
}
afterEach(() => Promise.all(opened.splice(0).map(d => d.close())))
/** For the tests that end no process. */
let shared: Documents
beforeAll(async () => {
  await documentsCode()
  shared = openDocuments({ code: documentsCode, timeZone: 'Asia/Kolkata', log: quiet })
})
afterAll(() => shared.close())

const brandHome = { name: 'Bluegrid', supportEmail: 'help@bluegrid.example', logo: '/brands/bluegrid.svg' }
const at = '2026-11-01T00:00:00.000Z'
const ofInvoice = (props: unknown = { invoice: INVOICE }, more: Partial<DocumentRequest> = {}): DocumentRequest => ({
  kind: 'invoice',
  props,
  brandHome,
  mode: 'test',
  at,
  ...more,
})
const ofList = (as: ListRequest['as'], kind = 'settlements'): ListRequest => ({
  ...ofInvoice({ facts: [['Period', 'October 2026']] }, { kind }),
  as,
})
const HINDI = { invoice: { ...INVOICE, recipient: { ...INVOICE.recipient, name: 'विद्युत क्षेत्र' } } }

const textOf = async ({ path }: Made) => (await pdfPages(new Blob([readFileSync(path)]))).flatMap(linesOf)
/** The reply of a list in pieces, cut where it falls. */
async function* reply(rows: readonly object[], cut = 1000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(JSON.stringify({ success: true, message: 'OK', data: rows }))
  for (let i = 0; i < bytes.length; i += cut) yield bytes.subarray(i, i + cut)
}
const settlements = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    payoutId: `PO-2610-${i + 1}`,
    team_name: i === 1 ? '=1+1' : 'Volt North',
    periodStartDate: '2026-10-01',
    displayEndDate: '2026-10-31',
    totalAmountCharged: 1_23_456.5,
    unitsConsumed: 1200.5,
    CPOPayout: 1000.25,
    status: 'Paid',
  }))
/** The processes that this one has started for documents, without those of the shared one. */
const children = (): number[] => spawnedBy(process.pid).filter(pid => !known.includes(pid))
let known: number[] = []
beforeEach(() => {
  known = spawnedBy(process.pid)
})
/** A process that ends meanwhile has no files any more. */
const partOf = (pid: string, part: 'stat' | 'cmdline'): string => {
  try {
    return readFileSync(`/proc/${pid}/${part}`, 'utf8')
  } catch {
    return ''
  }
}
/** The parent stands behind the name, which may hold anything, and the state. */
const parentOf = (pid: string): number => Number(partOf(pid, 'stat').split(') ').at(-1)?.split(' ')[1])
const spawnedBy = (pid: number): number[] =>
  readdirSync('/proc')
    .filter(own => /^\d+$/.test(own) && parentOf(own) === pid && partOf(own, 'cmdline').includes('document-child'))
    .map(Number)

test('an invoice and its note are made with brand, notice of test mode and the name of their file', async () => {
  const documents = shared
  const [note] = INVOICE.notes
  const [invoice, credit] = await Promise.all([
    documents.make(ofInvoice()),
    documents.make(ofInvoice({ invoice: INVOICE, note }, { mode: 'live' })),
  ])
  expect([invoice.fileName, invoice.type, invoice.bytes]).toEqual([
    'Invoice_12.pdf',
    'application/pdf',
    readFileSync(invoice.path).length,
  ])
  expect(credit.fileName).toBe('Credit_Note_12_CM-26-27-C00001.pdf')
  const lines = await textOf(invoice)
  expect(lines.slice(0, 2)).toEqual([TEST_NOTICE, expect.stringContaining('CM/26-27/000012')])
  expect(lines.join('\n')).toContain('Questions? help@bluegrid.example')
  expect((await textOf(credit)).join('\n')).not.toContain(TEST_NOTICE)
  await invoice.remove()
  expect([existsSync(invoice.path), existsSync(credit.path)]).toEqual([false, true])
})

test('the same request gives the same bytes, in another process and after a paper in Hindi too', async () => {
  const [one, other] = [shared, open()]
  const bytes = async (documents: Documents, request: DocumentRequest) =>
    readFileSync((await documents.make(request)).path)
  const first = await bytes(one, ofInvoice())
  const hindi = await bytes(other, ofInvoice(HINDI))
  expect((await bytes(other, ofInvoice())).equals(first)).toBe(true)
  expect((await bytes(one, ofInvoice(HINDI))).equals(hindi)).toBe(true)
  expect((await bytes(one, ofInvoice(undefined, { at: '2026-11-02T00:00:00.000Z' }))).equals(first)).toBe(false)
})

test('what is no logo of the brand leaves its name alone; nothing is fetched', async () => {
  const documents = shared
  const broken = Buffer.from('<svg viewBox="0 0 9 9"><g>').toString('base64')
  const logos = ['https://127.0.0.1:1/logo.svg', '/brands/../main.js', `data:image/svg+xml;base64,${broken}`, 'data:,']
  const plain = await documents.make(
    ofInvoice(undefined, { brandHome: { name: 'Bluegrid', supportEmail: 'a@b.example' } }),
  )
  const bare = readFileSync(plain.path)
  const drawn = async (made: Made) => (await pdfPages(new Blob([readFileSync(made.path)])))[0]?.curves ?? 0
  expect(await drawn(await documents.make(ofInvoice()))).toBeGreaterThan((await drawn(plain)) + 10)
  for (const logo of logos) {
    const made = await documents.make(
      ofInvoice(undefined, { brandHome: { name: 'Bluegrid', supportEmail: 'a@b.example', logo } }),
    )
    expect([logo, readFileSync(made.path).equals(bare)]).toEqual([logo, true])
  }
})

test('a list as CSV and Excel has the cells of its grid, in the business zone, and the count of its rows', async () => {
  const documents = shared
  const rows = settlements(300)
  const csv = await documents.makeFromRows(ofList('csv'), () => reply(rows))
  expect([csv.fileName, csv.type, csv.rows]).toEqual(['settlements.csv', 'text/csv; charset=utf-8', 300])
  const lines = readFileSync(csv.path, 'utf8').split('\r\n')
  expect(lines[0]).toContain('Payout Id,Team,Start Date')
  expect(lines[2]).toContain("PO-2610-2,'=1+1,")
  expect(lines.slice(-2)).toEqual([TEST_NOTICE, ''])
  const excel = await documents.makeFromRows(ofList('xlsx'), () => reply(rows))
  const again = await documents.makeFromRows(ofList('xlsx'), () => reply(rows, 77))
  expect(readFileSync(again.path).equals(readFileSync(excel.path))).toBe(true)
  const sheet = await sheetOf(new Blob([readFileSync(excel.path)]))
  expect([sheet.length, sheet[300]?.[0], sheet[301]]).toEqual([302, 'PO-2610-300', [TEST_NOTICE]])
})

test('a list as PDF lies, says what it is chosen by and when it was made, and numbers its pages', async () => {
  const made = await shared.makeFromRows(ofList('pdf'), () => reply(settlements(60)))
  const pages = await pdfPages(new Blob([readFileSync(made.path)]))
  expect(pages.map(p => [Math.round(p.width), Math.round(p.height)])).toEqual(pages.map(() => [842, 595]))
  const lines = pages.map(linesOf)
  expect(lines[0]?.join('\n')).toContain('October 2026  60  01 Nov 2026 05:30 (Asia/Kolkata)')
  for (const [i, page] of lines.entries()) {
    expect(page.at(-1)).toBe(`Made on 01 Nov 2026 05:30 (Asia/Kolkata)  Page ${i + 1} of ${pages.length}`)
    expect(page.join('\n')).toContain('Payout Id')
  }
  expect(lines.flat().filter(l => l.startsWith('PO-2610-'))).toHaveLength(60)
  for (const t of pages.flatMap(p => p.texts)) expect([t.text, t.x > 41 && t.end < 802]).toEqual([t.text, true])
})

test('a PDF of transactions has the connector and the decimals of the list; sums of the dashboard are not counted', async () => {
  const props = {
    title: 'Transactions',
    fileName: 'x',
    facts: [['Rows', 'All rows']],
    format: 'pdf',
    columns: null,
    kinds: [],
  }
  const rows = [
    { transactionId: 7, chargepoint_id: 'AMB-05', connectorId: 3, kw_consumed: 0.048, stoptime: at, starttime: at },
  ]
  const request = { ...ofList('pdf', 'report-transactions'), props }
  const text = (await textOf(await shared.makeFromRows(request, () => reply(rows)))).join('\n')
  expect(text).toContain('Connector')
  expect(text).toContain('0.048 kWh')
  expect(text).toContain('Number of rows')
  const days = [{ date: 'Whole period' }, { date: '2026-10-30' }, { date: '2026-10-31' }]
  const dashboard = { ...ofList('pdf', 'report-dashboard'), props }
  const made = await shared.makeFromRows(dashboard, () => reply(days))
  expect(made.rows).toBe(2)
  expect((await textOf(made)).join('\n')).not.toContain('These are the first')
})

test('a PDF of more rows than it holds says so, and how many there are', async () => {
  const made = await shared.makeFromRows(ofList('pdf'), () => reply(settlements(1200), 50_000))
  const pages = await pdfPages(new Blob([readFileSync(made.path)]))
  const lines = pages.flatMap(linesOf)
  expect(made.rows).toBe(1200)
  // No page runs over onto one of a few rows.
  const filled = pages.slice(1, -1).map(p => linesOf(p).filter(l => l.startsWith('PO-2610-')).length)
  expect(Math.min(...filled)).toBeGreaterThan(24)
  expect(lines.join('\n')).toContain(
    'These are the first 1,000 of 1,200 rows: a PDF holds no more. A CSV holds all of them.',
  )
  expect(lines.filter(l => l.startsWith('PO-2610-'))).toHaveLength(1000)
}, 120_000)

test('rows that break off and rows beyond what Excel holds give no file', async () => {
  const documents = open()
  async function* half() {
    yield Buffer.from('{"data":[{"payoutId":"PO-1"}')
  }
  async function* failing() {
    yield Buffer.from('{"data":[{"payoutId":"PO-1"}')
    throw new Error('The database is away')
  }
  await expect(documents.makeFromRows(ofList('csv'), () => half())).rejects.toMatchObject({ reason: 'failed' })
  await expect(documents.makeFromRows(ofList('csv'), () => failing())).rejects.toThrow('The database is away')
  const row = JSON.stringify(settlements(1)[0])
  async function* many() {
    yield Buffer.from('{"data":[')
    for (let i = 0; i < 51; i++) yield Buffer.from(`${i ? ',' : ''}${Array(1000).fill(row).join(',')}`)
    yield Buffer.from(']}')
  }
  await expect(documents.makeFromRows(ofList('xlsx'), () => many())).rejects.toMatchObject({
    reason: 'refused',
    statusCode: 422,
    message: expect.stringContaining('More than 50,000 rows'),
  })
  expect((await documents.make(ofInvoice())).bytes).toBeGreaterThan(0)
})

test('a process that is killed midway gives 503, and the next call works', async () => {
  const documents = open()
  await documents.make(ofInvoice())
  const [pid = 0] = children()
  const making = documents.make(ofInvoice())
  process.kill(pid, 'SIGKILL')
  await expect(making).rejects.toMatchObject({ statusCode: 503, reason: 'died' })
  expect((await documents.make(ofInvoice())).bytes).toBeGreaterThan(0)
})

test('a document that takes too long, or too much memory, is ended and the process replaced', async () => {
  const hasty = open({ limitMs: 1 })
  await expect(hasty.make(ofInvoice())).rejects.toMatchObject({ statusCode: 503, reason: 'late' })
  const small = open({ memoryMb: 40 })
  const huge = { invoice: { ...INVOICE, recipient: { ...INVOICE.recipient, name: 'Word '.repeat(200_000) } } }
  await expect(small.make(ofInvoice(huge))).rejects.toMatchObject({ statusCode: 503, reason: 'died' })
  expect(children()).toEqual([])
})

test('two at once; so many wait, the rest is refused, and nobody is lost', async () => {
  const documents = open({ waiting: 8 })
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => documents.make(ofInvoice())))
  expect(children()).toHaveLength(2)
  expect(all.filter(r => r.status === 'fulfilled')).toHaveLength(10)
  for (const r of all) if (r.status === 'rejected') expect(r.reason).toMatchObject({ statusCode: 503, reason: 'busy' })
})

test('a process without work ends, and close() ends those at work', async () => {
  const documents = open({ idleMs: 50 })
  await documents.make(ofInvoice())
  await expect.poll(children).toEqual([])
  const ended = expect(documents.make(ofInvoice())).rejects.toMatchObject({ reason: 'ended' })
  await documents.close()
  await ended
  expect(children()).toEqual([])
})

test('a document that arrives while a process ends for want of work gets another process', async () => {
  const idleMs = 30
  const documents = open({ idleMs })
  await documents.make(ofInvoice())
  // Set after the clock of the process and as long, so it rings just after that one: the process is killed and not yet gone.
  await new Promise(ok => setTimeout(ok, idleMs))
  expect((await documents.make(ofInvoice())).bytes).toBeGreaterThan(0)
})

test('rows are read when their turn has come, and are ended when their process is killed before it asks for them', async () => {
  const documents = open()
  const rows = Readable.from(reply(settlements(50)))
  const making = documents.makeFromRows(ofList('csv'), () => {
    void documents.close()
    return rows
  })
  await expect(making).rejects.toMatchObject({ reason: 'ended' })
  expect(rows.destroyed).toBe(true)
  const never = () => expect.unreachable('nobody has a turn any more')
  await expect(documents.makeFromRows(ofList('csv'), never)).rejects.toMatchObject({ reason: 'ended' })
})

test('a product that is killed leaves no process behind', async () => {
  const program = `
    const { openDocuments } = await import(${JSON.stringify(join(import.meta.dirname, 'documents.ts'))})
    const documents = openDocuments({ code: () => ${JSON.stringify(await documentsCode())}, timeZone: 'UTC', log: console })
    await documents.make(${JSON.stringify(ofInvoice())})
    console.log('made')
    setInterval(() => undefined, 1000)`
  const product = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise(ok => product.stdout.once('data', ok))
  const [pid = 0] = spawnedBy(product.pid ?? 0)
  expect(pid).toBeGreaterThan(0)
  product.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
