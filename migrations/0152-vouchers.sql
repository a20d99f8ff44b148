-- Vouchers of money that came before the supply (M-8): a receipt voucher for a captured payment, and a refund voucher for what
-- is given back of it without a supply. Their numbers come from invoice_counter, under the supplier's GST number.
create table voucher (
  voucher_id bigint generated always as identity primary key,
  kind text not null check (kind in ('receipt', 'refund')),
  -- As it is printed: RV/26-27/0000001.
  number text not null check (length(number) <= 16),
  gstin text not null,
  series text not null,
  fiscal_year text not null,
  sequence integer not null,
  payment_no integer not null,
  -- Of a refund voucher: the refund, and the receipt voucher of the payment.
  refund_id integer check ((refund_id is null) = (kind = 'receipt')),
  of_voucher_id bigint references voucher check ((of_voucher_id is null) = (kind = 'receipt')),
  dated timestamptz not null,
  -- When the money came or went.
  moved_at timestamptz not null,
  made_at timestamptz not null,
  company_id integer not null,
  team_id integer not null,
  supplier_name text not null,
  supplier_address text,
  supplier_state text,
  place_of_supply text,
  recipient_name text,
  recipient_email text,
  recipient_phone text,
  recipient_gstin text,
  recipient_address text,
  sac text not null,
  rate_ppm integer not null,
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  igst_paise bigint not null,
  rounding_paise bigint not null,
  total_paise bigint not null check (total_paise > 0),
  unique (gstin, series, fiscal_year, sequence),
  check (total_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise + rounding_paise)
);
create unique index voucher_of_payment on voucher (payment_no) where kind = 'receipt';
create unique index voucher_of_refund on voucher (refund_id) where kind = 'refund';
create index voucher_of_receipt on voucher (of_voucher_id) where kind = 'refund';
create index voucher_of_company on voucher (company_id, dated);
create index voucher_of_team on voucher (team_id, dated);
create trigger voucher_is_for_good before update or delete on voucher for each row execute function is_for_good();
create trigger vouchers_are_for_good before truncate on voucher execute function is_for_good();
create trigger voucher_in_open_month after insert on voucher referencing new table as added
  for each statement execute function invoice_in_open_month();

-- Whether a payment that was captured on a day gets a receipt voucher: the dated setting `vouchers` of its company, else of the
-- installation (taxValueOn of features/office/tax-settings).
create function are_vouchers_written(the_company integer, the_day date) returns boolean language sql stable as $$
  select coalesce(
    (select value = 'true' from tax_setting where name = 'vouchers' and company_id = the_company and since <= the_day
      order by since desc, setting_id desc limit 1),
    (select value = 'true' from tax_setting where name = 'vouchers' and company_id is null and since <= the_day
      order by since desc, setting_id desc limit 1),
    false)
$$;
