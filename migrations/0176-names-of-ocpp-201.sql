-- What OCPP 2.0.1 names, and the portal did not: the kind of a token, its priority and the EVSEs it may use; and the EVSE of a
-- connector in what webhooks tell.
alter table ocpp_tag
  add column token_type text not null default 'ISO14443',
  -- Where power is short, sessions of a higher number go first.
  add column charging_priority integer not null default 0,
  -- Numbers of EVSEs, separated by commas; empty: all.
  add column evses text not null default '',
  add constraint ocpp_tag_token_type_check
    check (token_type in ('ISO14443', 'ISO15693', 'eMAID', 'KeyCode', 'MacAddress', 'Local', 'Central')) not valid,
  add constraint ocpp_tag_charging_priority_check check (charging_priority between -9 and 9) not valid,
  add constraint ocpp_tag_evses_check check (evses ~ '^[0-9, ]*$') not valid;
-- As the charge point has taken them.
alter table local_list_tag
  add column token_type text not null default 'ISO14443',
  add column charging_priority integer not null default 0,
  add column evses text not null default '';

-- The EVSE of a connector as the API tells it beside connectorId: both null where it has none, the number within the EVSE null
-- where the EVSE has no other connector.
create function webhook_evse(pk integer, connector integer) returns jsonb language sql stable as $$
  select jsonb_build_object('evseId', max(n.evse_id), 'evseConnectorId', max(n.evse_connector_id) filter (where exists (
      select from connector beside where beside.chargepoint_pk = n.chargepoint_pk and beside.evse_id = n.evse_id
        and beside.connector_id <> n.connector_id)))
  from connector n where n.chargepoint_pk = pk and n.connector_id = connector
$$;

-- The functions of 0128 and 0156 with these fields more.
create or replace function webhook_session_started() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from webhook_wish where kind = any('{session.started}')) then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'session ' || t.transaction_id, jsonb_build_object('transactionId', t.transaction_id, 'chargerId', t.chargepoint_id, 'chargerName', t.chargepoint_name, 'connectorId', t.connector_id, 'teamId', t.team_id, 'idTag', t.id_tag,
    'driverId', t.driver_id, 'startedAt', webhook_time(t.started_at), 'stoppedAt', webhook_time(t.stopped_at),
    'stopReason', t.stop_reason, 'meterStartWh', t.meter_start_wh, 'meterStopWh', t.meter_stop_wh, 'energyWh', t.energy_wh,
    'chargedPaise', t.charged_paise, 'paymentType', t.payment_type, 'paymentId', t.payment_id, 'isInReview', t.in_review,
    'isDismissed', t.is_dismissed)
    || webhook_evse(t.chargepoint_pk, t.connector_id)
  from fresh t
  join webhook_wish w on w.company_id = t.company_id and w.kind = 'session.started'
  where w.team_id = any((select m.path from team m where m.id = t.team_id)::int[])
  order by t.transaction_id;
  return null;
end $$;

create or replace function webhook_session_stopped() returns trigger language plpgsql set enable_seqscan = off set enable_nestloop = off as $$
begin
  if not exists (select from webhook_wish where kind = any('{session.stopped}')) then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'session ' || t.transaction_id, jsonb_build_object('transactionId', t.transaction_id, 'chargerId', t.chargepoint_id, 'chargerName', t.chargepoint_name, 'connectorId', t.connector_id, 'teamId', t.team_id, 'idTag', t.id_tag,
    'driverId', t.driver_id, 'startedAt', webhook_time(t.started_at), 'stoppedAt', webhook_time(t.stopped_at),
    'stopReason', t.stop_reason, 'meterStartWh', t.meter_start_wh, 'meterStopWh', t.meter_stop_wh, 'energyWh', t.energy_wh,
    'chargedPaise', t.charged_paise, 'paymentType', t.payment_type, 'paymentId', t.payment_id, 'isInReview', t.in_review,
    'isDismissed', t.is_dismissed)
    || webhook_evse(t.chargepoint_pk, t.connector_id)
  from fresh t join stale o using (transaction_id)
  join webhook_wish w on w.company_id = t.company_id and w.kind = 'session.stopped'
  where w.team_id = any((select m.path from team m where m.id = t.team_id)::int[]) and t.stopped_at is not null
    and (t.stopped_at, t.in_review, t.is_dismissed, t.stop_reason) is distinct from (o.stopped_at, o.in_review, o.is_dismissed, o.stop_reason)
  order by t.transaction_id;
  return null;
end $$;

create or replace function webhook_session_updated() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from webhook_wish where kind = any('{session.updated}')) then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'session ' || t.transaction_id, jsonb_build_object('transactionId', t.transaction_id, 'chargerId', t.chargepoint_id, 'chargerName', t.chargepoint_name, 'connectorId', t.connector_id, 'teamId', t.team_id, 'idTag', t.id_tag,
    'startedAt', webhook_time(t.started_at), 'meterStartWh', t.meter_start_wh, 'meterWh', l.current_wh, 'energyWh', greatest(0, l.current_wh - t.meter_start_wh),
    'chargedPaise', l.charged_paise, 'powerW', l.power_w, 'socPercent', l.soc_percent, 'meteredAt', webhook_time(l.metered_at))
    || webhook_evse(t.chargepoint_pk, t.connector_id)
  from fresh l join transaction t using (transaction_id)
  join webhook_wish w on w.company_id = t.company_id and w.kind = 'session.updated'
  where w.team_id = any((select m.path from team m where m.id = t.team_id)::int[])
  order by t.transaction_id;
  return null;
end $$;

create or replace function webhook_session_billed() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from webhook_wish where kind = any('{session.billed,session.corrected}')) then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'session ' || f.transaction_id, jsonb_build_object('transactionId', t.transaction_id, 'chargerId', t.chargepoint_id, 'chargerName', t.chargepoint_name, 'connectorId', t.connector_id, 'teamId', f.team_id, 'idTag', t.id_tag,
    'driverId', t.driver_id, 'startedAt', webhook_time(t.started_at), 'stoppedAt', webhook_time(t.stopped_at), 'version', f.version,
    'billedAt', webhook_time(f.billed_at), 'energyWh', f.energy_wh, 'taxablePaise', f.taxable_paise, 'cgstPaise', f.cgst_paise,
    'sgstPaise', f.sgst_paise, 'igstPaise', f.igst_paise, 'surchargePaise', f.surcharge_paise, 'totalPaise', f.total_paise,
    'paymentType', t.payment_type, 'paymentId', t.payment_id)
    || webhook_evse(t.chargepoint_pk, t.connector_id)
  from fresh f join transaction t using (transaction_id)
  join webhook_wish w on w.company_id = f.company_id and w.kind = case when f.version = 1 then 'session.billed' else 'session.corrected' end
  where w.team_id = any((select m.path from team m where m.id = f.team_id)::int[])
  order by f.transaction_id, f.version;
  return null;
end $$;

create or replace function webhook_charger_live() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from webhook_wish where kind = any('{charger.online,charger.offline,charger.status}')) then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'charger ' || f.chargepoint_pk, jsonb_build_object('chargerId', c.chargepoint_id, 'chargerName', c.chargepoint_name, 'teamId', f.team_id, 'connectorId', null, 'status', f.to_status,
    'statusBefore', f.from_status, 'errorCode', null, 'reason', f.reason, 'at', webhook_time(f.changed_at))
    || webhook_evse(null, null)
  from (select s.*, case when s.to_status = 'offline' then 'charger.offline'
      when s.to_status in ('online', 'charging') and coalesce(s.from_status, 'offline') not in ('online', 'charging') then 'charger.online'
      when s.to_status = 'maintenance' then 'charger.status' end as kind from fresh s where s.to_status is distinct from s.from_status) f
  join charger c using (chargepoint_pk)
  join webhook_wish w on w.company_id = f.company_id and w.kind = f.kind
  where w.team_id = any((select m.path from team m where m.id = f.team_id)::int[])
  order by f.id;
  return null;
end $$;

create or replace function webhook_connector_told() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from webhook_wish where kind = any('{charger.status,charger.faulted}')) then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'charger ' || f.chargepoint_pk, jsonb_build_object('chargerId', c.chargepoint_id, 'chargerName', c.chargepoint_name, 'teamId', f.team_id, 'connectorId', f.connector_id, 'status', f.status,
    'statusBefore', null, 'errorCode', f.error_code, 'reason', f.info, 'at', webhook_time(f.at))
    || webhook_evse(f.chargepoint_pk, f.connector_id)
  from (select s.*, k.kind from fresh s cross join lateral (values ('charger.status'), ('charger.faulted')) k (kind)
    where k.kind = 'charger.status' or s.status = 'Faulted') f join charger c using (chargepoint_pk)
  join webhook_wish w on w.company_id = f.company_id and w.kind = f.kind
  where w.team_id = any((select m.path from team m where m.id = f.team_id)::int[])
  order by f.at, f.connector_id, f.kind desc;
  return null;
end $$;

create or replace function webhook_alert_told() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from webhook_wish where kind = any('{alert.opened,alert.closed}')) then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'alert ' || f.alert_id, jsonb_build_object('alertId', f.alert_id, 'teamId', a.team_id, 'kind', a.kind, 'severity', a.severity, 'subject', a.subject_name,
    'chargerId', c.chargepoint_id, 'connectorId', a.connector_id, 'transactionId', a.transaction_id, 'isAgain', f.what = 'opened again',
    'since', webhook_time(a.since), 'closedWhy', case when f.what = 'closed' then f.note end, 'at', webhook_time(f.at))
    || webhook_evse(a.chargepoint_pk, a.connector_id)
  from fresh f join alert a using (alert_id) left join charger c on c.chargepoint_pk = a.chargepoint_pk
  join webhook_wish w on w.company_id = a.company_id and w.kind = case when f.what in ('opened', 'opened again') then 'alert.opened' when f.what = 'closed' then 'alert.closed' end
  where w.team_id = any((select m.path from team m where m.id = a.team_id)::int[])
  order by f.alert_event_id;
  return null;
end $$;

create or replace function webhook_tag_changed() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  r ocpp_tag;
  deed text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
begin
  if not exists (select from webhook_wish where kind = any('{tag.changed}')) then return null; end if;
  if tg_op = 'DELETE' then r := old; else r := new; end if;
  if r.kind = 'session' then return null; end if;
  if tg_op = 'UPDATE' and old.deleted_at is distinct from new.deleted_at then
    deed := case when new.deleted_at is null then 'created' else 'deleted' end;
  end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'tag ' || r.ocpp_tag_pk, jsonb_build_object('change', deed, 'tagId', r.ocpp_tag_pk, 'idTag', r.id_tag, 'teamId', r.team_id, 'kind', r.kind,
    'driverId', r.driver_id, 'parentTagId', r.parent_tag_pk, 'expiresAt', webhook_time(r.expires_at),
    'maxActiveTransactions', r.max_active_transactions, 'note', r.note,
    'tokenType', r.token_type, 'chargingPriority', r.charging_priority, 'evses', r.evses)
  from webhook_wish w where w.kind = 'tag.changed' and w.company_id = r.company_id
    and w.team_id = any((select m.path from team m where m.id = r.team_id)::int[]);
  return null;
end $$;

create or replace function webhook_tags_updated() returns trigger language plpgsql set enable_seqscan = off set enable_nestloop = off as $$
begin
  if not exists (select from webhook_wish where kind = 'tag.changed') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'tag ' || r.ocpp_tag_pk, jsonb_build_object(
    'change', case when o.deleted_at is not distinct from r.deleted_at then 'changed' when r.deleted_at is null then 'created' else 'deleted' end,
    'tagId', r.ocpp_tag_pk, 'idTag', r.id_tag, 'teamId', r.team_id, 'kind', r.kind,
    'driverId', r.driver_id, 'parentTagId', r.parent_tag_pk, 'expiresAt', webhook_time(r.expires_at),
    'maxActiveTransactions', r.max_active_transactions, 'note', r.note,
    'tokenType', r.token_type, 'chargingPriority', r.charging_priority, 'evses', r.evses)
  from fresh r join stale o using (ocpp_tag_pk)
  join webhook_wish w on w.company_id = r.company_id and w.kind = 'tag.changed'
  where r.kind <> 'session' and r.* is distinct from o.*
    and w.team_id = any((select m.path from team m where m.id = r.team_id)::int[])
  order by r.ocpp_tag_pk;
  return null;
end $$;
