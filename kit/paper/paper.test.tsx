// A paper as the reader gets it: A4, its letters read back, names in Hindi and names too long for their column.

import { waitFor } from '@testing-library/react'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { expect, test, vi } from 'vitest'
import { tellMode } from '#kit/mode.ts'
import { papers } from '#testing/web/downloads.ts'
import { linesOf, type PdfPage, pdfPages } from '#testing/web/pdf.ts'
import svgLogo from '#web/public/brands/bluegrid.svg?raw'
import { Facts, Lines, Paper, PaperPart, Prose, Sheet, Sums, Title } from './parts.tsx'
import { savePaper } from './save-paper.ts'

const LONG = 'Vidyut-Charging-Station-Without-Any-Space-In-Its-Very-Long-Name-0123456789'
type Props = { owner: string; rows: number }
function Sample({ owner, rows }: Props) {
  return (
    <Paper title="Sample" brand="Bluegrid">
      <Sheet brand="Bluegrid" mark="PO-2610-7" foot="October 2026">
        <Title>SAMPLE</Title>
        <PaperPart heading="Who">
          <Facts
            of={[
              ['Owner', owner],
              ['Nothing', ''],
              ['Place', LONG],
            ]}
          />
        </PaperPart>
        <PaperPart heading="What">
          <Lines
            columns={[{ header: 'Charge point' }, { header: 'Amount', isFigure: true, width: 90 }]}
            rows={Array.from({ length: rows }, (_, i) => [`CP-${i}`, i % 2 ? '₹1,23,456.78' : '₹9.00'])}
            total={['Total', '₹2,00,000.00']}
          />
          <Sums of={[{ label: 'Payout', amount: '₹2,00,000.00', note: 'net − commission × 18 %', isStrong: true }]} />
          <Prose>All amounts are in rupees.</Prose>
        </PaperPart>
      </Sheet>
    </Paper>
  )
}
const made = async (props: Props, logo?: string) => {
  const files = papers()
  await savePaper('sample.pdf', async () => Sample, props, logo === undefined ? {} : { logo })
  await waitFor(() => expect(files).toHaveLength(1))
  return files[0] as (typeof files)[number]
}

test('is A4 with its name over and its number under each page, the table header again on the next', async () => {
  const { name, blob } = await made({ owner: 'Asha Rao', rows: 40 })
  expect([name, blob.type]).toEqual(['sample.pdf', 'application/pdf'])
  const pages = await pdfPages(blob)
  expect(pages).toHaveLength(2)
  for (const [i, page] of pages.entries()) {
    expect([Math.round(page.width), Math.round(page.height)]).toEqual([595, 842])
    const lines = linesOf(page)
    expect(lines[0]).toBe('Bluegrid  PO-2610-7')
    expect(lines).toContain('Charge point  Amount')
    expect(lines.at(-1)).toBe(`October 2026  Page ${i + 1} of 2`)
  }
  expect(linesOf(pages[0] as PdfPage)).toEqual(expect.arrayContaining(['SAMPLE', 'CP-1  ₹1,23,456.78', 'CP-2  ₹9.00']))
  expect(linesOf(pages[1] as PdfPage)).toEqual(
    expect.arrayContaining(['Total  ₹2,00,000.00', 'All amounts are in rupees.']),
  )
})

test('in test mode each page says so above everything else, in live mode none', async () => {
  tellMode('test')
  const pages = await pdfPages((await made({ owner: 'Asha Rao', rows: 40 })).blob)
  expect(pages.map(page => linesOf(page)[0])).toEqual([TEST_NOTICE, TEST_NOTICE])
  tellMode('live')
  const live = await pdfPages((await made({ owner: 'Asha Rao', rows: 1 })).blob)
  expect(live.flatMap(linesOf).join()).not.toContain(TEST_NOTICE)
})

test('nothing stands outside the margins, however long a name is', async () => {
  const { blob } = await made({ owner: 'Asha Rao', rows: 1 })
  const [page] = await pdfPages(blob)
  const text = linesOf(page as PdfPage)
    .join('')
    .replaceAll('-', '')
  expect(text).toContain(LONG.replaceAll('-', ''))
  for (const t of page?.texts ?? [])
    expect([t.text, t.x > 41 && t.x < 553 && t.y > 30 && t.y < 815]).toEqual([t.text, true])
})

test('what no font has is a box that is seen, one for each letter, and takes no other letter with it', async () => {
  const { blob } = await made({ owner: 'Aṣṭa Śakti 😀 தமிழ் 👩‍👩‍👧 山田\u200b X', rows: 1 })
  const [page] = await pdfPages(blob)
  expect(linesOf(page as PdfPage).join(' ')).toContain('Asta Śakti □ □□□ □ □□ X')
  // The box of the font has a width; a letter that is left out has none.
  const boxes = page?.texts.filter(t => /^□+$/.test(t.text.trim())) ?? []
  for (const t of boxes) expect(t.end - t.x).toBeGreaterThan(3)
})

test('Hindi is written in joined letters, the short i before its consonant', async () => {
  const { blob } = await made({ owner: 'विद्युत क्षेत्र लिमिटेड', rows: 1 })
  const [page] = await pdfPages(blob)
  const hindi = page?.texts.map(t => t.text).filter(t => /\p{Script=Devanagari}/u.test(t)) ?? []
  // As drawn, from left to right: ि stands before its consonant, and क्ष is one letter of the font.
  expect(hindi.join(' ')).toMatch(/^िवद्युत क्षेत्र िलि?मट/)
})

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), c => c.charCodeAt(0))
const PNG = bytesOf(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAEklEQVR4AWJiaGj4j4yZGNAAAAAA//+tN5L9AAAABklEQVQDAMYoCAFsxHdyAAAAAElFTkSuQmCC',
)
const JPEG = bytesOf(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAA',
    'ABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1',
    'AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAP',
    'KnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/',
    '2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK0',
    '6kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAQDASIAAhEBAxEB/8QAFQABAQAA',
    'AAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9',
    'oADAMBAAIRAxEAPwCQAya//9k=',
  ].join(''),
)
const MASKED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="9">A</text></svg>'
/** The server answers so when it is asked for the logo; what draws loads its own parts. */
function answers(logo: () => Promise<Response>) {
  const others = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url === '/logo' ? logo() : others(url, init)))
}
/** For each page how many curves are drawn and how many pictures are shown. */
const drawn = (pages: PdfPage[]) => pages.map(({ curves, pictures }) => ({ curves, pictures }))
const pagesWith = async (logo?: string) => pdfPages((await made({ owner: 'Asha Rao', rows: 40 }, logo)).blob)

test.each([
  ['drawn from SVG', new TextEncoder().encode(svgLogo), { isDrawn: true, pictures: 0 }],
  ['a PNG', PNG, { isDrawn: false, pictures: 1 }],
  ['a JPEG', JPEG, { isDrawn: false, pictures: 1 }],
])('the logo of the brand stands over each page with its name: %s', async (_, bytes, shown) => {
  const plain = await pagesWith()
  answers(async () => new Response(bytes))
  const pages = await pagesWith('/logo')
  expect(pages).toHaveLength(2)
  for (const [i, page] of pages.entries()) {
    // A picture brings a frame of four, a drawing its own curves too.
    const isDrawn = page.curves > (plain[i]?.curves ?? 0) + 10
    expect({ isDrawn, pictures: page.pictures }).toEqual(shown)
    expect(linesOf(page).slice(0, 2)).toEqual(expect.arrayContaining(['Bluegrid']))
  }
})

test.each([
  ['without a connection', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['where there is none', async () => new Response('Not found', { status: 404 })],
  ['of a kind that papers do not draw', async () => new Response(MASKED)],
  ['that is broken', async () => new Response(PNG.subarray(0, 50))],
  ['that is a page', async () => new Response('<!doctype html><p>Sign in')],
])('a logo %s leaves the name of the brand alone', async (_, fetched) => {
  const plain = drawn(await pagesWith())
  answers(fetched)
  const pages = await pagesWith('/logo')
  expect(drawn(pages)).toEqual(plain)
  expect(linesOf(pages[0] as PdfPage)[0]).toBe('Bluegrid  PO-2610-7')
})
