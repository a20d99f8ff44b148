-- Jobs that were given up, one by one, for trials of rules about them. The tables of the queues are made with the first job,
-- after this file.
create or replace function jobs_given_up_each(since timestamptz)
  returns table (queue text, at timestamptz) language plpgsql stable as $$
begin
  if to_regclass('pgboss.job') is not null then
    return query execute 'select name::text, completed_on from pgboss.job where state = ''failed'' and completed_on > $1' using since;
  end if;
end $$;

-- Whether addresses, phones and webhooks of a rule are told what its alerts cost: the person who saved the rule may see revenue.
alter table alert_rule add column tells_cost boolean not null default false;

-- An alert moves with its charger to another team. What is there holds already: the check was narrower.
alter table alert_event drop constraint alert_event_what_check,
  add constraint alert_event_what_check check (what in ('opened', 'opened again', 'again', 'moved', 'acknowledged', 'assigned', 'commented', 'closed')) not valid;
