// Every table of the schema has its class for the move of a company, and every column that holds an id says whose id it is.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { targetOf } from '#platform/move/move-plan.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { REBUILT, STAYS } from '../tools/company-rest.ts'
import { MOVED, SHARED, SPACES } from './company-move/tables.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const tables = async () =>
  (
    await sql<{ name: string }>`select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and relkind in ('r', 'p') and not relispartition order by 1`.execute(t.db)
  ).rows.map(r => r.name)

test('every table is moved, worked out on the other side, or stays', async () => {
  const classes = [...MOVED.map(m => m.table), ...Object.keys(REBUILT), ...Object.keys(STAYS)]
  // A shared table may have rows of companies too.
  const shared = SHARED.map(s => s.table).filter(name => !classes.includes(name))
  expect([...classes, ...shared].sort()).toEqual(await tables())
})

/** Numbers that look like ids, and are told by something else: the charger, the provider, or the table's own order. */
const NO_IDS = new Set([
  'charging_profile.charging_profile_id',
  'company.subscription_id',
  'company.payment_gateway_id',
  'role_access.feature_id',
  'transfer_state.request_id',
  ...[
    'charger_mail_sent',
    'connection_history',
    'connector',
    'connector_price_history',
    'connector_status_history',
  ].map(name => `${name}.connector_id`),
  'connector.evse_id',
  'connector.evse_connector_id',
  ...['evse_id', 'connector_id', 'event_id', 'monitor_id', 'station_transaction_id'].map(
    name => `station_event.${name}`,
  ),
  'outside_limit.evse_id',
  'station_transaction.connector_id',
  'station_transaction.remote_start_id',
  'station_transaction.station_transaction_id',
  'alert_rule.webhook_secret_no',
  ...['meter_value', 'pay_session', 'payment', 'reservation', 'session_review', 'transaction'].map(
    name => `${name}.connector_id`,
  ),
])
/** Ids that a `set` or a hook works out. */
const BY_HAND = new Set(['account.ref', 'ocpp_frame_block.ids', 'provider_account.company_id'])

test('every number that may be an id has its space', async () => {
  const { rows } = await sql<{ table: string; column: string }>`select c.relname as table, a.attname as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('int4'::regtype, 'int8'::regtype, 'int4[]'::regtype, 'int8[]'::regtype)
      and (a.attname ~ '(_id|_pk|_no|ids|pks)$' or a.attname ~ '^(id|ref|path|reverses|created_by|closed_by|made_by|decided_by|requested_by|changed_by|set_by)$'
        or exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey)))`.execute(
    t.db,
  )
  const lacking = rows.filter(({ table, column }) => {
    const moved = MOVED.find(m => m.table === table)
    if (!moved || NO_IDS.has(`${table}.${column}`) || BY_HAND.has(`${table}.${column}`)) return false
    return moved.key?.[0] !== column && !moved.ids?.[column] && !moved.anew?.includes(column) && !moved.set?.[column]
  })
  expect(
    lacking.map(l => `${l.table}.${l.column}`).filter(name => !/\.(connection_no|line_no|item_no)$/.test(name)),
  ).toEqual([])
})

test('every JSON column of a moved table is looked through, or holds what no record of ours is named in', async () => {
  const { rows } = await sql<{ table: string; column: string }>`select c.relname as table, a.attname as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
      and a.atttypid in ('json'::regtype, 'jsonb'::regtype) order by 1, 2`.execute(t.db)
  const told = rows.filter(({ table, column }) => {
    const moved = MOVED.find(m => m.table === table)
    return moved && !moved.json?.includes(column) && !moved.set?.[column]
  })
  expect(told.map(l => `${l.table}.${l.column}`)).toEqual([
    // Reports of chargers and of the payment provider, notes of people, and copies of terms: none names a record by its id.
    'alert_rule.parameters',
    'alert_rule.quiet_hours',
    'bill.facts',
    'bill.lines',
    'bill.packed_facts',
    'bill.packed_lines',
    'bulk_action_item.earlier',
    'bulk_action_item.settings',
    'commission_document.lines',
    'company.provider',
    'meter_value.sampled',
    'meter_value.samples',
    'outside_limit.schedules',
    'payment.acquirer_data',
    'payment.notes',
    'payment_change.detail',
    'payout.party',
    'payout.taxes',
    'payout.terms',
    'provider_check.differences',
    'refund_change.detail',
    'sandbox_object.content',
    'session_review.decision',
    'session_review.detail',
    'station_transaction.ended',
    'station_transaction.steps',
    'task.details',
    'tax_setting.value',
    'team.finance',
    'team.menu_words',
    'team_finance_history.finance',
  ])
})

test('spaces and their columns are there, and rows come after the records that they name', () => {
  const names = MOVED.map(m => m.table)
  for (const m of MOVED)
    for (const target of Object.values(m.ids ?? {}))
      expect(Object.keys(SPACES), m.table).toContain(targetOf(target).space)
  expect(new Set(names).size).toBe(names.length)
})
