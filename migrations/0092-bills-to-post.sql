-- Bills of sessions that are paid for outside the product, until they are in the ledger: a bill is committed with its row
-- here, and a worker posts bills by the hundred and removes their rows in the same statement
-- (docs/decisions/0052-bills-posted-in-batches.md). No index: the table is nearly always empty.
create table bill_to_post (
  transaction_id integer not null,
  version integer not null,
  written_at timestamptz not null default now(),
  -- A bill that could not be posted is tried again alone, with growing pauses.
  tries smallint not null default 0,
  next_at timestamptz,
  error text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
