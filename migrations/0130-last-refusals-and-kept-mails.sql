-- The last call of a key that was refused (KEY-01): when, from where, and why.
alter table api_key add last_refused_at timestamptz;
alter table api_key add last_refused_from text;
alter table api_key add last_refused_why text;

-- A mail or text message that nobody has taken, since no server for it is set up: it is read in the outbox (D-GEN-9).
alter table outbox add is_kept boolean not null default false;
