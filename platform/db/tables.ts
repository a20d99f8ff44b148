// The tables as Kysely sees them (camel case); migrations/ is their source.
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type At = ColumnType<Date, Date | string, Date | string>

type Bill = {
  transactionId: number
  version: Generated<number>
  companyId: number
  teamId: number
  billedAt: Date
  energyWh: number
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
  grossPaise: number
  surchargePaise: number
  gatewayFeePaise: number
  totalPaise: number
  commissionPercentPaise: number
  commissionUnitPaise: number
  supplierName: string | null
  supplierGstin: string | null
  supplierState: string | null
  supplierAddress: string | null
  placeOfSupply: string | null
  taxPpm: number | null
  gatewayPpm: number | null
  pgChargesBearer: 'EV' | 'CPO' | null
  holdPaise: number | null
  overrunPaise: Generated<number>
  commissionPpm: number | null
  commissionPaisePerKwh: number | null
  lines: Json<unknown>
  facts: Json<unknown>
}

export type Tables = {
  setting: { key: string; value: Json<unknown> }
  team: {
    id: Generated<number>
    parentId: number | null
    companyId: number
    companyType: 'GP' | 'P' | 'C'
    path: number[]
    name: string
    domain: string | null
    currency: Generated<string>
    isActive: Generated<boolean>
    validUntil: string | null
    street: string | null
    houseNumber: string | null
    zipcode: string | null
    city: string | null
    state: string | null
    country: Generated<string>
    taxPpm: Generated<number>
    transactionPpm: Generated<number>
    pgChargesBearer: Generated<'EV' | 'CPO'>
    commissionPpm: Generated<number>
    commissionPaisePerKwh: Generated<number>
    createdAt: Generated<Date>
    description: Generated<string>
    latitude: string | null
    longitude: string | null
    settlementPercentage: Generated<string>
    finance: Json<unknown> | null
    createdBy: number | null
  }
  role: {
    id: Generated<number>
    companyId: number
    name: string
    createdBy: number | null
    createdAt: Generated<Date>
  }
  roleAccess: {
    roleId: number
    featureId: number
    canView: boolean
    canCreate: boolean
    canUpdate: boolean
    canDelete: boolean
  }
  appUser: {
    id: Generated<number>
    companyId: number
    username: string
    firstName: Generated<string>
    lastName: Generated<string>
    email: string
    phone: string | null
    photoUrl: string | null
    userType: 'ROOT' | 'ADMIN' | 'USER'
    passwordHash: string | null
    ver: Generated<number>
    isActive: Generated<boolean>
    isVerified: Generated<boolean>
    createdAt: Generated<Date>
    language: Generated<string>
    street: string | null
    houseNumber: string | null
    zipcode: string | null
    city: string | null
    country: Generated<string>
    createdBy: number | null
  }
  resetCode: {
    userId: number
    codeHash: string
    sentAt: At
    expiresAt: At
    wrongTries: Generated<number>
    wrongTriesAtDoor: Generated<number>
    usedAt: At | null
  }
  emailVerification: { tokenHash: string; userId: number; expiresAt: At; usedAt: At | null }
  company: {
    companyId: number
    subscriptionId: Generated<1 | 2>
    provider: Json<unknown>
    paymentConfirmationNo: Generated<'card' | 'upi' | 'cash'>
    paymentGatewayDetailsId: Generated<string>
    paymentGatewayId: Generated<number>
    protocolType: Generated<'ocpp' | 'ocpi'>
    token: string | null
    endpoint: string | null
    partyId: string | null
    rootUser: Generated<string>
    emailId: Generated<string>
    comments: Generated<string>
    taxPpm: Generated<number>
    transactionPpm: Generated<number>
    createdBy: number | null
  }
  teamFinanceHistory: {
    historyId: Generated<number>
    teamId: number
    since: At
    taxPpm: number
    transactionPpm: number
    pgChargesBearer: 'EV' | 'CPO'
    commissionPpm: number
    commissionPaisePerKwh: number
    settlementPercentage: string
    finance: Json<unknown> | null
    gstin: string | null
    businessName: string | null
  }
  payoutAccount: {
    payoutDetailId: Generated<number>
    teamId: number
    ofCompany: Generated<boolean>
    businessName: string
    businessType: string
    beneficiaryName: string
    email: string
    phone: string
    accountNo: string
    ifscCode: string
    gst: string | null
    accountType: string | null
    payoutPercentage: string | null
    taxPercentage: string | null
    settlementPercentage: string | null
    disabled: Generated<boolean>
  }
  serviceRequest: {
    ticketId: Generated<number>
    companyId: number
    teamId: number
    email: string
    phone: string
    issueType: string
    description: string
    attachment: string | null
    status: Generated<'OPEN' | 'IN_PROGRESS' | 'RESOLVED' | 'CLOSED'>
    createdBy: number | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  upload: {
    name: string
    directory: string
    contentType: string
    bytes: number
    teamId: number | null
    companyId: number | null
    createdBy: number | null
    createdAt: Generated<Date>
    namedAt: At | null
    goneAt: At | null
  }
  outbox: {
    outboxId: Generated<number>
    channel: 'mail' | 'sms' | 'push'
    recipient: string
    subject: Generated<string>
    body: string
    createdAt: Generated<Date>
    sentAt: At | null
    error: string | null
  }
  auditEntry: {
    id: Generated<number>
    at: Generated<Date>
    userId: number | null
    username: string
    companyId: number | null
    teamId: number | null
    action: string
    feature: string
    recordId: string | null
    before: Json<unknown> | null
    after: Json<unknown> | null
    ip: string | null
    isMoney: Generated<boolean>
  }
  teamMember: { teamId: number; userId: number; roleId: number }
  signInTry: { id: Generated<number>; kind: 'password' | 'code' | 'request'; username: string; network: string; at: At }
  signInDoor: { userId: number; network: string; at: At }
  priceGroup: {
    priceGroupId: Generated<number>
    companyId: number
    teamId: number
    name: string
    createdAt: Generated<Date>
    deletedAt: At | null
  }
  priceGroupVersion: {
    priceVersionId: Generated<number>
    priceGroupId: number
    validFrom: At
    content: Json<unknown>
    madeAt: Generated<Date>
  }
  chargingSite: {
    zoneId: Generated<number>
    companyId: number
    teamId: number
    zoneName: string
    isLoadBalancing: Generated<boolean>
    loadBalancingValue: string | null
    loadBalancingUnit: Generated<'kW' | 'kWh' | 'A'>
  }
  charger: {
    chargepointPk: Generated<number>
    companyId: number
    teamId: number
    chargepointId: string
    chargepointName: string
    chargerType: Generated<'AC' | 'DC'>
    registrationStatus: Generated<'Pending' | 'Accepted' | 'Rejected'>
    isActive: Generated<boolean>
    accessLevel: Generated<'Public' | 'Private' | 'Semi-Public'>
    chargerCategory: Generated<'paid' | 'free'>
    description: Generated<string>
    note: Generated<string>
    adminAddress: string | null
    street: string | null
    houseNumber: string | null
    zipcode: string | null
    city: string | null
    state: string | null
    country: Generated<string>
    latitude: string | null
    longitude: string | null
    zoneId: number | null
    preparingState: Generated<boolean>
    employeeOrResident: Generated<boolean>
    payWithWallet: Generated<boolean>
    payWithCard: Generated<boolean>
    showOnPortal: Generated<boolean>
    excludeFromEmail: Generated<boolean>
    toleranceWatt: Generated<number>
    meterIntervalSec: Generated<number>
    securityProfile: number | null
    keyHash: string | null
    sharesIdentity: Generated<boolean>
    serialNumber: string | null
    nextSecurityProfile: number | null
    operatorEmail: string | null
    operatorNumber1: string | null
    operatorNumber2: string | null
    amenities: Generated<string[]>
    photos: Generated<string[]>
    maxPowerWatt: number | null
    createdAt: Generated<Date>
    deletedAt: Date | null
  }
  chargerNextKey: {
    chargepointPk: number
    keyHash: string
    state: 'sent' | 'unknown' | 'reboot'
    at: Date
  }
  chargerState: {
    chargepointPk: number
    connectionNo: Generated<number>
    connected: Generated<boolean>
    bootAccepted: Generated<boolean>
    node: string | null
    connectedAt: Date | null
    disconnectedAt: Date | null
    lastMessageAt: Date | null
    lastHeartbeatAt: Date | null
    firstBootAt: Date | null
    lastBootAt: Date | null
    liveStatus: Generated<'online' | 'charging' | 'offline' | 'maintenance'>
    maintenanceByHand: Generated<boolean>
    maintenanceReason: string | null
    statusChangedAt: Date | null
    wholeStatus: string | null
    wholeErrorCode: string | null
    wholeStatusAt: Date | null
    endpointAddress: string | null
    ocppProtocol: string | null
    vendor: string | null
    model: string | null
    chargePointSerial: string | null
    chargeBoxSerial: string | null
    fwVersion: string | null
    iccid: string | null
    imsi: string | null
    meterType: string | null
    meterSerial: string | null
    fwUpdateStatus: string | null
    fwUpdateAt: Date | null
    diagnosticsStatus: string | null
    diagnosticsAt: Date | null
    clockOffsetSec: number | null
  }
  connector: {
    connectorPk: Generated<number>
    chargepointPk: number
    connectorId: number
    connectorName: Generated<string>
    connectorType: string | null
    kw: string | null
    volt: string | null
    priceGroupId: number | null
    qrCodeUrl: string | null
    isConfigured: Generated<boolean>
    status: string | null
    errorCode: string | null
    info: string | null
    vendorErrorCode: string | null
    statusAt: Date | null
    statusReceivedAt: Date | null
  }
  chargerTeamHistory: { historyId: Generated<number>; chargepointPk: number; teamId: number | null; since: At }
  connectorPriceHistory: {
    historyId: Generated<number>
    chargepointPk: number
    connectorId: number
    priceGroupId: number | null
    since: At
  }
  driver: {
    id: Generated<number>
    companyId: number
    teamId: number
    firstName: string
    lastName: Generated<string>
    email: string | null
    phone: string | null
    isActive: Generated<boolean>
    createdAt: Generated<Date>
  }
  ocppTag: {
    ocppTagPk: Generated<number>
    companyId: number
    teamId: number
    idTag: string
    parentTagPk: number | null
    kind: Generated<'rfid' | 'app' | 'prepaid' | 'session'>
    userId: number | null
    driverId: number | null
    expiresAt: Date | null
    maxActiveTransactions: Generated<number>
    note: Generated<string>
    createdAt: Generated<Date>
    deletedAt: Date | null
  }
  ocppTagCharger: { ocppTagPk: number; chargepointPk: number }
  transaction: {
    transactionId: Generated<number>
    companyId: number
    teamId: number
    chargepointPk: number
    chargepointId: string
    chargepointName: string
    chargerType: string
    connectorId: number
    ocppTagPk: number | null
    idTag: string
    driverId: number | null
    driverName: string | null
    email: string | null
    phone: string | null
    startedAt: Date
    startToldAt: Date | null
    startTimeFrom: Generated<string>
    startReceivedAt: Generated<Date>
    clockOffsetSec: number | null
    stoppedAt: Date | null
    stopToldAt: Date | null
    stopTimeFrom: string | null
    stopReceivedAt: Date | null
    meterStartWh: number
    meterStopWh: number | null
    readingWh: number | null
    stopReason: string | null
    stopIdTag: string | null
    reservationId: number | null
    idTagStatus: Generated<string>
    isFree: Generated<boolean>
    priceVersionId: number | null
    toleranceWatt: number
    paymentType: Generated<'CARD' | 'WALLET' | 'RFID' | 'PREPAID' | 'UPI'>
    paymentId: string | null
    paymentDescription: string | null
    energyWh: Generated<number>
    chargedPaise: Generated<number>
    paidPaise: Generated<number>
    refundPaise: Generated<number>
    refundStatus: string | null
    status: string | null
    notes: string | null
    payoutId: string | null
    inReview: Generated<boolean>
    isDismissed: Generated<boolean>
    isSimulated: Generated<boolean>
  }
  transactionLive: {
    transactionId: number
    currentWh: number
    chargedPaise: number
    powerW: number | null
    socPercent: string | null
    meteredAt: Date
  }
  meterValue: {
    transactionId: number | null
    chargepointPk: number
    connectorId: number
    at: Date
    receivedAt: Date
    samples: Json<unknown>
  }
  bill: Bill
  /** The highest version of each session's bill. */
  currentBill: Bill
  sessionReview: {
    id: Generated<number>
    companyId: number
    teamId: number
    transactionId: number | null
    chargepointPk: number
    connectorId: number | null
    reason: string
    detail: Json<unknown>
    createdAt: Generated<Date>
    clockOffsetSec: number | null
    decidedAt: Date | null
    decidedBy: number | null
    decision: Json<unknown> | null
  }
  usageHour: {
    companyId: number
    teamId: number
    hour: Date
    sessions: Generated<number>
    finished: Generated<number>
    successful: Generated<number>
    // Sums that no column of 64 bits must hold: texts.
    energyWh: Generated<string>
    chargedPaise: Generated<string>
    revenuePaise: Generated<string>
    cardPaise: Generated<string>
    walletPaise: Generated<string>
    rfidPaise: Generated<string>
  }
  usageStale: { teamId: number; hour: Date; companyId: number }
  ocppFrame: { id: Generated<number>; chargepointPk: number; at: Date; direction: number; message: string }
  connectorStatusHistory: {
    companyId: number
    teamId: number
    chargepointPk: number
    connectorId: number
    status: string
    errorCode: string | null
    info: string | null
    vendorErrorCode: string | null
    at: Date
    toldAt: Date | null
    receivedAt: Date
  }
  stationStatusHistory: {
    id: Generated<number>
    companyId: number
    teamId: number
    chargepointPk: number
    fromStatus: string | null
    toStatus: string
    reason: string | null
    changedBy: number | null
    changedAt: Date
  }
  connectionHistory: {
    id: Generated<number>
    companyId: number
    teamId: number
    chargepointPk: number
    connectionNo: number
    event: 'connected' | 'booted' | 'disconnected' | 'replaced' | 'refused'
    reason: string | null
    address: string | null
    at: Date
  }
  task: {
    taskId: string
    companyId: number
    teamId: number
    chargepointPk: number
    chargepointId: string
    operation: string
    parameters: Json<unknown>
    state: Generated<'queued' | 'sent' | 'done' | 'failed' | 'timeout'>
    response: string | null
    error: string | null
    details: Json<unknown> | null
    createdBy: number | null
    createdAt: Date
    sentAt: Date | null
    endedAt: Date | null
  }
  oddValue: { chargepointPk: number; field: string; value: string; count: Generated<number>; lastAt: Date }
  securityEvent: {
    id: Generated<number>
    chargepointPk: number | null
    identity: string | null
    type: string
    techInfo: string | null
    at: Date
    receivedAt: Generated<Date>
  }
}
