// A point of the map with its address, as geocoders answer it.
import { z } from 'zod'

/** A point with what is known of its address; what is not known is ''. */
export const Place = z
  .object({
    lat: z.number(),
    lng: z.number(),
    street: z.string(),
    houseNumber: z.string(),
    city: z.string(),
    state: z.string(),
    zipcode: z.string(),
    /** ISO 3166-1 code. */
    country: z.string(),
    /** The whole address in one line. */
    label: z.string(),
  })
  .meta({ id: 'Place' })
export type Place = z.infer<typeof Place>
export type Point = Pick<Place, 'lat' | 'lng'>

/** Answers of a search at most. */
export const MOST_PLACES = 5
