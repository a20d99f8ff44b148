// The words of the portal's menu that a company may call otherwise, each with the heading of its screens, and the rule for
// what it may call them. Names in calls and rights stay as they are.

/** Each entry of the menu with the heading of its screens. */
export const MENU_HEADINGS = {
  Dashboard: 'Dashboard',
  ChargingSite: 'Charging Site',
  ChargerPoint: 'Charge Points',
  ChargingProfile: 'Charging Profile Overview',
  Transaction: 'Transactions & Refunds',
  Refund: 'Refund',
  ServiceRequest: 'Service Request',
  Alert: 'Alerts',
  Maintenance: 'Planned maintenance',
  Campaign: 'Campaigns',
  'Settings templates': 'Settings templates',
  PriceGroup: 'Price Group',
  Tag: 'RFID Tags',
  Report: 'Report',
  'Scheduled reports': 'Scheduled reports',
  'Tax papers': 'Tax papers',
  Customers: 'EV Drivers',
  CMCustomers: 'Customer',
  Vehicle: 'EV Vehicles',
  SendMessages: 'Send Messages',
  Team: 'Teams',
  Users: 'CMS System Users',
  Role: 'Roles',
  Company: 'Company',
  'Import of files': 'Import of files',
  Integration: 'API keys',
  Webhooks: 'Webhooks',
  Settings: 'Settings',
} as const
/** The names of the groups that the entries stand in. */
export const MENU_GROUPS = ['Operate', 'Money', 'Drivers', 'Administration'] as const
export type MenuEntryWord = keyof typeof MENU_HEADINGS
export type MenuWord = MenuEntryWord | (typeof MENU_GROUPS)[number]
export const MENU_ENTRIES = Object.keys(MENU_HEADINGS) as [MenuEntryWord, ...MenuEntryWord[]]
export const MENU_WORDS: readonly [MenuWord, ...MenuWord[]] = [...MENU_ENTRIES, ...MENU_GROUPS]

/** A company's own words; what is missing is called as ever. `menu`: by the word of the menu; `headings`: by that entry. */
export type MenuWords = {
  menu: Partial<Record<MenuWord, string>>
  headings: Partial<Record<MenuEntryWord, string>>
}
export const NO_MENU_WORDS: MenuWords = { menu: {}, headings: {} }

/** So many letters fit beside the icon of the menu. */
export const LONGEST_MENU_WORD = 24
export const LONGEST_HEADING = 40

export const menuWord = (words: MenuWords, word: string): string => words.menu[word as MenuWord] ?? word
const entryOf = new Map<string, MenuEntryWord>(MENU_ENTRIES.map(e => [MENU_HEADINGS[e], e]))
/** A heading as the company calls it; any other text stays. */
export function headingWord(words: MenuWords, heading: string): string {
  const entry = entryOf.get(heading)
  return (entry && words.headings[entry]) ?? heading
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
/** The words that are called like another one, each with that other one, by the places that errors name. */
export function sameNames({
  menu,
  headings,
}: MenuWords): { place: readonly [keyof MenuWords, string]; text: string }[] {
  const clashes = (
    part: keyof MenuWords,
    own: Partial<Record<string, string>>,
    usual: readonly (readonly [string, string])[],
  ) =>
    usual.flatMap(([key]) => {
      const name = own[key]
      const other = name && usual.find(([k, text]) => k !== key && isSame(own[k] ?? text, name))
      return other ? [{ place: [part, key] as const, text: `${other[1]} is called that already` }] : []
    })
  return [
    ...clashes(
      'menu',
      menu,
      MENU_WORDS.map(w => [w, w]),
    ),
    ...clashes('headings', headings, Object.entries(MENU_HEADINGS)),
  ]
}

const isTexts = (v: unknown): boolean =>
  typeof v === 'object' && v !== null && Object.values(v).every(text => typeof text === 'string')
export const isMenuWords = (v: unknown): v is MenuWords =>
  isTexts((v as Partial<MenuWords> | null)?.menu) && isTexts((v as Partial<MenuWords> | null)?.headings)
/** What the database holds; nothing yet: no own words. */
export const readMenuWords = (v: unknown): MenuWords => (isMenuWords(v) ? v : NO_MENU_WORDS)
