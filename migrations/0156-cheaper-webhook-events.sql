-- What events of webhooks cost the changes they are written with (docs/decisions/0091-what-webhooks-cost.md).

-- Tags are changed by the hundred: one call tells of all of them, where each row called for itself.
create function webhook_tags_updated() returns trigger language plpgsql set enable_seqscan = off set enable_nestloop = off as $$
begin
  if not exists (select from webhook_wish where kind = 'tag.changed') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'tag ' || r.ocpp_tag_pk, jsonb_build_object(
    'change', case when o.deleted_at is not distinct from r.deleted_at then 'changed' when r.deleted_at is null then 'created' else 'deleted' end,
    'tagId', r.ocpp_tag_pk, 'idTag', r.id_tag, 'teamId', r.team_id, 'kind', r.kind,
    'driverId', r.driver_id, 'parentTagId', r.parent_tag_pk, 'expiresAt', webhook_time(r.expires_at),
    'maxActiveTransactions', r.max_active_transactions, 'note', r.note)
  from fresh r join stale o using (ocpp_tag_pk)
  join webhook_wish w on w.company_id = r.company_id and w.kind = 'tag.changed'
  where r.kind <> 'session' and r.* is distinct from o.*
    and w.team_id = any((select m.path from team m where m.id = r.team_id)::int[])
  order by r.ocpp_tag_pk;
  return null;
end $$;
drop trigger webhook_tag_updated on ocpp_tag;
create trigger webhook_tag_updated after update on ocpp_tag referencing old table as stale new table as fresh
  for each statement execute function webhook_tags_updated();

-- Whether anybody wants an event is asked in the function itself: the call of another one took longer than the answer.
do $$
declare
  f regprocedure;
begin
  for f in select p.oid from pg_proc p where p.proname like 'webhook\_%' and p.prosrc like '%webhook\_wanted(%' loop
    execute regexp_replace(pg_get_functiondef(f), 'webhook_wanted\((''\{[^}]*\}'')\)', 'exists (select from webhook_wish where kind = any(\1))');
  end loop;
end $$;
drop function webhook_wanted(text[]);

-- The key begins with the webhook, which was an index of its own.
alter table webhook_waiting drop constraint webhook_waiting_pkey, add primary key using index webhook_waiting_key;
drop index webhook_waiting_of;
