// What papers are made of: A4, one look for all, black on white. Figures stand right and under each other, names wrap, rows
// are not torn at a page's end, and each page says which it is. How a paper is saved: save-paper.ts.
import {
  Document,
  Image,
  Page,
  Path,
  Text as PdfText,
  StyleSheet,
  Svg,
  type TextProps,
  View,
} from '@react-pdf/renderer'
import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { qrDrawing } from '#kit/qr.ts'
import { printable } from './fonts.ts'
import type { Logo } from './logo-kinds.ts'
import { ENGLISH_TEXTS, type PaperTexts } from './paper-texts.ts'

const INK = '#14181d'
const QUIET = '#57616b'
const LINE = '#d5dae0'
const NOTICE = '#7d5000'
/** The height of a line, in letters. Text of another size sets it again, because react-pdf inherits it in points. */
const LINE_HEIGHT = 1.4
const LOGO = { width: 180, height: 22 }
/** A drawing fills its frame from the middle, so the frame is as wide as the drawing. */
const drawing = (ratio: number) => ({ width: Math.min(LOGO.width, LOGO.height * ratio) })
const s = StyleSheet.create({
  page: {
    paddingTop: 76,
    paddingBottom: 60,
    paddingHorizontal: 42,
    fontSize: 9.5,
    lineHeight: LINE_HEIGHT,
    color: INK,
  },
  head: { position: 'absolute', top: 34, left: 42, right: 42, flexDirection: 'row', gap: 16 },
  brand: { fontSize: 11, fontWeight: 600 },
  // Under a logo, which has most often the name in letters of its own.
  named: { marginTop: 2, color: QUIET, fontSize: 8 },
  logo: { width: LOGO.width, height: LOGO.height, objectFit: 'contain', objectPosition: 'left' },
  left: { flexGrow: 1, flexBasis: 0 },
  mark: { marginTop: 2, color: QUIET, textAlign: 'right', flexGrow: 1, flexBasis: 0 },
  notice: { position: 'absolute', top: 16, left: 42, right: 42, color: NOTICE, fontWeight: 600, textAlign: 'center' },
  // Placed by distance from the top, because every page is A4.
  foot: { position: 'absolute', top: 800, left: 42, width: 380, color: QUIET, fontSize: 8 },
  pageNo: { position: 'absolute', top: 800, left: 433, width: 120, color: QUIET, fontSize: 8, textAlign: 'right' },
  // The same on a page that lies.
  wideFoot: { top: 553 },
  widePageNo: { top: 553, left: 680 },
  title: { fontSize: 16, fontWeight: 600, lineHeight: 1.3, marginBottom: 10 },
  part: { marginTop: 12 },
  heading: { fontSize: 10.5, fontWeight: 600, marginBottom: 4 },
  facts: { flexDirection: 'row', flexWrap: 'wrap', columnGap: 18, rowGap: 6 },
  label: { color: QUIET, fontSize: 8 },
  row: { flexDirection: 'row', gap: 8, paddingVertical: 3, borderBottomWidth: 0.5, borderBottomColor: LINE },
  header: { color: QUIET, fontSize: 8, borderBottomColor: QUIET },
  tight: { paddingVertical: 1.5 },
  strong: { fontWeight: 600 },
  inner: { color: QUIET, fontSize: 8, paddingLeft: 10 },
  figure: { textAlign: 'right' },
  sumLabel: { width: 170 },
  sumNote: { flexGrow: 1, flexBasis: 0, color: QUIET, fontSize: 8, paddingTop: 1.5 },
  sumAmount: { width: 110, textAlign: 'right' },
  prose: { marginBottom: 5 },
  beside: { flexDirection: 'row', gap: 16 },
  stacked: { marginBottom: 5 },
  long: { fontSize: 8.5, lineHeight: LINE_HEIGHT },
})

/** Text in letters that can be printed. */
const Text = ({ children, ...rest }: Omit<TextProps, 'children'> & { children: string }) => (
  <PdfText {...(rest as TextProps)}>{printable(children)}</PdfText>
)

/** What a paper has beside its own words. */
export type PaperLook = {
  /** The fonts in the order in which a letter is looked for (fonts.ts). */
  fonts: readonly string[]
  /** Stands above all pages, as the notice of test mode; undefined: nothing. */
  notice: string | undefined
  /** The brand's logo; undefined: its name stands alone. */
  logo: Logo | undefined
  /** When the file was made; undefined: now. */
  at: Date | undefined
  /** What stands on every page, in the language of the reader. */
  texts: PaperTexts
}
export const PaperLook = createContext<PaperLook>({
  fonts: [],
  notice: undefined,
  logo: undefined,
  at: undefined,
  texts: ENGLISH_TEXTS,
})

/** The document; `title` becomes the title of the window that shows the document. */
export function Paper({ title, brand, children }: { title: string; brand: string; children: ReactNode }): ReactElement {
  const { at, texts } = useContext(PaperLook)
  return (
    <Document
      title={title}
      author={brand}
      creator={brand}
      producer={brand}
      language={texts.tag}
      {...(at && { creationDate: at })}
    >
      {children}
    </Document>
  )
}

type SheetProps = {
  /** The name over every page, left. */
  brand: string
  /** The paper's subject, above every page, right; a number, a period. */
  mark?: string
  /** Beside the page number below. */
  foot?: string
  /** The pages lie, for a table of many columns. */
  isWide?: boolean
  children: ReactNode
}
/** A4 pages that begin on a page of their own and go on where one is not enough. */
export function Sheet({ brand, mark, foot, isWide = false, children }: SheetProps) {
  const { fonts, notice, logo, texts } = useContext(PaperLook)
  return (
    <Page size="A4" orientation={isWide ? 'landscape' : 'portrait'} style={[s.page, { fontFamily: [...fonts] }]}>
      {notice && (
        <Text style={s.notice} fixed>
          {notice}
        </Text>
      )}
      <View style={s.head} fixed>
        <View style={s.left}>
          {logo && <Image src={logo.src} style={[s.logo, ...(logo.ratio ? [drawing(logo.ratio)] : [])]} />}
          <Text style={logo ? s.named : s.brand}>{brand}</Text>
        </View>
        <Text style={s.mark}>{mark ?? ''}</Text>
      </View>
      {children}
      <Text style={[s.foot, ...(isWide ? [s.wideFoot] : [])]} fixed>
        {foot ?? ''}
      </Text>
      <PdfText
        style={[s.pageNo, ...(isWide ? [s.widePageNo] : [])]}
        render={({ pageNumber, totalPages }) => texts.pageOf({ page: String(pageNumber), pages: String(totalPages) })}
        fixed
      />
    </Page>
  )
}

export const Title = ({ children }: { children: string }) => <Text style={s.title}>{children}</Text>

/** A part under a heading of its own, which does not stand alone at the end of a page. */
export function PaperPart({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <View style={s.part}>
      {heading && (
        <Text style={s.heading} minPresenceAhead={40}>
          {heading}
        </Text>
      )}
      {children}
    </View>
  )
}

const empty = (text: string | null | undefined) => (text === null || text === undefined || text === '' ? '–' : text)
type PaperFact = readonly [label: string, value: string | null | undefined]
/** Label and value, `columns` beside each other (default 2). */
export function Facts({ of, columns = 2 }: { of: readonly PaperFact[]; columns?: 1 | 2 | 3 }) {
  const width = { 1: '100%', 2: '47%', 3: '30%' }[columns]
  return (
    <View style={s.facts}>
      {of.map(([label, value]) => (
        <View key={label} style={{ width }} wrap={false}>
          <Text style={s.label}>{label}</Text>
          <Text>{empty(value)}</Text>
        </View>
      ))}
    </View>
  )
}

/** Wide enough that a camera tells the modules of a long code apart. */
const CODE = 150
/** Facts beside a QR code; nothing where there are none. A long number stands in smaller letters, on one line. */
export function EInvoicePart({
  heading,
  of,
  code,
}: {
  heading: string
  of: PaperFact[]
  code: string | null | undefined
}) {
  if (of.length === 0) return null
  const drawn = code ? qrDrawing(code) : undefined
  return (
    <View style={[s.part, s.beside]} wrap={false}>
      {drawn && (
        <Svg viewBox={`0 0 ${drawn.size} ${drawn.size}`} width={CODE} height={CODE}>
          <Path d={drawn.path} fill="#000" />
        </Svg>
      )}
      <View style={s.left}>
        <Text style={s.heading}>{heading}</Text>
        {of.map(([label, value]) => (
          <View key={label} style={s.stacked}>
            <Text style={s.label}>{label}</Text>
            <Text style={value && value.length > 40 ? s.long : {}}>{empty(value)}</Text>
          </View>
        ))}
      </View>
    </View>
  )
}

export type PaperColumn = {
  header: string
  /** Stands right, one figure under the other. */
  isFigure?: boolean
  /** Points; else the columns share what is left. */
  width?: number
}
const cellStyle = (c: PaperColumn) => [
  c.width ? { width: c.width } : { flexGrow: 1, flexBasis: 0 },
  ...(c.isFigure ? [s.figure] : []),
]
/**
 * A table. Its header stands on each page again; `total`: a last row in stronger letters; `size` of the letters, in points;
 * `isTight`: little room between its many rows.
 */
export function Lines({
  columns,
  rows,
  total,
  size,
  isTight = false,
}: {
  columns: readonly PaperColumn[]
  rows: readonly (readonly string[])[]
  total?: readonly string[]
  size?: number
  isTight?: boolean
}) {
  const letters = [
    ...(size === undefined ? [] : [{ fontSize: size, lineHeight: LINE_HEIGHT }]),
    ...(isTight ? [s.tight] : []),
  ]
  const line = (cells: readonly string[], style: readonly (typeof s)[keyof typeof s][], key: string) => (
    <View key={key} style={[s.row, ...style, ...letters]} wrap={false} fixed={key === 'header'}>
      {columns.map((c, i) => (
        <Text key={c.header} style={cellStyle(c)}>
          {cells[i] ?? ''}
        </Text>
      ))}
    </View>
  )
  return (
    <View>
      {line(
        columns.map(c => c.header),
        [s.header],
        'header',
      )}
      {rows.map((cells, i) => line(cells, [], `${i}`))}
      {total && line(total, [s.strong], 'total')}
    </View>
  )
}

export type Sum = { label: string; amount: string; note?: string; isStrong?: boolean; isPart?: boolean }
/**
 * Amounts under each other, leading to the strong one; `note`: how the amount came about, in small letters beside it.
 */
export function Sums({ of }: { of: readonly Sum[] }) {
  return (
    <View>
      {of.map(({ label, amount, note, isStrong, isPart }) => (
        <View key={label} style={[s.row, ...(isStrong ? [s.strong] : []), ...(isPart ? [s.inner] : [])]} wrap={false}>
          <Text style={note ? s.sumLabel : { flexGrow: 1, flexBasis: 0 }}>{label}</Text>
          {note && <Text style={s.sumNote}>{note}</Text>}
          <Text style={s.sumAmount}>{amount}</Text>
        </View>
      ))}
    </View>
  )
}

/** A paragraph. */
export const Prose = ({ children }: { children: string }) => <Text style={s.prose}>{children}</Text>
