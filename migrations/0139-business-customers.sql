-- concurrently
-- Customers who charge for a business: GST number, legal name and address for the invoice, all three or none. On a driver, on
-- a vehicle for its owner, on a session that was asked for at the connector, and frozen with bill and invoice. On an invoice
-- recipient_name is the legal name then; null: the recipient is no business, or unknown.
alter table driver add column if not exists gstin text, add column if not exists legal_name text,
  add column if not exists business_address text;
alter table vehicle add column if not exists owner_gstin text, add column if not exists owner_legal_name text,
  add column if not exists owner_business_address text;
alter table pay_session add column if not exists gstin text, add column if not exists legal_name text,
  add column if not exists business_address text;
alter table bill add column if not exists recipient_name text, add column if not exists recipient_gstin text,
  add column if not exists recipient_address text;
alter table invoice add column if not exists recipient_gstin text, add column if not exists recipient_address text;
create or replace view current_bill as select distinct on (transaction_id)
  transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise, igst_paise,
  gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise,
  place_of_supply, coalesce(lines, bill_lines(packed_lines)) as lines, coalesce(facts, bill_facts(packed_facts)) as
  facts, energy_wh, supplier_name, supplier_gstin, supplier_state, supplier_address, tax_ppm, gateway_ppm,
  pg_charges_bearer, hold_paise, overrun_paise, commission_ppm, commission_paise_per_kwh,
  recipient_name, recipient_gstin, recipient_address
from bill order by transaction_id, version desc;

-- Drivers are found by the GST number too, by a part of it and by the search, which reads one text in small letters.
drop index concurrently if exists driver_gstin;
create index concurrently driver_gstin on driver using gin (gstin gin_trgm_ops) where gstin is not null;
drop index concurrently if exists driver_search_all;
create index concurrently driver_search_all on driver using gin
  ((search_text || coalesce(chr(1) || lower(gstin) || chr(1) || lower(legal_name), '')) gin_trgm_ops);
