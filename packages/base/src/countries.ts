// Countries by ISO 3166-1 code with names from the language data of the platform, and the states of India with the
// two-digit codes that open a GSTIN.

const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

export type Country = { readonly code: string; readonly name: string }

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** All countries by name. */
export const countries: readonly Country[] = codes
  .map(code => ({ code, name: names.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

const byCode = new Map(countries.map(country => [country.code, country.name]))

export const isCountryCode = (code: string): boolean => byCode.has(code)

/** The name of a country by its code; an unknown code is answered as it is. */
export const countryName = (code: string): string => byCode.get(code) ?? code

export const defaultCountry = 'IN'

export type IndianState = { readonly gstCode: string; readonly name: string }

/** States and union territories as GST numbers them; 25 (Daman and Diu) and 28 (Andhra Pradesh before 2014) are past. */
export const indianStates: readonly IndianState[] = [
  ['01', 'Jammu and Kashmir'],
  ['02', 'Himachal Pradesh'],
  ['03', 'Punjab'],
  ['04', 'Chandigarh'],
  ['05', 'Uttarakhand'],
  ['06', 'Haryana'],
  ['07', 'Delhi'],
  ['08', 'Rajasthan'],
  ['09', 'Uttar Pradesh'],
  ['10', 'Bihar'],
  ['11', 'Sikkim'],
  ['12', 'Arunachal Pradesh'],
  ['13', 'Nagaland'],
  ['14', 'Manipur'],
  ['15', 'Mizoram'],
  ['16', 'Tripura'],
  ['17', 'Meghalaya'],
  ['18', 'Assam'],
  ['19', 'West Bengal'],
  ['20', 'Jharkhand'],
  ['21', 'Odisha'],
  ['22', 'Chhattisgarh'],
  ['23', 'Madhya Pradesh'],
  ['24', 'Gujarat'],
  ['26', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['27', 'Maharashtra'],
  ['29', 'Karnataka'],
  ['30', 'Goa'],
  ['31', 'Lakshadweep'],
  ['32', 'Kerala'],
  ['33', 'Tamil Nadu'],
  ['34', 'Puducherry'],
  ['35', 'Andaman and Nicobar Islands'],
  ['36', 'Telangana'],
  ['37', 'Andhra Pradesh'],
  ['38', 'Ladakh'],
].map(([gstCode = '', name = '']) => ({ gstCode, name }))

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')

/** What addresses also call a state. */
const otherNames = [
  ['orissa', '21'],
  ['pondicherry', '34'],
  ['uttaranchal', '05'],
  ['newdelhi', '07'],
  ['nctofdelhi', '07'],
  ['chattisgarh', '22'],
  ['tamilnad', '33'],
  ['damananddiu', '26'],
  ['dadraandnagarhaveli', '26'],
  ['andamanandnicobar', '35'],
] as const

const stateByName = new Map<string, string>([
  ...otherNames,
  ...indianStates.map(({ gstCode, name }) => [folded(name), gstCode] as const),
])

/** The GST code of a state as an address names it (case, spaces and '&' do not matter); undefined if it is none. */
export const gstCodeOfState = (name: string): string | undefined => stateByName.get(folded(name))
