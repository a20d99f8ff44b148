// The cards of the demo network: who holds them, and which of them a charger refuses. Names say a part, never a person.
import type { OperatorKey } from './places.ts'

export type DemoCard = {
  idTag: string
  operator: OperatorKey
  /** Bound to a portal user (their username) or to a driver by number. */
  user?: string
  driver?: number
  parent?: string
  /** 0 blocks, -1 is without limit. */
  maxActiveTransactions: number
  expiredDaysAgo?: number
  /** Rupees that the operator's staff gave with it: a prepaid card. */
  balance?: number
  /** Valid on this charger only. */
  onlyAt?: string
  /** Cars come with it in the demo. */
  isInUse: boolean
}

const PREFIX: Record<OperatorKey, string> = { amberline: 'AMB', bluegrid: 'BLU' }
/** Drivers of each operator who have a card. */
export const DRIVERS = 14
const FLEET = 8
const two = (n: number) => String(n).padStart(2, '0')

/** The role-like name of a driver by number. */
export const driverName = (n: number): [first: string, last: string] => [
  n <= FLEET ? 'Fleet' : n <= DRIVERS ? 'Member' : 'Former',
  `Driver ${two(n)}`,
]

function cardsOf(operator: OperatorKey, users: readonly string[], depot: string): DemoCard[] {
  const p = PREFIX[operator]
  const free = { operator, maxActiveTransactions: -1 }
  const parent = `${p}-FLEET`
  return [
    // The group's own card comes first: the others name it as their parent.
    { ...free, idTag: parent, isInUse: false },
    ...Array.from({ length: DRIVERS }, (_, i) => {
      const driver = i + 1
      const card = { ...free, driver, isInUse: true }
      return driver <= FLEET
        ? { ...card, idTag: `${p}-FLEET-${two(driver)}`, parent }
        : { ...card, idTag: `${p}-MEMBER-${two(driver)}` }
    }),
    ...users.map(user => ({ ...free, idTag: `${p}-${user.replace(/^.*\./, '').toUpperCase()}`, user, isInUse: false })),
    { ...free, idTag: `${p}-DEPOT`, onlyAt: depot, isInUse: false },
    ...[1500, 500, 250.5].map((balance, i) => ({
      ...free,
      idTag: `${p}-PREPAID-${two(i + 1)}`,
      balance,
      // The last one lies at the counter for whoever asks.
      ...(i < 2 && { driver: FLEET + 1 + i }),
      isInUse: false,
    })),
    { operator, idTag: `${p}-BLOCKED`, maxActiveTransactions: 0, isInUse: false },
    { ...free, idTag: `${p}-EXPIRED`, expiredDaysAgo: 120, isInUse: false },
  ]
}

/** Every card of the operators, those that are parents first. */
export const demoCards: readonly DemoCard[] = [
  ...cardsOf('amberline', ['admin', 'operator'], 'AMB-BLR-05'),
  ...cardsOf('bluegrid', ['bluegrid.admin', 'bluegrid.operator'], 'BLU-PNQ-02'),
]
/** The card of the user root, valid everywhere. */
export const ROOT_CARD = 'WATTDESK-ROOT'

/** The cards that cars of this operator come with; those of the fleet at its yard. */
export const cardsInUse = (operator: OperatorKey, isDepot: boolean): readonly string[] =>
  demoCards.filter(c => c.operator === operator && c.isInUse && (!isDepot || c.parent !== undefined)).map(c => c.idTag)

/** A card of this operator that is refused. */
export const refusedCard = (operator: OperatorKey, expired: boolean): string =>
  `${PREFIX[operator]}-${expired ? 'EXPIRED' : 'BLOCKED'}`

/** Cards that nobody has made, held to chargers of the operator: how often, and how long ago the last time was. */
export const unknownCards: readonly { at: string; idTag: string; count: number; minutesAgo: number }[] = [
  { at: 'AMB-BLR-05', idTag: '04A2B91C7F6180', count: 3, minutesAgo: 42 },
  { at: 'AMB-BLR-05', idTag: 'AMB-FLEET-09', count: 1, minutesAgo: 400 },
  { at: 'BLU-PNQ-02', idTag: '04D75E0A2B3380', count: 5, minutesAgo: 95 },
]
