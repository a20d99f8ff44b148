// The Address tab of a charger: its place on the map, its surroundings, and its photos.
import { type RecordForm, Section } from '#kit/form.tsx'
import { AddressFields } from '#office/geo/address-fields.parts.tsx'
import type { Values } from './charger-form.rules.ts'
import { AMENITIES } from './charger-form.words.ts'
import { ChargerPhotos } from './charger-photos.tsx'

const amenities = AMENITIES.map(a => ({ value: a, label: a }))
/** The fields of a charger's body for those parts of the address that the body holds under other names. */
const elsewhere = { lat: 'locationLatitude', lng: 'locationLongitude', zipCode: 'address.zipcode' }
const longest = { street: 1000, houseNumber: 100, city: 60, state: 60 }

export default function ChargerAddressTab({ form }: { form: RecordForm<Values> }) {
  const { MultiSelect } = form.fields
  return (
    <>
      <Section title="Address" help="Search, choose the point on the map, or type.">
        <AddressFields name="address" elsewhere={elsewhere} longest={longest} decimals={8} />
      </Section>
      <Section title="Amenities" help="What drivers find around the charge point.">
        <MultiSelect name="amenities" label="Amenities" options={amenities} placeholder="Choose amenities" wide />
      </Section>
      <ChargerPhotos />
    </>
  )
}
