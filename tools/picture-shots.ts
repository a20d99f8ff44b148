// The pictures of the README and of the guide: which screens they show, and the outline of a screen, by which the check sees
// that a picture has become old (e2e/pictures.spec.ts).
import type { Page } from 'playwright-core'

/** The records that the pictures show. */
export type ShownRecords = { sessionId: number; chargerPk: number; roleId: number; month: string }
export type Shot = {
  /** From the root of the repository. */
  file: string
  width: number
  height: number
  path: (shown: ShownRecords) => string
  /** A text of the screen once its data has come. */
  ready: string | RegExp
  fill?: (page: Page) => Promise<void>
}

const README = { width: 1440, height: 900 }
const GUIDE = { width: 1200, height: 760 }
const session = { path: (s: ShownRecords) => `/transactions/${s.sessionId}`, ready: 'Bill' }
const charger = { path: (s: ShownRecords) => `/charger/${s.chargerPk}`, ready: 'Show all signs' }
const dashboard = { path: () => '/dashboard', ready: 'Needs attention' }
const guide = (name: string, shot: Pick<Shot, 'path' | 'ready' | 'fill'>): Shot => ({
  file: `docs/guide/pictures/${name}.webp`,
  ...GUIDE,
  ...shot,
})

export const shots: readonly Shot[] = [
  { file: 'docs/pictures/dashboard.webp', ...README, ...dashboard },
  { file: 'docs/pictures/session.webp', ...README, ...session },
  { file: 'docs/pictures/charger.webp', ...README, ...charger },
  guide('price', {
    path: () => '/pricegroup/new',
    ready: 'Sample Session',
    fill: async page => {
      await page.getByLabel('Name', { exact: false }).first().fill('Day price')
      await page.getByLabel('Price per kWh').fill('18')
      await page.getByLabel('Start fee').fill('10')
      await page.getByLabel('Charging fee').fill('0')
      await page.getByLabel('Fee per minute while charging').fill('0')
      await page.getByLabel('Fee per minute after full charge').fill('1')
      await page.getByRole('region', { name: 'Sample Session' }).scrollIntoViewIfNeeded()
    },
  }),
  guide('session', session),
  guide('dashboard', dashboard),
  guide('charger', charger),
  guide('alerts', { path: () => '/alerts', ready: 'What is wrong in the network now' }),
  guide('refunds', { path: () => '/refund?tab=refunds', ready: 'Time to refund' }),
  guide('payouts', {
    path: ({ month }) => {
      const [year, number] = month.split('-')
      return `/transactions?tab=payouts&year=${year}&month=${number}&payouts=${month}`
    },
    ready: 'Fetch Payout Data',
  }),
  guide('balance', { path: () => '/reconciliation', ready: 'Balanced' }),
  guide('month-end', { path: () => '/reconciliation?tab=month', ready: 'Sessions to review' }),
  guide('role', { path: ({ roleId }) => `/roles/${roleId}`, ready: 'Permission Coverage (%)' }),
  guide('report', { path: () => '/report?period=7d', ready: 'CPO Payout' }),
]

/**
 * Nothing that is seen is loading any more, asked at each frame for a while: what is below comes when it is scrolled to. The
 * live stream never ends, so that the network is no measure.
 */
export const SETTLED = `new Promise((ok, no) => {
  const isSeen = e => { const b = e.getBoundingClientRect(); return b.bottom > 0 && b.top < innerHeight && b.height > 0 }
  const waiting = () => [...document.querySelectorAll('.MuiSkeleton-root, [role=progressbar]:not([aria-valuenow]), [aria-busy=true], [role=status]')]
    .filter(e => e.role !== 'status' || (e.ariaLabel ?? e.textContent) === 'Loading')
    .filter(isSeen)
  const since = performance.now()
  const look = () => {
    const left = waiting()
    if (left.length === 0 && [...document.images].filter(isSeen).every(i => i.complete) && document.fonts.status === 'loaded') ok()
    else if (performance.now() - since > 30000) no(new Error('still loading: ' + left.map(e => e.outerHTML.slice(0, 200)).join()))
    else requestAnimationFrame(look)
  }
  look()
})`

/** Shows a screen as its picture has it. */
export async function pose(page: Page, url: string, shot: Shot, shown: ShownRecords): Promise<void> {
  await page.setViewportSize({ width: shot.width, height: shot.height })
  await page.goto(url + shot.path(shown))
  await page.getByText(shot.ready).filter({ visible: true }).first().waitFor()
  await page.evaluate(SETTLED)
  await shot.fill?.(page)
}

/**
 * What of a screen hardly depends on its data: headings, buttons, tabs, fields, columns and terms, each with its look.
 * Rows of tables, lists and figures are left out, and numbers in words with them.
 */
const OUTLINE = `(() => {
  const kinds = 'h1,h2,h3,button,[role=tab],label,th,[role=columnheader],dt,nav a'
  const without = 'tbody,[role=dialog],svg,main ul:not([role=tablist]),[aria-label="Connectors now"]'
  const all = [...document.querySelectorAll(kinds)].filter(e => !e.closest(without) && e.checkVisibility())
  const lines = all.map(e => {
    const named = (e.getAttribute('aria-label') ?? e.innerText).replace(/\\s+/g, ' ').trim()
    const words = named.replace(/\\b(January|February|March|April|May|June|July|August|September|October|November|December)\\b/g, '#').replace(/[\\d,.]*\\d/g, '#')
    const s = getComputedStyle(e)
    const kind = e.getAttribute('role') ?? e.tagName.toLowerCase()
    return [kind, words, s.fontSize, s.fontWeight, s.color, s.backgroundColor, s.borderRadius].join(' | ')
  })
  return [...new Set(lines)].sort()
})()`
/** The outline once it stands still: parts of a screen come one after the other. */
const STANDING = `(async () => {
  let before = ''
  for (let same = 0, looks = 0; same < 4 && looks < 60; looks++) {
    await new Promise(ok => setTimeout(ok, 250))
    const now = JSON.stringify(${OUTLINE})
    same = now === before ? same + 1 : 0
    before = now
  }
  return JSON.parse(before)
})()`
export const outlineOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(STANDING)
