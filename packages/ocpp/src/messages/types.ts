// The types that more than one message of OCPP 1.6 carries (§7).
import { date, dec, int, list, obj, oneOf, open, str } from '../schema.ts'

/** IdToken, §7.28: compares without regard to case. */
export const idToken = () => str(20)

/** IdTagInfo, §7.27. */
export const idTagInfo = () =>
  obj(
    { status: oneOf('Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx') },
    { expiryDate: date(), parentIdTag: idToken() },
  )

/** Most requests are answered with a status and nothing else. */
export const status = <const V extends string>(...values: V[]) => obj({ status: oneOf(...values) })

export const nothing = () => obj({})

/** Where a charger says it happened: 0 is the charge point itself. */
export const connector = () => int({ min: 0 })

/** Measurand, §7.31. */
const measurand = () =>
  open(
    'Energy.Active.Export.Register',
    'Energy.Active.Import.Register',
    'Energy.Reactive.Export.Register',
    'Energy.Reactive.Import.Register',
    'Energy.Active.Export.Interval',
    'Energy.Active.Import.Interval',
    'Energy.Reactive.Export.Interval',
    'Energy.Reactive.Import.Interval',
    'Power.Active.Export',
    'Power.Active.Import',
    'Power.Offered',
    'Power.Reactive.Export',
    'Power.Reactive.Import',
    'Power.Factor',
    'Current.Import',
    'Current.Export',
    'Current.Offered',
    'Voltage',
    'Frequency',
    'Temperature',
    'SoC',
    'RPM',
  )

/** SampledValue, §7.43. The schema of the standard misspells Celsius, so both spellings are in it (errata, JE2.1). */
const sampledValue = () =>
  obj(
    { value: str() },
    {
      context: open(
        'Interruption.Begin',
        'Interruption.End',
        'Other',
        'Sample.Clock',
        'Sample.Periodic',
        'Transaction.Begin',
        'Transaction.End',
        'Trigger',
      ),
      format: open('Raw', 'SignedData'),
      measurand: measurand(),
      phase: open('L1', 'L2', 'L3', 'N', 'L1-N', 'L2-N', 'L3-N', 'L1-L2', 'L2-L3', 'L3-L1'),
      location: open('Body', 'Cable', 'EV', 'Inlet', 'Outlet'),
      unit: open(
        'Wh',
        'kWh',
        'varh',
        'kvarh',
        'W',
        'kW',
        'VA',
        'kVA',
        'var',
        'kvar',
        'A',
        'V',
        'Celcius',
        'Celsius',
        'Fahrenheit',
        'K',
        'Percent',
      ),
    },
  )

/** MeterValue, §7.33. The list may be empty, as some chargers send it: there is nothing to refuse in it. */
export const meterValue = () => obj({ timestamp: date(), sampledValue: list(sampledValue()) })

export const chargingRateUnit = () => oneOf('A', 'W')

export const chargingProfilePurpose = () => oneOf('ChargePointMaxProfile', 'TxDefaultProfile', 'TxProfile')

/** ChargingSchedule, §7.13. Limits we send have at most one decimal (§7.14); of those we read we ask only numbers. */
export const chargingSchedule = (limit = dec()) =>
  obj(
    {
      chargingRateUnit: chargingRateUnit(),
      chargingSchedulePeriod: list(obj({ startPeriod: int({ min: 0 }), limit }, { numberPhases: int({ min: 0 }) }), {
        min: 1,
      }),
    },
    { duration: int({ min: 0 }), startSchedule: date(), minChargingRate: limit },
  )

/** ChargingProfile as it is sent, §7.8. */
export const chargingProfile = () =>
  obj(
    {
      chargingProfileId: int(),
      stackLevel: int({ min: 0 }),
      chargingProfilePurpose: chargingProfilePurpose(),
      chargingProfileKind: oneOf('Absolute', 'Recurring', 'Relative'),
      chargingSchedule: chargingSchedule(dec({ decimals: 1 })),
    },
    { transactionId: int(), recurrencyKind: oneOf('Daily', 'Weekly'), validFrom: date(), validTo: date() },
  )
