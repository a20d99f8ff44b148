-- Settings of the papers for the tax office (M-8), each dated: a value holds from a business day until the next one begins.
-- Only added to, so that what held on any day can be told for good; of two for the same day the later one counts.
create table tax_setting (
  setting_id bigint generated always as identity primary key,
  -- Missing: of the installation, for all companies that have none of their own.
  company_id integer references company,
  name text not null check (length(name) <= 40),
  since date not null,
  value jsonb not null,
  set_at timestamptz not null,
  set_by integer
);
create index tax_setting_of on tax_setting (name, company_id, since);
create trigger tax_setting_is_for_good before update or delete on tax_setting for each row execute function is_for_good();
create trigger tax_settings_are_for_good before truncate on tax_setting execute function is_for_good();
