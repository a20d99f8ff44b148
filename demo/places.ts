// Where the demo network stands: public places of India with their own streets and coordinates. The operators, the
// chargers and everything said of them are invented; no place has anything to do with them.
import { acOutlet, dcOutlet, type Outlet } from '@wattdesk/ocpp/sim/power'
import type { Ailment } from './ailments.ts'
import type { Kind } from './rhythm.ts'

export type OperatorKey = 'amberline' | 'bluegrid'
export type TeamKey = 'south' | 'bengaluru' | 'chennai' | 'hyderabad' | 'mumbai' | 'delhi' | 'gujarat'
export type PriceKey = 'ac' | 'dc' | 'dc-variable'

export type Place = {
  name: string
  street: string
  city: string
  state: string
  zipcode: string
  latitude: number
  longitude: number
  kind: Kind
  operator: OperatorKey
  team: TeamKey
  /** Its cars take all that the supply of the site gives, at any hour. */
  isFull?: true
}
export type DemoCharger = {
  id: string
  name: string
  place: Place
  type: 'AC' | 'DC'
  outlet: Outlet
  kw: number
  volt: number
  connectorTypes: readonly string[]
  price: PriceKey
  vendor: string
  model: string
  protocol: 'ocpp1.6' | 'ocpp2.0.1'
  /** A simulated charger that connects while the product runs; all but one do. */
  isLive: boolean
  /** For chargers that do not connect: when they were last seen, hours before the demo was filled. */
  lastSeenHours: number
  /** Share of days with a long outage. */
  outages: number
  /** The story of a charger that is ill. */
  ailment?: Ailment
  /** Its station of OCPP 2.0.1 tells of it once the portal watches it. */
  hasWeakFan?: true
}

const place = (
  operator: OperatorKey,
  team: TeamKey,
  kind: Kind,
  name: string,
  street: string,
  city: string,
  state: string,
  zipcode: string,
  latitude: number,
  longitude: number,
): Place => ({ operator, team, kind, name, street, city, state, zipcode, latitude, longitude })
const amber = (team: TeamKey, kind: Kind, ...rest: Where) => place('amberline', team, kind, ...rest)
const blue = (team: TeamKey, kind: Kind, ...rest: Where) => place('bluegrid', team, kind, ...rest)
type Where = [name: string, street: string, city: string, state: string, zip: string, lat: number, lon: number]

const KA = 'Karnataka'
const TN = 'Tamil Nadu'
const TG = 'Telangana'
const MH = 'Maharashtra'

const P = {
  blrAirport: amber(
    'bengaluru',
    'airport',
    'Kempegowda International Airport',
    'KIAL Road, Devanahalli',
    'Bengaluru',
    KA,
    '560300',
    13.1986,
    77.7066,
  ),
  whitefield: amber(
    'bengaluru',
    'mall',
    'Phoenix Marketcity Whitefield',
    'Whitefield Main Road, Mahadevapura',
    'Bengaluru',
    KA,
    '560048',
    12.9975,
    77.6963,
  ),
  orion: amber(
    'bengaluru',
    'mall',
    'Orion Mall',
    'Dr Rajkumar Road, Rajajinagar',
    'Bengaluru',
    KA,
    '560055',
    13.011,
    77.555,
  ),
  manyata: {
    ...amber(
      'bengaluru',
      'depot',
      'Manyata Tech Park',
      'Outer Ring Road, Nagavara',
      'Bengaluru',
      KA,
      '560045',
      13.0475,
      77.621,
    ),
    isFull: true,
  },
  majestic: amber(
    'bengaluru',
    'station',
    'KSR Bengaluru Railway Station',
    'Gubbi Thotadappa Road',
    'Bengaluru',
    KA,
    '560023',
    12.9781,
    77.5697,
  ),
  mysuru: amber('south', 'station', 'Mysuru Junction', 'Irwin Road', 'Mysuru', KA, '570001', 12.3163, 76.6456),
  maaAirport: amber(
    'chennai',
    'airport',
    'Chennai International Airport',
    'GST Road, Meenambakkam',
    'Chennai',
    TN,
    '600027',
    12.99,
    80.1693,
  ),
  express: amber(
    'chennai',
    'mall',
    'Express Avenue Mall',
    'Whites Road, Royapettah',
    'Chennai',
    TN,
    '600014',
    13.0586,
    80.2641,
  ),
  tidel: amber(
    'chennai',
    'office',
    'TIDEL Park',
    'Rajiv Gandhi Salai, Taramani',
    'Chennai',
    TN,
    '600113',
    12.989,
    80.2483,
  ),
  inorbit: amber(
    'hyderabad',
    'mall',
    'Inorbit Mall Cyberabad',
    'Mindspace Road, HITEC City',
    'Hyderabad',
    TG,
    '500081',
    17.4344,
    78.3866,
  ),
  hydAirport: amber(
    'hyderabad',
    'airport',
    'Rajiv Gandhi International Airport',
    'Airport Road, Shamshabad',
    'Hyderabad',
    TG,
    '500409',
    17.2403,
    78.4294,
  ),
  bomAirport: blue(
    'mumbai',
    'airport',
    'Mumbai Airport Terminal 2',
    'Sahar Road, Andheri East',
    'Mumbai',
    MH,
    '400099',
    19.0974,
    72.8743,
  ),
  palladium: blue(
    'mumbai',
    'mall',
    'Phoenix Palladium',
    'Senapati Bapat Marg, Lower Parel',
    'Mumbai',
    MH,
    '400013',
    18.9944,
    72.825,
  ),
  bkc: blue(
    'mumbai',
    'office',
    'Bandra Kurla Complex',
    'G Block Road, Bandra East',
    'Mumbai',
    MH,
    '400051',
    19.066,
    72.865,
  ),
  puneMall: blue(
    'mumbai',
    'mall',
    'Phoenix Marketcity Pune',
    'Nagar Road, Viman Nagar',
    'Pune',
    MH,
    '411014',
    18.5622,
    73.9167,
  ),
  magarpatta: blue(
    'mumbai',
    'depot',
    'Magarpatta City',
    'Magarpatta Road, Hadapsar',
    'Pune',
    MH,
    '411028',
    18.515,
    73.9272,
  ),
  delAirport: blue(
    'delhi',
    'airport',
    'Indira Gandhi International Airport T3',
    'Airport Approach Road',
    'New Delhi',
    'Delhi',
    '110037',
    28.5556,
    77.087,
  ),
  saket: blue(
    'delhi',
    'mall',
    'Select Citywalk',
    'Saket District Centre',
    'New Delhi',
    'Delhi',
    '110017',
    28.5286,
    77.219,
  ),
  ndls: blue(
    'delhi',
    'station',
    'New Delhi Railway Station',
    'Bhavbhuti Marg, Ajmeri Gate',
    'New Delhi',
    'Delhi',
    '110002',
    28.6425,
    77.2207,
  ),
  cyberhub: blue(
    'delhi',
    'office',
    'Cyber Hub',
    'DLF Cyber City, Phase 2',
    'Gurugram',
    'Haryana',
    '122002',
    28.495,
    77.089,
  ),
  noida: blue('delhi', 'mall', 'DLF Mall of India', 'Sector 18', 'Noida', 'Uttar Pradesh', '201301', 28.5678, 77.3211),
  vastrapur: blue(
    'gujarat',
    'mall',
    'Ahmedabad One Mall',
    'Vastrapur Lake Road, Vastrapur',
    'Ahmedabad',
    'Gujarat',
    '380015',
    23.0398,
    72.531,
  ),
  gift: blue('gujarat', 'office', 'GIFT City', 'GIFT City Road', 'Gandhinagar', 'Gujarat', '382355', 23.16, 72.684),
} satisfies Record<string, Place>
/** Every place, in the order of the list. */
export const places: readonly Place[] = Object.values(P)

/** `isNew`: of the series whose firmware speaks OCPP 2.0.1. */
const ac = (connectors: number, phases: 1 | 3, isNew = false) => ({
  type: 'AC' as const,
  outlet: acOutlet(phases, 32),
  kw: phases === 1 ? 7.4 : 22,
  volt: phases === 1 ? 230 : 415,
  connectorTypes: Array.from({ length: connectors }, () => 'Type 2'),
  price: 'ac' as const,
  vendor: 'Kaveri Power',
  model: phases === 1 ? 'KP-7' : isNew ? 'KP-22 S2' : 'KP-22',
  protocol: isNew ? ('ocpp2.0.1' as const) : ('ocpp1.6' as const),
})
const dc = (kw: number, connectorTypes: readonly string[], price: PriceKey = 'dc') => ({
  type: 'DC' as const,
  outlet: dcOutlet(kw * 1000),
  kw,
  volt: kw > 60 ? 920 : 500,
  connectorTypes,
  price,
  vendor: 'Sahyadri Electric',
  model: `SE-${kw}`,
  // The largest is the newest.
  protocol: kw === 120 ? ('ocpp2.0.1' as const) : ('ocpp1.6' as const),
})
const CCS = 'CCS Type 2'
const live = { isLive: true, lastSeenHours: 0, outages: 0.01 }
/** Away for longer than a week: seven days ago as many stations were away as today. */
const gone = { isLive: false, lastSeenHours: 185, outages: 0, ailment: 'failed-update' } as const
const faulted = { ...live, ailment: 'ground-failure' } as const
const warm = { ...live, hasWeakFan: true } as const

type Hardware = Pick<
  DemoCharger,
  'type' | 'outlet' | 'kw' | 'volt' | 'connectorTypes' | 'price' | 'vendor' | 'model' | 'protocol'
>
type State = Pick<DemoCharger, 'isLive' | 'lastSeenHours' | 'outages' | 'ailment' | 'hasWeakFan'>
const charger = (id: string, name: string, at: Place, hardware: Hardware, state: State): DemoCharger => ({
  id,
  name,
  place: at,
  ...hardware,
  ...state,
})

/** The 24 chargers. */
export const demoChargers: readonly DemoCharger[] = [
  charger('AMB-BLR-01', 'Airport P4 Fast 1', P.blrAirport, dc(120, [CCS, CCS], 'dc-variable'), live),
  charger('AMB-BLR-02', 'Airport P4 Slow', P.blrAirport, ac(2, 3), live),
  charger('AMB-BLR-03', 'Whitefield Mall B1', P.whitefield, dc(60, [CCS, CCS]), live),
  charger('AMB-BLR-04', 'Orion Mall Level 2', P.orion, ac(2, 1), live),
  charger('AMB-BLR-05', 'Manyata Fleet Yard', P.manyata, ac(4, 1), live),
  charger('AMB-BLR-06', 'Majestic Taxi Stand', P.majestic, dc(30, [CCS, 'GBT']), live),
  charger('AMB-MYS-01', 'Mysuru Forecourt', P.mysuru, dc(60, [CCS]), gone),
  charger('AMB-MAA-01', 'Chennai Airport Car Park', P.maaAirport, dc(60, [CCS, 'CHAdeMo'], 'dc-variable'), live),
  charger('AMB-MAA-02', 'Express Avenue P3', P.express, ac(2, 3, true), live),
  charger('AMB-MAA-03', 'TIDEL Visitor Parking', P.tidel, ac(3, 1), live),
  charger('AMB-HYD-01', 'Inorbit Entrance', P.inorbit, dc(60, [CCS, CCS]), live),
  charger('AMB-HYD-02', 'Hyderabad Airport Taxi', P.hydAirport, dc(120, [CCS, CCS]), warm),
  charger('BLU-BOM-01', 'Terminal 2 Level P6', P.bomAirport, dc(120, [CCS, CCS], 'dc-variable'), live),
  charger('BLU-BOM-02', 'Palladium Basement 2', P.palladium, ac(2, 1), live),
  charger('BLU-BOM-03', 'BKC G Block', P.bkc, ac(4, 3, true), live),
  charger('BLU-PNQ-01', 'Viman Nagar Mall', P.puneMall, dc(60, [CCS, CCS]), live),
  charger('BLU-PNQ-02', 'Magarpatta Fleet Yard', P.magarpatta, ac(4, 1), live),
  charger('BLU-DEL-01', 'T3 Taxi Pool', P.delAirport, dc(120, [CCS, CCS], 'dc-variable'), live),
  charger('BLU-DEL-02', 'Saket Parking C', P.saket, dc(60, [CCS, CCS]), faulted),
  charger('BLU-DEL-03', 'Ajmeri Gate Side', P.ndls, dc(30, [CCS, 'GBT']), live),
  charger('BLU-GGN-01', 'Cyber Hub Tower 10', P.cyberhub, ac(3, 3, true), live),
  charger('BLU-NOI-01', 'Sector 18 Level B1', P.noida, ac(2, 1), live),
  charger('BLU-AMD-01', 'Vastrapur Lakeside', P.vastrapur, dc(60, [CCS, CCS]), live),
  charger('BLU-GNR-01', 'GIFT City Plaza', P.gift, ac(1, 3, true), live),
]

/** The energy register of a connector when its history begins, Wh: meters are not new. */
export const registerAtStart = (id: string, connectorId: number): number => {
  let n = connectorId * 7919
  for (let i = 0; i < id.length; i++) n = (n * 31 + id.charCodeAt(i)) % 1_000_003
  return 2_000_000 + n * 6
}

/** The serial number of a demo charger. */
export const serialOf = (charger: DemoCharger): string => `${charger.model}-${charger.id}`.slice(0, 25)
/** The firmware version of a demo charger. */
export const firmwareOf = (charger: DemoCharger): string => (charger.type === 'DC' ? '2.4.1' : '1.9.0')
