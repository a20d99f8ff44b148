-- What the payment provider says of the card of a payment: its network ('Visa', 'RuPay') and its type ('credit', 'debit').
-- The surcharge for the gateway may differ by them (M-2.6). Missing where the provider has not said.
alter table payment add column card_network text, add column card_type text;

-- A company now begins with settings, so they go with a company that is deleted, as other histories do (0014).
alter table tax_setting drop constraint tax_setting_company_id_fkey,
  add constraint tax_setting_company_id_fkey foreign key (company_id) references company on delete cascade;
drop trigger tax_setting_is_for_good on tax_setting;
create trigger tax_setting_is_for_good before update or delete on tax_setting for each row execute function is_history();
