// Raw frames before they are kept or shown: the values of keys and passwords are blacked out, all else stays as it came.
// JSON keeps its text token for token; of a frame that is no JSON and speaks of a secret only the beginning is kept.

const BLACK = '"***"'

/** A frame without any of these can hold no secret. The names of cards in 2.0.1, as `"idToken"`, are in many frames and no secret. */
const SUSPECT =
  /key|pass|pwd|psk|secret|(?!(?<="id)token(?:info)?\\*"|(?<="(?:group|additional)id)token\\*")token|credential|vpn|simpin|writeonly|customerinformation|:(?:\\?\/){2}|\\u/i

/** Names whose values are secret: AuthorizationKey, WifiPassword, ... */
const SECRET = /pass$|passw|passphrase|passcode|pwd|psk|secret|token|credential|key$|^vpn$|simpin$/i

/** Names of the protocol that end like a secret and are none. */
const HARMLESS = new Set([
  'key',
  'configurationkey',
  'unknownkey',
  // The cards of drivers in 2.0.1, shown as the tags of 1.6 are, and the keys that are meant for all.
  'idtoken',
  'idtokeninfo',
  'groupidtoken',
  'additionalidtoken',
  'publickey',
])

/** True for the name of a key or password: of a field, or of a key of the configuration. */
export const isSecret = (name: string): boolean => SECRET.test(name.trim()) && !HARMLESS.has(lower(name))
const lower = (name: string): string => name.trim().toLowerCase()

/** A text without names of fields that may tell a secret all the same; `key` alone is a word of the protocol. */
const SPEAKS_OF_SECRET =
  /notifycustomerinformation|passw|passphrase|passcode|pwd|psk|secret|token|credential|[a-z0-9_]key|[?&_.-]sig(?:nature)?=|:(?:\\?\/){2}[^\s/]*@|\\u/i

/** Strings, punctuation, and numbers and the like. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** The message by which a station tells personal data of a customer (2.0.1 N09), and its fields that hold none. */
const PERSONAL_MESSAGE = 'notifycustomerinformation'
const IMPERSONAL = new Set(['requestid', 'seqno', 'tbc', 'generatedat'])

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
  /** The name under which the object or list stands, in small letters; of an object in a list, that of the list. */
  readonly own: string
  /** The `variable` of the object is a secret (2.0.1), and where the values of that variable stand. */
  variableIsSecret: boolean
  readonly variableAt: number[]
  /** The list is a frame whose message tells personal data, or the object is the payload of such a message. */
  isPersonal: boolean
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

const asJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const SHORT = '"attributeValue":"***"'

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
    const name = level?.name ?? ''
    const isPersonal = level?.isObject === true && level.isPersonal && !IMPERSONAL.has(lower(name))
    const secret = level !== undefined && (level.secret || isSecret(name) || isPersonal)
    levels.push({
      secret,
      isObject: token === '{',
      name: undefined,
      keyIsSecret: false,
      valueAt: -1,
      own: level?.isObject ? lower(level.name ?? '') : (level?.own ?? ''),
      variableIsSecret: false,
      variableAt: [],
      isPersonal: levels.length === 1 && !level?.isObject && level?.isPersonal === true,
    })
  } else if (token === '}' || token === ']') levels.pop()
  else if (token === ',') {
    if (level?.isObject) level.name = undefined
  } else if (token !== ':') {
    if (level?.isObject) return takeMember(token, level, levels, parts)
    if (level && levels.length === 1) level.isPersonal ||= lower(decode(token)) === PERSONAL_MESSAGE
    return takeValue(token, level?.secret)
  }
  return token
}

/** A name of an object, or the value that follows it. */
const takeMember = (token: string, level: Level, levels: readonly Level[], parts: string[]): string => {
  if (level.name === undefined) {
    level.name = decode(token)
    return token
  }
  // Names in any case of letters: a frame is kept also when it is not of the protocol.
  const name = lower(level.name)
  if (name === 'key' || name === 'mutability') {
    // A variable of 2.0.1 that may be written alone is a secret of its own.
    level.keyIsSecret ||= name === 'key' ? isSecret(decode(token)) : decode(token) === 'WriteOnly'
    if (level.keyIsSecret && level.valueAt >= 0) parts[level.valueAt] = BLACK
  }
  if (name === 'value') level.valueAt = parts.length
  const ofVariable = takeVariable(token, name, levels, parts)
  const isPersonal = level.isPersonal && !IMPERSONAL.has(name)
  const secret = level.secret || isSecret(name) || (name === 'value' && level.keyIsSecret) || ofVariable || isPersonal
  return takeValue(token, secret)
}

/** The names of a value beside its `variable`: in SetVariables and GetVariables, and in NotifyEvent. */
const BESIDE_VARIABLE = new Set(['attributevalue', 'actualvalue'])

/** Whether a member is the value of a variable that is secret (2.0.1); the variable may stand before or after its values. */
const takeVariable = (token: string, name: string, levels: readonly Level[], parts: string[]): boolean => {
  const level = levels.at(-1)
  if (level?.own === 'variable' && name === 'name' && isSecret(decode(token))) {
    const owner = levels.at(-2)
    if (owner) owner.variableIsSecret = true
    for (const at of owner?.variableAt ?? []) parts[at] = BLACK
  }
  const isInReport = name === 'value' && level?.own === 'variableattribute'
  const owner = isInReport ? levels.at(-3) : BESIDE_VARIABLE.has(name) ? level : undefined
  owner?.variableAt.push(parts.length)
  return owner?.variableIsSecret === true
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
