-- concurrently
-- What further kinds of alerts look at each minute: commands that failed and starts that were refused, which are few among
-- very many, the room on the disk of each node, and jobs that were given up.
drop index concurrently if exists task_failed;
create index concurrently task_failed on task (ended_at) where state in ('failed', 'timeout');
drop index concurrently if exists transaction_refused;
create index concurrently transaction_refused on transaction (started_at) where id_tag_status <> 'Accepted';
-- For trials of rules about chargers that were away: a small part of all changes, of a company in a time.
drop index concurrently if exists station_status_history_away;
create index concurrently station_status_history_away on station_status_history (company_id, changed_at)
  where to_status in ('offline', 'maintenance') or from_status in ('offline', 'maintenance');

-- As the node itself has seen it; null where it has no folder of its own.
alter table node add column if not exists disk_free_bytes bigint;
alter table node add column if not exists disk_seen_at timestamptz;

-- The tables of the queues are made with the first job, after this file.
create or replace function jobs_given_up(since timestamptz)
  returns table (queue text, jobs bigint, first_at timestamptz, last_at timestamptz) language plpgsql stable as $$
begin
  if to_regclass('pgboss.job') is not null then
    return query execute 'select name::text, count(*), min(completed_on), max(completed_on) from pgboss.job
      where state = ''failed'' and completed_on > $1 group by 1' using since;
  end if;
end $$;
