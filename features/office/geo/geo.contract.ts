// Address search and look-up of a point, through the server (D-SHELL-7), and what the map is drawn from.
import { latitudeText, longitudeText } from '@wattdesk/base/address'
import { Place } from '@wattdesk/base/place'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

export const searchPlaces = endpoint({
  method: 'GET',
  path: '/cms/v1/geo/search',
  can: 'signed in',
  callers: 'people and keys',
  summary: 'Places by name, the best match first, at most five',
  query: z.object({ q: z.string().trim().min(1, 'Search is required').max(200) }),
  data: z.array(Place),
})

export const lookUpPoint = endpoint({
  method: 'GET',
  path: '/cms/v1/geo/reverse',
  can: 'signed in',
  callers: 'people and keys',
  summary: 'The address of a point; parts that are not known are empty',
  query: z.object({ lat: latitudeText, lng: longitudeText }),
  data: Place,
})

export const readMapSource = endpoint({
  method: 'GET',
  path: '/cms/v1/geo/map',
  can: 'signed in',
  callers: 'people and keys',
  summary: 'The tile source of the map; without one the portal draws its own outlines',
  data: z.object({ tilesUrl: z.string().nullable(), attribution: z.string().nullable() }),
})
