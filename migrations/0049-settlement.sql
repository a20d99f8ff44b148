-- Settlement (M-3, D-PO-1): a payout of a team for a month, the chargers and the bills it is made of, and how it was paid. A
-- payout is never changed once it is made; only its state moves, and each move is kept.

-- Where payouts of a team, or of a company, go: as of each change.
create table payout_account_history (
  history_id bigint generated always as identity primary key,
  team_id integer not null references team on delete cascade,
  of_company boolean not null,
  since timestamptz not null,
  -- In the order they were made; the names of their fields are those of the forms.
  accounts jsonb not null
);
create index payout_account_history_held on payout_account_history (team_id, of_company, since desc, history_id desc);
create trigger payout_account_history_is_for_good before update or delete on payout_account_history
  for each row execute function is_history();
create trigger payout_account_histories_are_for_good before truncate on payout_account_history execute function is_history();
insert into payout_account_history (team_id, of_company, since, accounts)
select a.team_id, a.of_company, t.created_at, json_agg(json_build_object('payoutDetailId', a.payout_detail_id,
  'business_name', a.business_name, 'business_type', a.business_type, 'beneficiary_name', a.beneficiary_name,
  'email', a.email, 'phone', a.phone, 'account_no', a.account_no, 'ifsc_code', a.ifsc_code, 'gst', a.gst,
  'account_type', a.account_type, 'payout_percentage', a.payout_percentage, 'tax_percentage', a.tax_percentage,
  'settlement_percentage', a.settlement_percentage, 'disabled', a.disabled) order by a.payout_detail_id)
from payout_account a join team t on t.id = a.team_id group by a.team_id, a.of_company, t.created_at;

create table payout (
  payout_no integer generated always as identity primary key,
  -- As people read it: PO-2610-7 is that of team 7 for October 2026.
  payout_id text not null unique,
  company_id integer not null,
  team_id integer not null,
  -- The first day of the month; the instants at which it began and ended in the business time zone.
  month date not null check (month = date_trunc('month', month)::date),
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  made_at timestamptz not null,
  -- null: the monthly run.
  made_by integer,
  -- Bills written before this are in a payout, or can be in none: the next one looks from here on.
  bills_from timestamptz not null,
  -- What it was reckoned with, as it stood at the end of the month: terms of finance, name and address, accounts.
  terms jsonb not null,
  party jsonb not null,
  accounts jsonb not null,
  sessions integer not null,
  chargers integer not null,
  energy_wh bigint not null,
  total_paise bigint not null,
  net_paise bigint not null,
  tax_paise bigint not null,
  surcharge_paise bigint not null,
  gateway_fee_paise bigint not null,
  percent_paise bigint not null,
  per_kwh_paise bigint not null,
  -- Totals of sessions whose money the operator took himself.
  collected_paise bigint not null,
  -- What could be taken, and the parts of the commission that the rule took.
  fixed_paise bigint not null,
  unit_paise bigint not null,
  fixed_part_paise bigint not null,
  unit_part_paise bigint not null,
  commission_paise bigint not null,
  tax_on_commission_paise bigint not null,
  deducted_tax_paise bigint not null,
  owner_tax_paise bigint not null,
  given_paise bigint not null,
  carried_in_paise bigint not null check (carried_in_paise <= 0),
  carried_out_paise bigint not null check (carried_out_paise <= 0),
  payout_paise bigint not null check (payout_paise >= 0 and (payout_paise = 0 or carried_out_paise = 0)),
  status text not null default 'PAYOUTPENDING' check (status in ('PAYOUTPENDING', 'PAYOUTCOMPLETED')),
  notes text not null default '',
  completed_at timestamptz,
  unique (team_id, month),
  check (commission_paise = fixed_part_paise + unit_part_paise),
  check (payout_paise + carried_out_paise = net_paise + owner_tax_paise - gateway_fee_paise - commission_paise
    - deducted_tax_paise - collected_paise - given_paise + carried_in_paise)
);
create index payout_of_company on payout (company_id, month desc);
create index payout_of_month on payout (month);

create table payout_charger (
  payout_no integer not null references payout,
  chargepoint_pk integer not null,
  chargepoint_id text not null,
  chargepoint_name text not null,
  charger_type text not null,
  active_days smallint not null,
  days_in_month smallint not null,
  sessions integer not null,
  energy_wh bigint not null,
  total_paise bigint not null,
  net_paise bigint not null,
  tax_paise bigint not null,
  surcharge_paise bigint not null,
  gateway_fee_paise bigint not null,
  percent_paise bigint not null,
  per_kwh_paise bigint not null,
  collected_paise bigint not null,
  fixed_paise bigint not null,
  unit_paise bigint not null,
  commission_paise bigint not null,
  primary key (payout_no, chargepoint_pk)
);

-- A version of a bill and the payout it is in: each in one only. A later version of a bill that was settled before is a
-- line of the difference to `prior_version`.
create table payout_line (
  transaction_id integer not null,
  bill_version integer not null,
  payout_no integer not null references payout,
  chargepoint_pk integer not null,
  prior_version integer,
  -- Where a person set the session's own (D-TXN-3); null: that of the payout.
  status text check (status in ('PAYOUTPENDING', 'PAYOUTCOMPLETED')),
  primary key (transaction_id, bill_version)
);
create index payout_line_of on payout_line (payout_no, transaction_id);

create table payout_change (
  change_id bigint generated always as identity primary key,
  payout_no integer not null references payout,
  at timestamptz not null,
  -- null: the product.
  user_id integer,
  status text not null,
  notes text not null default ''
);
create index payout_change_of on payout_change (payout_no, change_id);

create function payout_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{status,notes,completed_at}'::text[]
    = to_jsonb(old) - '{status,notes,completed_at}'::text[] then return new; end if;
  raise exception '% stays what it is', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger payout_stays before update or delete on payout for each row execute function payout_stays();
create trigger payout_line_stays before update or delete on payout_line for each row execute function payout_stays();
create trigger payouts_stay before truncate on payout execute function is_for_good();
create trigger payout_lines_stay before truncate on payout_line execute function is_for_good();
create trigger payout_charger_is_for_good before update or delete on payout_charger
  for each row execute function is_for_good();
create trigger payout_change_is_for_good before update or delete on payout_change
  for each row execute function is_for_good();

-- What a run looks for: the bills of a team in the order they were written, and the chargers that stood in it.
create index bill_of_team on bill (team_id, billed_at);
create index charger_team_history_team on charger_team_history (team_id, chargepoint_pk);
drop index charger_team_history_of;

-- Which payout a session is in is said by its lines: a million rows of sessions, with all their indexes, are not written anew.
drop index transaction_by_payout;
alter table transaction drop column payout_id;
