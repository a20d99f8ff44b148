-- Calls that came with an `Idempotency-Key` (KEY-04): a repeated call is answered as before and carried out once.
create table repeated_call (
  -- The user or the API key that calls, as 'user 5' or 'key 7'.
  caller text not null,
  key text not null,
  -- SHA-256 over method, address and body: the same key with anything else is refused.
  fingerprint bytea not null,
  -- The attempt that carries the call out. Another one takes over where this one no longer shows a sign of life.
  attempt uuid not null,
  alive_at timestamptz not null,
  -- Set in the transaction of the first change: from then on nobody carries the call out again.
  is_done boolean not null default false,
  status smallint,
  -- The answer as it was sent, sealed: it may hold a secret that is shown once.
  answer bytea,
  etag text,
  begun_at timestamptz not null,
  primary key (caller, key)
);
create index repeated_call_begun on repeated_call (begun_at);
