// The choices of a charger's form and its limits, to the letter (S-CHARGER-FORM).

export const MAX_CONNECTORS = 4
export const MAX_INSTRUCTIONS = 10
export const DEFAULT_TOLERANCE_WATT = 300
export const DEFAULT_METER_INTERVAL_SEC = 30

export const CONNECTOR_TYPES = [
  'CCS Type 2',
  'Type 2',
  'CHAdeMo',
  'Type 1',
  'Type 1 AC',
  '3 Pin',
  'GBT',
  'CCS Type 1',
  'CCS/SAE',
  'Three Phase',
  'Wall',
  'J1772',
  'IEC60309',
] as const

export const AMENITIES = [
  'GYM',
  'THEATER',
  'SALON',
  'PILGRIMAGE SITE',
  'PUBLIC WASHROOM',
  'PARK',
  'KID ACTIVITY ZONE',
  'AUTO SERVICE',
  'MEDICAL STORE',
  'HOSPITAL',
  '24/7 MONITORING',
  'HOTEL',
  'ATM',
  'RESTAURANT',
  'SHOPPING',
  'PARKING',
] as const

export const ID_TOO_LONG = 'Charger ID should be 60 characters or less'
export const ADDRESS_NEEDED = 'Address is required for the Charge Point'
export const CONNECTOR_NEEDED = 'At least 1 connector is required'
export const PRICE_GROUP_NEEDED = "Every connector'should have a pricegroup specified for it"
export const CONNECTOR_NUMBER = 'Please enter a valid number for connectors'
export const RECIPIENTS_NEEDED = 'Notification Recipients is required'
export const RECIPIENTS_WRONG = 'Please enter valid email addresses separated by commas'
export const CONNECTORS_TOO_MANY = `At most ${MAX_CONNECTORS} connectors can be specified`
/**
 * Characters that an id may not contain: a slash or backslash would read as a path, a colon ends the name before a key.
 */
export const ID_UNFIT =
  'Charger ID may not contain slashes, backslashes, colons, invisible or wide characters, or several spaces in a row'
export const CONNECTOR_UNKNOWN = 'The connector is none of this charge point'
export const CONNECTOR_TWICE = 'The connector is named twice'
export const CONNECTOR_GONE = 'Connectors cannot be removed from an existing charge point'
export const PRICE_GROUP_UNKNOWN = 'The price group is none of the company of the charge point'
export const SITE_UNKNOWN = 'Charging site not found'
export const SITE_ELSEWHERE = 'The charging site does not serve the team of the charge point'
export const ID_TAKEN = 'Charger ID already exists'
export const SAVE_FAILED = 'Failed to save charger data'

/** Returns the addresses of a text that separates them by commas or lines; each once, in its order. */
export const recipientsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map(t => t.trim())
      .filter(t => t !== ''),
  ),
]

type Measured = {
  connectorType?: string | null | undefined
  kw?: number | null | undefined
  volt?: number | null | undefined
}
/** Whether a connector is described: a type, and a voltage or a power (D-CHARGER-9). */
export const isDescribed = (c: Measured | null | undefined): boolean =>
  !!c?.connectorType && (c.kw != null || c.volt != null)

/** The most incidents of a charger that are listed, the newest. */
export const MOST_INCIDENTS = 500
