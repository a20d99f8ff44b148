-- The version of the API that a key is served where a call names none (KEY-03): that of the day of its making. Keys made before
-- there was a second version have the first one.
alter table api_key add column api_version text not null default '2026-11-29';
alter table api_key alter column api_version drop default;
-- When a mailed code has put another password in place of the one before; null: the password came otherwise. For some minutes it
-- proves nothing for dangerous acts (MFA-02).
alter table app_user add column password_by_code_at timestamptz;
