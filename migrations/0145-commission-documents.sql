-- Tax invoices of the platform for the commission of a month, and credit notes for its corrections (M-8), written with the
-- payout. Their numbers come from invoice_counter, under the platform's GST number.
create table commission_document (
  document_id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'credit note')),
  -- As it is printed: PC/26-27/0000001.
  number text not null check (length(number) <= 16),
  gstin text not null,
  series text not null,
  fiscal_year text not null,
  sequence integer not null,
  -- Written with this payout; a credit note corrects the commission of that one.
  payout_no integer not null,
  corrects_payout_no integer check ((corrects_payout_no is null) = (kind = 'invoice')),
  -- null: the month that the credit note corrects was settled without an invoice.
  of_document_id bigint references commission_document check (of_document_id is null or kind = 'credit note'),
  dated timestamptz not null,
  -- The month of the payout that it was written with.
  month date not null,
  company_id integer not null,
  team_id integer not null,
  supplier_name text not null,
  supplier_address text,
  supplier_state text,
  recipient_name text not null,
  recipient_address text not null,
  recipient_gstin text,
  place_of_supply text,
  sac text not null,
  -- Its parts: fixed, by unit, corrections upwards; each with its rate.
  lines jsonb not null,
  -- The owner bears the tax; else the platform does, on top of the commission or within it.
  is_tax_deducted boolean not null,
  is_tax_within boolean not null,
  -- Of a credit note how much it takes away.
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  igst_paise bigint not null,
  rounding_paise bigint not null,
  total_paise bigint not null,
  unique (gstin, series, fiscal_year, sequence),
  unique nulls not distinct (payout_no, corrects_payout_no),
  check (total_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise + rounding_paise)
);
create index commission_document_of_company on commission_document (company_id, dated);
create index commission_document_of_team on commission_document (team_id, month);
create trigger commission_document_is_for_good before update or delete on commission_document
  for each row execute function is_for_good();
create trigger commission_documents_are_for_good before truncate on commission_document execute function is_for_good();

alter table payout validate constraint payout_adds_up;
