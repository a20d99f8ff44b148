-- concurrently
-- An import is a record of what was made: it outlives the account of whoever made it, and somebody else may go on with it
-- or take it back (IMPORT-03).
alter table network_import alter column user_id drop not null;
-- Who the job acts for, where that is not who sent the file.
alter table network_import add column acting_username text;
alter table network_import drop constraint if exists network_import_user_id_fkey;
alter table network_import add constraint network_import_user_id_fkey
  foreign key (user_id) references app_user on delete set null not valid;
alter table network_import validate constraint network_import_user_id_fkey;
