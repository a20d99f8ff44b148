// A postal address with its point on the map, as teams, companies and drivers carry it (S-ADDRESS).
import { z } from 'zod'
import { defaultCountry, isCountryCode } from './countries.ts'
import { besideOthers } from './field-checks.ts'
import { decimalText, optionalText } from './fields.ts'
import { invalidState, stateCode, stateName } from './states.ts'

/** Degrees without the noise of binary fractions, as they are stored, shown and compared: 8 decimals at most. */
export const degreesOf = <N extends number | null>(degrees: N): N =>
  (degrees === null ? null : Math.round(degrees * 1e8) / 1e8) as N

/** The text for a missing point, to the letter (S-ADDRESS). */
export const POINT_MISSING = 'Please specify an address, lattitude and longitude cant be empty'

export const LATITUDE = 'Latitude should be between -90 and 90'
export const LONGITUDE = 'Longitude should be between -180 and 180'

const degrees = (limit: number, outside: string) =>
  z
    // Missing; what is there and no number is said as everywhere.
    .number({ error: ({ input }) => (input === undefined || input === null ? POINT_MISSING : undefined) })
    .min(-limit, outside)
    .max(limit, outside)
    // Six decimals are a tenth of a metre.
    .transform(n => Math.round(n * 1e6) / 1e6)
/** The two as a query has them. */
export const latitudeText = decimalText().refine(n => Math.abs(n) <= 90, LATITUDE)
export const longitudeText = decimalText().refine(n => Math.abs(n) <= 180, LONGITUDE)

const text = (label: string, max: number) =>
  optionalText(label, max)
    .nullable()
    .transform(t => t || null)

const shape = {
  /** As the record that carries it; ignored when sent. */
  addressId: z.number().int().nullable().optional(),
  street: text('Street', 200),
  houseNumber: text('House Number', 50),
  zipCode: text('Zip Code', 20),
  city: text('City', 50),
  state: text('State', 50),
  country: z.string().refine(isCountryCode, 'Please select a country').default('IN'),
  lat: degrees(90, LATITUDE),
  lng: degrees(180, LONGITUDE),
}

type Stated = { state?: string | null | undefined; country?: string | undefined }
const isOfIndia = ({ country = defaultCountry }: Stated) => country === defaultCountry
const hasUnknownState = (a: Stated): boolean =>
  isOfIndia(a) && typeof a.state === 'string' && a.state.trim() !== '' && stateCode(a.state) === undefined
/** The state of an address as it is stored: in India by the name of the list, elsewhere as it was typed. */
export const storedState = (a: Stated): string | null => {
  const code = a.state && isOfIndia(a) ? stateCode(a.state) : undefined
  return code === undefined ? (a.state ?? null) : stateName(code)
}
/** An address in India takes the states of the list alone, by any spelling, and keeps their names. */
export const withKnownState = <S extends z.ZodObject>(address: S): S =>
  address
    .refine(a => !hasUnknownState(a as Stated), {
      when: besideOthers,
      path: ['state'],
      error: ({ input }) => invalidState(String((input as Stated).state)),
    })
    .overwrite(a => ({ ...a, state: storedState(a as Stated) }))

/** An address with its point; every other part may be empty. ISO 3166-1 country, IN by default. */
export const Address = withKnownState(z.object(shape))
/** An address whose point may be left out, both coordinates together. */
export const AddressWithoutPoint = withKnownState(
  z.object({ ...shape, lat: shape.lat.nullable(), lng: shape.lng.nullable() }),
).refine(a => (a.lat == null) === (a.lng == null), { when: besideOthers, error: POINT_MISSING, path: ['lat'] })
export type Address = z.output<typeof Address>
const part = z.string().nullable()
/** The same as it is read: a record of earlier may lack its point. Plain, since what goes out is not transformed. */
export const StoredAddress = z.object({
  addressId: z.number().int().nullable().optional(),
  street: part,
  houseNumber: part,
  zipCode: part,
  city: part,
  state: part,
  country: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
})
export type StoredAddress = z.output<typeof StoredAddress>

/** The columns an address is stored in. */
export type AddressColumns = {
  street: string | null
  houseNumber: string | null
  zipcode: string | null
  city: string | null
  state: string | null
  country: string
  latitude: number | null
  longitude: number | null
}
/** The address of a record as it is read; it has no id of its own. */
export const storedAddress = (id: number, r: AddressColumns): StoredAddress => ({
  addressId: id,
  street: r.street,
  houseNumber: r.houseNumber,
  zipCode: r.zipcode,
  city: r.city,
  state: r.state,
  country: r.country,
  lat: r.latitude,
  lng: r.longitude,
})
