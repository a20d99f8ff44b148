-- Credentials for the invoice registration portal keep no company from being deleted: they are of no use without it.
alter table irp_account drop constraint irp_account_company_id_fkey,
  add constraint irp_account_company_id_fkey foreign key (company_id) references company on delete cascade;
