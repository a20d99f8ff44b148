// A paper as the reader gets it: A4, its letters read back, names in Hindi and names too long for their column.
import { waitFor } from '@testing-library/react'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { expect, test } from 'vitest'
import { papers } from '../../testing/web/downloads.ts'
import { linesOf, type PdfPage, pdfPages } from '../../testing/web/pdf.ts'
import { tellMode } from '../kit/mode.ts'
import { Facts, Lines, Paper, Part, Prose, Sheet, Sums, Title } from './parts.tsx'
import { savePaper } from './save-paper.ts'

const LONG = 'Vidyut-Charging-Station-Without-Any-Space-In-Its-Very-Long-Name-0123456789'
type Props = { owner: string; rows: number }
function Sample({ owner, rows }: Props) {
  return (
    <Paper title="Sample" brand="Bluegrid">
      <Sheet brand="Bluegrid" mark="PO-2610-7" foot="October 2026">
        <Title>SAMPLE</Title>
        <Part heading="Who">
          <Facts
            of={[
              ['Owner', owner],
              ['Nothing', ''],
              ['Place', LONG],
            ]}
          />
        </Part>
        <Part heading="What">
          <Lines
            columns={[{ header: 'Charge point' }, { header: 'Amount', isFigure: true, width: 90 }]}
            rows={Array.from({ length: rows }, (_, i) => [`CP-${i}`, i % 2 ? '₹1,23,456.78' : '₹9.00'])}
            total={['Total', '₹2,00,000.00']}
          />
          <Sums of={[{ label: 'Payout', amount: '₹2,00,000.00', note: 'net − commission × 18 %', isStrong: true }]} />
          <Prose>All amounts are in rupees.</Prose>
        </Part>
      </Sheet>
    </Paper>
  )
}
const made = async (props: Props) => {
  const files = papers()
  await savePaper('sample.pdf', async () => Sample, props)
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

test('what no font has is said by a question mark, and takes no other letter with it', async () => {
  const { blob } = await made({ owner: 'Aṣṭa Śakti 😀 தமிழ்', rows: 1 })
  const [page] = await pdfPages(blob)
  expect(linesOf(page as PdfPage).join(' ')).toContain('Asta Śakti ? ???')
})

test('Hindi is written in joined letters, the short i before its consonant', async () => {
  const { blob } = await made({ owner: 'विद्युत क्षेत्र लिमिटेड', rows: 1 })
  const [page] = await pdfPages(blob)
  const hindi = page?.texts.map(t => t.text).filter(t => /\p{Script=Devanagari}/u.test(t)) ?? []
  // As drawn, from left to right: ि stands before its consonant, and क्ष is one letter of the font.
  expect(hindi.join(' ')).toMatch(/^िवद्युत क्षेत्र िलि?मट/)
})
