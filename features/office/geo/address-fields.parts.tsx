// The fields of an address inside a form: search, map and text fields, all of one value {lat, lng, street, houseNumber,
// zipCode, city, state, country} (packages/base/src/address.ts), or of values that the form names itself. A point
// chosen on the map fills in its known address; typed coordinates move the pin and leave the address until the user
// asks for the address of the new point.
import { Box, Button, Typography } from '@mui/material'
import { countries } from '@wattdesk/base/countries'
import type { Place, Point } from '@wattdesk/base/place'
import { call } from '@wattdesk/wire/call'
import { useRef, useState } from 'react'
import { get, useFormContext, useWatch } from 'react-hook-form'
import { SelectInput } from '#kit/choice-fields.tsx'
import { NumberInput, TextInput } from '#kit/text-fields.tsx'
import { useField } from '#kit/use-field.ts'
import { lookUpPoint } from './geo.contract.ts'
import { PlaceSearch } from './place-search.parts.tsx'
import { PointMap } from './point-map.parts.tsx'

const inCountries = countries.map(({ code, name }) => ({ value: code, label: name }))
/** Each field with the part of a place it takes, and the longest text it holds. */
const PARTS = [
  ['street', 'street', 200],
  ['houseNumber', 'houseNumber', 50],
  ['zipCode', 'zipcode', 20],
  ['city', 'city', 50],
  ['state', 'state', 50],
  ['country', 'country', 2],
] as const

const isDegrees = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit

/** Six decimals are a tenth of a metre. */
const DECIMALS = 6
type Held = { lat: unknown; lng: unknown }
const changed = { shouldDirty: true, shouldTouch: true, shouldValidate: true }

export type AddressPart = 'lat' | 'lng' | (typeof PARTS)[number][0]
type AddressFieldsProps = {
  /** Where the address stands in the form's values. */
  name: string
  /** The parts that stand elsewhere. */
  elsewhere?: Partial<Record<AddressPart, string>>
  /** Decimals of the degrees. */
  decimals?: number
  /** The longest texts, where they are not those of an `Address`. */
  longest?: Partial<Record<AddressPart, number>>
  /** The point may be left out. */
  optional?: boolean
}
/** Spans a `<Section>`; read-only with the form. */
export function AddressFields({
  name,
  elsewhere = {},
  decimals = DECIMALS,
  longest: limits = {},
  optional = false,
}: AddressFieldsProps) {
  const { setValue, getValues, formState } = useFormContext()
  const pathOf = (part: AddressPart) => elsewhere[part] ?? `${name}.${part}`
  const at = (part: AddressPart) => ({ name: pathOf(part) })
  const rounded = (degrees: number): number => Math.round(degrees * 10 ** decimals) / 10 ** decimals
  const isSame = (a: Held, b: Point): boolean =>
    (['lat', 'lng'] as const).every(k => typeof a[k] === 'number' && rounded(a[k]) === rounded(b[k]))
  const [lat, lng] = useWatch({ name: [pathOf('lat'), pathOf('lng')] }) as unknown[]
  // Typed coordinates place the pin as well as a click.
  const point = isDegrees(lat, 90) && isDegrees(lng, 180) ? { lat, lng } : null
  const { off: readOnly } = useField(at('lat'))
  const [said, setSaid] = useState('')
  const asked = useRef(0)

  /** The point whose address stands in the fields: the stored point, or the point chosen or looked up last. */
  const [addressed, setAddressed] = useState<Point>()
  const storedPart = (part: AddressPart): unknown => get(formState.defaultValues, pathOf(part))
  const stored: Held = { lat: storedPart('lat'), lng: storedPart('lng') }
  const isTyped = point !== null && ![addressed, stored].some(p => p !== undefined && isSame(p, point))

  const place = (p: Point) => {
    setAddressed({ lat: rounded(p.lat), lng: rounded(p.lng) })
    setValue(pathOf('lat'), rounded(p.lat), changed)
    setValue(pathOf('lng'), rounded(p.lng), changed)
  }
  /**
   * Known parts of the address replace the typed ones; unknown parts are emptied only when the point moved to another
   * city.
   */
  const fill = (found: Place) => {
    if (!found.city && !found.street) return setSaid('No address is known for this point. Type it below.')
    const moved = found.city !== (getValues(pathOf('city')) ?? '')
    for (const [field, part, longest] of PARTS) {
      const text = found[part].slice(0, limits[field] ?? longest)
      if (text || (moved && field !== 'country')) setValue(pathOf(field), text, changed)
    }
    setSaid(`Filled in from the map: ${found.label}.`)
  }
  const choose = (found: Place) => {
    asked.current++
    place(found)
    // Pasted coordinates bring no address of their own.
    if (found.city || found.street) fill(found)
    else void lookUp(found)
  }
  const lookUp = async (p: Point) => {
    const mine = ++asked.current
    place(p)
    setSaid('Looking up the address …')
    try {
      const { data } = await call(lookUpPoint, { query: { lat: rounded(p.lat), lng: rounded(p.lng) } })
      if (mine === asked.current) fill(data)
    } catch {
      // The point stays and the fields can be typed; a notice over the page would say no more.
      if (mine === asked.current) setSaid('The address could not be looked up. Type it below.')
    }
  }
  return (
    <>
      <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 1, minWidth: 0 }}>
        {!readOnly && <PlaceSearch onChoose={choose} />}
        <PointMap point={point} onPick={readOnly ? undefined : p => void lookUp(p)} />
        {!readOnly && (
          <Typography variant="caption" role="status" sx={{ color: 'text.secondary', minHeight: '1.66em' }}>
            {said ||
              'Click the map to set the pin, or type the coordinates below; with the keyboard, Enter sets it at the centre.'}
          </Typography>
        )}
      </Box>
      <NumberInput {...at('lat')} label="Latitude" unit="°" required={!optional} />
      <NumberInput {...at('lng')} label="Longitude" unit="°" required={!optional} />
      {!readOnly && isTyped && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Button variant="outlined" color="inherit" size="small" onClick={() => void lookUp(point)}>
            Use the address of this point
          </Button>
        </Box>
      )}
      <TextInput {...at('street')} label="Street" />
      <TextInput {...at('houseNumber')} label="House Number" />
      <TextInput {...at('city')} label="City" />
      <TextInput {...at('zipCode')} label="Zip Code" />
      <TextInput {...at('state')} label="State" />
      <SelectInput {...at('country')} label="Country" options={inCountries} />
    </>
  )
}
