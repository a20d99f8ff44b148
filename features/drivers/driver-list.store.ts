// The list of drivers as a big list: what is filtered, sorted and searched by, and the indexes that serve it (docs/lists.md).
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Asked as AskedOf, bigList } from '../../platform/db/big-list.ts'
import { idField, oneOf } from '../../platform/db/big-list-fields.ts'
import { type DriverListQuery, driverFilterFields, driverSortFields } from './driver.contract.ts'
import { DRIVER_STATES } from './driver-words.contract.ts'

export type Asked = AskedOf<z.output<typeof DriverListQuery>>

/** Rows that were chosen are named by it; nobody sorts by it. */
const { sort: _, ...id } = idField(sql`t.id`, { words: 'driver_words', sort: '' })
/** As the indexes have it. */
const state = sql`(case when t.is_active then 'Active' else 'Inactive' end)`

export const driverList = bigList({
  table: 'driver',
  id: 'id',
  offers: { filters: driverFilterFields, sorts: driverSortFields },
  time: 'createdAt',
  scopes: { all: 'driver_all', company: 'driver_company', teams: 'driver_team' },
  fields: {
    id,
    createdAt: { sql: sql`t.created_at` },
    fullName: {
      sql: sql`t.full_name`,
      required: true,
      words: 'driver_words',
      sort: 'driver_by_name',
      sortKey: sql`lower(t.full_name)`,
    },
    email: { sql: sql`t.email`, words: 'driver_words', sort: 'driver_by_email', sortKey: sql`lower(t.email)` },
    phone: { sql: sql`t.phone`, words: 'driver_words', sort: 'driver_by_phone' },
    active: { ...oneOf(state, DRIVER_STATES, 'driver_status'), sort: 'driver_by_status' },
    city: { sql: sql`t.city`, words: 'driver_words' },
    domain: { sql: sql`t.domain`, words: 'driver_words' },
  },
  search: { cells: [sql`t.full_name`, sql`t.email`, sql`t.phone`] },
})
export const { findPage, findAll, countMatching } = driverList
