-- The events of webhooks (HOOK-01, HOOK-02), each written by a trigger of the table that the change is written to. Their fields
-- are those of features/people/webhooks/webhook-event.contract.ts, which a test compares with them. Times are texts in UTC with milliseconds, amounts
-- are paise. Each function looks first whether anybody wants its events at all.
--
-- Plans are kept from when a network was young and its tables empty: what is looked up is looked up by its key from the
-- first day on (set enable_seqscan = off).

create function webhook_session_started() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not webhook_wanted('{session.started}') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'session ' || t.transaction_id, jsonb_build_object('transactionId', t.transaction_id, 'chargerId', t.chargepoint_id, 'chargerName', t.chargepoint_name, 'connectorId', t.connector_id, 'teamId', t.team_id, 'idTag', t.id_tag,
    'driverId', t.driver_id, 'startedAt', webhook_time(t.started_at), 'stoppedAt', webhook_time(t.stopped_at),
    'stopReason', t.stop_reason, 'meterStartWh', t.meter_start_wh, 'meterStopWh', t.meter_stop_wh, 'energyWh', t.energy_wh,
    'chargedPaise', t.charged_paise, 'paymentType', t.payment_type, 'paymentId', t.payment_id, 'isInReview', t.in_review,
    'isDismissed', t.is_dismissed)
  from fresh t
  join webhook_wish w on w.company_id = t.company_id and w.kind = 'session.started'
  where w.team_id = any((select m.path from team m where m.id = t.team_id)::int[])
  order by t.transaction_id;
  return null;
end $$;
create trigger webhook_session_started after insert on transaction referencing new table as fresh
  for each statement execute function webhook_session_started();

-- The end of a session, and again what a person or a late stop makes of it. What a later bill changes is told by the bill. A payout changes sessions by
-- the thousand: before and after are joined by hashes, since a plan is kept from a statement of one row.
create function webhook_session_stopped() returns trigger language plpgsql set enable_seqscan = off set enable_nestloop = off as $$
begin
  if not webhook_wanted('{session.stopped}') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'session ' || t.transaction_id, jsonb_build_object('transactionId', t.transaction_id, 'chargerId', t.chargepoint_id, 'chargerName', t.chargepoint_name, 'connectorId', t.connector_id, 'teamId', t.team_id, 'idTag', t.id_tag,
    'driverId', t.driver_id, 'startedAt', webhook_time(t.started_at), 'stoppedAt', webhook_time(t.stopped_at),
    'stopReason', t.stop_reason, 'meterStartWh', t.meter_start_wh, 'meterStopWh', t.meter_stop_wh, 'energyWh', t.energy_wh,
    'chargedPaise', t.charged_paise, 'paymentType', t.payment_type, 'paymentId', t.payment_id, 'isInReview', t.in_review,
    'isDismissed', t.is_dismissed)
  from fresh t join stale o using (transaction_id)
  join webhook_wish w on w.company_id = t.company_id and w.kind = 'session.stopped'
  where w.team_id = any((select m.path from team m where m.id = t.team_id)::int[]) and t.stopped_at is not null
    and (t.stopped_at, t.in_review, t.is_dismissed, t.stop_reason) is distinct from (o.stopped_at, o.in_review, o.is_dismissed, o.stop_reason)
  order by t.transaction_id;
  return null;
end $$;
create trigger webhook_session_stopped after update on transaction referencing old table as stale new table as fresh
  for each statement execute function webhook_session_stopped();

create function webhook_session_updated() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not webhook_wanted('{session.updated}') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'session ' || t.transaction_id, jsonb_build_object('transactionId', t.transaction_id, 'chargerId', t.chargepoint_id, 'chargerName', t.chargepoint_name, 'connectorId', t.connector_id, 'teamId', t.team_id, 'idTag', t.id_tag,
    'startedAt', webhook_time(t.started_at), 'meterStartWh', t.meter_start_wh, 'meterWh', l.current_wh, 'energyWh', greatest(0, l.current_wh - t.meter_start_wh),
    'chargedPaise', l.charged_paise, 'powerW', l.power_w, 'socPercent', l.soc_percent, 'meteredAt', webhook_time(l.metered_at))
  from fresh l join transaction t using (transaction_id)
  join webhook_wish w on w.company_id = t.company_id and w.kind = 'session.updated'
  where w.team_id = any((select m.path from team m where m.id = t.team_id)::int[])
  order by t.transaction_id;
  return null;
end $$;
create trigger webhook_session_updated after update on transaction_live referencing new table as fresh
  for each statement execute function webhook_session_updated();

create function webhook_session_billed() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not webhook_wanted('{session.billed,session.corrected}') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'session ' || f.transaction_id, jsonb_build_object('transactionId', t.transaction_id, 'chargerId', t.chargepoint_id, 'chargerName', t.chargepoint_name, 'connectorId', t.connector_id, 'teamId', f.team_id, 'idTag', t.id_tag,
    'driverId', t.driver_id, 'startedAt', webhook_time(t.started_at), 'stoppedAt', webhook_time(t.stopped_at), 'version', f.version,
    'billedAt', webhook_time(f.billed_at), 'energyWh', f.energy_wh, 'taxablePaise', f.taxable_paise, 'cgstPaise', f.cgst_paise,
    'sgstPaise', f.sgst_paise, 'igstPaise', f.igst_paise, 'surchargePaise', f.surcharge_paise, 'totalPaise', f.total_paise,
    'paymentType', t.payment_type, 'paymentId', t.payment_id)
  from fresh f join transaction t using (transaction_id)
  join webhook_wish w on w.company_id = f.company_id and w.kind = case when f.version = 1 then 'session.billed' else 'session.corrected' end
  where w.team_id = any((select m.path from team m where m.id = f.team_id)::int[])
  order by f.transaction_id, f.version;
  return null;
end $$;
create trigger webhook_session_billed after insert on bill referencing new table as fresh
  for each statement execute function webhook_session_billed();

create function webhook_charger_live() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not webhook_wanted('{charger.online,charger.offline,charger.status}') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'charger ' || f.chargepoint_pk, jsonb_build_object('chargerId', c.chargepoint_id, 'chargerName', c.chargepoint_name, 'teamId', f.team_id, 'connectorId', null, 'status', f.to_status,
    'statusBefore', f.from_status, 'errorCode', null, 'reason', f.reason, 'at', webhook_time(f.changed_at))
  from (select s.*, case when s.to_status = 'offline' then 'charger.offline'
      when s.to_status in ('online', 'charging') and coalesce(s.from_status, 'offline') not in ('online', 'charging') then 'charger.online'
      when s.to_status = 'maintenance' then 'charger.status' end as kind from fresh s where s.to_status is distinct from s.from_status) f
  join charger c using (chargepoint_pk)
  join webhook_wish w on w.company_id = f.company_id and w.kind = f.kind
  where w.team_id = any((select m.path from team m where m.id = f.team_id)::int[])
  order by f.id;
  return null;
end $$;
create trigger webhook_charger_live after insert on station_status_history referencing new table as fresh
  for each statement execute function webhook_charger_live();

create function webhook_connector_told() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not webhook_wanted('{charger.status,charger.faulted}') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'charger ' || f.chargepoint_pk, jsonb_build_object('chargerId', c.chargepoint_id, 'chargerName', c.chargepoint_name, 'teamId', f.team_id, 'connectorId', f.connector_id, 'status', f.status,
    'statusBefore', null, 'errorCode', f.error_code, 'reason', f.info, 'at', webhook_time(f.at))
  from (select s.*, k.kind from fresh s cross join lateral (values ('charger.status'), ('charger.faulted')) k (kind)
    where k.kind = 'charger.status' or s.status = 'Faulted') f join charger c using (chargepoint_pk)
  join webhook_wish w on w.company_id = f.company_id and w.kind = f.kind
  where w.team_id = any((select m.path from team m where m.id = f.team_id)::int[])
  order by f.at, f.connector_id, f.kind desc;
  return null;
end $$;
create trigger webhook_connector_told after insert on connector_status_history referencing new table as fresh
  for each statement execute function webhook_connector_told();

create function webhook_payment_changed() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not webhook_wanted('{payment.changed}') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'payment ' || f.payment_id, jsonb_build_object('paymentId', f.payment_id, 'teamId', p.team_id, 'status', f.status, 'amountPaise', p.amount_paise, 'refundedPaise', p.refunded_paise,
    'currency', p.currency, 'method', p.method, 'orderId', p.order_id, 'errorCode', p.error_code, 'errorDescription', p.error_description,
    'createdAt', webhook_time(p.created_at), 'at', webhook_time(f.at))
  from fresh f join payment p on p.payment_id = f.payment_id and p.company_id = f.company_id
  join webhook_wish w on w.company_id = f.company_id and w.kind = 'payment.changed'
  where w.team_id = any((select m.path from team m where m.id = coalesce(p.team_id, p.company_id))::int[])
  order by f.change_id;
  return null;
end $$;
create trigger webhook_payment_changed after insert on payment_change referencing new table as fresh
  for each statement execute function webhook_payment_changed();

create function webhook_refund_changed() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not webhook_wanted('{refund.changed}') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'refund ' || f.refund_id, jsonb_build_object('refundId', f.refund_id, 'teamId', r.team_id, 'status', f.status, 'attempt', f.attempt, 'amountPaise', r.amount_paise,
    'paymentId', r.payment_id, 'transactionId', r.transaction_id, 'cause', r.cause, 'failure', r.failure,
    'requestedAt', webhook_time(r.requested_at), 'at', webhook_time(f.at))
  from fresh f join refund r using (refund_id)
  join webhook_wish w on w.company_id = r.company_id and w.kind = 'refund.changed'
  where w.team_id = any((select m.path from team m where m.id = coalesce(r.team_id, r.company_id))::int[])
  order by f.change_id;
  return null;
end $$;
create trigger webhook_refund_changed after insert on refund_change referencing new table as fresh
  for each statement execute function webhook_refund_changed();

create function webhook_payout_changed() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not webhook_wanted('{payout.changed}') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'payout ' || f.payout_no, jsonb_build_object('payoutId', p.payout_id, 'teamId', p.team_id, 'month', p.month, 'status', f.status, 'sessions', p.sessions, 'energyWh', p.energy_wh,
    'payoutPaise', p.payout_paise, 'at', webhook_time(f.at))
  from fresh f join payout p using (payout_no)
  join webhook_wish w on w.company_id = p.company_id and w.kind = 'payout.changed'
  where w.team_id = any((select m.path from team m where m.id = p.team_id)::int[])
  order by f.change_id;
  return null;
end $$;
create trigger webhook_payout_changed after insert on payout_change referencing new table as fresh
  for each statement execute function webhook_payout_changed();

create function webhook_alert_told() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not webhook_wanted('{alert.opened,alert.closed}') then return null; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'alert ' || f.alert_id, jsonb_build_object('alertId', f.alert_id, 'teamId', a.team_id, 'kind', a.kind, 'severity', a.severity, 'subject', a.subject_name,
    'chargerId', c.chargepoint_id, 'connectorId', a.connector_id, 'transactionId', a.transaction_id, 'isAgain', f.what = 'opened again',
    'since', webhook_time(a.since), 'closedWhy', case when f.what = 'closed' then f.note end, 'at', webhook_time(f.at))
  from fresh f join alert a using (alert_id) left join charger c on c.chargepoint_pk = a.chargepoint_pk
  join webhook_wish w on w.company_id = a.company_id and w.kind = case when f.what in ('opened', 'opened again') then 'alert.opened' when f.what = 'closed' then 'alert.closed' end
  where w.team_id = any((select m.path from team m where m.id = a.team_id)::int[])
  order by f.alert_event_id;
  return null;
end $$;
create trigger webhook_alert_told after insert on alert_event referencing new table as fresh
  for each statement execute function webhook_alert_told();

create function webhook_driver_changed() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  r driver;
  deed text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
begin
  if not webhook_wanted('{driver.changed}') then return null; end if;
  if tg_op = 'DELETE' then r := old; else r := new; end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'driver ' || r.id, jsonb_build_object('change', deed, 'driverId', r.id, 'teamId', r.team_id, 'firstName', r.first_name, 'lastName', r.last_name,
    'email', r.email, 'phone', r.phone, 'isActive', r.is_active)
  from webhook_wish w where w.kind = 'driver.changed' and w.company_id = r.company_id
    and w.team_id = any((select m.path from team m where m.id = r.team_id)::int[]);
  return null;
end $$;
create trigger webhook_driver_changed after insert or delete on driver for each row execute function webhook_driver_changed();
create trigger webhook_driver_updated after update on driver for each row when (old.* is distinct from new.*)
  execute function webhook_driver_changed();

-- A tag that is only made for one session is no tag that anybody keeps.
create function webhook_tag_changed() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  r ocpp_tag;
  deed text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
begin
  if not webhook_wanted('{tag.changed}') then return null; end if;
  if tg_op = 'DELETE' then r := old; else r := new; end if;
  if r.kind = 'session' then return null; end if;
  if tg_op = 'UPDATE' and old.deleted_at is distinct from new.deleted_at then
    deed := case when new.deleted_at is null then 'created' else 'deleted' end;
  end if;
  insert into webhook_waiting (webhook_id, company_id, kind, object, data)
  select w.webhook_id, w.company_id, w.kind, 'tag ' || r.ocpp_tag_pk, jsonb_build_object('change', deed, 'tagId', r.ocpp_tag_pk, 'idTag', r.id_tag, 'teamId', r.team_id, 'kind', r.kind,
    'driverId', r.driver_id, 'parentTagId', r.parent_tag_pk, 'expiresAt', webhook_time(r.expires_at),
    'maxActiveTransactions', r.max_active_transactions, 'note', r.note)
  from webhook_wish w where w.kind = 'tag.changed' and w.company_id = r.company_id
    and w.team_id = any((select m.path from team m where m.id = r.team_id)::int[]);
  return null;
end $$;
create trigger webhook_tag_changed after insert or delete on ocpp_tag for each row execute function webhook_tag_changed();
create trigger webhook_tag_updated after update on ocpp_tag for each row when (old.* is distinct from new.*)
  execute function webhook_tag_changed();
