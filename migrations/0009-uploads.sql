-- What uploads take up, and whether any record has come to name them.
alter table upload
  -- The company of the team; its quota counts it.
  add column company_id integer references team on delete set null,
  -- When a call that was let in first named the file in its body; null: a form that was never saved.
  add column named_at timestamptz,
  -- Chosen for removal: nobody reads or names it any more.
  add column gone_at timestamptz;
update upload u set company_id = t.company_id from team t where t.id = u.team_id;
-- Of earlier uploads nobody knows: they stay.
update upload set named_at = created_at;
create index upload_company on upload (company_id) include (bytes);
create index upload_created_by on upload (created_by, created_at) include (bytes);
create index upload_unnamed on upload (created_at) where named_at is null;
create index upload_gone on upload (gone_at) where gone_at is not null;
