// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import { bool, date, dec, int, list, obj, oneOf, open, openObj, str } from '../schema.ts'

export const customDataType = openObj({ vendorId: str(255) })

const acChargingParametersType = obj(
  { energyAmount: dec(), evMinCurrent: dec(), evMaxCurrent: dec(), evMaxVoltage: dec() },
  { customData: customDataType },
)

const apnAuthenticationEnumType = oneOf('PAP', 'CHAP', 'NONE', 'AUTO')

const apnType = obj(
  { apn: str(2000), apnAuthentication: apnAuthenticationEnumType },
  {
    apnUserName: str(50),
    apnPassword: str(64),
    simPin: int(),
    preferredNetwork: str(6),
    useOnlyPreferredNetwork: bool(),
    customData: customDataType,
  },
)

const rationalNumberType = obj({ exponent: int(), value: int() }, { customData: customDataType })

const priceRuleType = obj(
  { energyFee: rationalNumberType, powerRangeStart: rationalNumberType },
  {
    parkingFeePeriod: int(),
    carbonDioxideEmission: int({ min: 0 }),
    renewableGenerationPercentage: int({ min: 0, max: 100 }),
    parkingFee: rationalNumberType,
    customData: customDataType,
  },
)

const priceRuleStackType = obj(
  { duration: int(), priceRule: list(priceRuleType, { min: 1, max: 8 }) },
  { customData: customDataType },
)

const taxRuleType = obj(
  {
    taxRuleID: int({ min: 0 }),
    appliesToEnergyFee: bool(),
    appliesToParkingFee: bool(),
    appliesToOverstayFee: bool(),
    appliesToMinimumMaximumCost: bool(),
    taxRate: rationalNumberType,
  },
  { taxRuleName: str(100), taxIncludedInPrice: bool(), customData: customDataType },
)

const overstayRuleType = obj(
  { overstayFee: rationalNumberType, startTime: int(), overstayFeePeriod: int() },
  { overstayRuleDescription: str(32), customData: customDataType },
)

const overstayRuleListType = obj(
  { overstayRule: list(overstayRuleType, { min: 1, max: 5 }) },
  { overstayPowerThreshold: rationalNumberType, overstayTimeThreshold: int(), customData: customDataType },
)

const additionalSelectedServicesType = obj(
  { serviceFee: rationalNumberType, serviceName: str(80) },
  { customData: customDataType },
)

const absolutePriceScheduleType = obj(
  {
    timeAnchor: date(),
    priceScheduleID: int({ min: 0 }),
    currency: str(3),
    language: str(8),
    priceAlgorithm: str(2000),
    priceRuleStacks: list(priceRuleStackType, { min: 1, max: 1024 }),
  },
  {
    priceScheduleDescription: str(160),
    minimumCost: rationalNumberType,
    maximumCost: rationalNumberType,
    taxRules: list(taxRuleType, { min: 1, max: 10 }),
    overstayRuleList: overstayRuleListType,
    additionalSelectedServices: list(additionalSelectedServicesType, { min: 1, max: 5 }),
    customData: customDataType,
  },
)

const additionalInfoType = obj({ additionalIdToken: str(255), type: str(50) }, { customData: customDataType })

export const addressType = obj(
  { name: str(50), address1: str(100), city: str(100), country: str(50) },
  { address2: str(100), postalCode: str(20), customData: customDataType },
)

const attributeEnumType = oneOf('Actual', 'Target', 'MinSet', 'MaxSet')

export const idTokenType = obj(
  { idToken: str(255), type: str(20) },
  { additionalInfo: list(additionalInfoType, { min: 1 }), customData: customDataType },
)

const authorizationStatusEnumType = oneOf(
  'Accepted',
  'Blocked',
  'ConcurrentTx',
  'Expired',
  'Invalid',
  'NoCredit',
  'NotAllowedTypeEVSE',
  'NotAtThisLocation',
  'NotAtThisTime',
  'Unknown',
)

const messageFormatEnumType = oneOf('ASCII', 'HTML', 'URI', 'UTF8', 'QRCODE')

export const messageContentType = obj(
  { format: messageFormatEnumType, content: str(1024) },
  { language: str(8), customData: customDataType },
)

export const idTokenInfoType = obj(
  { status: authorizationStatusEnumType },
  {
    cacheExpiryDateTime: date(),
    chargingPriority: int(),
    groupIdToken: idTokenType,
    language1: str(8),
    language2: str(8),
    evseId: list(int({ min: 0 }), { min: 1 }),
    personalMessage: messageContentType,
    customData: customDataType,
  },
)

export const authorizationData = obj(
  { idToken: idTokenType },
  { idTokenInfo: idTokenInfoType, customData: customDataType },
)

export const authorizeCertificateStatusEnumType = oneOf(
  'Accepted',
  'SignatureError',
  'CertificateExpired',
  'CertificateRevoked',
  'NoCertificateAvailable',
  'CertChainError',
  'ContractCancelled',
)

export const batteryDataType = obj(
  { evseId: int({ min: 0 }), serialNumber: str(50), soC: dec(), soH: dec() },
  { productionDate: date(), vendorInfo: str(500), customData: customDataType },
)

export const batterySwapEventEnumType = oneOf('BatteryIn', 'BatteryOut', 'BatteryOutTimeout')

export const bootReasonEnumType = open(
  'ApplicationReset',
  'FirmwareUpdate',
  'LocalReset',
  'PowerUp',
  'RemoteReset',
  'ScheduledReset',
  'Triggered',
  'Unknown',
  'Watchdog',
)

export const cancelReservationStatusEnumType = oneOf('Accepted', 'Rejected')

export const certificateActionEnumType = oneOf('Install', 'Update')

const hashAlgorithmEnumType = oneOf('SHA256', 'SHA384', 'SHA512')

export const certificateHashDataType = obj(
  { hashAlgorithm: hashAlgorithmEnumType, issuerNameHash: str(128), issuerKeyHash: str(128), serialNumber: str(40) },
  { customData: customDataType },
)

export const getCertificateIdUseEnumType = oneOf(
  'V2GRootCertificate',
  'MORootCertificate',
  'CSMSRootCertificate',
  'V2GCertificateChain',
  'ManufacturerRootCertificate',
  'OEMRootCertificate',
)

export const certificateHashDataChainType = obj(
  { certificateHashData: certificateHashDataType, certificateType: getCertificateIdUseEnumType },
  { childCertificateHashData: list(certificateHashDataType, { min: 1, max: 4 }), customData: customDataType },
)

export const certificateSignedStatusEnumType = oneOf('Accepted', 'Rejected')

export const certificateSigningUseEnumType = oneOf('ChargingStationCertificate', 'V2GCertificate', 'V2G20Certificate')

const certificateStatusEnumType = oneOf('Good', 'Revoked', 'Unknown', 'Failed')

const certificateStatusSourceEnumType = oneOf('CRL', 'OCSP')

export const certificateStatusRequestInfoType = obj(
  {
    certificateHashData: certificateHashDataType,
    source: certificateStatusSourceEnumType,
    urls: list(str(2000), { min: 1, max: 5 }),
  },
  { customData: customDataType },
)

export const certificateStatusType = obj(
  {
    certificateHashData: certificateHashDataType,
    source: certificateStatusSourceEnumType,
    status: certificateStatusEnumType,
    nextUpdate: date(),
  },
  { customData: customDataType },
)

export const changeAvailabilityStatusEnumType = oneOf('Accepted', 'Rejected', 'Scheduled')

export const chargingLimitType = obj(
  { chargingLimitSource: str(20) },
  { isLocalGeneration: bool(), isGridCritical: bool(), customData: customDataType },
)

export const derControlEnumType = oneOf(
  'EnterService',
  'FreqDroop',
  'FreqWatt',
  'FixedPFAbsorb',
  'FixedPFInject',
  'FixedVar',
  'Gradients',
  'HFMustTrip',
  'HFMayTrip',
  'HVMustTrip',
  'HVMomCess',
  'HVMayTrip',
  'LimitMaxDischarge',
  'LFMustTrip',
  'LVMustTrip',
  'LVMomCess',
  'LVMayTrip',
  'PowerMonitoringMustTrip',
  'VoltVar',
  'VoltWatt',
  'WattPF',
  'WattVar',
)

const islandingDetectionEnumType = oneOf(
  'NoAntiIslandingSupport',
  'RoCoF',
  'UVP_OVP',
  'UFP_OFP',
  'VoltageVectorShift',
  'ZeroCrossingDetection',
  'OtherPassive',
  'ImpedanceMeasurement',
  'ImpedanceAtFrequency',
  'SlipModeFrequencyShift',
  'SandiaFrequencyShift',
  'SandiaVoltageShift',
  'FrequencyJump',
  'RCLQFactor',
  'OtherActive',
)

const derChargingParametersType = obj(
  {},
  {
    evSupportedDERControl: list(derControlEnumType, { min: 1 }),
    evOverExcitedMaxDischargePower: dec(),
    evOverExcitedPowerFactor: dec(),
    evUnderExcitedMaxDischargePower: dec(),
    evUnderExcitedPowerFactor: dec(),
    maxApparentPower: dec(),
    maxChargeApparentPower: dec(),
    maxChargeApparentPower_L2: dec(),
    maxChargeApparentPower_L3: dec(),
    maxDischargeApparentPower: dec(),
    maxDischargeApparentPower_L2: dec(),
    maxDischargeApparentPower_L3: dec(),
    maxChargeReactivePower: dec(),
    maxChargeReactivePower_L2: dec(),
    maxChargeReactivePower_L3: dec(),
    minChargeReactivePower: dec(),
    minChargeReactivePower_L2: dec(),
    minChargeReactivePower_L3: dec(),
    maxDischargeReactivePower: dec(),
    maxDischargeReactivePower_L2: dec(),
    maxDischargeReactivePower_L3: dec(),
    minDischargeReactivePower: dec(),
    minDischargeReactivePower_L2: dec(),
    minDischargeReactivePower_L3: dec(),
    nominalVoltage: dec(),
    nominalVoltageOffset: dec(),
    maxNominalVoltage: dec(),
    minNominalVoltage: dec(),
    evInverterManufacturer: str(50),
    evInverterModel: str(50),
    evInverterSerialNumber: str(50),
    evInverterSwVersion: str(50),
    evInverterHwVersion: str(50),
    evIslandingDetectionMethod: list(islandingDetectionEnumType, { min: 1 }),
    evIslandingTripTime: dec(),
    evMaximumLevel1DCInjection: dec(),
    evDurationLevel1DCInjection: dec(),
    evMaximumLevel2DCInjection: dec(),
    evDurationLevel2DCInjection: dec(),
    evReactiveSusceptance: dec(),
    evSessionTotalDischargeEnergyAvailable: dec(),
    customData: customDataType,
  },
)

const evPriceRuleType = obj({ energyFee: dec(), powerRangeStart: dec() }, { customData: customDataType })

const evAbsolutePriceScheduleEntryType = obj(
  { duration: int(), evPriceRule: list(evPriceRuleType, { min: 1, max: 8 }) },
  { customData: customDataType },
)

const evAbsolutePriceScheduleType = obj(
  {
    timeAnchor: date(),
    currency: str(3),
    evAbsolutePriceScheduleEntries: list(evAbsolutePriceScheduleEntryType, { min: 1, max: 1024 }),
    priceAlgorithm: str(2000),
  },
  { customData: customDataType },
)

const evPowerScheduleEntryType = obj({ duration: int(), power: dec() }, { customData: customDataType })

const evPowerScheduleType = obj(
  { evPowerScheduleEntries: list(evPowerScheduleEntryType, { min: 1, max: 1024 }), timeAnchor: date() },
  { customData: customDataType },
)

const evEnergyOfferType = obj(
  { evPowerSchedule: evPowerScheduleType },
  { evAbsolutePriceSchedule: evAbsolutePriceScheduleType, customData: customDataType },
)

export const energyTransferModeEnumType = oneOf(
  'AC_single_phase',
  'AC_two_phase',
  'AC_three_phase',
  'DC',
  'AC_BPT',
  'AC_BPT_DER',
  'AC_DER',
  'DC_BPT',
  'DC_ACDP',
  'DC_ACDP_BPT',
  'WPT',
)

const dcChargingParametersType = obj(
  { evMaxCurrent: dec(), evMaxVoltage: dec() },
  {
    evMaxPower: dec(),
    evEnergyCapacity: dec(),
    energyAmount: dec(),
    stateOfCharge: int({ min: 0, max: 100 }),
    fullSoC: int({ min: 0, max: 100 }),
    bulkSoC: int({ min: 0, max: 100 }),
    customData: customDataType,
  },
)

const v2XChargingParametersType = obj(
  {},
  {
    minChargePower: dec(),
    minChargePower_L2: dec(),
    minChargePower_L3: dec(),
    maxChargePower: dec(),
    maxChargePower_L2: dec(),
    maxChargePower_L3: dec(),
    minDischargePower: dec(),
    minDischargePower_L2: dec(),
    minDischargePower_L3: dec(),
    maxDischargePower: dec(),
    maxDischargePower_L2: dec(),
    maxDischargePower_L3: dec(),
    minChargeCurrent: dec(),
    maxChargeCurrent: dec(),
    minDischargeCurrent: dec(),
    maxDischargeCurrent: dec(),
    minVoltage: dec(),
    maxVoltage: dec(),
    evTargetEnergyRequest: dec(),
    evMinEnergyRequest: dec(),
    evMaxEnergyRequest: dec(),
    evMinV2XEnergyRequest: dec(),
    evMaxV2XEnergyRequest: dec(),
    targetSoC: int({ min: 0, max: 100 }),
    customData: customDataType,
  },
)

const controlModeEnumType = oneOf('ScheduledControl', 'DynamicControl')

const mobilityNeedsModeEnumType = oneOf('EVCC', 'EVCC_SECC')

export const chargingNeedsType = obj(
  { requestedEnergyTransfer: energyTransferModeEnumType },
  {
    acChargingParameters: acChargingParametersType,
    derChargingParameters: derChargingParametersType,
    evEnergyOffer: evEnergyOfferType,
    dcChargingParameters: dcChargingParametersType,
    v2xChargingParameters: v2XChargingParametersType,
    availableEnergyTransfer: list(energyTransferModeEnumType, { min: 1 }),
    controlMode: controlModeEnumType,
    mobilityNeedsMode: mobilityNeedsModeEnumType,
    departureTime: date(),
    customData: customDataType,
  },
)

const costDimensionEnumType = oneOf(
  'Energy',
  'MaxCurrent',
  'MinCurrent',
  'MaxPower',
  'MinPower',
  'IdleTIme',
  'ChargingTime',
)

const costDimensionType = obj({ type: costDimensionEnumType, volume: dec() }, { customData: customDataType })

const chargingPeriodType = obj(
  { startPeriod: date() },
  { dimensions: list(costDimensionType, { min: 1 }), tariffId: str(60), customData: customDataType },
)

const chargingProfilePurposeEnumType = oneOf(
  'ChargingStationExternalConstraints',
  'ChargingStationMaxProfile',
  'TxDefaultProfile',
  'TxProfile',
  'PriorityCharging',
  'LocalGeneration',
)

export const chargingProfileCriterionType = obj(
  {},
  {
    chargingProfilePurpose: chargingProfilePurposeEnumType,
    stackLevel: int({ min: 0 }),
    chargingProfileId: list(int(), { min: 1 }),
    chargingLimitSource: list(str(20), { min: 1, max: 4 }),
    customData: customDataType,
  },
)

const chargingProfileKindEnumType = oneOf('Absolute', 'Recurring', 'Relative', 'Dynamic')

export const chargingProfileStatusEnumType = oneOf('Accepted', 'Rejected')

const recurrencyKindEnumType = oneOf('Daily', 'Weekly')

const limitAtSoCType = obj({ soc: int({ min: 0, max: 100 }), limit: dec() }, { customData: customDataType })

export const chargingRateUnitEnumType = oneOf('W', 'A')

const operationModeEnumType = oneOf(
  'Idle',
  'ChargingOnly',
  'CentralSetpoint',
  'ExternalSetpoint',
  'ExternalLimits',
  'CentralFrequency',
  'LocalFrequency',
  'LocalLoadBalancing',
)

const v2XFreqWattPointType = obj({ frequency: dec(), power: dec() }, { customData: customDataType })

const v2XSignalWattPointType = obj({ signal: int(), power: dec() }, { customData: customDataType })

const chargingSchedulePeriodType = obj(
  { startPeriod: int() },
  {
    limit: dec(),
    limit_L2: dec(),
    limit_L3: dec(),
    numberPhases: int({ min: 0, max: 3 }),
    phaseToUse: int({ min: 0, max: 3 }),
    dischargeLimit: dec(),
    dischargeLimit_L2: dec(),
    dischargeLimit_L3: dec(),
    setpoint: dec(),
    setpoint_L2: dec(),
    setpoint_L3: dec(),
    setpointReactive: dec(),
    setpointReactive_L2: dec(),
    setpointReactive_L3: dec(),
    preconditioningRequest: bool(),
    evseSleep: bool(),
    v2xBaseline: dec(),
    operationMode: operationModeEnumType,
    v2xFreqWattCurve: list(v2XFreqWattPointType, { min: 1, max: 20 }),
    v2xSignalWattCurve: list(v2XSignalWattPointType, { min: 1, max: 20 }),
    customData: customDataType,
  },
)

const relativeTimeIntervalType = obj({ start: int() }, { duration: int(), customData: customDataType })

const costKindEnumType = oneOf('CarbonDioxideEmission', 'RelativePricePercentage', 'RenewableGenerationPercentage')

const costType = obj(
  { costKind: costKindEnumType, amount: int() },
  { amountMultiplier: int(), customData: customDataType },
)

const consumptionCostType = obj(
  { startValue: dec(), cost: list(costType, { min: 1, max: 3 }) },
  { customData: customDataType },
)

const salesTariffEntryType = obj(
  { relativeTimeInterval: relativeTimeIntervalType },
  {
    ePriceLevel: int({ min: 0 }),
    consumptionCost: list(consumptionCostType, { min: 1, max: 3 }),
    customData: customDataType,
  },
)

const salesTariffType = obj(
  { id: int({ min: 0 }), salesTariffEntry: list(salesTariffEntryType, { min: 1, max: 1024 }) },
  { salesTariffDescription: str(32), numEPriceLevels: int({ min: 0 }), customData: customDataType },
)

const priceLevelScheduleEntryType = obj(
  { duration: int(), priceLevel: int({ min: 0 }) },
  { customData: customDataType },
)

const priceLevelScheduleType = obj(
  {
    priceLevelScheduleEntries: list(priceLevelScheduleEntryType, { min: 1, max: 100 }),
    timeAnchor: date(),
    priceScheduleId: int({ min: 0 }),
    numberOfPriceLevels: int({ min: 0 }),
  },
  { priceScheduleDescription: str(32), customData: customDataType },
)

export const chargingScheduleType = obj(
  {
    id: int(),
    chargingRateUnit: chargingRateUnitEnumType,
    chargingSchedulePeriod: list(chargingSchedulePeriodType, { min: 1, max: 1024 }),
  },
  {
    limitAtSoC: limitAtSoCType,
    startSchedule: date(),
    duration: int(),
    minChargingRate: dec(),
    powerTolerance: dec(),
    signatureId: int({ min: 0 }),
    digestValue: str(88),
    useLocalTime: bool(),
    randomizedDelay: int({ min: 0 }),
    salesTariff: salesTariffType,
    absolutePriceSchedule: absolutePriceScheduleType,
    priceLevelSchedule: priceLevelScheduleType,
    customData: customDataType,
  },
)

export const chargingProfileType = obj(
  {
    id: int(),
    stackLevel: int({ min: 0 }),
    chargingProfilePurpose: chargingProfilePurposeEnumType,
    chargingProfileKind: chargingProfileKindEnumType,
    chargingSchedule: list(chargingScheduleType, { min: 1, max: 3 }),
  },
  {
    recurrencyKind: recurrencyKindEnumType,
    validFrom: date(),
    validTo: date(),
    transactionId: str(36),
    maxOfflineDuration: int(),
    invalidAfterOfflineDuration: bool(),
    dynUpdateInterval: int(),
    dynUpdateTime: date(),
    priceScheduleSignature: str(256),
    customData: customDataType,
  },
)

export const chargingScheduleUpdateType = obj(
  {},
  {
    limit: dec(),
    limit_L2: dec(),
    limit_L3: dec(),
    dischargeLimit: dec(),
    dischargeLimit_L2: dec(),
    dischargeLimit_L3: dec(),
    setpoint: dec(),
    setpoint_L2: dec(),
    setpoint_L3: dec(),
    setpointReactive: dec(),
    setpointReactive_L2: dec(),
    setpointReactive_L3: dec(),
    customData: customDataType,
  },
)

const chargingStateEnumType = oneOf('EVConnected', 'Charging', 'SuspendedEV', 'SuspendedEVSE', 'Idle')

const modemType = obj({}, { iccid: str(20), imsi: str(20), customData: customDataType })

export const chargingStationType = obj(
  { model: str(20), vendorName: str(50) },
  { serialNumber: str(25), modem: modemType, firmwareVersion: str(50), customData: customDataType },
)

export const clearCacheStatusEnumType = oneOf('Accepted', 'Rejected')

export const clearChargingProfileStatusEnumType = oneOf('Accepted', 'Unknown')

export const clearChargingProfileType = obj(
  {},
  {
    evseId: int({ min: 0 }),
    chargingProfilePurpose: chargingProfilePurposeEnumType,
    stackLevel: int({ min: 0 }),
    customData: customDataType,
  },
)

export const clearMessageStatusEnumType = oneOf('Accepted', 'Unknown', 'Rejected')

const clearMonitoringStatusEnumType = oneOf('Accepted', 'Rejected', 'NotFound')

export const statusInfoType = obj({ reasonCode: str(20) }, { additionalInfo: str(1024), customData: customDataType })

export const clearMonitoringResultType = obj(
  { status: clearMonitoringStatusEnumType, id: int({ min: 0 }) },
  { statusInfo: statusInfoType, customData: customDataType },
)

const tariffClearStatusEnumType = oneOf('Accepted', 'Rejected', 'NoTariff')

export const clearTariffsResultType = obj(
  { status: tariffClearStatusEnumType },
  { statusInfo: statusInfoType, tariffId: str(60), customData: customDataType },
)

export const componentCriterionEnumType = oneOf('Active', 'Available', 'Enabled', 'Problem')

export const evseType = obj({ id: int({ min: 0 }) }, { connectorId: int({ min: 0 }), customData: customDataType })

const componentType = obj({ name: str(50) }, { evse: evseType, instance: str(50), customData: customDataType })

const variableType = obj({ name: str(50) }, { instance: str(50), customData: customDataType })

export const componentVariableType = obj(
  { component: componentType },
  { variable: variableType, customData: customDataType },
)

export const compositeScheduleType = obj(
  {
    evseId: int({ min: 0 }),
    duration: int(),
    scheduleStart: date(),
    chargingRateUnit: chargingRateUnitEnumType,
    chargingSchedulePeriod: list(chargingSchedulePeriodType, { min: 1 }),
  },
  { customData: customDataType },
)

export const connectorStatusEnumType = oneOf('Available', 'Occupied', 'Reserved', 'Unavailable', 'Faulted')

export const periodicEventStreamParamsType = obj(
  {},
  { interval: int({ min: 0 }), values: int({ min: 0 }), customData: customDataType },
)

export const constantStreamDataType = obj(
  { id: int({ min: 0 }), params: periodicEventStreamParamsType, variableMonitoringId: int({ min: 0 }) },
  { customData: customDataType },
)

const tariffCostEnumType = oneOf('NormalCost', 'MinCost', 'MaxCost')

const taxRateType = obj({ type: str(20), tax: dec() }, { stack: int({ min: 0 }), customData: customDataType })

const priceType = obj(
  {},
  { exclTax: dec(), inclTax: dec(), taxRates: list(taxRateType, { min: 1, max: 5 }), customData: customDataType },
)

const totalPriceType = obj({}, { exclTax: dec(), inclTax: dec(), customData: customDataType })

const totalCostType = obj(
  { currency: str(3), typeOfCost: tariffCostEnumType, total: totalPriceType },
  {
    fixed: priceType,
    energy: priceType,
    chargingTime: priceType,
    idleTime: priceType,
    reservationTime: priceType,
    reservationFixed: priceType,
    customData: customDataType,
  },
)

const totalUsageType = obj(
  { energy: dec(), chargingTime: int(), idleTime: int() },
  { reservationTime: int(), customData: customDataType },
)

export const costDetailsType = obj(
  { totalCost: totalCostType, totalUsage: totalUsageType },
  {
    chargingPeriods: list(chargingPeriodType, { min: 1 }),
    failureToCalculate: bool(),
    failureReason: str(500),
    customData: customDataType,
  },
)

export const customerInformationStatusEnumType = oneOf('Accepted', 'Rejected', 'Invalid')

export const derControlStatusEnumType = oneOf('Accepted', 'Rejected', 'NotSupported', 'NotFound')

const derCurvePointsType = obj({ x: dec(), y: dec() }, { customData: customDataType })

const hysteresisType = obj(
  {},
  {
    hysteresisHigh: dec(),
    hysteresisLow: dec(),
    hysteresisDelay: dec(),
    hysteresisGradient: dec(),
    customData: customDataType,
  },
)

const reactivePowerParamsType = obj(
  {},
  { vRef: dec(), autonomousVRefEnable: bool(), autonomousVRefTimeConstant: dec(), customData: customDataType },
)

const powerDuringCessationEnumType = oneOf('Active', 'Reactive')

const voltageParamsType = obj(
  {},
  {
    hv10MinMeanValue: dec(),
    hv10MinMeanTripDelay: dec(),
    powerDuringCessation: powerDuringCessationEnumType,
    customData: customDataType,
  },
)

const derUnitEnumType = oneOf('Not_Applicable', 'PctMaxW', 'PctMaxVar', 'PctWAvail', 'PctVarAvail', 'PctEffectiveV')

export const derCurveType = obj(
  { curveData: list(derCurvePointsType, { min: 1, max: 10 }), priority: int({ min: 0 }), yUnit: derUnitEnumType },
  {
    hysteresis: hysteresisType,
    reactivePowerParams: reactivePowerParamsType,
    voltageParams: voltageParamsType,
    responseTime: dec(),
    startTime: date(),
    duration: dec(),
    customData: customDataType,
  },
)

export const derCurveGetType = obj(
  { curve: derCurveType, id: str(36), curveType: derControlEnumType, isDefault: bool(), isSuperseded: bool() },
  { customData: customDataType },
)

const dataEnumType = oneOf(
  'string',
  'decimal',
  'integer',
  'dateTime',
  'boolean',
  'OptionList',
  'SequenceList',
  'MemberList',
)

export const dataTransferStatusEnumType = oneOf('Accepted', 'Rejected', 'UnknownMessageId', 'UnknownVendorId')

const dayOfWeekEnumType = oneOf('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')

export const deleteCertificateStatusEnumType = oneOf('Accepted', 'Failed', 'NotFound')

export const displayMessageStatusEnumType = oneOf(
  'Accepted',
  'NotSupportedMessageFormat',
  'Rejected',
  'NotSupportedPriority',
  'NotSupportedState',
  'UnknownTransaction',
  'LanguageNotSupported',
)

export const enterServiceType = obj(
  { priority: int({ min: 0 }), highVoltage: dec(), lowVoltage: dec(), highFreq: dec(), lowFreq: dec() },
  { delay: dec(), randomDelay: dec(), rampRate: dec(), customData: customDataType },
)

export const enterServiceGetType = obj({ enterService: enterServiceType, id: str(36) }, { customData: customDataType })

const eventTriggerEnumType = oneOf('Alerting', 'Delta', 'Periodic')

const eventNotificationEnumType = oneOf(
  'HardWiredNotification',
  'HardWiredMonitor',
  'PreconfiguredMonitor',
  'CustomMonitor',
)

export const eventDataType = obj(
  {
    eventId: int({ min: 0 }),
    timestamp: date(),
    trigger: eventTriggerEnumType,
    actualValue: str(2500),
    component: componentType,
    eventNotificationType: eventNotificationEnumType,
    variable: variableType,
  },
  {
    cause: int({ min: 0 }),
    techCode: str(50),
    techInfo: str(500),
    cleared: bool(),
    transactionId: str(36),
    variableMonitoringId: int({ min: 0 }),
    severity: int({ min: 0 }),
    customData: customDataType,
  },
)

const evseKindEnumType = oneOf('AC', 'DC')

export const firmwareStatusEnumType = oneOf(
  'Downloaded',
  'DownloadFailed',
  'Downloading',
  'DownloadScheduled',
  'DownloadPaused',
  'Idle',
  'InstallationFailed',
  'Installing',
  'Installed',
  'InstallRebooting',
  'InstallScheduled',
  'InstallVerificationFailed',
  'InvalidSignature',
  'SignatureVerified',
)

export const firmwareType = obj(
  { location: str(2000), retrieveDateTime: date() },
  { installDateTime: date(), signingCertificate: str(5500), signature: str(800), customData: customDataType },
)

export const fixedPFType = obj(
  { priority: int({ min: 0 }), displacement: dec(), excitation: bool() },
  { startTime: date(), duration: dec(), customData: customDataType },
)

export const fixedPFGetType = obj(
  { fixedPF: fixedPFType, id: str(36), isDefault: bool(), isSuperseded: bool() },
  { customData: customDataType },
)

export const fixedVarType = obj(
  { priority: int({ min: 0 }), setpoint: dec(), unit: derUnitEnumType },
  { startTime: date(), duration: dec(), customData: customDataType },
)

export const fixedVarGetType = obj(
  { fixedVar: fixedVarType, id: str(36), isDefault: bool(), isSuperseded: bool() },
  { customData: customDataType },
)

export const freqDroopType = obj(
  {
    priority: int({ min: 0 }),
    overFreq: dec(),
    underFreq: dec(),
    overDroop: dec(),
    underDroop: dec(),
    responseTime: dec(),
  },
  { startTime: date(), duration: dec(), customData: customDataType },
)

export const freqDroopGetType = obj(
  { freqDroop: freqDroopType, id: str(36), isDefault: bool(), isSuperseded: bool() },
  { customData: customDataType },
)

export const genericDeviceModelStatusEnumType = oneOf('Accepted', 'Rejected', 'NotSupported', 'EmptyResultSet')

export const genericStatusEnumType = oneOf('Accepted', 'Rejected')

export const getCertificateStatusEnumType = oneOf('Accepted', 'Failed')

export const getChargingProfileStatusEnumType = oneOf('Accepted', 'NoProfiles')

export const getDisplayMessagesStatusEnumType = oneOf('Accepted', 'Unknown')

export const getInstalledCertificateStatusEnumType = oneOf('Accepted', 'NotFound')

export const getVariableDataType = obj(
  { component: componentType, variable: variableType },
  { attributeType: attributeEnumType, customData: customDataType },
)

const getVariableStatusEnumType = oneOf(
  'Accepted',
  'Rejected',
  'UnknownComponent',
  'UnknownVariable',
  'NotSupportedAttributeType',
)

export const getVariableResultType = obj(
  { attributeStatus: getVariableStatusEnumType, component: componentType, variable: variableType },
  {
    attributeStatusInfo: statusInfoType,
    attributeType: attributeEnumType,
    attributeValue: str(2500),
    customData: customDataType,
  },
)

export const gradientType = obj(
  { priority: int({ min: 0 }), gradient: dec(), softGradient: dec() },
  { customData: customDataType },
)

export const gradientGetType = obj({ gradient: gradientType, id: str(36) }, { customData: customDataType })

export const gridEventFaultEnumType = oneOf(
  'CurrentImbalance',
  'LocalEmergency',
  'LowInputPower',
  'OverCurrent',
  'OverFrequency',
  'OverVoltage',
  'PhaseRotation',
  'RemoteEmergency',
  'UnderFrequency',
  'UnderVoltage',
  'VoltageImbalance',
)

export const installCertificateStatusEnumType = oneOf('Accepted', 'Rejected', 'Failed')

export const installCertificateUseEnumType = oneOf(
  'V2GRootCertificate',
  'MORootCertificate',
  'ManufacturerRootCertificate',
  'CSMSRootCertificate',
  'OEMRootCertificate',
)

export const iso15118EVCertificateStatusEnumType = oneOf('Accepted', 'Failed')

export const limitMaxDischargeType = obj(
  { priority: int({ min: 0 }) },
  {
    pctMaxDischargePower: dec(),
    powerMonitoringMustTrip: derCurveType,
    startTime: date(),
    duration: dec(),
    customData: customDataType,
  },
)

export const limitMaxDischargeGetType = obj(
  { id: str(36), isDefault: bool(), isSuperseded: bool(), limitMaxDischarge: limitMaxDischargeType },
  { customData: customDataType },
)

const locationEnumType = open('Body', 'Cable', 'EV', 'Inlet', 'Outlet', 'Upstream')

export const logEnumType = oneOf('DiagnosticsLog', 'SecurityLog', 'DataCollectorLog')

export const logParametersType = obj(
  { remoteLocation: str(2000) },
  { oldestTimestamp: date(), latestTimestamp: date(), customData: customDataType },
)

export const logStatusEnumType = oneOf('Accepted', 'Rejected', 'AcceptedCanceled')

const measurandEnumType = open(
  'Current.Export',
  'Current.Export.Offered',
  'Current.Export.Minimum',
  'Current.Import',
  'Current.Import.Offered',
  'Current.Import.Minimum',
  'Current.Offered',
  'Display.PresentSOC',
  'Display.MinimumSOC',
  'Display.TargetSOC',
  'Display.MaximumSOC',
  'Display.RemainingTimeToMinimumSOC',
  'Display.RemainingTimeToTargetSOC',
  'Display.RemainingTimeToMaximumSOC',
  'Display.ChargingComplete',
  'Display.BatteryEnergyCapacity',
  'Display.InletHot',
  'Energy.Active.Export.Interval',
  'Energy.Active.Export.Register',
  'Energy.Active.Import.Interval',
  'Energy.Active.Import.Register',
  'Energy.Active.Import.CableLoss',
  'Energy.Active.Import.LocalGeneration.Register',
  'Energy.Active.Net',
  'Energy.Active.Setpoint.Interval',
  'Energy.Apparent.Export',
  'Energy.Apparent.Import',
  'Energy.Apparent.Net',
  'Energy.Reactive.Export.Interval',
  'Energy.Reactive.Export.Register',
  'Energy.Reactive.Import.Interval',
  'Energy.Reactive.Import.Register',
  'Energy.Reactive.Net',
  'EnergyRequest.Target',
  'EnergyRequest.Minimum',
  'EnergyRequest.Maximum',
  'EnergyRequest.Minimum.V2X',
  'EnergyRequest.Maximum.V2X',
  'EnergyRequest.Bulk',
  'Frequency',
  'Power.Active.Export',
  'Power.Active.Import',
  'Power.Active.Setpoint',
  'Power.Active.Residual',
  'Power.Export.Minimum',
  'Power.Export.Offered',
  'Power.Factor',
  'Power.Import.Offered',
  'Power.Import.Minimum',
  'Power.Offered',
  'Power.Reactive.Export',
  'Power.Reactive.Import',
  'SoC',
  'Voltage',
  'Voltage.Minimum',
  'Voltage.Maximum',
)

export const messagePriorityEnumType = oneOf('AlwaysFront', 'InFront', 'NormalCycle')

export const messageStateEnumType = oneOf('Charging', 'Faulted', 'Idle', 'Unavailable', 'Suspended', 'Discharging')

export const messageInfoType = obj(
  { id: int({ min: 0 }), priority: messagePriorityEnumType, message: messageContentType },
  {
    display: componentType,
    state: messageStateEnumType,
    startDateTime: date(),
    endDateTime: date(),
    transactionId: str(36),
    messageExtra: list(messageContentType, { min: 1, max: 4 }),
    customData: customDataType,
  },
)

export const messageTriggerEnumType = oneOf(
  'BootNotification',
  'LogStatusNotification',
  'FirmwareStatusNotification',
  'Heartbeat',
  'MeterValues',
  'SignChargingStationCertificate',
  'SignV2GCertificate',
  'SignV2G20Certificate',
  'StatusNotification',
  'TransactionEvent',
  'SignCombinedCertificate',
  'PublishFirmwareStatusNotification',
  'CustomTrigger',
)

const readingContextEnumType = open(
  'Interruption.Begin',
  'Interruption.End',
  'Other',
  'Sample.Clock',
  'Sample.Periodic',
  'Transaction.Begin',
  'Transaction.End',
  'Trigger',
)

const phaseEnumType = open('L1', 'L2', 'L3', 'N', 'L1-N', 'L2-N', 'L3-N', 'L1-L2', 'L2-L3', 'L3-L1')

const signedMeterValueType = obj(
  { signedMeterData: str(32768), encodingMethod: str(50) },
  { signingMethod: str(50), publicKey: str(2500), customData: customDataType },
)

const unitOfMeasureType = obj({}, { unit: str(20), multiplier: int(), customData: customDataType })

const sampledValueType = obj(
  { value: dec() },
  {
    measurand: measurandEnumType,
    context: readingContextEnumType,
    phase: phaseEnumType,
    location: locationEnumType,
    signedMeterValue: signedMeterValueType,
    unitOfMeasure: unitOfMeasureType,
    customData: customDataType,
  },
)

export const meterValueType = obj(
  { sampledValue: list(sampledValueType, { min: 1 }), timestamp: date() },
  { customData: customDataType },
)

const monitorEnumType = oneOf(
  'UpperThreshold',
  'LowerThreshold',
  'Delta',
  'Periodic',
  'PeriodicClockAligned',
  'TargetDelta',
  'TargetDeltaRelative',
)

export const monitoringBaseEnumType = oneOf('All', 'FactoryDefault', 'HardWiredOnly')

export const monitoringCriterionEnumType = oneOf('ThresholdMonitoring', 'DeltaMonitoring', 'PeriodicMonitoring')

const variableMonitoringType = obj(
  {
    id: int({ min: 0 }),
    transaction: bool(),
    value: dec(),
    type: monitorEnumType,
    severity: int({ min: 0 }),
    eventNotificationType: eventNotificationEnumType,
  },
  { customData: customDataType },
)

export const monitoringDataType = obj(
  { component: componentType, variable: variableType, variableMonitoring: list(variableMonitoringType, { min: 1 }) },
  { customData: customDataType },
)

const mutabilityEnumType = oneOf('ReadOnly', 'WriteOnly', 'ReadWrite')

const ocppVersionEnumType = oneOf('OCPP12', 'OCPP15', 'OCPP16', 'OCPP20', 'OCPP201', 'OCPP21')

const ocppInterfaceEnumType = oneOf(
  'Wired0',
  'Wired1',
  'Wired2',
  'Wired3',
  'Wireless0',
  'Wireless1',
  'Wireless2',
  'Wireless3',
  'Any',
)

const ocppTransportEnumType = oneOf('SOAP', 'JSON')

const vpnEnumType = oneOf('IKEv2', 'IPSec', 'L2TP', 'PPTP')

const vpnType = obj(
  { server: str(2000), user: str(50), password: str(64), key: str(255), type: vpnEnumType },
  { group: str(50), customData: customDataType },
)

export const networkConnectionProfileType = obj(
  {
    ocppInterface: ocppInterfaceEnumType,
    ocppTransport: ocppTransportEnumType,
    messageTimeout: int(),
    ocppCsmsUrl: str(2000),
    securityProfile: int({ min: 0 }),
  },
  {
    apn: apnType,
    ocppVersion: ocppVersionEnumType,
    identity: str(48),
    basicAuthPassword: str(64),
    vpn: vpnType,
    customData: customDataType,
  },
)

export const notifyAllowedEnergyTransferStatusEnumType = oneOf('Accepted', 'Rejected')

export const notifyEVChargingNeedsStatusEnumType = oneOf('Accepted', 'Rejected', 'Processing', 'NoChargingProfile')

export const ocspRequestDataType = obj(
  {
    hashAlgorithm: hashAlgorithmEnumType,
    issuerNameHash: str(128),
    issuerKeyHash: str(128),
    serialNumber: str(40),
    responderURL: str(2000),
  },
  { customData: customDataType },
)

export const operationalStatusEnumType = oneOf('Inoperative', 'Operative')

export const paymentStatusEnumType = oneOf('Settled', 'Canceled', 'Rejected', 'Failed')

export const preconditioningStatusEnumType = oneOf('Unknown', 'Ready', 'NotReady', 'Preconditioning')

export const priorityChargingStatusEnumType = oneOf('Accepted', 'Rejected', 'NoProfile')

export const publishFirmwareStatusEnumType = oneOf(
  'Idle',
  'DownloadScheduled',
  'Downloading',
  'Downloaded',
  'Published',
  'DownloadFailed',
  'DownloadPaused',
  'InvalidChecksum',
  'ChecksumVerified',
  'PublishFailed',
)

const reasonEnumType = open(
  'DeAuthorized',
  'EmergencyStop',
  'EnergyLimitReached',
  'EVDisconnected',
  'GroundFault',
  'ImmediateReset',
  'MasterPass',
  'Local',
  'LocalOutOfCredit',
  'Other',
  'OvercurrentFault',
  'PowerLoss',
  'PowerQuality',
  'Reboot',
  'Remote',
  'SOCLimitReached',
  'StoppedByEV',
  'TimeLimitReached',
  'Timeout',
  'ReqEnergyTransferRejected',
)

export const registrationStatusEnumType = oneOf('Accepted', 'Pending', 'Rejected')

export const reportBaseEnumType = oneOf('ConfigurationInventory', 'FullInventory', 'SummaryInventory')

const variableAttributeType = obj(
  {},
  {
    type: attributeEnumType,
    value: str(2500),
    mutability: mutabilityEnumType,
    persistent: bool(),
    constant: bool(),
    customData: customDataType,
  },
)

const variableCharacteristicsType = obj(
  { dataType: dataEnumType, supportsMonitoring: bool() },
  {
    unit: str(16),
    minLimit: dec(),
    maxLimit: dec(),
    maxElements: int({ min: 1 }),
    valuesList: str(1000),
    customData: customDataType,
  },
)

export const reportDataType = obj(
  {
    component: componentType,
    variable: variableType,
    variableAttribute: list(variableAttributeType, { min: 1, max: 4 }),
  },
  { variableCharacteristics: variableCharacteristicsType, customData: customDataType },
)

export const requestStartStopStatusEnumType = oneOf('Accepted', 'Rejected')

export const reservationUpdateStatusEnumType = oneOf('Expired', 'Removed', 'NoTransaction')

export const reserveNowStatusEnumType = oneOf('Accepted', 'Faulted', 'Occupied', 'Rejected', 'Unavailable')

export const resetEnumType = oneOf('Immediate', 'OnIdle', 'ImmediateAndResume')

export const resetStatusEnumType = oneOf('Accepted', 'Rejected', 'Scheduled')

export const sendLocalListStatusEnumType = oneOf('Accepted', 'Failed', 'VersionMismatch')

export const setMonitoringDataType = obj(
  { value: dec(), type: monitorEnumType, severity: int({ min: 0 }), component: componentType, variable: variableType },
  {
    id: int({ min: 0 }),
    periodicEventStream: periodicEventStreamParamsType,
    transaction: bool(),
    customData: customDataType,
  },
)

const setMonitoringStatusEnumType = oneOf(
  'Accepted',
  'UnknownComponent',
  'UnknownVariable',
  'UnsupportedMonitorType',
  'Rejected',
  'Duplicate',
)

export const setMonitoringResultType = obj(
  {
    status: setMonitoringStatusEnumType,
    type: monitorEnumType,
    component: componentType,
    variable: variableType,
    severity: int({ min: 0 }),
  },
  { id: int({ min: 0 }), statusInfo: statusInfoType, customData: customDataType },
)

export const setNetworkProfileStatusEnumType = oneOf('Accepted', 'Rejected', 'Failed')

export const setVariableDataType = obj(
  { attributeValue: str(2500), component: componentType, variable: variableType },
  { attributeType: attributeEnumType, customData: customDataType },
)

const setVariableStatusEnumType = oneOf(
  'Accepted',
  'Rejected',
  'UnknownComponent',
  'UnknownVariable',
  'NotSupportedAttributeType',
  'RebootRequired',
)

export const setVariableResultType = obj(
  { attributeStatus: setVariableStatusEnumType, component: componentType, variable: variableType },
  { attributeType: attributeEnumType, attributeStatusInfo: statusInfoType, customData: customDataType },
)

export const streamDataElementType = obj({ t: dec(), v: str(2500) }, { customData: customDataType })

const tariffKindEnumType = oneOf('DefaultTariff', 'DriverTariff')

export const tariffAssignmentType = obj(
  { tariffId: str(60), tariffKind: tariffKindEnumType },
  {
    validFrom: date(),
    evseIds: list(int({ min: 0 }), { min: 1 }),
    idTokens: list(str(255), { min: 1 }),
    customData: customDataType,
  },
)

export const tariffChangeStatusEnumType = oneOf(
  'Accepted',
  'Rejected',
  'TooManyElements',
  'ConditionNotSupported',
  'TxNotFound',
  'NoCurrencyChange',
)

const tariffConditionsFixedType = obj(
  {},
  {
    startTimeOfDay: str(),
    endTimeOfDay: str(),
    dayOfWeek: list(dayOfWeekEnumType, { min: 1, max: 7 }),
    validFromDate: str(),
    validToDate: str(),
    evseKind: evseKindEnumType,
    paymentBrand: str(20),
    paymentRecognition: str(20),
    customData: customDataType,
  },
)

const tariffConditionsType = obj(
  {},
  {
    startTimeOfDay: str(),
    endTimeOfDay: str(),
    dayOfWeek: list(dayOfWeekEnumType, { min: 1, max: 7 }),
    validFromDate: str(),
    validToDate: str(),
    evseKind: evseKindEnumType,
    minEnergy: dec(),
    maxEnergy: dec(),
    minCurrent: dec(),
    maxCurrent: dec(),
    minPower: dec(),
    maxPower: dec(),
    minTime: int(),
    maxTime: int(),
    minChargingTime: int(),
    maxChargingTime: int(),
    minIdleTime: int(),
    maxIdleTime: int(),
    customData: customDataType,
  },
)

const tariffEnergyPriceType = obj({ priceKwh: dec() }, { conditions: tariffConditionsType, customData: customDataType })

const tariffEnergyType = obj(
  { prices: list(tariffEnergyPriceType, { min: 1 }) },
  { taxRates: list(taxRateType, { min: 1, max: 5 }), customData: customDataType },
)

const tariffFixedPriceType = obj(
  { priceFixed: dec() },
  { conditions: tariffConditionsFixedType, customData: customDataType },
)

const tariffFixedType = obj(
  { prices: list(tariffFixedPriceType, { min: 1 }) },
  { taxRates: list(taxRateType, { min: 1, max: 5 }), customData: customDataType },
)

export const tariffGetStatusEnumType = oneOf('Accepted', 'Rejected', 'NoTariff')

export const tariffSetStatusEnumType = oneOf(
  'Accepted',
  'Rejected',
  'TooManyElements',
  'ConditionNotSupported',
  'DuplicateTariffId',
)

const tariffTimePriceType = obj(
  { priceMinute: dec() },
  { conditions: tariffConditionsType, customData: customDataType },
)

const tariffTimeType = obj(
  { prices: list(tariffTimePriceType, { min: 1 }) },
  { taxRates: list(taxRateType, { min: 1, max: 5 }), customData: customDataType },
)

export const tariffType = obj(
  { tariffId: str(60), currency: str(3) },
  {
    description: list(messageContentType, { min: 1, max: 10 }),
    energy: tariffEnergyType,
    validFrom: date(),
    chargingTime: tariffTimeType,
    idleTime: tariffTimeType,
    fixedFee: tariffFixedType,
    reservationTime: tariffTimeType,
    reservationFixed: tariffFixedType,
    minCost: priceType,
    maxCost: priceType,
    customData: customDataType,
  },
)

export const transactionEventEnumType = oneOf('Ended', 'Started', 'Updated')

export const transactionLimitType = obj(
  {},
  { maxCost: dec(), maxEnergy: dec(), maxTime: int(), maxSoC: int({ min: 0, max: 100 }), customData: customDataType },
)

export const transactionType = obj(
  { transactionId: str(36) },
  {
    chargingState: chargingStateEnumType,
    timeSpentCharging: int(),
    stoppedReason: reasonEnumType,
    remoteStartId: int(),
    operationMode: operationModeEnumType,
    tariffId: str(60),
    transactionLimit: transactionLimitType,
    customData: customDataType,
  },
)

export const triggerMessageStatusEnumType = oneOf('Accepted', 'Rejected', 'NotImplemented')

export const triggerReasonEnumType = open(
  'AbnormalCondition',
  'Authorized',
  'CablePluggedIn',
  'ChargingRateChanged',
  'ChargingStateChanged',
  'CostLimitReached',
  'Deauthorized',
  'EnergyLimitReached',
  'EVCommunicationLost',
  'EVConnectTimeout',
  'EVDeparted',
  'EVDetected',
  'LimitSet',
  'MeterValueClock',
  'MeterValuePeriodic',
  'OperationModeChanged',
  'RemoteStart',
  'RemoteStop',
  'ResetCommand',
  'RunningCost',
  'SignedDataReceived',
  'SoCLimitReached',
  'StopAuthorized',
  'TariffChanged',
  'TariffNotAccepted',
  'TimeLimitReached',
  'Trigger',
  'TxResumed',
  'UnlockCommand',
)

export const unlockStatusEnumType = oneOf(
  'Unlocked',
  'UnlockFailed',
  'OngoingAuthorizedTransaction',
  'UnknownConnector',
)

export const unpublishFirmwareStatusEnumType = oneOf('DownloadOngoing', 'NoFirmware', 'Unpublished')

export const updateEnumType = oneOf('Differential', 'Full')

export const updateFirmwareStatusEnumType = oneOf(
  'Accepted',
  'Rejected',
  'AcceptedCanceled',
  'InvalidCertificate',
  'RevokedCertificate',
)

export const uploadLogStatusEnumType = oneOf(
  'BadMessage',
  'Idle',
  'NotSupportedOperation',
  'PermissionDenied',
  'Uploaded',
  'UploadFailure',
  'Uploading',
  'AcceptedCanceled',
)
