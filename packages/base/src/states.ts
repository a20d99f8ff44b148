// The 36 states and union territories of India with their GST codes, and their other names among people, geocoders and
// old papers. Tax and place of supply go by the two-digit code alone; a text outside the list is no state.

export type IndianState = {
  readonly code: string
  readonly name: string
  /** As on number plates and in ISO 3166-2; the first is the usual one. */
  readonly abbreviations: readonly string[]
}

/** Code, name, abbreviations, other spellings (without case, spaces and signs; '&' reads 'and'). */
const list: readonly (readonly [code: string, name: string, abbreviations: string, spellings?: string])[] = [
  ['01', 'Jammu and Kashmir', 'JK', 'jandk jammukashmir'],
  ['02', 'Himachal Pradesh', 'HP', 'himachal'],
  ['03', 'Punjab', 'PB', 'panjab'],
  ['04', 'Chandigarh', 'CH'],
  ['05', 'Uttarakhand', 'UK UT UA', 'uttaranchal uttrakhand'],
  ['06', 'Haryana', 'HR', 'hariyana'],
  ['07', 'Delhi', 'DL', 'newdelhi nctofdelhi nctdelhi delhinct delhincr nationalcapitalterritoryofdelhi'],
  ['08', 'Rajasthan', 'RJ'],
  ['09', 'Uttar Pradesh', 'UP'],
  ['10', 'Bihar', 'BR'],
  ['11', 'Sikkim', 'SK'],
  ['12', 'Arunachal Pradesh', 'AR', 'arunachal'],
  ['13', 'Nagaland', 'NL'],
  ['14', 'Manipur', 'MN'],
  ['15', 'Mizoram', 'MZ'],
  ['16', 'Tripura', 'TR'],
  ['17', 'Meghalaya', 'ML'],
  ['18', 'Assam', 'AS', 'asom'],
  ['19', 'West Bengal', 'WB', 'paschimbanga bengal'],
  ['20', 'Jharkhand', 'JH'],
  ['21', 'Odisha', 'OD OR', 'orissa'],
  ['22', 'Chhattisgarh', 'CG CT', 'chattisgarh chhatisgarh chattisgadh chhattisgadh'],
  ['23', 'Madhya Pradesh', 'MP'],
  ['24', 'Gujarat', 'GJ', 'gujrat'],
  ['26', 'Dadra and Nagar Haveli and Daman and Diu', 'DH DD DN', 'dnhdd dnh damananddiu dadraandnagarhaveli'],
  ['27', 'Maharashtra', 'MH', 'maharastra'],
  ['29', 'Karnataka', 'KA', 'karnatak'],
  ['30', 'Goa', 'GA'],
  ['31', 'Lakshadweep', 'LD', 'lakshadeep laccadives'],
  ['32', 'Kerala', 'KL', 'keralam'],
  ['33', 'Tamil Nadu', 'TN', 'tamilnad'],
  ['34', 'Puducherry', 'PY', 'pondicherry'],
  ['35', 'Andaman and Nicobar Islands', 'AN', 'andamanandnicobar andamannicobar andamannicobarislands andamans'],
  ['36', 'Telangana', 'TG TS', 'telengana'],
  ['37', 'Andhra Pradesh', 'AP AD', 'andhra'],
  ['38', 'Ladakh', 'LA'],
]

export const indianStates: readonly IndianState[] = list.map(([code, name, abbreviations]) => ({
  code,
  name,
  abbreviations: abbreviations.split(' '),
}))

/** Codes that GST no longer gives out, with what the state became: Daman and Diu, Andhra Pradesh before 2014. */
const former: Readonly<Record<string, string>> = { '25': '26', '28': '37' }
const byCode = new Map(indianStates.map(s => [s.code, s]))

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')

/** Every spelling with its code. */
export const spellings: ReadonlyMap<string, string> = new Map(
  list.flatMap(([code, name, abbreviations, others]) =>
    [folded(name), ...abbreviations.toLowerCase().split(' '), ...(others?.split(' ') ?? [])].map(
      s => [s, code] as const,
    ),
  ),
)

const codeOfDigits = (digits: string): string | undefined => {
  const code = digits.padStart(2, '0')
  return former[code] ?? (byCode.has(code) ? code : undefined)
}

/** The two-digit GST code of a state from its name, another spelling, an abbreviation or the code; undefined if none. */
export const stateCode = (text: string): string | undefined => {
  const plain = text.trim()
  if (/^\d{1,2}$/.test(plain)) return codeOfDigits(plain)
  const name = folded(plain)
  return spellings.get(name) ?? spellings.get(name.replace(/^(stateof|unionterritoryof)|state$/, ''))
}

/** The name of a state by its code; an unknown code is answered as it is. */
export const stateName = (code: string): string => byCode.get(code)?.name ?? code

/** The two-digit code of the state that a GSTIN belongs to; undefined where its digits are no state's. */
export const stateOfGstin = (gstin: string): string | undefined => codeOfDigits(gstin.slice(0, 2))

/** How many letters have to be typed, left out or exchanged to make one text of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}

/** The state that a text comes nearest to; undefined where it resembles none. */
function nearest(text: string): IndianState | undefined {
  const name = folded(text)
  let best: IndianState | undefined
  let least = Math.min(4, Math.ceil(name.length / 3)) + 1
  for (const state of indianStates) {
    const far = name.length > 2 && folded(state.name).startsWith(name) ? 0 : distance(name, folded(state.name))
    if (far < least) [best, least] = [state, far]
  }
  return best
}

/** The refusal of a text that is no state; it names a state as an example. */
export const invalidState = (text: string): string => {
  const { name, abbreviations } = nearest(text) ?? (byCode.get('29') as IndianState)
  return `Please enter a valid state, such as ${name} or ${abbreviations[0]}`
}
