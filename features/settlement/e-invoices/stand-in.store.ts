// The books of the stand-in for the portal, in the database: for all nodes and across restarts. Nothing else reads them.
import type { Registered, StandInBooks } from '@wattdesk/irp/stand-in/books'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export const standInBooks = (db: Db): StandInBooks => ({
  get: async irn => {
    const { rows } = await sql<{ content: Registered; cancelledAt: Date | null }>`
      select content, cancelled_at from irp_stand_in where irn = ${irn}`.execute(db)
    const [r] = rows
    return r && { ...r.content, cancelledAt: r.cancelledAt?.getTime() ?? null }
  },
  add: async r => {
    const { rows } = await sql`insert into irp_stand_in (irn, content) values (${r.irn}, ${JSON.stringify(r)}::jsonb)
      on conflict do nothing returning 1`.execute(db)
    return rows.length > 0
  },
  cancel: async (irn, at) => {
    await sql`update irp_stand_in set cancelled_at = ${new Date(at)} where irn = ${irn}`.execute(db)
  },
})
