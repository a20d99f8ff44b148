// ChangeConfiguration and GetConfiguration.
import { configurationKey, valueProblem } from '../configuration-keys.contract.ts'
import { accessOf, isCredentialKey } from '../credential-key.words.ts'
import { operation } from './operation.contract.ts'
import { choice, maybeEmpty, REQUIRED, raw, secretIf, text, typedList } from './operation-field.contract.ts'

/** Keys that decide whether a charger obeys its profiles: keys of the standard (section 9.4) and of vendors. */
const SMART_CHARGING_KEY =
  /smart.?charging|charg(e|ing).?(profile|schedule)|SupportedFeatureProfiles|ConnectorSwitch3to1Phase/i
/** The OCPP spelling of keys that the portal spells differently (D-OPS-3). */
const SPELT: Readonly<Record<string, string>> = { HeartBeatInterval: 'HeartbeatInterval' }
const MAX_KEYS = 200

type Keys = { keyType: 'Predefined' | 'Custom'; confKey?: string | undefined; customConfKey?: string | undefined }
const keyOf = ({ keyType, confKey = '', customConfKey = '' }: Keys): string => {
  const key = keyType === 'Predefined' ? confKey : customConfKey
  return (Object.hasOwn(SPELT, key) ? SPELT[key] : undefined) ?? key
}
/** The key or security profile that a value for a key sets. */
function accessChange(p: Keys & { customConfValue: string }) {
  const what = accessOf(keyOf(p))
  return what && { what, value: p.customConfValue }
}

/**
 * A predefined `confKey`, whose value must be of the key's kind (D-OPS-3), or any `customConfKey`; both take their value
 * from the same field.
 */
export const changeConfiguration = operation({
  name: 'ChangeConfiguration',
  fields: {
    keyType: choice(['Predefined', 'Custom'], { label: 'Key Type', initial: 'Predefined' }),
    confKey: maybeEmpty(50, { label: 'Key', required: true }),
    // A charger may drop characters unknown to it, and so take a look-alike of a key for the key itself.
    customConfKey: maybeEmpty(50, { label: 'Key', required: true }, [
      /^[\x20-\x7e]*$/,
      'Use plain letters, digits and signs',
    ]),
    customConfValue: secretIf(
      raw(500, { label: 'Value' }),
      ({ confKey, customConfKey }) => isCredentialKey(confKey) || isCredentialKey(customConfKey),
    ),
  },
  together: (p, isWrong) => {
    // The key type decides which key is required.
    if (isWrong('keyType')) return []
    const field = p.keyType === 'Predefined' ? 'confKey' : 'customConfKey'
    if (!p[field]) return [{ field, text: REQUIRED }]
    if (p.keyType === 'Custom') return []
    const key = configurationKey(p.confKey)
    if (!key) return [{ field: 'confKey', text: 'This is none of the predefined keys: choose Custom for others' }]
    const problem = isWrong('customConfValue') ? undefined : valueProblem(key, p.customConfValue)
    return problem ? [{ field: 'customConfValue', text: problem }] : []
  },
  wire: {
    ocpp16: { action: 'ChangeConfiguration', request: p => ({ key: keyOf(p), value: p.customConfValue }) },
  },
  accessChange,
  changesLimits: p => !accessChange(p) && SMART_CHARGING_KEY.test(`${p.confKey ?? ''} ${p.customConfKey ?? ''}`),
  secrets: p => (isCredentialKey(keyOf(p)) ? [p.customConfValue] : []),
  answers: {
    Accepted: 'The charge point uses the value from now on.',
    RebootRequired: 'The charge point has kept the value and uses it after its next restart: send Reset to restart it.',
    Rejected: 'The charge point knows this key but does not take the value, or the key can only be read.',
    NotSupported: 'The charge point does not know this key.',
  },
  form: {
    also: 'SetVariables',
    help: 'Sets one value of the configuration of the charge point.',
    says: (charger, { keyType, confKey, customConfKey }) =>
      `${String(keyType === 'Custom' ? customConfKey : confKey)} of ${charger.chargepoint_id}`,
  },
})

/** No keys means all keys. */
export const getConfiguration = operation({
  name: 'GetConfiguration',
  fields: {
    key: typedList(text(50), {
      max: MAX_KEYS,
      tooMany: `At most ${MAX_KEYS} keys`,
      input: {
        label: 'Keys',
        wide: true,
        help: 'One a line, or parted by commas. Leave this empty to read all of them.',
      },
    }),
  },
  wire: { ocpp16: { action: 'GetConfiguration' } },
  keysInParts: ({ key = [] }) => key,
  shows: 'configuration',
  form: {
    group: 'Settings and reports',
    also: 'GetVariables',
    help: 'Reads the configuration of the charge point.',
    says: charger => `Configuration of ${charger.chargepoint_id}`,
  },
})
