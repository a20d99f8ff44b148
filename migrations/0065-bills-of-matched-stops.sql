-- The bill of a lost stop bore the time at which the stop had been received, up to two days before a person matched the stop.
-- A payout made in between looks for later bills alone, so no month would ever settle such a bill: the last payout of each
-- team looks from the earliest bill on that no payout has. This is no figure of the payout, and nothing is paid by it.
alter table payout disable trigger payout_stays;
update payout p set bills_from = x.first
from (select b.team_id, min(b.billed_at) as first
  from bill b join transaction t on t.transaction_id = b.transaction_id
  where not t.is_free
    and not exists (select from bill n where n.transaction_id = b.transaction_id and n.version > b.version)
    and not exists (select from payout_line l where l.transaction_id = b.transaction_id and l.bill_version = b.version)
  group by b.team_id) x
where p.team_id = x.team_id and x.first < p.bills_from
  and p.month = (select max(o.month) from payout o where o.team_id = p.team_id);
alter table payout enable trigger payout_stays;
