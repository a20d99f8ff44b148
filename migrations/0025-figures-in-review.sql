-- A session that waits for a person is neither successful nor failed until it is decided, whatever it waits for: those with a
-- stop of their own counted as failed at once.
create or replace function session_figures(stopped_at timestamptz, stop_reason text, in_review boolean, is_dismissed boolean,
  energy_wh bigint, charged_paise bigint, payment_type text)
returns table (sessions integer, finished integer, successful integer, wh numeric, paise numeric, revenue numeric,
  card numeric, wallet numeric, rfid numeric) language sql immutable as $$
  select 1, (stopped_at is not null and not in_review)::int,
    (c.counts and energy_wh > 0 and charged_paise > 0)::int, case when c.counts then energy_wh else 0 end::numeric,
    p.paise, greatest(p.paise, 0), case when payment_type in ('CARD', 'UPI') then p.paise else 0 end,
    case when payment_type = 'WALLET' then p.paise else 0 end,
    case when payment_type in ('RFID', 'PREPAID') then p.paise else 0 end
  from (select stopped_at is not null and not in_review and not is_dismissed as counts) c
  cross join lateral (select case when c.counts then charged_paise else 0 end::numeric as paise) p
$$;

-- As before, but a change of the way of paying alone moves its money from one line to the other, too.
create or replace function session_figures_kept() returns trigger language plpgsql as $$
declare
  zone text;
begin
  -- Before the zone is read: who cuts the hours anew by another one holds this lock.
  lock table usage_change in row exclusive mode;
  select value->>'zone' into zone from setting where key = 'figures';
  begin
    if tg_op = 'INSERT' then
      insert into usage_change (company_id, team_id, hour, sessions, finished, successful, energy_wh, charged_paise,
        revenue_paise, card_paise, wallet_paise, rfid_paise)
      select t.company_id, t.team_id, hour_in(t.started_at, zone), sum(f.sessions), sum(f.finished), sum(f.successful),
        sum(f.wh), sum(f.paise), sum(f.revenue), sum(f.card), sum(f.wallet), sum(f.rfid)
      from fresh t cross join lateral session_figures(t.stopped_at, t.stop_reason, t.in_review, t.is_dismissed,
        t.energy_wh, t.charged_paise, t.payment_type) f
      group by 1, 2, 3;
    else
      insert into usage_change (company_id, team_id, hour, sessions, finished, successful, energy_wh, charged_paise,
        revenue_paise, card_paise, wallet_paise, rfid_paise)
      select t.company_id, t.team_id, hour_in(t.started_at, zone), sum(n * f.sessions), sum(n * f.finished),
        sum(n * f.successful), sum(n * f.wh), sum(n * f.paise), sum(n * f.revenue), sum(n * f.card), sum(n * f.wallet),
        sum(n * f.rfid)
      from (select 1 as n, company_id, team_id, started_at, stopped_at, stop_reason, in_review, is_dismissed, energy_wh,
          charged_paise, payment_type from fresh
        union all select -1, company_id, team_id, started_at, stopped_at, stop_reason, in_review, is_dismissed, energy_wh,
          charged_paise, payment_type from stale) t
      cross join lateral session_figures(t.stopped_at, t.stop_reason, t.in_review, t.is_dismissed, t.energy_wh,
        t.charged_paise, t.payment_type) f
      group by 1, 2, 3
      having sum(n * f.sessions) <> 0 or sum(n * f.finished) <> 0 or sum(n * f.successful) <> 0 or sum(n * f.wh) <> 0
        or sum(n * f.paise) <> 0 or sum(n * f.card) <> 0 or sum(n * f.wallet) <> 0 or sum(n * f.rfid) <> 0;
    end if;
  exception when others then
    insert into usage_stale (company_id, team_id, hour)
      select distinct t.company_id, t.team_id, hour_in(t.started_at, zone) from fresh t order by 2, 3 on conflict do nothing;
    if tg_op = 'UPDATE' then
      insert into usage_stale (company_id, team_id, hour)
        select distinct t.company_id, t.team_id, hour_in(t.started_at, zone) from stale t order by 2, 3 on conflict do nothing;
    end if;
  end;
  return null;
end $$;

do $$
declare
  zone text;
begin
  select value->>'zone' into zone from setting where key = 'figures';
  if zone is not null then perform rebuild_figures(zone); end if;
end $$;
