// Raw frames before they are kept or shown: the values of keys and passwords are blacked out, all else stays as it came.
// JSON keeps its text token for token; of a frame that is no JSON and speaks of a secret only the beginning is kept.

const BLACK = '"***"'

/** A frame without any of these can hold no secret. */
const SUSPECT = /key|pass|pwd|psk|secret|token|credential|WriteOnly|:(?:\\?\/){2}|\\u/i

/** Names whose values are secret: AuthorizationKey, WifiPassword, ... */
const SECRET = /pass$|passw|passphrase|passcode|pwd|psk|secret|token|credential|key$/i

/** Names of the protocol that end like a secret and are none. */
const HARMLESS = new Set(['key', 'configurationkey', 'unknownkey'])

/** True for the name of a key or password: of a field, or of a key of the configuration. */
export const isSecret = (name: string): boolean => SECRET.test(name.trim()) && !HARMLESS.has(lower(name))
const lower = (name: string): string => name.trim().toLowerCase()

/** A text without names of fields that may tell a secret all the same; `key` alone is a word of the protocol. */
const SPEAKS_OF_SECRET =
  /passw|passphrase|passcode|pwd|psk|secret|token|credential|[a-z0-9_]key|[?&_.-]sig(?:nature)?=|:(?:\\?\/){2}[^\s/]*@|\\u/i

/** Strings, punctuation, and numbers and the like. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** An object or list that is open at the point reached. */
interface Level {
  /** All inside is secret. */
  readonly secret: boolean
  readonly isObject: boolean
  /** The name before the value to come; undefined where a name is due. */
  name: string | undefined
  /** The object's `key` names a secret, so its `value` is one (ChangeConfiguration, GetConfiguration). */
  keyIsSecret: boolean
  /** Where the object's `value` stands among the parts. */
  valueAt: number
  /** Stands in `variable`, or in `variableAttribute` (2.0.1): it names a variable, or tells a value of one. */
  readonly part: string
  /** The variable named here or within is a secret: so are its values, wherever they stand in the object. */
  variableIsSecret: boolean
  /** Where the values of the variable stand among the parts. */
  readonly values: number[]
}

/**
 * The frame's text without its secrets; the same text where it has none.
 * @example redact('[2,"1","X",{"password":"abc"}]') // '[2,"1","X",{"password":"***"}]'
 */
export const redact = (text: string): string => {
  if (!SUSPECT.test(text)) return text
  return isJson(text) ? redactTokens(text) : redactBroken(text)
}

/** A shorter text says too little to be looked for: its letters stand in other words, too. */
const SHORTEST_KNOWN = 8

const SHORT = '"attributeValue":"***"'

const asJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * The text without these secrets, wherever they stand, as they are or as JSON writes them, also within JSON; letter case
 * makes no difference.
 * @param secrets values that were sent on this connection; those shorter than 8 characters are left but where a variable is
 * set to them, for other words contain them
 */
export const blackOut = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((kept, secret) => {
    // Of a short one only the value that was sent itself, for its letters stand in other words.
    if (secret.length < SHORTEST_KNOWN) return kept.replaceAll(`"attributeValue":${JSON.stringify(secret)}`, SHORT)
    const once = asJson(secret)
    const forms = new Set([secret, once, asJson(once)])
    return [...forms].reduce((t, form) => t.replace(new RegExp(RegExp.escape(form), 'gi'), '***'), kept)
  }, text)

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Which word is whose value cannot be told here, so all goes from the payload, or else from the word itself, on. */
const redactBroken = (text: string): string => {
  const at = text.search(SPEAKS_OF_SECRET)
  if (at < 0) return text
  const payloadAt = text.indexOf('{')
  return `${text.slice(0, payloadAt < 0 ? at : Math.min(at, payloadAt))}***`
}

const redactTokens = (text: string): string => {
  const parts: string[] = []
  const levels: Level[] = []
  let end = 0
  for (const match of text.matchAll(TOKENS)) {
    parts.push(text.slice(end, match.index))
    end = match.index + match[0].length
    parts.push(takeToken(match[0], levels, parts))
  }
  parts.push(text.slice(end))
  return parts.join('')
}

/** The token as it is to be kept. */
const takeToken = (token: string, levels: Level[], parts: string[]): string => {
  const level = levels.at(-1)
  if (token === '{' || token === '[') {
    const secret = level !== undefined && (level.secret || isSecret(level.name ?? ''))
    const part = level?.isObject === false ? level.part : lower(level?.name ?? '')
    const isObject = token === '{'
    levels.push({
      secret,
      isObject,
      name: undefined,
      keyIsSecret: false,
      valueAt: -1,
      part,
      variableIsSecret: false,
      values: [],
    })
  } else if (token === '}' || token === ']') leave(levels, parts)
  else if (token === ',') {
    if (level?.isObject) level.name = undefined
  } else if (token !== ':') return level?.isObject ? takeMember(token, level, parts) : takeValue(token, level?.secret)
  return token
}

/** Leaves an object or list; what it says of a variable holds for the object around it. */
const leave = (levels: Level[], parts: string[]): void => {
  const left = levels.pop()
  const around = levels.at(-1)
  if (!left || !around) return
  // An object that names the variable decides about the values beside it; a value that may be written alone about itself.
  if (left.variableIsSecret) for (const at of left.values) parts[at] = BLACK
  if (left.part === 'variableattribute') around.values.push(...left.values)
  else if (left.part === 'variable') around.variableIsSecret ||= left.variableIsSecret
}

/** A name of an object, or the value that follows it. */
const takeMember = (token: string, level: Level, parts: string[]): string => {
  if (level.name === undefined) {
    level.name = decode(token)
    return token
  }
  // Names in any case of letters: a frame is kept also when it is not of the protocol.
  const name = lower(level.name)
  if (name === 'key') {
    level.keyIsSecret ||= isSecret(decode(token))
    if (level.keyIsSecret && level.valueAt >= 0) parts[level.valueAt] = BLACK
  }
  if (name === 'value') level.valueAt = parts.length
  if (name === 'attributevalue' || (name === 'value' && level.part === 'variableattribute'))
    level.values.push(parts.length)
  if (name === 'name' && level.part === 'variable') level.variableIsSecret ||= isSecret(decode(token))
  if (name === 'mutability') level.variableIsSecret ||= decode(token) === 'WriteOnly'
  const secret = level.secret || isSecret(name) || (name === 'value' && level.keyIsSecret)
  return takeValue(token, secret)
}

const takeValue = (token: string, secret = false): string => {
  if (secret) return BLACK
  if (token[0] !== '"') return token
  const text = decode(token)
  const kept = redactText(text)
  return kept === text ? token : JSON.stringify(kept)
}

/**
 * The value after the name of a secret in running text or in an address: `AuthorizationKey=…`, `password: …`. The
 * pattern begins with the rare words themselves, so that megabytes of signed data are passed quickly.
 */
const ASSIGNED =
  /((?:passw(?:or)?d|passphrase|passcode|secret|token|credential|pwd|psk|(?<=[\w-])key) {0,3}[=:] {0,3})[^\s&;,]+/gi

/**
 * An address that itself grants access: by a signature (of any cloud), a key, or a random part of 32 bytes (base64url).
 */
const OPENING =
  /([?&](?:(?:[\w.-]*[-_.])?sig(?:nature)?|key|auth|authorization)=)[^\s&#]+|(:\/\/\S*?\/)[\w-]{43}(?![\w-])/gi

/** A text may hold JSON of its own (DataTransfer), an address with a password, a private key, or a secret by its name. */
const redactText = (text: string): string => {
  if (/-----BEGIN [\w ]*PRIVATE KEY/.test(text)) return '***'
  if (/^\s*[{[]/.test(text)) return redact(text)
  return text
    .replace(/(:\/\/[^\s/?#:@]*):[^\s/?#]*@/g, '$1:***@')
    .replace(ASSIGNED, '$1***')
    .replace(OPENING, '$1$2***')
}

/** The text of a string, or of a number as it is written. */
const decode = (token: string): string => String(JSON.parse(token))
