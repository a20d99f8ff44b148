-- Refunds that a team's owner bears (D-REF-2): staff gave more back at the provider's own desk than was left of the payment. Each
-- row is one line of a posting on the owner's account: above 0 the owner was debited, below 0 the owner got the money back.
create table refund_borne (
  borne_id bigint generated always as identity primary key,
  -- The team whose owner bears the refund; the company's own team where the payment has no team.
  team_id integer not null,
  company_id integer not null,
  payment_id text not null,
  transaction_id integer,
  at timestamptz not null,
  paise bigint not null check (paise <> 0),
  posting_key text not null,
  unique (posting_key, team_id)
);
create index refund_borne_team on refund_borne (team_id, at);
create index refund_borne_payment on refund_borne (payment_id);
create trigger refund_borne_is_for_good before update or delete on refund_borne
  for each row execute function is_for_good();
insert into refund_borne (team_id, company_id, payment_id, transaction_id, at, paise, posting_key)
select a.ref, r.company_id, r.payment_id, r.transaction_id, p.event_at,
  case e.side when 'D' then e.amount_paise else -e.amount_paise end, p.idempotency_key
from posting p join entry e on e.posting_id = p.posting_id join account a on a.account_id = e.account_id
  join refund r on r.refund_id = split_part(p.idempotency_key, ':', 2)::integer
where p.kind in ('refunded', 'refund failed') and a.kind = 'owner'
order by p.posting_id;

-- The part of `given_paise` that is refunds borne by the owner; null: the payout was made before such refunds were counted, so
-- the next payout takes them.
alter table payout add column refunds_borne_paise bigint;
