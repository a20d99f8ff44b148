-- Sums of the ledger by account, month and whose books they are in (features/ledger), so that the page of the books does not
-- add up every entry that was ever written. Postings up to a mark are in them, those beyond it are added by the reader; who
-- posts writes nothing here and waits for nobody (docs/decisions/0030-sums-of-the-ledger.md).
create table ledger_mark (
  is_only boolean primary key default true check (is_only),
  -- Postings up to this id are in the sums.
  folded_to bigint not null default 0,
  -- The business time zone that cuts the months.
  zone text not null default ''
);
insert into ledger_mark default values;

-- Whose books an account is in: 0 for none.
create table ledger_party (
  party_id integer generated always as identity primary key,
  company_id integer not null,
  team_id integer not null,
  unique (company_id, team_id)
);

create table ledger_account_month (
  account_id integer not null,
  month date not null,
  debit_paise bigint not null,
  credit_paise bigint not null,
  entries integer not null,
  primary key (account_id, month)
);
create table ledger_month (
  party_id integer not null,
  month date not null,
  -- Of the account, and of the posting.
  kind text not null,
  posting_kind text not null,
  debit_paise bigint not null,
  credit_paise bigint not null,
  primary key (party_id, month, kind, posting_kind)
);
-- Accounts whose first entry is of the month; and those with a balance at its end, less those with one at its begin.
create table ledger_month_accounts (
  party_id integer not null,
  month date not null,
  kind text not null,
  accounts integer not null,
  standing integer not null,
  primary key (party_id, month, kind)
);
-- Postings that touch the books of several parties: what they moved in those of one of them.
create table ledger_crossing (
  parties integer[] not null,
  party_id integer not null,
  month date not null,
  debit_paise bigint not null,
  credit_paise bigint not null,
  primary key (parties, party_id, month)
);
-- What was moved on the account at the provider, by business day.
create table ledger_gateway_day (
  company_id integer not null,
  day date not null,
  posting_kind text not null,
  debit_paise bigint not null,
  credit_paise bigint not null,
  primary key (company_id, day, posting_kind)
);
-- Bills whose money the operator took himself, and which no payout had set off when the postings were folded. What a payout
-- has set off since is taken away later: who reads looks whether it is still open.
create table ledger_open_bill (
  posting_id bigint not null,
  line_no smallint not null,
  account_id integer not null,
  transaction_id integer,
  bill_version integer,
  idempotency_key text not null,
  event_at timestamptz not null,
  -- Above 0 where more is owed.
  amount_paise bigint not null,
  primary key (posting_id, line_no)
);
create index ledger_open_bill_of on ledger_open_bill (account_id);

-- Begins anew: until it is added up, everything is read from the entries. The mark is held first, so that no fold is between.
create function forget_ledger_sums() returns void language plpgsql as $$
begin
  perform from ledger_mark for update;
  delete from ledger_account_month;
  delete from ledger_month;
  delete from ledger_month_accounts;
  delete from ledger_crossing;
  delete from ledger_gateway_day;
  delete from ledger_open_bill;
  update ledger_mark set folded_to = 0;
end $$;
-- An account that passes to other books takes what was posted on it along.
create function ledger_account_moves() returns trigger language plpgsql as $$
begin
  perform from ledger_mark for update;
  if exists (select from ledger_account_month where account_id = new.account_id) then
    perform forget_ledger_sums();
  end if;
  return null;
end $$;
create trigger account_moves after update of company_id, team_id on account for each row
  when ((old.company_id, old.team_id) is distinct from (new.company_id, new.team_id)) execute function ledger_account_moves();

-- Sessions that were served beyond what had been kept back are few (M-2.8).
create index bill_overrun on bill (team_id, transaction_id) where overrun_paise > 0;
