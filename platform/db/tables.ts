// The tables as Kysely sees them, read from a migrated database by `npm run tables`: not edited by hand.
// platform/db/tables.test.ts compares the file with the database.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Json = ColumnType<unknown, string, string>
type GivenJson = ColumnType<unknown, string | undefined, string>
type At = ColumnType<Date, Date | string, Date | string>
type GivenAt = ColumnType<Date, Date | string | undefined, Date | string>

export type Tables = {
  account: {
    accountId: Generated<number>
    kind: string
    ref: number
    companyId: number | null
    teamId: number | null
    normalSide: 'D' | 'C'
    isKept: boolean
    minimumPaise: number | null
    balancePaise: Generated<number>
    version: Generated<number>
    openedAt: GivenAt
  }
  alert: {
    alertId: GeneratedAlways<number>
    alertRuleId: number
    companyId: number
    teamId: number
    kind: string
    severity: string
    subject: string
    chargepointPk: number | null
    connectorId: number | null
    zoneId: number | null
    transactionId: number | null
    subjectName: string
    facts: GivenJson
    since: At
    state: Generated<'Open' | 'Acknowledged' | 'Closed'>
    openedAt: At
    occurrences: Generated<number>
    lastAt: At
    assigneeId: number | null
    acknowledgedBy: number | null
    acknowledgedAt: At | null
    closedAt: At | null
    closedBy: number | null
    closedWhy: string | null
  }
  alertBell: {
    userId: number
    readTo: number
    readRings: Generated<string>
  }
  alertChoice: {
    userId: number
    channel: 'mail' | 'sms' | 'push'
    least: string
    fromTime: string | null
    toTime: string | null
  }
  alertEvent: {
    alertEventId: GeneratedAlways<number>
    alertId: number
    at: At
    what:
      | 'opened'
      | 'opened again'
      | 'again'
      | 'changed'
      | 'moved'
      | 'acknowledged'
      | 'assigned'
      | 'commented'
      | 'closed'
    userId: number | null
    note: string | null
  }
  alertMessage: {
    alertMessageId: GeneratedAlways<number>
    companyId: number
    alertRuleId: number
    what: 'opened' | 'escalated' | 'over' | 'held back' | 'test'
    channel: 'mail' | 'sms' | 'push' | 'webhook'
    userId: number | null
    recipient: string
    alertIds: number[]
    subject: string
    body: string
    leadsTo: string
    state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'held back' | 'dropped'>
    createdAt: At
    dueAt: At
    leftAt: At | null
    error: string | null
    outboxId: number | null
  }
  alertRang: {
    rang: GeneratedAlways<number>
    alertId: number
    companyId: number
    teamId: number
    at: At
  }
  alertRule: {
    alertRuleId: GeneratedAlways<number>
    companyId: number
    teamId: number
    name: string
    kind: string
    parameters: GivenJson
    severity: 'Critical' | 'Major' | 'Minor'
    chargerPks: number[] | null
    zoneIds: number[] | null
    isActive: Generated<boolean>
    isSeeded: Generated<boolean>
    createdAt: GivenAt
    deletedAt: At | null
    userIds: Generated<number[]>
    roleIds: Generated<number[]>
    addresses: Generated<string[]>
    phones: Generated<string[]>
    webhooks: Generated<string[]>
    channels: Generated<string[]>
    waitMinutes: Generated<number>
    gatherMinutes: Generated<number>
    quietHours: Json | null
    escalateMinutes: number | null
    escalateUserIds: Generated<number[]>
    escalateRoleIds: Generated<number[]>
    tellsEnd: Generated<boolean>
    webhookSecretNo: Generated<number>
    tellsCost: Generated<boolean>
  }
  alertStop: {
    companyId: number
    address: string
    at: At
  }
  alertTelling: {
    alertId: number
    toldAt: At
    escalatedAt: At | null
    endToldAt: At | null
  }
  apiKey: {
    apiKeyId: GeneratedAlways<number>
    companyId: number
    teamId: number
    name: string
    keptBy: number | null
    rights: Json
    addresses: Generated<string[]>
    validUntil: string | null
    endsAt: At | null
    createdAt: At
    lastUsedAt: At | null
    lastUsedFrom: string | null
    revokedAt: At | null
    lastRefusedAt: At | null
    lastRefusedFrom: string | null
    lastRefusedWhy: string | null
    apiVersion: string
  }
  apiKeyDay: {
    apiKeyId: number
    day: string
    calls: number
    refused: number
  }
  apiKeySecret: {
    hash: Buffer
    apiKeyId: number
    start: string
    madeAt: At
    endsAt: At | null
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
    createdAt: GivenAt
    language: Generated<string>
    street: string | null
    houseNumber: string | null
    zipcode: string | null
    city: string | null
    country: Generated<string>
    createdBy: number | null
    passwordByCodeAt: At | null
  }
  archiveFile: {
    archiveFileId: GeneratedAlways<number>
    kind: 'meter_value' | 'ocpp_frame'
    companyId: number | null
    month: string
    place: string
    name: string
    bytes: number
    sha256: string
    footerAt: number
    footerSum: string
    n: number
    blocks: number
    archivedAt: GivenAt
  }
  archiveRun: {
    archiveFileId: number
    kind: string
    rowGroup: number
    fromByte: number
    toByte: number
    sum: string
    firstKey: number | null
    lastKey: number | null
    firstAt: At
    lastAt: At
    n: number
    entries: number
  }
  auditEntry: {
    id: GeneratedAlways<number>
    at: GivenAt
    userId: number | null
    username: string
    companyId: number | null
    teamId: number | null
    action: string
    feature: string
    recordId: string | null
    before: Json | null
    after: Json | null
    ip: string | null
    isMoney: Generated<boolean>
  }
  bellNotice: {
    bellNoticeId: GeneratedAlways<number>
    companyId: number
    userId: number
    at: At
    text: string
    leadsTo: string
    readAt: At | null
    about: string
  }
  bill: {
    transactionId: number
    version: Generated<number>
    companyId: number
    teamId: number
    billedAt: At
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
    placeOfSupply: string | null
    lines: Json | null
    facts: Json | null
    energyWh: number
    supplierName: string | null
    supplierGstin: string | null
    supplierState: string | null
    supplierAddress: string | null
    taxPpm: number | null
    gatewayPpm: number | null
    pgChargesBearer: string | null
    holdPaise: number | null
    overrunPaise: Generated<number>
    commissionPpm: number | null
    commissionPaisePerKwh: number | null
    packedLines: Json | null
    packedFacts: Json | null
    recipientName: string | null
    recipientGstin: string | null
    recipientAddress: string | null
    recipientType: string | null
  }
  billToPost: {
    transactionId: number
    version: number
    writtenAt: GivenAt
    tries: Generated<number>
    nextAt: At | null
    error: string | null
  }
  browser: {
    browserId: GeneratedAlways<number>
    userId: number
    secretHash: Buffer
    agent: string
    network: string
    signedInAt: At
    signedInFrom: string
    usedAt: At
    usedFrom: string
    endedAt: At | null
    endedBy: 'signed out' | 'ended' | 'password' | 'provider' | null
    provenAt: At
    signedInBy: Generated<'password' | 'passkey' | 'single sign-on'>
    trustedUntil: At | null
  }
  bulkAction: {
    bulkActionId: Generated<number>
    companyId: number
    teamId: number
    userId: number
    ip: string | null
    requestKey: string
    kind: string
    parameters: Json
    predicate: Json | null
    total: number
    createdAt: At
    cancelledAt: At | null
  }
  bulkActionItem: {
    bulkActionId: number
    itemNo: number
    chargepointPk: number
    chargepointId: string
    state: Generated<'Waiting' | 'In progress' | 'Done' | 'Failed' | 'Skipped'>
    outcome: string | null
    taskId: string | null
    attempt: Generated<number>
    earlier: GivenJson
    begunAt: At | null
    endedAt: At | null
    settings: Json | null
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
    operatorEmail: string | null
    operatorNumber1: string | null
    operatorNumber2: string | null
    amenities: Generated<string[]>
    photos: Generated<string[]>
    maxPowerWatt: number | null
    createdAt: GivenAt
    deletedAt: At | null
    sharesIdentity: Generated<boolean>
    serialNumber: string | null
    nextSecurityProfile: number | null
    kwhRegistersSince: At | null
  }
  chargerCertificate: {
    id: GeneratedAlways<number>
    chargepointPk: number
    companyId: number
    commonName: string
    requestHash: string
    serialNumber: string
    certificate: string
    issuedAt: At
    expiresAt: At
    taskId: string
    renewalAskedAt: At | null
  }
  chargerConfig: {
    chargepointPk: number
    key: string
    spelling: string
    value: string | null
    isReadonly: boolean
    readAt: At
  }
  chargerConfigRead: {
    chargepointPk: number
    readAt: At | null
    fwVersion: string | null
    triedAt: At | null
    error: string | null
  }
  chargerConfigWish: {
    chargepointPk: number
    key: string
    isTaken: boolean
    spelling: string
    value: string | null
    outcome: string
    setBy: number | null
    setAt: At
    endedAt: At
  }
  chargerDay: {
    chargepointPk: number
    day: string
    connects: Generated<number>
    boots: Generated<number>
    refused: Generated<number>
    odd: Generated<number>
  }
  chargerDiffers: {
    chargepointPk: number
    at: At
    differs: number
  }
  chargerFile: {
    fileId: GeneratedAlways<number>
    chargepointPk: number
    taskId: string
    kind: 'diagnostics' | 'security'
    tokenHash: string
    askedAt: At
    openUntil: At
    storedName: string | null
    fileName: string | null
    bytes: number | null
    receivedAt: At | null
    goneAt: At | null
  }
  chargerIncident: {
    serialNumber: Generated<number>
    chargepointPk: number
    chargepointId: string
    createdAt: GivenAt
    category: string
    comment: Generated<string>
  }
  chargerInstruction: {
    id: Generated<number>
    chargepointPk: number
    position: number
    question: string
    answer: string
  }
  chargerMailSent: {
    chargepointPk: number
    connectorId: number
    event: string
    sentAt: At
  }
  chargerMailSettings: {
    settingsPk: Generated<number>
    chargepointPk: number
    isEnabled: Generated<boolean>
    recipients: Generated<string[]>
    events: Generated<string[]>
  }
  chargerNextKey: {
    chargepointPk: number
    keyHash: string
    state: 'sent' | 'unknown' | 'reboot'
    at: At
  }
  chargerPace: {
    chargepointPk: number
    teamId: number
    since: At
    until: At
    upMs: number
    revenuePaise: number
    workedOutAt: At
  }
  chargerSiteHistory: {
    chargepointPk: number
    zoneId: number | null
    since: At
  }
  chargerState: {
    chargepointPk: number
    connectionNo: Generated<number>
    connected: Generated<boolean>
    bootAccepted: Generated<boolean>
    node: string | null
    connectedAt: At | null
    disconnectedAt: At | null
    lastMessageAt: At | null
    lastHeartbeatAt: At | null
    firstBootAt: At | null
    lastBootAt: At | null
    liveStatus: Generated<'online' | 'charging' | 'offline' | 'maintenance'>
    maintenanceByHand: Generated<boolean>
    maintenanceReason: string | null
    statusChangedAt: At | null
    wholeStatus: string | null
    wholeErrorCode: string | null
    wholeStatusAt: At | null
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
    fwUpdateAt: At | null
    diagnosticsStatus: string | null
    diagnosticsAt: At | null
    clockOffsetSec: number | null
    availabilityWish: 'Inoperative' | 'Operative' | null
    configDiffers: Generated<number>
    configDiffersSince: At | null
    clockOffSince: At | null
    maintenanceEndedAt: At | null
    maintenanceChangedAt: At | null
    availabilityTries: Generated<number>
    availabilityNextAt: At | null
    availabilityRefusal: string | null
    kwhRegistersSeenAt: At | null
    unknownSince: At | null
    sentAwayAt: At | null
  }
  chargerTeamHistory: {
    historyId: GeneratedAlways<number>
    chargepointPk: number
    teamId: number | null
    since: At
  }
  chargerTest: {
    chargerTestId: GeneratedAlways<number>
    companyId: number
    teamId: number
    name: string
    token: string
    securityProfile: 0 | 1
    keyHash: string | null
    isEncrypted: boolean
    createdBy: string
    createdAt: At
    endsAt: At
    endedAt: At | null
    connectionNo: Generated<number>
    lineCount: Generated<number>
    characterCount: Generated<number>
  }
  chargerTestLine: {
    chargerTestId: number
    chargerTestLineId: GeneratedAlways<number>
    at: At
    kind: 'in' | 'out' | 'ask' | 'note'
    message: string
  }
  chargerTrouble: {
    chargerTroubleId: GeneratedAlways<number>
    chargepointPk: number
    kind: 'silent' | 'overdrawn'
    fromAt: At
    untilAt: At
  }
  chargingProfile: {
    chargingProfilePk: Generated<number>
    companyId: number
    teamId: number
    chargingProfileId: number
    stackLevel: number
    description: string
    chargingProfilePurpose: 'ChargePointMaxProfile' | 'TxProfile' | 'TxDefaultProfile'
    chargingProfileKind: 'Absolute' | 'Relative' | 'Recurring'
    recurrencyKind: 'Daily' | 'Weekly' | null
    validFrom: At | null
    validTo: At | null
    durationInSeconds: number | null
    startSchedule: At | null
    note: Generated<string>
    minChargingRate: string | null
    chargingRateUnit: 'W' | 'A'
    createdAt: GivenAt
  }
  chargingSchedulePeriod: {
    schedulePeriodPk: Generated<number>
    chargingProfilePk: number
    startPeriod: number
    powerLimit: string
    numberPhase: number | null
  }
  chargingSite: {
    zoneId: Generated<number>
    companyId: number
    teamId: number
    zoneName: string
    isLoadBalancing: Generated<boolean>
    loadBalancingValue: string | null
    loadBalancingUnit: Generated<'kW' | 'kWh' | 'A'>
    createdAt: GivenAt
    timeZone: string | null
  }
  commissionDocument: {
    documentId: GeneratedAlways<number>
    kind: 'invoice' | 'credit note'
    number: string
    gstin: string
    series: string
    fiscalYear: string
    sequence: number
    payoutNo: number
    correctsPayoutNo: number | null
    ofDocumentId: number | null
    dated: At
    month: string
    companyId: number
    teamId: number
    supplierName: string
    supplierAddress: string | null
    supplierState: string | null
    recipientName: string
    recipientAddress: string
    recipientGstin: string | null
    placeOfSupply: string | null
    sac: string
    lines: Json
    isTaxDeducted: boolean
    isTaxWithin: boolean
    taxablePaise: number
    cgstPaise: number
    sgstPaise: number
    igstPaise: number
    roundingPaise: number
    totalPaise: number
    recipientType: 'SEZWP' | 'SEZWOP' | null
  }
  company: {
    companyId: number
    subscriptionId: Generated<1 | 2>
    provider: GivenJson
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
    runningCostSec: Generated<number>
    showsTariff: Generated<boolean>
    firstSteps: 'open' | 'skipped' | 'done' | null
  }
  companyMoved: {
    companyId: number
    movedTo: string
    wasActive: boolean
    at: GivenAt
  }
  companySignIn: {
    companyId: number
    needsSecondFactor: Generated<boolean>
    secondFactorSince: At | null
    graceDays: Generated<number>
    forbidsPasswords: Generated<boolean>
    emergencyUserId: number | null
  }
  connectionHistory: {
    id: GeneratedAlways<number>
    companyId: number
    teamId: number
    chargepointPk: number
    connectionNo: number
    event: 'connected' | 'booted' | 'disconnected' | 'replaced' | 'refused'
    reason: string | null
    address: string | null
    at: At
    closeCode: number | null
    times: Generated<number>
    lastAt: At | null
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
    statusAt: At | null
    statusReceivedAt: At | null
    evseId: number | null
    evseConnectorId: number | null
  }
  connectorPriceHistory: {
    historyId: GeneratedAlways<number>
    chargepointPk: number
    connectorId: number
    priceGroupId: number | null
    since: At
  }
  connectorStatusHistory: {
    companyId: number
    teamId: number
    chargepointPk: number
    connectorId: number
    status: string
    errorCode: string | null
    info: string | null
    vendorErrorCode: string | null
    at: At
    receivedAt: At
    toldAt: At | null
  }
  currentBill: {
    transactionId: number
    version: number
    companyId: number
    teamId: number
    billedAt: At
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
    placeOfSupply: string | null
    lines: Json | null
    facts: Json | null
    energyWh: number
    supplierName: string | null
    supplierGstin: string | null
    supplierState: string | null
    supplierAddress: string | null
    taxPpm: number | null
    gatewayPpm: number | null
    pgChargesBearer: string | null
    holdPaise: number | null
    overrunPaise: number
    commissionPpm: number | null
    commissionPaisePerKwh: number | null
    recipientName: string | null
    recipientGstin: string | null
    recipientAddress: string | null
    recipientType: string | null
  }
  deviceReport: {
    deviceReportId: GeneratedAlways<number>
    chargepointPk: number
    requestId: number
    isWhole: boolean
    askedAt: At | null
    firstAt: At | null
    lastAt: At | null
    generatedAt: At | null
    seen: Generated<string>
    lastSeq: number | null
    told: Generated<number>
    leftOut: Generated<number>
    endedAt: At | null
    refusal: string | null
  }
  deviceVariable: {
    chargepointPk: number
    component: string
    componentInstance: string
    evseId: number
    connectorId: number
    variable: string
    variableInstance: string
    attribute: 'Actual' | 'Target' | 'MinSet' | 'MaxSet'
    value: string | null
    mutability: 'ReadOnly' | 'WriteOnly' | 'ReadWrite'
    persistent: boolean
    constant: boolean
    characteristics: Json | null
    deviceReportId: number
    seqNo: number
    toldAt: At
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
    createdAt: GivenAt
    street: string | null
    houseNumber: string | null
    zipcode: string | null
    city: string | null
    state: string | null
    country: Generated<string>
    latitude: number | null
    longitude: number | null
    domain: string | null
    deviceId: string | null
    fullName: GeneratedAlways<string>
    searchText: GeneratedAlways<string>
    language: string | null
    gstin: string | null
    legalName: string | null
    businessAddress: string | null
    recipientType: 'SEZWP' | 'SEZWOP' | null
  }
  eInvoice: {
    eInvoiceId: GeneratedAlways<number>
    companyId: number
    teamId: number
    invoiceId: number | null
    commissionDocumentId: number | null
    gstin: string
    type: 'INV' | 'CRN' | 'DBN'
    number: string
    dated: At
    state: Generated<'waiting' | 'registered' | 'failed' | 'cancelled'>
    attempts: Generated<number>
    nextAt: At | null
    isAsked: Generated<boolean>
    isAway: Generated<boolean>
    irn: string | null
    ackNo: string | null
    ackedAt: At | null
    signedQr: string | null
    signedInvoice: string | null
    errorCode: string | null
    errorField: string | null
    errorText: string | null
    sellerPin: string | null
    buyerPin: string | null
    cancelReason: '1' | '2' | '3' | '4' | null
    cancelRemark: string | null
    cancelledAt: At | null
    queuedAt: At
  }
  eInvoiceChange: {
    changeId: GeneratedAlways<number>
    eInvoiceId: number
    at: At
    state: string
    userId: number | null
    detail: string | null
  }
  emailVerification: {
    tokenHash: string
    userId: number
    expiresAt: At
    usedAt: At | null
  }
  entry: {
    postingId: number
    lineNo: number
    accountId: number
    side: 'D' | 'C'
    amountPaise: number
    balanceAfter: number | null
    accountVersion: number | null
  }
  firmware: {
    firmwareId: GeneratedAlways<number>
    companyId: number
    teamId: number
    version: string
    vendor: string
    model: string
    source: 'Upload' | 'Address'
    location: string | null
    contentId: number | null
    sha256: string
    signature: string | null
    certificate: string | null
    notes: string | null
    createdAt: GivenAt
    deletedAt: At | null
  }
  firmwareCampaign: {
    campaignId: GeneratedAlways<number>
    companyId: number
    teamId: number
    name: string
    firmwareId: number
    state: Generated<'Draft' | 'Running' | 'Paused' | 'Stopped' | 'Done' | 'Cancelled'>
    choice: GivenJson
    waves: GivenJson
    wavePercent: number
    windowFrom: number | null
    windowTo: number | null
    timeZone: string
    atOnce: number
    stopPercent: number
    waitsForSessions: boolean
    retries: number
    stepMinutes: number
    giveUpHours: number
    wave: Generated<number>
    waveBeganAt: At | null
    countedSince: At | null
    stoppedWhy: string | null
    stoppedAt: At | null
    rollsBack: number | null
    createdBy: number | null
    createdAt: GivenAt
    startedBy: number | null
    startedAt: At | null
    endedAt: At | null
    deletedAt: At | null
  }
  firmwareCampaignCharger: {
    campaignId: number
    chargepointPk: number
    chargepointId: string
    vendor: string | null
    model: string | null
    versionBefore: string | null
    wave: number
    place: number
    state: Generated<string>
    reason: string | null
    attempt: Generated<number>
    taskId: string | null
    sentAt: At | null
    stateAt: At
    nextAt: At | null
    seenStateId: Generated<number>
    seenBootAt: At | null
    askedAt: At | null
    isOpen: Generated<boolean>
  }
  firmwareCampaignEvent: {
    eventId: GeneratedAlways<number>
    campaignId: number
    chargepointPk: number | null
    at: At
    what: string
    attempt: number | null
    note: string | null
    userId: number | null
  }
  firmwareContent: {
    contentId: GeneratedAlways<number>
    companyId: number
    teamId: number
    storedName: string
    fileName: string
    bytes: number
    sha256: string
    createdBy: number | null
    createdAt: At
    goneAt: At | null
  }
  firmwareLink: {
    tokenHash: string
    firmwareId: number
    chargepointPk: number
    taskId: string
    campaignId: number | null
    createdAt: At
    openUntil: At
    fetchedAt: At | null
  }
  installationMode: {
    onlyOne: Generated<boolean>
    mode: 'test' | 'live'
    since: GivenAt
  }
  invoice: {
    invoiceId: GeneratedAlways<number>
    kind: 'invoice' | 'credit note' | 'debit note'
    number: string
    gstin: string
    series: string
    fiscalYear: string
    sequence: number
    transactionId: number
    billVersion: number
    ofInvoiceId: number | null
    dated: At
    madeAt: At
    companyId: number
    teamId: number
    supplierName: string | null
    supplierAddress: string | null
    supplierState: string | null
    placeOfSupply: string | null
    recipientName: string | null
    recipientEmail: string | null
    recipientPhone: string | null
    sac: string
    ratePpm: number
    energyWh: number
    costPaise: number
    cgstPaise: number
    sgstPaise: number
    igstPaise: number
    roundingPaise: number
    totalPaise: number
    recipientGstin: string | null
    recipientAddress: string | null
    suppliedAt: At | null
    recipientType: string | null
  }
  invoiceCounter: {
    gstin: string
    series: string
    fiscalYear: string
    last: number
  }
  invoiceProgress: {
    onlyOne: Generated<boolean>
    billedUntil: At
  }
  irpAccount: {
    companyId: number
    gstin: string
    clientId: string
    userName: string
    clientSecret: Buffer
    password: Buffer
    changedAt: At
    refusedAt: At | null
    refusal: string | null
  }
  irpStandIn: {
    irn: string
    content: Json
    cancelledAt: At | null
  }
  knock: {
    chargepointId: string
    firstAt: At
    lastAt: At
    refused: number
    address: string
    protocols: string | null
    userAgent: string | null
    isEncrypted: boolean
    hasCredentials: boolean
  }
  ledgerAccountMonth: {
    accountId: number
    month: string
    debitPaise: number
    creditPaise: number
    entries: number
  }
  ledgerCrossing: {
    parties: number[]
    partyId: number
    month: string
    debitPaise: number
    creditPaise: number
  }
  ledgerGatewayDay: {
    companyId: number
    day: string
    postingKind: string
    debitPaise: number
    creditPaise: number
  }
  ledgerMark: {
    isOnly: Generated<boolean>
    foldedTo: Generated<number>
    zone: Generated<string>
  }
  ledgerMonth: {
    partyId: number
    month: string
    kind: string
    postingKind: string
    debitPaise: number
    creditPaise: number
  }
  ledgerMonthAccounts: {
    partyId: number
    month: string
    kind: string
    accounts: number
    standing: number
  }
  ledgerOpenBill: {
    postingId: number
    lineNo: number
    accountId: number
    transactionId: number | null
    billVersion: number | null
    idempotencyKey: string
    eventAt: At
    amountPaise: number
  }
  ledgerParty: {
    partyId: GeneratedAlways<number>
    companyId: number
    teamId: number
  }
  loadCharger: {
    chargepointPk: number
    zoneId: number
    standing: Json
    overdrawSince: At | null
    overdraw: number | null
    overdrawLimit: number | null
    overdrawUnit: 'dA' | 'W' | null
  }
  loadChargerHistory: {
    chargepointPk: number
    at: At
    zoneId: number
    unit: 'dA' | 'W'
    counted: number
    safe: number
    state: 'acknowledged' | 'waiting' | 'refused' | 'silent' | 'unknown' | 'forgotten'
  }
  loadHistory: {
    zoneId: number
    at: At
    unit: 'dA' | 'W'
    loadLimit: number
    allowed: number
    atMost: number
    measured: number | null
  }
  loadSite: {
    zoneId: number
    dueAt: At
    memory: GivenJson
    plan: Json | null
    plannedAt: At | null
    onSince: GivenAt
  }
  localList: {
    chargepointPk: number
    isKept: boolean
    version: Generated<number>
    state: Generated<'waiting' | 'current' | 'shortened' | 'refused' | 'unsupported' | 'empty'>
    problem: string | null
    leftOut: Generated<number>
    sentAt: At | null
    comparedAt: At | null
    dueAt: At
  }
  localListTag: {
    chargepointPk: number
    idTag: string
    status: string
    expiresAt: At | null
    parentIdTag: string | null
    tokenType: Generated<string>
    chargingPriority: Generated<number>
    evses: Generated<string>
  }
  maintenanceCharger: {
    maintenanceId: number
    chargepointPk: number
    companyId: number
    plannedFrom: At
    plannedTo: At
    begunAt: At | null
    finishedAt: At | null
    leftWhy: string | null
    recountFrom: At | null
  }
  maintenanceStep: {
    stepId: GeneratedAlways<number>
    maintenanceId: number
    chargepointPk: number
    what: 'out' | 'back' | 'reservation'
    number: number
    state: 'pending' | 'sent' | 'accepted' | 'scheduled' | 'rejected' | 'left' | 'skipped'
    tries: Generated<number>
    nextAt: At | null
    taskId: string | null
    toldAt: At | null
    note: string | null
  }
  maintenanceWindow: {
    maintenanceId: GeneratedAlways<number>
    companyId: number
    teamId: number
    reason: string
    driverText: string | null
    startsAt: At
    endsAt: At
    setsInoperative: boolean
    state: Generated<'Planned' | 'Running' | 'Ended' | 'Cancelled'>
    chargerPks: number[] | null
    zoneIds: number[] | null
    viewId: number | null
    viewName: string | null
    createdBy: number | null
    createdAt: At
    endedBy: number | null
    endedAt: At | null
    correctedAt: At | null
    wasFrom: At | null
    wasTo: At | null
  }
  messageCampaign: {
    campaignId: GeneratedAlways<number>
    companyId: number
    teamId: number
    message: string
    domains: Generated<string[]>
    receivers: number
    handedOver: Generated<number>
    delivered: Generated<number>
    refused: Generated<number>
    createdBy: number | null
    createdByName: string
    createdAt: GivenAt
  }
  meterBlock: {
    transactionId: number | null
    chargepointPk: number
    untilAt: At
    data: Buffer
  }
  meterShape: {
    meterShapeId: GeneratedAlways<number>
    shape: Json
  }
  meterValue: {
    transactionId: number | null
    chargepointPk: number
    connectorId: number
    at: At
    receivedAt: At
    samples: Json | null
    meterShapeId: number | null
    sampled: Json | null
  }
  monthClosing: {
    closingId: GeneratedAlways<number>
    companyId: number
    month: string
    event: 'closed' | 'reopened'
    reason: Generated<string>
    closedUntil: At | null
    at: At
    userId: number | null
  }
  networkImport: {
    networkImportId: GeneratedAlways<number>
    companyId: number
    teamId: number
    userId: number | null
    username: string
    ip: string | null
    kind: string
    fileName: string
    storedName: string
    bytes: number
    format: 'csv' | 'xlsx'
    encoding: string | null
    delimiter: string | null
    headers: string[]
    preview: Json
    columns: Json | null
    state: string
    mode: 'all' | 'good' | null
    total: number
    place: Generated<number>
    fault: string | null
    createdAt: At
    checkedAt: At | null
    endedAt: At | null
    takenBackAt: At | null
    takenBackBy: string | null
    actingUsername: string | null
  }
  networkImportMapping: {
    networkImportMappingId: GeneratedAlways<number>
    companyId: number
    kind: string
    name: string
    columns: Json
    updatedAt: At
  }
  networkImportRow: {
    networkImportId: number
    rowNo: number
    line: number
    cells: string[]
    rowKey: string | null
    outcome: 'new' | 'changed' | 'equal' | 'refused'
    reasons: Json | null
    recordId: number | null
    before: Json | null
    after: Json | null
    isDone: Generated<boolean>
  }
  node: {
    name: string
    bootId: string
    roles: string[]
    version: string
    startedAt: GivenAt
    seenAt: GivenAt
    stoppingAt: At | null
    endedAt: At | null
    diskFreeBytes: number | null
    diskSeenAt: At | null
  }
  nodeDiskHour: {
    name: string
    hour: At
    leastFreeBytes: number
  }
  ocppFrame: {
    id: number | null
    chargepointPk: number | null
    at: At | null
    direction: number | null
    message: string | null
  }
  ocppFrameBatch: {
    ocppFrameBatchId: GeneratedAlways<number>
    writtenAt: GivenAt
    n: number
    firstAt: At
    lastAt: At
    firstPk: number
    lastPk: number
    pks: number[]
    ids: number[]
    ats: Date[]
    directions: number[]
    messages: string[]
    nextAts: Date[]
    nextMessages: string[]
  }
  ocppFrameBlock: {
    chargepointPk: number
    firstAt: At
    lastAt: At
    n: number
    untilAt: GivenAt
    ids: number[]
    ats: Date[]
    directions: number[]
    messages: string[]
    nextAts: Date[]
    nextMessages: string[]
  }
  ocppFramePair: {
    id: number | null
    chargepointPk: number | null
    at: At | null
    direction: number | null
    message: string | null
    nextAt: At | null
    nextMessage: string | null
  }
  ocppFrameRow: {
    id: Generated<number>
    chargepointPk: number
    at: At
    direction: number
    message: string
    nextAt: At | null
    nextMessage: string | null
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
    expiresAt: At | null
    maxActiveTransactions: Generated<number>
    note: Generated<string>
    createdAt: GivenAt
    deletedAt: At | null
    tokenType: Generated<'ISO14443' | 'ISO15693' | 'eMAID' | 'KeyCode' | 'MacAddress' | 'Local' | 'Central'>
    chargingPriority: Generated<number>
    evses: Generated<string>
  }
  ocppTagCharger: {
    ocppTagPk: number
    chargepointPk: number
  }
  oddValue: {
    chargepointPk: number
    field: string
    value: string
    count: Generated<number>
    lastAt: At
    days: Generated<string>
  }
  outbox: {
    outboxId: GeneratedAlways<number>
    channel: 'mail' | 'sms' | 'push'
    recipient: string
    subject: Generated<string>
    body: string
    createdAt: GivenAt
    sentAt: At | null
    error: string | null
    campaignId: number | null
    givenUpAt: At | null
    stopUrl: string | null
    attachments: Json | null
    isKept: Generated<boolean>
    language: string | null
  }
  outsideLimit: {
    chargepointPk: number
    evseId: number
    source: string
    since: At
    toldAt: At
    isGridCritical: boolean | null
    schedules: Json
  }
  payCode: {
    contact: string
    codeHash: Buffer | null
    tries: Generated<number>
    sentAt: At
    expiresAt: At
    network: string
    triesElsewhere: Generated<number>
    sent: Generated<Date[]>
  }
  paySession: {
    paySessionId: GeneratedAlways<number>
    publicId: string
    companyId: number
    teamId: number
    chargepointPk: number
    chargepointId: string
    connectorId: number
    method: 'card' | 'upi' | 'wallet' | 'free'
    amountPaise: number
    stopTokenHash: Buffer
    driverId: number | null
    state: Generated<'waiting' | 'starting' | 'charging' | 'finished' | 'refused' | 'expired'>
    reason: string | null
    orderId: string | null
    paymentId: string | null
    ocppTagPk: number | null
    taskId: string | null
    transactionId: number | null
    createdAt: At
    paidAt: At | null
    expiresAt: At
    closedAt: At | null
    language: string | null
    gstin: string | null
    legalName: string | null
    businessAddress: string | null
    recipientType: string | null
  }
  paySessionChange: {
    changeId: GeneratedAlways<number>
    paySessionId: number
    state: string
    reason: string | null
    at: At
  }
  payment: {
    paymentId: string
    paymentNo: GeneratedAlways<number>
    companyId: number
    teamId: number | null
    chargepointPk: number | null
    connectorId: number | null
    paySessionId: number | null
    orderId: string | null
    qrCodeId: string | null
    amountPaise: number
    currency: Generated<string>
    status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
    method: string | null
    vpa: string | null
    email: string | null
    contact: string | null
    description: string | null
    notes: GivenJson
    feePaise: number | null
    feeTaxPaise: number | null
    acquirerData: GivenJson
    errorCode: string | null
    errorDescription: string | null
    refundedPaise: Generated<number>
    createdAt: At
    capturedAt: At | null
    seenAt: GivenAt
    changedAt: GivenAt
    isUnbooked: Generated<boolean>
    cardNetwork: string | null
    cardType: string | null
  }
  paymentChange: {
    changeId: GeneratedAlways<number>
    paymentId: string
    status: string
    source: string
    detail: GivenJson
    eventAt: At | null
    at: At
    companyId: number
  }
  paymentCharge: {
    paymentNo: number
    chargedPaise: number | null
  }
  payout: {
    payoutNo: Generated<number>
    payoutId: string
    companyId: number
    teamId: number
    month: string
    periodStart: At
    periodEnd: At
    madeAt: At
    madeBy: number | null
    billsFrom: At
    terms: Json
    party: Json
    accounts: Json
    sessions: number
    chargers: number
    energyWh: number
    totalPaise: number
    netPaise: number
    taxPaise: number
    surchargePaise: number
    gatewayFeePaise: number
    percentPaise: number
    perKwhPaise: number
    collectedPaise: number
    fixedPaise: number
    unitPaise: number
    fixedPartPaise: number
    unitPartPaise: number
    commissionPaise: number
    taxOnCommissionPaise: number
    deductedTaxPaise: number
    ownerTaxPaise: number
    givenPaise: number
    carriedInPaise: number
    carriedOutPaise: number
    payoutPaise: number
    status: Generated<'PAYOUTPENDING' | 'PAYOUTCOMPLETED'>
    notes: Generated<string>
    completedAt: At | null
    refundsBornePaise: number | null
    tcsCgstPaise: Generated<number>
    tcsSgstPaise: Generated<number>
    tcsIgstPaise: Generated<number>
    tdsPaise: Generated<number>
    taxes: Json | null
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
    pan: string | null
  }
  payoutAccountHistory: {
    historyId: GeneratedAlways<number>
    teamId: number
    ofCompany: boolean
    since: At
    accounts: Json
  }
  payoutChange: {
    changeId: GeneratedAlways<number>
    payoutNo: number
    at: At
    userId: number | null
    status: string
    notes: Generated<string>
  }
  payoutCharger: {
    payoutNo: number
    chargepointPk: number
    chargepointId: string
    chargepointName: string
    chargerType: string
    activeDays: number
    daysInMonth: number
    sessions: number
    energyWh: number
    totalPaise: number
    netPaise: number
    taxPaise: number
    surchargePaise: number
    gatewayFeePaise: number
    percentPaise: number
    perKwhPaise: number
    collectedPaise: number
    fixedPaise: number
    unitPaise: number
    commissionPaise: number
  }
  payoutLine: {
    transactionId: number
    billVersion: number
    payoutNo: number
    chargepointPk: number
    priorVersion: number | null
    status: 'PAYOUTPENDING' | 'PAYOUTCOMPLETED' | null
  }
  posting: {
    postingId: GeneratedAlways<number>
    idempotencyKey: string
    requestHash: Buffer
    kind: string
    reverses: number | null
    companyId: number | null
    teamId: number | null
    transactionId: number | null
    userId: number | null
    note: Generated<string>
    eventAt: At
    createdAt: GivenAt
  }
  priceGroup: {
    priceGroupId: Generated<number>
    companyId: number
    teamId: number
    name: string
    createdAt: GivenAt
    deletedAt: At | null
    description: Generated<string>
    updatedAt: GivenAt
  }
  priceGroupVersion: {
    priceVersionId: Generated<number>
    priceGroupId: number
    validFrom: At
    content: Json
    madeAt: GivenAt
  }
  providerAccount: {
    companyId: number
    keyId: string
    keySecret: Buffer
    webhookSecret: Buffer
    oldWebhookSecret: Buffer | null
    oldWebhookUntil: At | null
    changedAt: GivenAt
    refusedAt: At | null
  }
  providerCheck: {
    checkId: GeneratedAlways<number>
    companyId: number
    fromAt: At
    toAt: At
    payments: number
    refunds: number
    differences: GivenJson
    at: At
  }
  pushBrowser: {
    pushBrowserId: GeneratedAlways<number>
    userId: number
    endpoint: string
    p256dh: string
    auth: string
    name: string
    createdAt: At
    usedAt: At | null
  }
  pushKey: {
    pushKeyId: Generated<number>
    publicKey: string
    privateKey: Buffer
  }
  recoveryCode: {
    userId: number
    codeHash: string
    madeAt: At
    usedAt: At | null
  }
  refund: {
    refundId: GeneratedAlways<number>
    providerRefundId: string | null
    idempotencyKey: string
    paymentId: string
    companyId: number
    teamId: number | null
    transactionId: number | null
    paySessionId: number | null
    amountPaise: number
    cause: 'rest' | 'no session' | 'no energy' | 'by hand' | 'elsewhere'
    status: Generated<'pending' | 'processed' | 'failed'>
    attempt: Generated<number>
    nextAt: At | null
    calledAt: At | null
    requestedAt: At
    requestedBy: number | null
    processedAt: At | null
    failure: string | null
    speed: string | null
    rrn: string | null
    utr: string | null
    arn: string | null
  }
  refundBorne: {
    borneId: GeneratedAlways<number>
    teamId: number
    companyId: number
    paymentId: string
    transactionId: number | null
    at: At
    paise: number
    postingKey: string
  }
  refundChange: {
    changeId: GeneratedAlways<number>
    refundId: number
    status: string
    attempt: number
    source: string
    detail: GivenJson
    at: At
  }
  refusedRefund: {
    refusedRefundId: GeneratedAlways<number>
    companyId: number
    teamId: number | null
    paymentId: string
    providerRefundId: string
    amountPaise: number
    leftPaise: number
    reportedAt: At
    closedAt: At | null
    closedBy: number | null
  }
  repeatedCall: {
    caller: string
    key: string
    fingerprint: Buffer
    attempt: string
    aliveAt: At
    isDone: Generated<boolean>
    status: number | null
    answer: Buffer | null
    etag: string | null
    begunAt: At
  }
  reportHour: {
    teamId: number
    hour: At
    companyId: number
    sessions: number
    energyWh: number
    payoutPaise: number
  }
  reportNoted: {
    teamId: number
    hour: At
    companyId: number
  }
  reservation: {
    reservationId: Generated<number>
    chargepointPk: number
    connectorId: number
    idTag: string
    parentIdTag: string | null
    expiresAt: At
    taskId: string
    askedAt: At
    endedAs: 'Expired' | 'Removed' | 'NoTransaction' | null
  }
  resetCode: {
    userId: number
    codeHash: string
    sentAt: At
    expiresAt: At
    wrongTries: Generated<number>
    usedAt: At | null
    wrongTriesAtDoor: Generated<number>
  }
  role: {
    id: Generated<number>
    companyId: number
    name: string
    createdBy: number | null
    createdAt: GivenAt
    needsSecondFactor: Generated<boolean>
    secondFactorSince: At | null
  }
  roleAccess: {
    roleId: number
    featureId: number
    canView: Generated<boolean>
    canCreate: Generated<boolean>
    canUpdate: Generated<boolean>
    canDelete: Generated<boolean>
  }
  sandboxObject: {
    id: string
    kind: string
    account: string
    parentId: string | null
    content: Json
    createdAt: At
    dueAt: At | null
  }
  savedView: {
    viewId: Generated<number>
    companyId: number
    teamId: number
    userId: number
    list: string
    name: string
    isShared: Generated<boolean>
    content: Json
    updatedAt: GivenAt
  }
  savedViewDefault: {
    userId: number
    list: string
    viewId: number
  }
  scheduledReport: {
    scheduledReportId: GeneratedAlways<number>
    companyId: number
    teamId: number
    ownerId: number | null
    name: string
    source: string
    viewId: number | null
    period: string
    rhythm: 'daily' | 'weekly' | 'monthly'
    hour: number
    weekday: number | null
    monthDay: number | null
    format: 'csv' | 'xlsx' | 'pdf'
    users: Generated<number[]>
    addresses: Generated<string[]>
    subject: string | null
    state: 'Active' | 'Paused' | 'Stopped'
    stoppedWhy: string | null
    nextAt: At | null
    tryAt: At | null
    tries: Generated<number>
    createdAt: At
    deletedAt: At | null
  }
  scheduledReportReceiver: {
    scheduledReportId: number
    companyId: number
    userId: number | null
    address: string | null
    firstAt: At | null
    stoppedAt: At | null
  }
  scheduledReportRun: {
    scheduledReportRunId: GeneratedAlways<number>
    scheduledReportId: number
    companyId: number
    dueAt: At
    at: At
    isTest: Generated<boolean>
    result: string
    reason: string | null
    told: string | null
    rows: number | null
    bytes: number | null
    fileName: string | null
    receivers: Generated<string[]>
    leftOut: Generated<string[]>
    storedName: string | null
    keptUntil: At | null
  }
  sealedUntil: {
    tableName: string
    untilAt: At
  }
  secondFactor: {
    factorId: GeneratedAlways<number>
    userId: number
    kind: 'app' | 'passkey'
    name: string
    madeAt: At
    usedAt: At | null
    sealedSecret: Buffer | null
    lastStep: number | null
    rpId: string | null
    credentialId: string | null
    publicKey: Buffer | null
    counter: number | null
    transports: string[] | null
  }
  securityEvent: {
    id: GeneratedAlways<number>
    chargepointPk: number | null
    identity: string | null
    type: string
    techInfo: string | null
    at: At
    receivedAt: GivenAt
    source: Generated<'charger' | 'server'>
    toldAt: At | null
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
    createdAt: GivenAt
    updatedAt: GivenAt
  }
  sessionCharger: {
    companyId: number
    teamId: number
    chargepointPk: number
    chargepointId: string
    chargepointName: string
  }
  sessionEmail: {
    email: string
  }
  sessionPhone: {
    phone: string
  }
  sessionReview: {
    id: Generated<number>
    companyId: number
    teamId: number
    transactionId: number | null
    chargepointPk: number
    connectorId: number | null
    reason: string
    detail: Json
    createdAt: GivenAt
    decidedAt: At | null
    decidedBy: number | null
    decision: Json | null
    clockOffsetSec: number | null
  }
  sessionTag: {
    ocppTagPk: number
    idTag: string
  }
  setting: {
    key: string
    value: Json
  }
  settingsAssignment: {
    templateId: number
    assignedTeamId: number | null
    chargepointPk: number | null
  }
  settingsCheck: {
    chargepointPk: number
    checkId: GeneratedAlways<number>
  }
  settingsDrift: {
    chargepointPk: number
    key: string
    companyId: number
    teamId: number
    spelling: string
    templateId: number | null
    level: 'Required' | 'Wished' | 'Set by hand'
    wished: string
    told: string | null
    state: 'Differs' | 'Unknown to it' | 'After a restart'
    counts: boolean
    since: At
  }
  settingsException: {
    exceptionId: GeneratedAlways<number>
    companyId: number
    teamId: number
    chargepointPk: number
    key: string | null
    spelling: string | null
    reason: string
    createdBy: number | null
    createdAt: At
  }
  settingsTemplate: {
    templateId: GeneratedAlways<number>
    companyId: number
    teamId: number
    name: string
    vendor: string | null
    model: string | null
    notes: string | null
    isForModel: Generated<boolean>
    createdBy: number | null
    createdAt: GivenAt
    deletedAt: At | null
  }
  settingsTemplateKey: {
    templateId: number
    key: string
    place: number
    spelling: string
    level: 'Required' | 'Wished' | 'Never touched'
    value: string | null
  }
  signInAttempt: {
    stateHash: Buffer
    companyId: number
    purpose: 'sign in' | 'proof'
    issuer: string
    clientId: string
    nonce: string
    verifier: Buffer
    binding: Buffer
    origin: string
    returnTo: string
    network: string
    userId: number | null
    browserId: number | null
    begunAt: At
    answeredAt: At | null
    ticketHash: Buffer | null
    result: Buffer | null
    failure: string | null
    finishedAt: At | null
  }
  signInDomain: {
    signInDomainId: GeneratedAlways<number>
    companyId: number
    domain: string
    proof: string
    madeAt: At
    checkedAt: At | null
    checkFound: string | null
    provenAt: At | null
    provenHow: 'DNS record' | 'platform' | null
    provenBy: string | null
  }
  signInDoor: {
    userId: number
    network: string
    at: At
  }
  signInGroup: {
    companyId: number
    place: number
    groupName: string
    teamId: number
    roleId: number
  }
  signInIdentity: {
    issuer: string
    subject: string
    userId: number
    companyId: number
    madeAt: At
    usedAt: At
  }
  signInLogout: {
    issuer: string
    jti: string
    at: At
  }
  signInProvider: {
    companyId: number
    issuer: string
    clientId: string
    clientSecret: Buffer
    groupsClaim: Generated<string>
    trustsMail: Generated<boolean>
    makesUsers: Generated<boolean>
    defaultTeamId: number | null
    defaultRoleId: number | null
    isActive: Generated<boolean>
    testedAt: At | null
    changedAt: At
  }
  signInRole: {
    userId: number
    teamId: number
    roleId: number
  }
  signInSession: {
    browserId: number
    companyId: number
    issuer: string
    subject: string
    sid: string | null
    idToken: Buffer
  }
  signInStep: {
    ticketHash: Buffer
    purpose: 'second factor' | 'set up' | 'passkey' | 'new app' | 'new passkey' | 'proof'
    userId: number | null
    ver: number | null
    begunAt: At
    expiresAt: At
    usedAt: At | null
    wrongTries: Generated<number>
    challenge: string | null
    rpId: string | null
    origin: string | null
    sealedSecret: Buffer | null
  }
  signInTry: {
    id: GeneratedAlways<number>
    kind: 'password' | 'code' | 'request'
    username: string
    network: string
    at: At
  }
  stationEvent: {
    stationEventId: GeneratedAlways<number>
    chargepointPk: number
    eventId: number
    at: At
    toldAt: At
    receivedAt: At
    trigger: string
    notification: string
    severity: number | null
    cause: number | null
    component: string
    componentInstance: string
    evseId: number
    connectorId: number
    variable: string
    variableInstance: string
    actualValue: string | null
    techCode: string | null
    techInfo: string | null
    stationTransactionId: string | null
    monitorId: number | null
    isOver: boolean
    endedAt: At | null
  }
  stationMonitor: {
    chargepointPk: number
    monitorId: number
    component: string
    componentInstance: string
    evseId: number
    connectorId: number
    variable: string
    variableInstance: string
    kind: string
    value: number
    severity: number
    duringTransaction: boolean
    isOurs: Generated<boolean>
    toldAt: At
  }
  stationMonitoring: {
    chargepointPk: number
    setAt: At | null
    toldAt: At | null
  }
  stationStatusHistory: {
    id: GeneratedAlways<number>
    companyId: number
    teamId: number
    chargepointPk: number
    fromStatus: string | null
    toStatus: string
    reason: string | null
    changedBy: number | null
    changedAt: At
    isPlanned: Generated<boolean>
  }
  stationTransaction: {
    chargepointPk: number
    stationTransactionId: string
    transactionId: number | null
    connectorId: number | null
    firstAt: At
    registerWh: string | null
    isStartOpen: Generated<boolean>
    seen: Generated<string>
    ended: Json | null
    remoteStartId: number | null
    idTokenType: string | null
    steps: Json | null
  }
  task: {
    taskId: string
    companyId: number
    teamId: number
    chargepointPk: number
    chargepointId: string
    operation: string
    parameters: Json
    state: Generated<'queued' | 'sent' | 'done' | 'failed' | 'timeout'>
    response: string | null
    error: string | null
    details: Json | null
    createdBy: number | null
    createdAt: At
    sentAt: At | null
    endedAt: At | null
  }
  taskPart: {
    taskId: string
    chargepointPk: number
    seqNo: number
    isLast: boolean
    content: Json | null
    bytes: number
    toldAt: At
    removedAt: At | null
  }
  taxSetting: {
    settingId: GeneratedAlways<number>
    companyId: number | null
    name: string
    since: string
    value: Json
    setAt: At
    setBy: number | null
  }
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
    createdAt: GivenAt
    description: Generated<string>
    latitude: string | null
    longitude: string | null
    settlementPercentage: Generated<string>
    finance: Json | null
    createdBy: number | null
    menuWords: GivenJson
    pan: string | null
  }
  teamFinanceHistory: {
    historyId: GeneratedAlways<number>
    teamId: number
    since: At
    taxPpm: number
    transactionPpm: number
    pgChargesBearer: 'EV' | 'CPO'
    commissionPpm: number
    commissionPaisePerKwh: number
    settlementPercentage: string
    finance: Json | null
    gstin: string | null
    businessName: string | null
    pan: string | null
  }
  teamMember: {
    teamId: number
    userId: number
    roleId: number
  }
  teamRegistration: {
    lineId: GeneratedAlways<number>
    teamId: number
    since: At
    gstin: string
    legalName: string
    address: string
    isEnded: Generated<boolean>
    recipientType: 'SEZWP' | 'SEZWOP' | null
  }
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
    startedAt: At
    startReceivedAt: GivenAt
    stoppedAt: At | null
    stopReceivedAt: At | null
    meterStartWh: number
    meterStopWh: number | null
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
    inReview: Generated<boolean>
    isSimulated: Generated<boolean>
    startToldAt: At | null
    startTimeFrom: Generated<'charger' | 'clock' | 'receipt'>
    stopToldAt: At | null
    stopTimeFrom: 'charger' | 'clock' | 'receipt' | 'samples' | 'reading' | 'person' | null
    clockOffsetSec: number | null
    readingWh: number | null
    isDismissed: Generated<boolean>
    holdPaise: number | null
    registerScale: Generated<1 | 1000>
    hasStationName: Generated<boolean>
  }
  transactionLive: {
    transactionId: number
    currentWh: number
    chargedPaise: number
    powerW: number | null
    socPercent: string | null
    meteredAt: At
    seqNos: string | null
  }
  transferState: {
    id: GeneratedAlways<number>
    chargepointPk: number
    action: string
    status: string
    requestId: number | null
    taskId: string | null
    at: At
  }
  unknownTag: {
    chargepointPk: number
    idTag: string
    firstAt: At
    lastAt: At
    refused: number
  }
  upiId: {
    upiId: string
    driverId: number
    createdAt: GivenAt
  }
  upload: {
    name: string
    directory: string
    contentType: string
    bytes: number
    teamId: number | null
    createdBy: number | null
    createdAt: GivenAt
    companyId: number | null
    namedAt: At | null
    goneAt: At | null
  }
  uptimeMark: {
    chargepointPk: number
    at: At
    upMs: number
    countedMs: number
    status: string
    isPlanned: boolean
  }
  uptimePoint: {
    teamId: number
    companyId: number
    span: 'hour' | 'day'
    at: At
    stations: number
    percentSum: number
  }
  usageChange: {
    teamId: number
    companyId: number
    hour: At
    sessions: number
    finished: number
    successful: number
    energyWh: string
    chargedPaise: string
    revenuePaise: string
    cardPaise: string
    walletPaise: string
    rfidPaise: string
  }
  usageDay: {
    teamId: number | null
    companyId: number | null
    day: string | null
    sessions: number | null
    finished: number | null
    successful: number | null
    energyWh: string | null
    chargedPaise: string | null
    revenuePaise: string | null
    cardPaise: string | null
    walletPaise: string | null
    rfidPaise: string | null
  }
  usageDayKept: {
    teamId: number
    day: string
    companyId: number
    sessions: number
    finished: number
    successful: number
    energyWh: string
    chargedPaise: string
    revenuePaise: string
    cardPaise: string
    walletPaise: string
    rfidPaise: string
  }
  usageHour: {
    teamId: number | null
    companyId: number | null
    hour: At | null
    sessions: number | null
    finished: number | null
    successful: number | null
    energyWh: string | null
    chargedPaise: string | null
    revenuePaise: string | null
    cardPaise: string | null
    walletPaise: string | null
    rfidPaise: string | null
  }
  usageHourKept: {
    companyId: number
    teamId: number
    hour: At
    sessions: Generated<number>
    finished: Generated<number>
    successful: Generated<number>
    energyWh: Generated<string>
    chargedPaise: Generated<string>
    revenuePaise: Generated<string>
    cardPaise: Generated<string>
    walletPaise: Generated<string>
    rfidPaise: Generated<string>
  }
  usageStale: {
    teamId: number
    hour: At
    companyId: number
  }
  usageTeam: {
    teamId: number | null
    companyId: number | null
    sessions: number | null
    chargedPaise: string | null
  }
  usageTeamKept: {
    teamId: number
    companyId: number
    sessions: number
    chargedPaise: string
  }
  vehicle: {
    vehicleId: Generated<number>
    companyId: number
    teamId: number
    userPk: number | null
    vehicleType: 'Car' | 'Bike' | '3-Wheeler' | 'Truck'
    make: string
    model: string
    variant: string | null
    yearOfManufacture: number
    registrationNumber: string
    chassisNumber: string | null
    engineNumber: string | null
    vin: string | null
    licensePlateState: string | null
    batteryCapacity: number | null
    motorType: 'AC' | 'DC' | null
    seatingCapacity: number | null
    color: string | null
    bodyType: 'Sedan' | 'SUV' | 'Hatchback' | 'Truck' | 'Two Wheeler' | null
    ownerName: string
    ownerContact: string | null
    usageType: 'Private' | 'Commercial'
    odometerReading: number | null
    vehicleInsuranceProvider: string | null
    insurancePolicyNumber: string | null
    insuranceExpiryDate: string | null
    keyFeatures: string | null
    rangePerCharge: number | null
    chargingPortType: 'CCS2' | 'Type 2' | 'CHAdeMO' | null
    topSpeed: number | null
    tireDetails: string | null
    lastServiceDate: string | null
    serviceHistory: string | null
    nextServiceDate: string | null
    warrantyDetails: string | null
    roadsideAssistanceProvider: string | null
    totalFinancedPaise: number | null
    emiPaise: number | null
    emiStartDate: string | null
    emiEndDate: string | null
    emiCycle: 'Weekly' | 'Bi-weekly' | 'Monthly' | 'Quarterly' | null
    financeCompanyName: string | null
    registrationCertificate: string | null
    insuranceDocument: string | null
    pollutionCertificate: string | null
    invoiceDocument: string | null
    loanLeaseDetails: string | null
    createdAt: GivenAt
    deletedAt: At | null
    ownerGstin: string | null
    ownerLegalName: string | null
    ownerBusinessAddress: string | null
    ownerRecipientType: 'SEZWP' | 'SEZWOP' | null
  }
  voucher: {
    voucherId: GeneratedAlways<number>
    kind: 'receipt' | 'refund'
    number: string
    gstin: string
    series: string
    fiscalYear: string
    sequence: number
    paymentNo: number
    refundId: number | null
    ofVoucherId: number | null
    dated: At
    movedAt: At
    madeAt: At
    companyId: number
    teamId: number
    supplierName: string
    supplierAddress: string | null
    supplierState: string | null
    placeOfSupply: string | null
    recipientName: string | null
    recipientEmail: string | null
    recipientPhone: string | null
    recipientGstin: string | null
    recipientAddress: string | null
    sac: string
    ratePpm: number
    taxablePaise: number
    cgstPaise: number
    sgstPaise: number
    igstPaise: number
    roundingPaise: number
    totalPaise: number
    recipientType: 'SEZWP' | 'SEZWOP' | null
  }
  waitingRefund: {
    refundId: number
    leftPaise: number | null
  }
  webhook: {
    webhookId: GeneratedAlways<number>
    companyId: number
    teamId: number
    name: string
    address: string
    events: string[]
    isActive: Generated<boolean>
    secretNo: Generated<number>
    oldSecretUntil: At | null
    madeBy: number | null
    changedBy: number | null
    createdAt: At
    stoppedAt: At | null
    stoppedWhy: string | null
    deletedAt: At | null
    ownedBy: number | null
    pausedAt: At | null
    pausedWhy: string | null
  }
  webhookDelivery: {
    webhookDeliveryId: number
    webhookId: number
    companyId: number
    messageId: string
    kind: string
    object: string
    madeAt: At
    endedAt: At
    outcome: 'delivered' | 'parked'
    tries: number
    attempts: Json
    status: number | null
    answer: string | null
    data: Json
    why: string | null
    sequence: number | null
  }
  webhookEvent: {
    companyId: number
    eventId: string
    body: Buffer
    receivedAt: At
    workedAt: At | null
    attempts: Generated<number>
    failure: string | null
    nextAt: At | null
    givenUpAt: At | null
  }
  webhookState: {
    webhookId: number
    holder: string | null
    heldUntil: At | null
    failingSince: At | null
    failures: Generated<number>
    pausedUntil: At | null
    deliveredAt: At | null
  }
  webhookWaiting: {
    webhookDeliveryId: GeneratedAlways<number>
    webhookId: number
    companyId: number
    messageId: Generated<string>
    kind: string
    object: string
    madeAt: GivenAt
    data: Json
    queuedAt: GivenAt
    state: Generated<'ready' | 'failed' | 'behind'>
    dueAt: At | null
    triedAt: At | null
    tries: Generated<number>
    attempts: GivenJson
    answer: string | null
    why: string | null
    sequence: number | null
  }
  webhookWish: {
    kind: string
    companyId: number
    webhookId: number
    teamId: number
  }
}
