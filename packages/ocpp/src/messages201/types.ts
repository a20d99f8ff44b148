// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import { bool, date, dec, int, list, obj, oneOf, open, openObj, str } from '../schema.ts'

export const customDataType = openObj({ vendorId: str(255) })

const acChargingParametersType = obj(
  { energyAmount: int(), evMinCurrent: int(), evMaxCurrent: int(), evMaxVoltage: int() },
  { customData: customDataType },
)

const apnAuthenticationEnumType = oneOf('CHAP', 'NONE', 'PAP', 'AUTO')

const apnType = obj(
  { apn: str(512), apnAuthentication: apnAuthenticationEnumType },
  {
    customData: customDataType,
    apnUserName: str(20),
    apnPassword: str(20),
    simPin: int(),
    preferredNetwork: str(6),
    useOnlyPreferredNetwork: bool(),
  },
)

const additionalInfoType = obj({ additionalIdToken: str(36), type: str(50) }, { customData: customDataType })

const attributeEnumType = oneOf('Actual', 'Target', 'MinSet', 'MaxSet')

const idTokenEnumType = oneOf(
  'Central',
  'eMAID',
  'ISO14443',
  'ISO15693',
  'KeyCode',
  'Local',
  'MacAddress',
  'NoAuthorization',
)

export const idTokenType = obj(
  { idToken: str(36), type: idTokenEnumType },
  { customData: customDataType, additionalInfo: list(additionalInfoType, { min: 1 }) },
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

const messageFormatEnumType = oneOf('ASCII', 'HTML', 'URI', 'UTF8')

export const messageContentType = obj(
  { format: messageFormatEnumType, content: str(512) },
  { customData: customDataType, language: str(8) },
)

export const idTokenInfoType = obj(
  { status: authorizationStatusEnumType },
  {
    customData: customDataType,
    cacheExpiryDateTime: date(),
    chargingPriority: int(),
    language1: str(8),
    evseId: list(int(), { min: 1 }),
    groupIdToken: idTokenType,
    language2: str(8),
    personalMessage: messageContentType,
  },
)

export const authorizationData = obj(
  { idToken: idTokenType },
  { customData: customDataType, idTokenInfo: idTokenInfoType },
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
)

export const certificateHashDataChainType = obj(
  { certificateHashData: certificateHashDataType, certificateType: getCertificateIdUseEnumType },
  { customData: customDataType, childCertificateHashData: list(certificateHashDataType, { min: 1, max: 4 }) },
)

export const certificateSignedStatusEnumType = oneOf('Accepted', 'Rejected')

export const certificateSigningUseEnumType = oneOf('ChargingStationCertificate', 'V2GCertificate')

export const changeAvailabilityStatusEnumType = oneOf('Accepted', 'Rejected', 'Scheduled')

export const chargingLimitSourceEnumType = oneOf('EMS', 'Other', 'SO', 'CSO')

export const chargingLimitType = obj(
  { chargingLimitSource: chargingLimitSourceEnumType },
  { customData: customDataType, isGridCritical: bool() },
)

const dcChargingParametersType = obj(
  { evMaxCurrent: int(), evMaxVoltage: int() },
  {
    customData: customDataType,
    energyAmount: int(),
    evMaxPower: int(),
    stateOfCharge: int({ min: 0, max: 100 }),
    evEnergyCapacity: int(),
    fullSoC: int({ min: 0, max: 100 }),
    bulkSoC: int({ min: 0, max: 100 }),
  },
)

const energyTransferModeEnumType = oneOf('DC', 'AC_single_phase', 'AC_two_phase', 'AC_three_phase')

export const chargingNeedsType = obj(
  { requestedEnergyTransfer: energyTransferModeEnumType },
  {
    customData: customDataType,
    acChargingParameters: acChargingParametersType,
    dcChargingParameters: dcChargingParametersType,
    departureTime: date(),
  },
)

const chargingProfilePurposeEnumType = oneOf(
  'ChargingStationExternalConstraints',
  'ChargingStationMaxProfile',
  'TxDefaultProfile',
  'TxProfile',
)

export const chargingProfileCriterionType = obj(
  {},
  {
    customData: customDataType,
    chargingProfilePurpose: chargingProfilePurposeEnumType,
    stackLevel: int(),
    chargingProfileId: list(int(), { min: 1 }),
    chargingLimitSource: list(chargingLimitSourceEnumType, { min: 1, max: 4 }),
  },
)

const chargingProfileKindEnumType = oneOf('Absolute', 'Recurring', 'Relative')

export const chargingProfileStatusEnumType = oneOf('Accepted', 'Rejected')

const recurrencyKindEnumType = oneOf('Daily', 'Weekly')

export const chargingRateUnitEnumType = oneOf('W', 'A')

const chargingSchedulePeriodType = obj(
  { startPeriod: int(), limit: dec() },
  { customData: customDataType, numberPhases: int(), phaseToUse: int() },
)

const relativeTimeIntervalType = obj({ start: int() }, { customData: customDataType, duration: int() })

const costKindEnumType = oneOf('CarbonDioxideEmission', 'RelativePricePercentage', 'RenewableGenerationPercentage')

const costType = obj(
  { costKind: costKindEnumType, amount: int() },
  { customData: customDataType, amountMultiplier: int() },
)

const consumptionCostType = obj(
  { startValue: dec(), cost: list(costType, { min: 1, max: 3 }) },
  { customData: customDataType },
)

const salesTariffEntryType = obj(
  { relativeTimeInterval: relativeTimeIntervalType },
  {
    customData: customDataType,
    ePriceLevel: int({ min: 0 }),
    consumptionCost: list(consumptionCostType, { min: 1, max: 3 }),
  },
)

const salesTariffType = obj(
  { id: int(), salesTariffEntry: list(salesTariffEntryType, { min: 1, max: 1024 }) },
  { customData: customDataType, salesTariffDescription: str(32), numEPriceLevels: int() },
)

export const chargingScheduleType = obj(
  {
    id: int(),
    chargingRateUnit: chargingRateUnitEnumType,
    chargingSchedulePeriod: list(chargingSchedulePeriodType, { min: 1, max: 1024 }),
  },
  {
    customData: customDataType,
    startSchedule: date(),
    duration: int(),
    minChargingRate: dec(),
    salesTariff: salesTariffType,
  },
)

export const chargingProfileType = obj(
  {
    id: int(),
    stackLevel: int(),
    chargingProfilePurpose: chargingProfilePurposeEnumType,
    chargingProfileKind: chargingProfileKindEnumType,
    chargingSchedule: list(chargingScheduleType, { min: 1, max: 3 }),
  },
  {
    customData: customDataType,
    recurrencyKind: recurrencyKindEnumType,
    validFrom: date(),
    validTo: date(),
    transactionId: str(36),
  },
)

const chargingStateEnumType = oneOf('Charging', 'EVConnected', 'SuspendedEV', 'SuspendedEVSE', 'Idle')

const modemType = obj({}, { customData: customDataType, iccid: str(20), imsi: str(20) })

export const chargingStationType = obj(
  { model: str(20), vendorName: str(50) },
  { customData: customDataType, serialNumber: str(25), modem: modemType, firmwareVersion: str(50) },
)

export const clearCacheStatusEnumType = oneOf('Accepted', 'Rejected')

export const clearChargingProfileStatusEnumType = oneOf('Accepted', 'Unknown')

export const clearChargingProfileType = obj(
  {},
  {
    customData: customDataType,
    evseId: int(),
    chargingProfilePurpose: chargingProfilePurposeEnumType,
    stackLevel: int(),
  },
)

export const clearMessageStatusEnumType = oneOf('Accepted', 'Unknown')

const clearMonitoringStatusEnumType = oneOf('Accepted', 'Rejected', 'NotFound')

export const statusInfoType = obj({ reasonCode: str(20) }, { customData: customDataType, additionalInfo: str(512) })

export const clearMonitoringResultType = obj(
  { status: clearMonitoringStatusEnumType, id: int() },
  { customData: customDataType, statusInfo: statusInfoType },
)

export const componentCriterionEnumType = oneOf('Active', 'Available', 'Enabled', 'Problem')

export const evseType = obj({ id: int() }, { customData: customDataType, connectorId: int() })

const componentType = obj({ name: str(50) }, { customData: customDataType, evse: evseType, instance: str(50) })

const variableType = obj({ name: str(50) }, { customData: customDataType, instance: str(50) })

export const componentVariableType = obj(
  { component: componentType },
  { customData: customDataType, variable: variableType },
)

export const compositeScheduleType = obj(
  {
    chargingSchedulePeriod: list(chargingSchedulePeriodType, { min: 1 }),
    evseId: int(),
    duration: int(),
    scheduleStart: date(),
    chargingRateUnit: chargingRateUnitEnumType,
  },
  { customData: customDataType },
)

export const connectorEnumType = oneOf(
  'cCCS1',
  'cCCS2',
  'cG105',
  'cTesla',
  'cType1',
  'cType2',
  's309-1P-16A',
  's309-1P-32A',
  's309-3P-16A',
  's309-3P-32A',
  'sBS1361',
  'sCEE-7-7',
  'sType2',
  'sType3',
  'Other1PhMax16A',
  'Other1PhOver16A',
  'Other3Ph',
  'Pan',
  'wInductive',
  'wResonant',
  'Undetermined',
  'Unknown',
)

export const connectorStatusEnumType = oneOf('Available', 'Occupied', 'Reserved', 'Unavailable', 'Faulted')

export const customerInformationStatusEnumType = oneOf('Accepted', 'Rejected', 'Invalid')

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

export const deleteCertificateStatusEnumType = oneOf('Accepted', 'Failed', 'NotFound')

export const displayMessageStatusEnumType = oneOf(
  'Accepted',
  'NotSupportedMessageFormat',
  'Rejected',
  'NotSupportedPriority',
  'NotSupportedState',
  'UnknownTransaction',
)

const eventTriggerEnumType = oneOf('Alerting', 'Delta', 'Periodic')

const eventNotificationEnumType = oneOf(
  'HardWiredNotification',
  'HardWiredMonitor',
  'PreconfiguredMonitor',
  'CustomMonitor',
)

export const eventDataType = obj(
  {
    eventId: int(),
    timestamp: date(),
    trigger: eventTriggerEnumType,
    actualValue: str(2500),
    component: componentType,
    eventNotificationType: eventNotificationEnumType,
    variable: variableType,
  },
  {
    customData: customDataType,
    cause: int(),
    techCode: str(50),
    techInfo: str(500),
    cleared: bool(),
    transactionId: str(36),
    variableMonitoringId: int(),
  },
)

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
  { location: str(512), retrieveDateTime: date() },
  { customData: customDataType, installDateTime: date(), signingCertificate: str(5500), signature: str(800) },
)

export const genericDeviceModelStatusEnumType = oneOf('Accepted', 'Rejected', 'NotSupported', 'EmptyResultSet')

export const genericStatusEnumType = oneOf('Accepted', 'Rejected')

export const getCertificateStatusEnumType = oneOf('Accepted', 'Failed')

export const getChargingProfileStatusEnumType = oneOf('Accepted', 'NoProfiles')

export const getDisplayMessagesStatusEnumType = oneOf('Accepted', 'Unknown')

export const getInstalledCertificateStatusEnumType = oneOf('Accepted', 'NotFound')

export const getVariableDataType = obj(
  { component: componentType, variable: variableType },
  { customData: customDataType, attributeType: attributeEnumType },
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
    customData: customDataType,
    attributeStatusInfo: statusInfoType,
    attributeType: attributeEnumType,
    attributeValue: str(2500),
  },
)

export const installCertificateStatusEnumType = oneOf('Accepted', 'Rejected', 'Failed')

export const installCertificateUseEnumType = oneOf(
  'V2GRootCertificate',
  'MORootCertificate',
  'CSMSRootCertificate',
  'ManufacturerRootCertificate',
)

export const iso15118EVCertificateStatusEnumType = oneOf('Accepted', 'Failed')

const locationEnumType = open('Body', 'Cable', 'EV', 'Inlet', 'Outlet')

export const logEnumType = oneOf('DiagnosticsLog', 'SecurityLog')

export const logParametersType = obj(
  { remoteLocation: str(512) },
  { customData: customDataType, oldestTimestamp: date(), latestTimestamp: date() },
)

export const logStatusEnumType = oneOf('Accepted', 'Rejected', 'AcceptedCanceled')

const measurandEnumType = open(
  'Current.Export',
  'Current.Import',
  'Current.Offered',
  'Energy.Active.Export.Register',
  'Energy.Active.Import.Register',
  'Energy.Reactive.Export.Register',
  'Energy.Reactive.Import.Register',
  'Energy.Active.Export.Interval',
  'Energy.Active.Import.Interval',
  'Energy.Active.Net',
  'Energy.Reactive.Export.Interval',
  'Energy.Reactive.Import.Interval',
  'Energy.Reactive.Net',
  'Energy.Apparent.Net',
  'Energy.Apparent.Import',
  'Energy.Apparent.Export',
  'Frequency',
  'Power.Active.Export',
  'Power.Active.Import',
  'Power.Factor',
  'Power.Offered',
  'Power.Reactive.Export',
  'Power.Reactive.Import',
  'SoC',
  'Voltage',
)

export const messagePriorityEnumType = oneOf('AlwaysFront', 'InFront', 'NormalCycle')

export const messageStateEnumType = oneOf('Charging', 'Faulted', 'Idle', 'Unavailable')

export const messageInfoType = obj(
  { id: int(), priority: messagePriorityEnumType, message: messageContentType },
  {
    customData: customDataType,
    display: componentType,
    state: messageStateEnumType,
    startDateTime: date(),
    endDateTime: date(),
    transactionId: str(36),
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
  'StatusNotification',
  'TransactionEvent',
  'SignCombinedCertificate',
  'PublishFirmwareStatusNotification',
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
  { signedMeterData: str(32768), signingMethod: str(50), encodingMethod: str(50), publicKey: str(2500) },
  { customData: customDataType },
)

const unitOfMeasureType = obj({}, { customData: customDataType, unit: str(20), multiplier: int() })

const sampledValueType = obj(
  { value: dec() },
  {
    customData: customDataType,
    context: readingContextEnumType,
    measurand: measurandEnumType,
    phase: phaseEnumType,
    location: locationEnumType,
    signedMeterValue: signedMeterValueType,
    unitOfMeasure: unitOfMeasureType,
  },
)

export const meterValueType = obj(
  { sampledValue: list(sampledValueType, { min: 1 }), timestamp: date() },
  { customData: customDataType },
)

const monitorEnumType = oneOf('UpperThreshold', 'LowerThreshold', 'Delta', 'Periodic', 'PeriodicClockAligned')

export const monitoringBaseEnumType = oneOf('All', 'FactoryDefault', 'HardWiredOnly')

export const monitoringCriterionEnumType = oneOf('ThresholdMonitoring', 'DeltaMonitoring', 'PeriodicMonitoring')

const variableMonitoringType = obj(
  { id: int(), transaction: bool(), value: dec(), type: monitorEnumType, severity: int() },
  { customData: customDataType },
)

export const monitoringDataType = obj(
  { component: componentType, variable: variableType, variableMonitoring: list(variableMonitoringType, { min: 1 }) },
  { customData: customDataType },
)

const mutabilityEnumType = oneOf('ReadOnly', 'WriteOnly', 'ReadWrite')

const ocppVersionEnumType = oneOf('OCPP12', 'OCPP15', 'OCPP16', 'OCPP20')

const ocppTransportEnumType = oneOf('JSON', 'SOAP')

const ocppInterfaceEnumType = oneOf(
  'Wired0',
  'Wired1',
  'Wired2',
  'Wired3',
  'Wireless0',
  'Wireless1',
  'Wireless2',
  'Wireless3',
)

const vpnEnumType = oneOf('IKEv2', 'IPSec', 'L2TP', 'PPTP')

const vpnType = obj(
  { server: str(512), user: str(20), password: str(20), key: str(255), type: vpnEnumType },
  { customData: customDataType, group: str(20) },
)

export const networkConnectionProfileType = obj(
  {
    ocppVersion: ocppVersionEnumType,
    ocppTransport: ocppTransportEnumType,
    ocppCsmsUrl: str(512),
    messageTimeout: int(),
    securityProfile: int(),
    ocppInterface: ocppInterfaceEnumType,
  },
  { customData: customDataType, apn: apnType, vpn: vpnType },
)

export const notifyEVChargingNeedsStatusEnumType = oneOf('Accepted', 'Rejected', 'Processing')

export const ocspRequestDataType = obj(
  {
    hashAlgorithm: hashAlgorithmEnumType,
    issuerNameHash: str(128),
    issuerKeyHash: str(128),
    serialNumber: str(40),
    responderURL: str(512),
  },
  { customData: customDataType },
)

export const operationalStatusEnumType = oneOf('Inoperative', 'Operative')

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
  'Local',
  'LocalOutOfCredit',
  'MasterPass',
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
)

export const registrationStatusEnumType = oneOf('Accepted', 'Pending', 'Rejected')

export const reportBaseEnumType = oneOf('ConfigurationInventory', 'FullInventory', 'SummaryInventory')

const variableAttributeType = obj(
  {},
  {
    customData: customDataType,
    type: attributeEnumType,
    value: str(2500),
    mutability: mutabilityEnumType,
    persistent: bool(),
    constant: bool(),
  },
)

const variableCharacteristicsType = obj(
  { dataType: dataEnumType, supportsMonitoring: bool() },
  { customData: customDataType, unit: str(16), minLimit: dec(), maxLimit: dec(), valuesList: str(1000) },
)

export const reportDataType = obj(
  {
    component: componentType,
    variable: variableType,
    variableAttribute: list(variableAttributeType, { min: 1, max: 4 }),
  },
  { customData: customDataType, variableCharacteristics: variableCharacteristicsType },
)

export const requestStartStopStatusEnumType = oneOf('Accepted', 'Rejected')

export const reservationUpdateStatusEnumType = oneOf('Expired', 'Removed')

export const reserveNowStatusEnumType = oneOf('Accepted', 'Faulted', 'Occupied', 'Rejected', 'Unavailable')

export const resetEnumType = oneOf('Immediate', 'OnIdle')

export const resetStatusEnumType = oneOf('Accepted', 'Rejected', 'Scheduled')

export const sendLocalListStatusEnumType = oneOf('Accepted', 'Failed', 'VersionMismatch')

export const setMonitoringDataType = obj(
  { value: dec(), type: monitorEnumType, severity: int(), component: componentType, variable: variableType },
  { customData: customDataType, id: int(), transaction: bool() },
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
    severity: int(),
  },
  { customData: customDataType, id: int(), statusInfo: statusInfoType },
)

export const setNetworkProfileStatusEnumType = oneOf('Accepted', 'Rejected', 'Failed')

export const setVariableDataType = obj(
  { attributeValue: str(1000), component: componentType, variable: variableType },
  { customData: customDataType, attributeType: attributeEnumType },
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
  { customData: customDataType, attributeType: attributeEnumType, attributeStatusInfo: statusInfoType },
)

export const transactionEventEnumType = oneOf('Ended', 'Started', 'Updated')

export const transactionType = obj(
  { transactionId: str(36) },
  {
    customData: customDataType,
    chargingState: chargingStateEnumType,
    timeSpentCharging: int(),
    stoppedReason: reasonEnumType,
    remoteStartId: int(),
  },
)

export const triggerMessageStatusEnumType = oneOf('Accepted', 'Rejected', 'NotImplemented')

export const triggerReasonEnumType = open(
  'Authorized',
  'CablePluggedIn',
  'ChargingRateChanged',
  'ChargingStateChanged',
  'Deauthorized',
  'EnergyLimitReached',
  'EVCommunicationLost',
  'EVConnectTimeout',
  'MeterValueClock',
  'MeterValuePeriodic',
  'TimeLimitReached',
  'Trigger',
  'UnlockCommand',
  'StopAuthorized',
  'EVDeparted',
  'EVDetected',
  'RemoteStop',
  'RemoteStart',
  'AbnormalCondition',
  'SignedDataReceived',
  'ResetCommand',
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
