// The country of an IP address, by the registries' own figures (geo-whois-asn-country, CC0), which come with the product. An
// address tells no more: where in the country somebody is, no table knows that may be handed on freely.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ipaddr from 'ipaddr.js'
import { Reader, type Response } from 'mmdb-lib'
import { isPublicIp } from './outgoing.ts'

const FIGURES = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
const names = new Intl.DisplayNames(['en'], { type: 'region' })
// 8 MB, read when the first address is asked for.
let reader: Reader<Response> | undefined

/** The English name of the country; undefined for private addresses, and where the registries say nothing. */
export function countryOf(address: string): string | undefined {
  if (!isPublicIp(address)) return undefined
  reader ??= new Reader(readFileSync(fileURLToPath(import.meta.resolve(FIGURES))))
  const code = (reader.get(ipaddr.process(address).toString()) as { country_code?: string } | null)?.country_code
  return code === undefined ? undefined : names.of(code)
}
