-- The postings of a session by their keys: a line of the month's end looks for bills without one by the index alone.
drop index posting_transaction;
create index posting_transaction on posting (transaction_id, idempotency_key) where transaction_id is not null;

-- Bills of sessions that are paid for outside the product had no posting where a person or the 48-hour job decided on the
-- session. They are posted now, each at the time of its bill, so that the receivable from which a month's end takes H holds
-- what it takes. The ledger of before (0040) posted a session's bill with its last version: earlier versions need nothing.
create temporary table missing_posting on commit drop as
select b.transaction_id, b.version, b.billed_at, t.company_id, t.team_id, t.payment_type,
  'bill:' || b.transaction_id || ':' || b.version as key,
  b.total_paise - coalesce(q.total_paise, 0) as total, b.taxable_paise - coalesce(q.taxable_paise, 0) as taxable,
  b.cgst_paise - coalesce(q.cgst_paise, 0) as cgst, b.sgst_paise - coalesce(q.sgst_paise, 0) as sgst,
  b.igst_paise - coalesce(q.igst_paise, 0) as igst, b.surcharge_paise - coalesce(q.surcharge_paise, 0) as surcharge
from bill b join transaction t on t.transaction_id = b.transaction_id
left join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1
where not exists (select from posting p where p.transaction_id = b.transaction_id and p.kind in ('bill', 'correction')
    and (p.idempotency_key = 'bill:' || b.transaction_id || ':' || b.version
      or (p.kind = 'bill' and substring(p.idempotency_key from '\d+$')::int > b.version)))
  -- Money that a hold, a wallet or a card has moved is never reckoned anew.
  and (t.payment_type = 'RFID' or (b.version = 1
    and not exists (select from account a where a.kind = 'hold' and a.ref = b.transaction_id)));
delete from missing_posting where total = 0 and taxable = 0 and cgst = 0 and sgst = 0 and igst = 0 and surcharge = 0;

insert into account (kind, ref, company_id, team_id, normal_side, is_kept)
select distinct 'gateway', company_id, company_id, company_id, 'D', false from missing_posting where payment_type <> 'RFID'
on conflict do nothing;
insert into posting (idempotency_key, request_hash, kind, company_id, team_id, transaction_id, event_at)
select key, sha256(convert_to(key, 'UTF8')), case version when 1 then 'bill' else 'correction' end, company_id, team_id,
  transaction_id, billed_at
from missing_posting order by billed_at, transaction_id, version;
insert into entry (posting_id, line_no, account_id, side, amount_paise)
select p.posting_id, row_number() over (partition by p.posting_id order by x.n), a.account_id,
  case when x.amount > 0 then x.side when x.side = 'D' then 'C' else 'D' end, abs(x.amount)
from missing_posting m join posting p on p.idempotency_key = m.key
cross join lateral (values
  (1, case m.payment_type when 'RFID' then 'receivable' else 'gateway' end,
    case m.payment_type when 'RFID' then m.team_id else m.company_id end, 'D', m.total),
  (2, 'owner', m.team_id, 'C', m.taxable), (3, 'cgst', m.team_id, 'C', m.cgst), (4, 'sgst', m.team_id, 'C', m.sgst),
  (5, 'igst', m.team_id, 'C', m.igst), (6, 'surcharge', m.team_id, 'C', m.surcharge)) x (n, kind, ref, side, amount)
join account a on a.kind = x.kind and a.ref = x.ref
where x.amount <> 0;
-- Debit and credit are compared here, not at the end of the transaction.
set constraints all immediate;
