// Figures of a transaction as they are shown, as SQL over `transaction t left join transaction_live l`: of a running session
// energy and amount are the live ones.
import { sql } from 'kysely'

export const liveEnergy = sql<number>`(case when t.stopped_at is null
  then greatest(0, coalesce(l.current_wh, t.meter_start_wh) - t.meter_start_wh) else t.energy_wh end)`
export const liveCharged = sql<number>`(case when t.stopped_at is null then coalesce(l.charged_paise, 0)
  else t.charged_paise end)`
