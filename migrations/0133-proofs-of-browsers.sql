-- When the person at a browser last proved who they are (MFA-02), how they signed in, and until when the browser itself counts
-- as a second factor (MFA-01).
alter table browser
  add column proven_at timestamptz,
  add column signed_in_by text not null default 'password' check (signed_in_by in ('password', 'passkey', 'single sign-on')),
  add column trusted_until timestamptz;
update browser set proven_at = signed_in_at;
alter table browser alter column proven_at set not null;

-- How the people of a company sign in (SSO-01, MFA-01). No row: passwords, and a second factor for whoever wants one.
create table company_sign_in (
  company_id integer primary key references team on delete cascade,
  needs_second_factor boolean not null default false,
  -- Since when it is needed; from then, or from when the account was made, people have so many days to set one up.
  second_factor_since timestamptz,
  grace_days integer not null default 14 check (grace_days between 0 and 90),
  forbids_passwords boolean not null default false,
  -- May sign in with a password all the same.
  emergency_user_id integer references app_user on delete set null,
  check (not needs_second_factor or second_factor_since is not null)
);
create index company_sign_in_emergency on company_sign_in (emergency_user_id);
