// The drivers of the demo network with their addresses and UPI ids, some of them disabled, and the vehicles they drive. Names say a part,
// never a person, makes and models are invented, addresses are public streets.
import { degreesOf } from '@wattdesk/base/address'
import type { Business } from '@wattdesk/base/business'
import * as customers from '#drivers/cm-customers/cm-customer.store.ts'
import * as drivers from '#drivers/drivers/driver.store.ts'
import * as vehicles from '#drivers/vehicles/vehicle.store.ts'
import { VehicleBody } from '#drivers/vehicles/vehicle-body.contract.ts'
import type { Trx } from '#platform/db/db.ts'
import { DRIVERS, driverName } from './cards.ts'
import type { OperatorKey } from './places.ts'

/** Without cards: they use the app, and are disabled. */
const DISABLED = 2
const DAY_MS = 86_400_000

type Home = readonly [street: string, city: string, state: string, zipcode: string, latitude: number, longitude: number]
const HOMES: Record<OperatorKey, readonly Home[]> = {
  amberline: [
    ['Mahatma Gandhi Road', 'Bengaluru', 'Karnataka', '560001', 12.9756, 77.6066],
    ['Anna Salai', 'Chennai', 'Tamil Nadu', '600002', 13.0604, 80.2496],
    ['Tank Bund Road', 'Hyderabad', 'Telangana', '500080', 17.4239, 78.4738],
  ],
  bluegrid: [
    ['Marine Drive', 'Mumbai', 'Maharashtra', '400020', 18.9441, 72.823],
    ['Connaught Place', 'New Delhi', 'Delhi', '110001', 28.6315, 77.2167],
    ['Ashram Road', 'Ahmedabad', 'Gujarat', '380009', 23.0339, 72.565],
  ],
}

/** Drivers who charge for a business: of each operator one in its own state and one in another. */
const BUSINESSES: Readonly<Partial<Record<`${OperatorKey} ${number}`, Business>>> = {
  'amberline 1': {
    gstin: '29AAFCK2211D1Z0',
    legalName: 'Kaveri Couriers Pvt Ltd',
    businessAddress: '14 Mahatma Gandhi Road, Bengaluru 560001, Karnataka',
  },
  'amberline 3': {
    gstin: '33AAFCC5544E1ZZ',
    legalName: 'Coromandel Cabs Pvt Ltd',
    businessAddress: '210 Anna Salai, Chennai 600002, Tamil Nadu',
  },
  'bluegrid 1': {
    gstin: '27AAKCS4471F1Z5',
    legalName: 'Sahil Logistics Pvt Ltd',
    businessAddress: '88 Veera Desai Road, Andheri West, Mumbai 400053, Maharashtra',
  },
  'bluegrid 4': {
    gstin: '07AAHCY8820M1ZO',
    legalName: 'Yamuna Cabs Pvt Ltd',
    businessAddress: '31 Okhla Industrial Area Phase 3, New Delhi 110020, Delhi',
  },
}
/** The vehicle whose owner is a business, which stands on the invoices of its driver. */
const LEASED: `${OperatorKey} ${number}` = 'amberline 4'
const LESSOR = {
  owner_gstin: '29AADCT9080F1Z0',
  owner_legal_name: 'Tunga Leasing Pvt Ltd',
  owner_business_address: '3 Residency Road, Bengaluru 560025, Karnataka',
}

export type Drivers = Map<`${OperatorKey} ${number}`, number>
type Ground = { operators: Readonly<Record<OperatorKey, { id: number }>>; createdAt: Date }

/** Answers the ids of the drivers by operator and number. */
export async function makeDrivers(trx: Trx, { operators, createdAt }: Ground): Promise<Drivers> {
  const ids: Drivers = new Map()
  for (const [o, key] of (['amberline', 'bluegrid'] as const).entries())
    for (let n = 1; n <= DRIVERS + DISABLED; n++) {
      const [firstName, lastName] = driverName(n)
      const [street, city, state, zipcode, latitude, longitude] = HOMES[key][n % HOMES[key].length] as Home
      const id = await drivers.create(trx, {
        teamId: operators[key].id,
        firstName,
        lastName,
        isActive: n <= DRIVERS,
        email: `${firstName}.driver${n}@${key}.example`.toLowerCase(),
        phone: `+9198000${o}${String(n).padStart(4, '0')}`,
        street,
        houseNumber: String(n * 3),
        city,
        state,
        zipcode,
        country: 'IN',
        // Not everybody has the app.
        deviceId: n % 4 === 0 ? null : `demo-device-${key}-${n}`,
        // Not all in one point.
        latitude: degreesOf(latitude + (n % 7) / 500),
        longitude: degreesOf(longitude + (n % 5) / 500),
        createdAt: new Date(createdAt.getTime() + n * 3 * DAY_MS),
        ...BUSINESSES[`${key} ${n}`],
      })
      ids.set(`${key} ${n}`, id)
    }
  return ids
}

/** Two of three pay by UPI too, some from two accounts. */
export async function makeUpiIds(trx: Trx, ids: Drivers): Promise<void> {
  for (const [place, id] of ids) {
    const [key = '', n = ''] = place.split(' ')
    if (Number(n) % 3 === 0) continue
    await customers.add(trx, `driver${n}.${key}@demobank`, id)
    if (Number(n) % 5 === 0) await customers.add(trx, `driver${n}.${key}@otherbank`, id)
  }
}

type Kind = readonly [type: string, make: string, model: string, body: string | null, battery: number, range: number]
const KINDS: readonly Kind[] = [
  ['Car', 'Narmada', 'N3', 'SUV', 40.5, 390],
  ['Car', 'Narmada', 'N5', 'SUV', 50.3, 461],
  ['Truck', 'Godavari', 'Load E', 'Truck', 21.3, 154],
  ['3-Wheeler', 'Betwa', 'Trio', null, 7.4, 110],
  ['Bike', 'Chenab', 'C4', 'Two Wheeler', 3.7, 126],
]
const VEHICLES = 10
const dayOf = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** Vehicles of both operators: the first ones have drivers, the last two are free. */
export async function makeVehicles(trx: Trx, { operators }: Ground, ids: Drivers, now: Date): Promise<void> {
  for (const key of ['amberline', 'bluegrid'] as const)
    for (let n = 1; n <= VEHICLES; n++) {
      const [vehicle_type, make, model, body_type, battery_capacity, range_per_charge] = KINDS[n % KINDS.length] as Kind
      const isFleet = n <= 8
      const body = VehicleBody.parse({
        vehicle_type,
        make,
        model,
        body_type,
        battery_capacity,
        range_per_charge,
        year_of_manufacture: now.getUTCFullYear() - (n % 4),
        registration_number: `${key === 'amberline' ? 'KA 01 EV' : 'MH 01 EV'} ${String(n).padStart(4, '0')}`,
        license_plate_state: key === 'amberline' ? 'Karnataka' : 'Maharashtra',
        owner_name: isFleet ? 'Fleet' : 'Member',
        usage_type: isFleet ? 'Commercial' : 'Private',
        ...(`${key} ${n}` === LEASED && LESSOR),
        motor_type: 'AC',
        seating_capacity: vehicle_type === 'Bike' ? 2 : 5,
        color: n % 2 ? 'White' : 'Blue',
        charging_port_type: vehicle_type === 'Car' ? 'CCS2' : 'Type 2',
        odometer_reading: 4000 + n * 1310,
        insurance_expiry_date: dayOf(now, n * 40 - 30),
        last_service_date: dayOf(now, -20 * n),
        next_service_date: dayOf(now, 180 - 20 * n),
        ...(isFleet && { total_financed_amount: 900_000 + n * 10_000, emi_amount: 18_500.5, emi_cycle: 'Monthly' }),
      })
      const userPk = n <= VEHICLES - 2 ? (ids.get(`${key} ${n}`) ?? null) : null
      await vehicles.create(trx, body, { teamId: operators[key].id, userPk })
    }
}
