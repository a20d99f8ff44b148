-- Documents that bear two dates (M-8): `dated`, by which registers go, is the date of issue then, and this the date of supply.
-- Missing on documents that bear one date alone.
alter table invoice add column supplied_at timestamptz;

-- Whether a session of an operator's own RFID tag that ended on a day gets an invoice: the dated setting `rfidInvoices` of its
-- company, else of the installation (taxValueOn of features/office/tax-settings).
create function are_rfid_sessions_invoiced(the_company integer, the_day date) returns boolean language sql stable as $$
  select coalesce(
    (select value = 'true' from tax_setting where name = 'rfidInvoices' and company_id = the_company and since <= the_day
      order by since desc, setting_id desc limit 1),
    (select value = 'true' from tax_setting where name = 'rfidInvoices' and company_id is null and since <= the_day
      order by since desc, setting_id desc limit 1),
    true)
$$;
