-- Tax invoices (M-6, D-INV-1): one for each billed session, and a note for each later version of its bill. Numbers follow
-- each other without holes, for each GST number, series and financial year: the counter is moved in the transaction that
-- writes what it counts.
create table invoice_counter (
  -- Of the supplier; empty where none was known.
  gstin text not null,
  series text not null,
  -- April to March, as 26-27.
  fiscal_year text not null,
  last integer not null check (last > 0),
  primary key (gstin, series, fiscal_year)
);

create table invoice (
  invoice_id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'credit note', 'debit note')),
  -- As it is printed: CM/26-27/0000001.
  number text not null check (length(number) <= 16),
  gstin text not null,
  series text not null,
  fiscal_year text not null,
  sequence integer not null,
  transaction_id integer not null,
  bill_version integer not null,
  -- Of a note: what it corrects.
  of_invoice_id bigint references invoice check ((of_invoice_id is null) = (kind = 'invoice')),
  -- Of an invoice when the session ended, of a note when the bill was corrected.
  dated timestamptz not null,
  made_at timestamptz not null,
  company_id integer not null,
  team_id integer not null,
  supplier_name text,
  supplier_address text,
  supplier_state text,
  place_of_supply text,
  recipient_name text,
  recipient_email text,
  recipient_phone text,
  sac text not null,
  rate_ppm integer not null,
  energy_wh bigint not null,
  -- Of a note how much it takes away or adds, above 0.
  cost_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  igst_paise bigint not null,
  rounding_paise bigint not null,
  total_paise bigint not null check (total_paise > 0),
  unique (gstin, series, fiscal_year, sequence),
  unique (transaction_id, bill_version),
  check (total_paise = cost_paise + cgst_paise + sgst_paise + igst_paise + rounding_paise)
);
create index invoice_of_team on invoice (team_id, dated);
create index invoice_of_company on invoice (company_id, dated);
create index invoice_by_date on invoice (dated);
create index invoice_note on invoice (of_invoice_id) where of_invoice_id is not null;
create trigger invoice_is_for_good before update or delete on invoice for each row execute function is_for_good();
create trigger invoices_are_for_good before truncate on invoice execute function is_for_good();
-- A counter goes up, by whoever holds it.
create function counter_goes_up() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.last > old.last and (new.gstin, new.series, new.fiscal_year)
    = (old.gstin, old.series, old.fiscal_year) then return new; end if;
  raise exception 'a counter of invoices only goes up' using errcode = 'restrict_violation';
end $$;
create trigger counter_goes_up before update or delete on invoice_counter
  for each row execute function counter_goes_up();
create trigger counters_stay before truncate on invoice_counter execute function is_for_good();

-- Bills written before this have what they need; whoever looks for others begins here.
create table invoice_progress (
  only_one boolean primary key default true check (only_one),
  billed_until timestamptz not null
);
insert into invoice_progress (billed_until) values ('-infinity');
create index bill_written on bill using brin (billed_at);
