// Signed meter values of a session as files: all of them as they came, and those in OCMF as the XML that the transparency
// software of S.A.F.E. e.V. reads (github.com/SAFE-eV/transparenzsoftware, XML_Format.md).
import { escaped } from '@wattdesk/base/text'
import { isSigned, type SampledValue } from '#charging/metering/meter.rules.ts'

/** A meter value as it is stored; `at` by the charger's own clock. */
type Meter = { at: Date; receivedAt: Date; connectorId: number; samples: readonly SampledValue[] }
/** A signed value with what the charger said of it. */
export type SignedValue = {
  timestamp: string
  received_at: string
  connectorId: number
  measurand: string
  context: string | null
  phase: string | null
  location: string | null
  unit: string | null
  signingMethod: string | null
  encodingMethod: string | null
  publicKey: string | null
  /** The signed data as the charger sent it. */
  signedMeterData: string
}

/** 2.0.1 tells data, methods and key apart, as do some chargers of 1.6; others of 1.6 tell the data alone. */
function toldOf(
  value: string,
): Pick<SignedValue, 'signingMethod' | 'encodingMethod' | 'publicKey' | 'signedMeterData'> {
  let told: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(value)
    if (typeof parsed === 'object' && parsed !== null) told = parsed as Record<string, unknown>
  } catch {
    // The value is the data.
  }
  const text = (key: string) => (typeof told[key] === 'string' && told[key] !== '' ? told[key] : null)
  return {
    signingMethod: text('signingMethod'),
    encodingMethod: text('encodingMethod'),
    publicKey: text('publicKey'),
    signedMeterData: text('signedMeterData') ?? value,
  }
}

/** The signed values among meter values, in their order. */
export const signedValuesOf = (meters: readonly Meter[]): SignedValue[] =>
  meters.flatMap(m =>
    m.samples.filter(isSigned).map(s => ({
      timestamp: m.at.toISOString(),
      received_at: m.receivedAt.toISOString(),
      connectorId: m.connectorId,
      measurand: s.measurand ?? 'Energy.Active.Import.Register',
      context: s.context ?? null,
      phase: s.phase ?? null,
      location: s.location ?? null,
      unit: s.unit ?? null,
      ...toldOf(s.value),
    })),
  )

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const fromBase64 = (text: string): string | undefined =>
  text !== '' && BASE64.test(text) ? Buffer.from(text, 'base64').toString('utf8') : undefined

/** The text of a value in OCMF, which may have come in base64; undefined for another encoding. */
export function ocmfOf({ signedMeterData }: Pick<SignedValue, 'signedMeterData'>): string | undefined {
  const plain = signedMeterData.trim()
  const text = plain.startsWith('OCMF|') ? plain : fromBase64(plain)
  return text?.startsWith('OCMF|') ? text.trim() : undefined
}

type Key = { encoding: 'hex' | 'base64'; value: string }
/** A public key, as in `oca:base16:asn1:3059…`, which comes in base64, or without these words; undefined: none of these. */
export function keyOf(publicKey: string | null): Key | undefined {
  const plain = publicKey?.trim() ?? ''
  const [, base, value = ''] =
    /^oca:base(16|64):asn1:(.+)$/.exec(fromBase64(plain) ?? '') ?? /^oca:base(16|64):asn1:(.+)$/.exec(plain) ?? []
  if (base !== undefined) return { encoding: base === '16' ? 'hex' : 'base64', value }
  if (/^(?:[0-9a-f]{2})+$/i.test(plain)) return { encoding: 'hex', value: plain }
  return plain !== '' && BASE64.test(plain) ? { encoding: 'base64', value: plain } : undefined
}

/** The only key of a session; undefined where it has none, or several. */
function onlyKeyOf(values: readonly SignedValue[]): Key | undefined {
  const keys = new Set(values.flatMap(v => v.publicKey ?? []))
  const [only] = keys
  return keys.size === 1 && only !== undefined ? keyOf(only) : undefined
}

export type SessionOfValues = {
  transactionId: number
  stationTransactionId: string | null
  chargepoint_id: string
  connectorId: number
  starttime: string
  stoptime: string | null
}

/** All signed values as JSON, piece by piece. */
export function* signedJson(session: SessionOfValues, values: readonly SignedValue[]): Generator<string> {
  yield `${JSON.stringify(session).slice(0, -1)},"values":[`
  for (const [i, v] of values.entries()) yield `${i === 0 ? '\n' : ',\n'}${JSON.stringify(v)}`
  yield '\n]}\n'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has none of these
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xml = (text: string): string => escaped(text.replaceAll(UNFIT, '').toWellFormed())

/**
 * The values in OCMF as XML, piece by piece, each with its key, else with the only one of the session. The data stand between
 * their tags without white space, so that the signature fits.
 */
export function* signedXml(values: readonly SignedValue[]): Generator<string> {
  const only = onlyKeyOf(values)
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<values>\n'
  let n = 0
  for (const v of values) {
    const data = ocmfOf(v)
    if (data === undefined) continue
    n++
    const key = keyOf(v.publicKey) ?? only
    yield `<value transactionId="${n}" context="${xml(v.context ?? v.measurand)}">` +
      `<signedData format="OCMF" encoding="plain" transactionId="${n}">${xml(data)}</signedData>` +
      `${key ? `<publicKey encoding="${key.encoding}">${xml(key.value)}</publicKey>` : ''}</value>\n`
  }
  yield '</values>\n'
}
