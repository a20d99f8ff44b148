// Lines of the history of connections that the product itself has brought about, which no charge point is to be blamed for.
import { type RawBuilder, sql } from 'kysely'
import { texts } from '#platform/db/columns.ts'
import { ENDED_BY_US } from './ended-by-us.rules.ts'

const isEndedByUs = (reason: string) =>
  sql<boolean>`coalesce(${sql.ref(reason)} = any(${texts([...ENDED_BY_US])}), false)`

/** The line `alias`: an end of a connection by the product, or the first boot after one. */
export const isByUsSql = (alias: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`(${isEndedByUs(`${alias}.reason`)} or (${of('event')} = 'booted' and coalesce((
    select ${isEndedByUs('e.reason')} from connection_history e where e.chargepoint_pk = ${of('chargepoint_pk')}
      and e.event in ('disconnected', 'replaced', 'booted') and e.at <= ${of('at')} and e.id <> ${of('id')}
      and (e.event <> 'booted' or e.at < ${of('at')})
    order by e.at desc, e.id desc limit 1), false)))`
}
