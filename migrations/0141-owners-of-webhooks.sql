-- A webhook belongs to its company and is answered for by an owner, who must hold the right to webhooks on its team and view
-- what it is told of (HOOK-01). Without such an owner it pauses; what happens meanwhile waits.
alter table webhook add column owned_by integer references app_user on delete set null;
alter table webhook add column paused_at timestamptz;
alter table webhook add column paused_why text;
update webhook set owned_by = coalesce(changed_by, made_by);
create index webhook_owned_by on webhook (owned_by);
-- Where an event stands in the order of its object; null: its own number says so. What is sent again keeps the number of the
-- first time (HOOK-03).
alter table webhook_waiting add column sequence bigint;
alter table webhook_delivery add column sequence bigint;
