-- A recipient may be a unit in a Special Economic Zone: SEZWP with payment of integrated tax, SEZWOP without, under a letter of
-- undertaking (LUT); null: a regular recipient. Typed beside the GST number, and frozen with bill and invoice.
alter table driver add column recipient_type text,
  add constraint driver_recipient_type_check check (recipient_type in ('SEZWP', 'SEZWOP')) not valid;
alter table vehicle add column owner_recipient_type text,
  add constraint vehicle_owner_recipient_type_check check (owner_recipient_type in ('SEZWP', 'SEZWOP')) not valid;
alter table bill add column recipient_type text;
alter table invoice add column recipient_type text;
create or replace view current_bill as select distinct on (transaction_id)
  transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise, igst_paise,
  gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise,
  place_of_supply, coalesce(lines, bill_lines(packed_lines)) as lines, coalesce(facts, bill_facts(packed_facts)) as
  facts, energy_wh, supplier_name, supplier_gstin, supplier_state, supplier_address, tax_ppm, gateway_ppm,
  pg_charges_bearer, hold_paise, overrun_paise, commission_ppm, commission_paise_per_kwh,
  recipient_name, recipient_gstin, recipient_address, recipient_type
from bill order by transaction_id, version desc;

-- The letter of undertaking of a company on a day: the setting set last, until the end of the financial year (31 March) in which
-- it begins; null where none holds. The platform's own team has that of the installation.
create function lut_on(the_company integer, the_day date) returns text language sql stable as $$
  select s.value #>> '{}'
  from (select * from tax_setting
    where name = 'lut' and since <= the_day
      and company_id is not distinct from (select case when company_type = 'GP' then null else id end from team where id = the_company)
    order by since desc, setting_id desc limit 1) s
  where the_day < make_date(extract(year from s.since - interval '3 months')::integer + 1, 4, 1)
$$;
