// How the map looks: sea, land, borders and names of our own, and over them the pictures of a tile source where one is
// configured. Where those cannot be had, our own show through (D-SHELL-7).
import type { FeatureCollection } from 'geojson'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

/** Without a point: the middle of India (S-MAP). */
export const START = { center: { lat: 20.5937, lng: 78.9629 }, zoom: 4 }
export const PICKED_ZOOM = 13
/** How near the shipped outlines and names are true; nearer there is nothing but land. */
const OUTLINES_ZOOM = 9
/** How near the map goes: to the streets of its pictures, else to the accuracy of the outlines (D-SHELL-7). */
export const nearestZoom = (hasPictures: boolean): number => (hasPictures ? 19 : OUTLINES_ZOOM)

export type Scheme = 'light' | 'dark'
export type MapSource = { tilesUrl: string | null; attribution: string | null }
const colors = {
  light: { sea: '#dbe6ee', land: '#f7f6f2', border: '#a9b2bd', name: '#3d4753', halo: '#ffffff' },
  dark: { sea: '#0b1622', land: '#1c2733', border: '#4b5a6b', name: '#c3cedb', halo: '#10181f' },
}
/** The attribution of the shipped outlines and names. */
export const OWN_ATTRIBUTION = 'Natural Earth, GeoNames'

/** Smaller places appear nearer: [from this zoom, places of so many thousands]. */
const NEARER = [
  [0, 4000],
  [4, 1500],
  [5, 500],
  [6, 150],
  [7, 50],
  [8, 20],
  [9, 0],
] as const

/** The map data shipped with the product, as map-data.ts reads it; undefined if loading failed. */
export type OwnMap = { outlines: FeatureCollection | undefined; names: FeatureCollection | undefined }
const empty: FeatureCollection = { type: 'FeatureCollection', features: [] }

export function mapStyle(scheme: Scheme, { tilesUrl }: MapSource, { outlines, names }: OwnMap): StyleSpecification {
  const c = colors[scheme]
  const own: LayerSpecification[] = [
    { id: 'sea', type: 'background', paint: { 'background-color': c.sea } },
    {
      id: 'land',
      type: 'fill',
      source: 'outlines',
      filter: ['==', ['get', 'kind'], 'land'],
      paint: { 'fill-color': c.land, 'fill-outline-color': c.border },
    },
    {
      id: 'border',
      type: 'line',
      source: 'outlines',
      filter: ['==', ['get', 'kind'], 'border'],
      paint: { 'line-color': c.border, 'line-width': 1 },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
      filter: ['>=', ['get', 'thousands'], ['step', ['zoom'], 1e9, ...NEARER.flat()]],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['Inter Variable'],
        'text-size': ['interpolate', ['linear'], ['get', 'thousands'], 0, 11, 5000, 15],
        // If two names do not fit, the larger place's stays.
        'symbol-sort-key': ['-', 0, ['get', 'thousands']],
      },
      paint: { 'text-color': c.name, 'text-halo-color': c.halo, 'text-halo-width': 1.5 },
    },
  ]
  return {
    version: 8,
    sources: {
      outlines: { type: 'geojson', data: outlines ?? empty },
      names: { type: 'geojson', data: names ?? empty },
      ...(tilesUrl && { tiles: { type: 'raster', tiles: [tilesUrl], tileSize: 256, maxzoom: 19 } }),
    },
    layers: [
      ...own,
      ...(tilesUrl
        ? [
            {
              id: 'tiles',
              type: 'raster' as const,
              source: 'tiles',
              paint: { 'raster-brightness-max': scheme === 'dark' ? 0.75 : 1 },
            },
          ]
        : []),
    ],
  }
}
