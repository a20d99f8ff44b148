-- concurrently
-- A scheduled report outlives the account of its owner: it stops, and somebody else may take it over (REPORT-02).
alter table scheduled_report alter column owner_id drop not null;
alter table scheduled_report drop constraint if exists scheduled_report_owner_id_fkey;
alter table scheduled_report add constraint scheduled_report_owner_id_fkey
  foreign key (owner_id) references app_user on delete set null not valid;
alter table scheduled_report validate constraint scheduled_report_owner_id_fkey;
