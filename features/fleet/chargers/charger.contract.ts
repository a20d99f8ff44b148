// Chargers as the portal reads them: the list with its cards, one charger with its connectors; and deleting a charger
// (D-GEN-13, D-CHARGER-1, D-CHARGER-2, D-CHARGER-8). Energy in Wh, power in kW, amounts in rupees, times ISO 8601 UTC.

import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerParams } from './charger-params.contract.ts'
import { Connector } from './connector.contract.ts'

export const LiveStatus = z.enum(['online', 'charging', 'offline', 'maintenance'])

const int = () => z.number().int()

/**
 * The codes of a charger's status, each with its word in the list, its filters, its search and its file (D-CHARGER-2).
 */
export const STATUS_WORDS = { A: 'Active', I: 'Inactive', NA: 'NA' } as const
export const StatusCode = z.enum(['A', 'I', 'NA'])
export type StatusCode = z.infer<typeof StatusCode>
export const StatusText = z.enum(STATUS_WORDS)
export type StatusText = z.infer<typeof StatusText>

/**
 * A row of the list. Without view on ChargerPoint a row has only the fields of the dashboard's map (D-GEN-6): the
 * optional fields are missing then.
 */
export const ChargerRow = z
  .object({
    /** = chargepoint_pk. */
    id: int(),
    chargepoint_pk: int(),
    chargepoint_id: z.string(),
    chargepoint_name: z.string(),
    street: z.string().nullable(),
    houseNumber: z.string().nullable(),
    zipcode: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    locationLatitude: z.number().nullable(),
    locationLongitude: z.number().nullable(),
    chargingSiteName: z.string().nullable(),
    /** 1 public, 0 not. */
    visibility: z.union([z.literal(0), z.literal(1)]),
    status: StatusText,
    statusCode: StatusCode,
    live_status: LiveStatus,
    /** Since when nothing is known of an offline charger because its server ended with the connection; null otherwise. */
    unknownSince: z.string().nullable(),
    lastHeartbeatTimestamp: z.string().nullable(),
    team_name: z.string().optional(),
    description: z.string().optional(),
    charger_type: z.enum(['AC', 'DC']).optional(),
    access_level: z.enum(['Public', 'Private', 'Semi-Public']).optional(),
    /** As people read it, 'OCPP 2.0.1', of the last connection; null before the first. */
    protocol: z.string().nullable().optional(),
    /** The last message of any kind. */
    lastMessageAt: z.string().nullable().optional(),
    /**
     * The worst level of the signs of the charger's health, how many signs are not good (S-HEALTH), and how many settings
     * differ from what was set, which is one of the signs (CAMP-07).
     */
    health: z.object({ level: z.enum(['act', 'look', 'good']), signs: int(), settings: int() }).optional(),
    connectors: z
      .array(
        z.object({
          connectorId: int(),
          evseId: int().nullable(),
          evseConnectorId: int().nullable(),
          connectorName: z.string(),
          status: z.string().nullable(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'ChargerRow' })
export type ChargerRow = z.infer<typeof ChargerRow>

/** The four cards: the whole scope, before search and filter. */
export const ChargerSummary = z.object({ total: int(), active: int(), inactive: int(), public: int() })
export type ChargerSummary = z.infer<typeof ChargerSummary>

export const chargerSortFields = [
  'chargepoint_pk',
  'chargepoint_id',
  'chargepoint_name',
  'team_name',
  'street',
  'city',
  'chargingSiteName',
  'visibility',
  'status',
  'lastHeartbeatTimestamp',
  'protocol',
] as const
export const chargerFilterFields = {
  /** The keys of chargers. */
  chargepoint_pk: 'text',
  chargepoint_id: 'text',
  chargepoint_name: 'text',
  team_name: 'text',
  street: 'text',
  city: 'text',
  state: 'text',
  description: 'text',
  chargingSiteName: 'text',
  charger_type: 'text',
  access_level: 'text',
  /** The words Public and Private. */
  visibility: 'text',
  /** The words Active, Inactive and NA. */
  status: 'text',
  live_status: 'text',
  lastHeartbeatTimestamp: 'date',
  /** As people read it: OCPP 1.6. */
  protocol: 'text',
  /** The trouble now: a word of TROUBLES (trouble.rules.ts), empty where nothing is wrong. */
  trouble: 'text',
  /** Seconds ahead of our clock, negative behind; empty where not known. */
  clockOffsetSec: 'number',
  /** Different unexpected values of the last 7 days. */
  unexpectedValues: 'number',
  /** Sockets opened today or yesterday, whichever is more. */
  connectsPerDay: 'number',
  /** Keys of the configuration whose value differs from the value set. */
  configDiffers: 'number',
  /** Critical security events of the last 7 days, without the events of each start. */
  securityAlarms: 'number',
  /** By how many percent the charger exceeds its load limit (D-SITE-4); 0 where it does not. */
  overdrawPercent: 'number',
  /** In degrees; empty where the map has no place for the charger. */
  locationLatitude: 'number',
  locationLongitude: 'number',
} as const satisfies FilterFields

export const listChargers = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/chargers',
  can: 'team role',
  summary: 'The charge points of a team and the teams below it',
  params: z.object({ teamId: recordId() }),
  offers: { sorts: chargerSortFields, filters: chargerFilterFields, key: 'chargepoint_pk' },
  query: listQuery(chargerSortFields, chargerFilterFields),
  data: z.array(ChargerRow),
  beside: { ...pageFields, summary: ChargerSummary },
})

const text = () => z.string().nullable()
/** A charger as it is stored; `status` is the code (D-CHARGER-2). */
export const Charger = z
  .object({
    id: int(),
    chargepoint_pk: int(),
    chargepoint_id: z.string(),
    chargepoint_name: z.string(),
    teamId: int(),
    team_name: z.string(),
    companyId: int(),
    charger_type: z.enum(['AC', 'DC']),
    charger_category: z.enum(['paid', 'free']),
    registrationStatus: z.enum(['Pending', 'Accepted', 'Rejected']),
    isActive: z.boolean(),
    status: StatusCode,
    live_status: LiveStatus,
    access_level: z.enum(['Public', 'Private', 'Semi-Public']),
    visibility: z.union([z.literal(0), z.literal(1)]),
    showOnPortal: z.boolean(),
    description: z.string(),
    note: z.string(),
    adminAddress: text(),
    address: z.object({
      street: text(),
      houseNumber: text(),
      zipcode: text(),
      city: text(),
      state: text(),
      country: z.string(),
    }),
    locationLatitude: z.number().nullable(),
    locationLongitude: z.number().nullable(),
    chargingSiteId: int().nullable(),
    chargingSiteName: text(),
    /** The price group of the first connector that has one. */
    priceGroupId: int().nullable(),
    preparingState: z.boolean(),
    employeeOrResident: z.boolean(),
    payWithWallet: z.boolean(),
    payWithCard: z.boolean(),
    excludeFromEmail: z.boolean(),
    tolerance_watt: int(),
    meter_interval_sec: int(),
    security_profile: int().nullable(),
    maxPowerWatt: int().nullable(),
    operator_email: text(),
    operator_number1: text(),
    operator_number2: text(),
    amenities: z.array(z.string()),
    photos: z.array(z.string()),
    createdAt: z.string(),
    // Facts that the charger reports or its connection shows; nobody edits them.
    endpointAddress: text(),
    ocppProtocol: text(),
    chargePointVendor: text(),
    chargePointModel: text(),
    /**
     * As entered by hand, else as reported at boot. In a change, a text enters the number by hand, null takes it back.
     */
    chargePointSerialNumber: text(),
    enteredSerialNumber: text(),
    /** A key is stored, by which the charger may sign in (D-OCPP-9); the key itself is shown once, when it is made. */
    hasKey: z.boolean(),
    bootSerialNumber: text(),
    chargeBoxSerialNumber: text(),
    fwVersion: text(),
    fwUpdateStatus: text(),
    fwUpdateTimestamp: text(),
    iccid: text(),
    imsi: text(),
    meterType: text(),
    meterSerialNumber: text(),
    diagnosticsStatus: text(),
    diagnosticsTimestamp: text(),
    clockOffsetSec: z.number().nullable(),
    /** Connector 0: the charge point as a whole. */
    wholeStatus: text(),
    wholeErrorCode: text(),
    // Socket open, boot accepted and usable are three states (D-OCPP-8).
    connection: z.object({
      socketOpen: z.boolean(),
      /** Any message within the last 600 s (D-OCPP-2). */
      heard: z.boolean(),
      bootAccepted: z.boolean(),
      usable: z.boolean(),
      connectedAt: text(),
      disconnectedAt: text(),
      /** As of a row of the list. */
      unknownSince: text(),
      lastMessageAt: text(),
      firstBootAt: text(),
      lastBootAt: text(),
    }),
    lastHeartbeatTimestamp: text(),
    maintenanceByHand: z.boolean(),
    maintenanceReason: text(),
    statusChangedAt: text(),
    connectors: z.array(Connector),
    /** Values outside their enumeration, tolerated and counted (D-OCPP-7). */
    oddValues: z.array(z.object({ field: z.string(), value: z.string(), count: int(), lastAt: z.string() })),
    /** Mails on events (D-CHARGER-6); `settings_pk` null: never saved. */
    settings: z.object({
      settings_pk: int().nullable(),
      enableNotifications: z.boolean(),
      /** Addresses separated by commas. */
      notificationRecipients: z.string(),
      /** Names of CHARGER_EVENTS. */
      notificationFeatures: z.array(z.string()),
    }),
    faq: z.array(z.object({ id: int(), question: z.string(), answer: z.string() })),
    /** The incidents that drivers reported, the newest first; at most MOST_INCIDENTS (D-CHARGER-10). */
    report_issues: z.array(
      z.object({
        serial_number: int(),
        charge_box_id: z.string(),
        created_at: z.string(),
        category: z.string(),
        comment: z.string(),
      }),
    ),
  })
  .meta({ id: 'Charger' })
export type Charger = z.infer<typeof Charger>
const described = only(
  ...([
    'chargepoint_id',
    'chargepoint_name',
    'teamId',
    'charger_type',
    'charger_category',
    'registrationStatus',
  ] as const),
  ...(['isActive', 'access_level', 'showOnPortal', 'description', 'note', 'adminAddress', 'address'] as const),
  ...(['locationLatitude', 'locationLongitude', 'chargingSiteId', 'preparingState', 'employeeOrResident'] as const),
  ...(['payWithWallet', 'payWithCard', 'excludeFromEmail', 'tolerance_watt', 'meter_interval_sec'] as const),
  ...(['security_profile', 'maxPowerWatt', 'operator_email', 'operator_number1', 'operator_number2'] as const),
  ...(['amenities', 'photos', 'enteredSerialNumber'] as const),
)
const fitted = only('connectorId', 'connectorName', 'connectorType', 'kw', 'volt', 'priceGroupId')
const mailed = only('enableNotifications', 'notificationRecipients', 'notificationFeatures')
const answered = only('question', 'answer')
/** The part of a charger that people edit; its other facts change without anybody's act. */
export const chargerRecord: RecordKind<Charger> = {
  features: ['ChargerPoint'],
  part: c => ({
    ...described(c),
    connectors: c.connectors.filter(n => n.isConfigured).map(fitted),
    settings: mailed(c.settings),
    faq: c.faq.map(answered),
  }),
}

export const getCharger = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}',
  can: 'ChargerPoint.view',
  record: chargerRecord,
  summary: 'One charge point',
  params: ChargerParams,
  data: Charger,
})

/** 409 while a session runs; the record is hidden, not erased, and the charger's socket is closed (D-GEN-8). */
export const deleteCharger = endpoint({
  method: 'DELETE',
  path: '/cms/v1/team/{teamId}/charger/{id}',
  can: 'ChargerPoint.delete',
  record: chargerRecord,
  summary: 'Delete a charge point',
  params: ChargerParams,
  data: z.object({ chargepoint_pk: int(), chargepoint_id: z.string() }),
})
